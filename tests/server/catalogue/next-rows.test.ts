// @engine postgres
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchWords } from '../../../server/db/schema.ts';
import { findNextProducts, findNextWords } from '../../../server/modules/catalogue/derived.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { addProduct } from './products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('reads the next words in order, up to the limit', async () => {
  await shop.db.sql.insert(searchWords).values(['zzd', 'zzb', 'zza', 'zzc'].map((word) => ({ word, misspelt: [] })));
  const next = (after: string, limit: number) => inOrderOfWriting(shop.db, (tx) => findNextWords(tx, after, limit));
  expect([await next('zz', 2), await next('zzb', 2), await next('zzc', 5), await next('zzd', 5)]).toEqual([
    ['zza', 'zzb'],
    ['zzc', 'zzd'],
    ['zzd'],
    [],
  ]);
  await shop.db.sql.execute(sql`delete from search_words where word like 'zz%'`);
});

test('reads the next products in order, also those that are only in the search', async () => {
  const start = 'ffffffff-ffff-4fff-8fff-';
  const id = (end: number) => `${start}${String(end).padStart(12, '0')}`;
  const product = await addProduct(shop, { name: `Lamp ${randomUUID()}` });
  const move = (from: string, to: string) =>
    shop.db.sql.execute(sql`insert into product_search select ${to}::uuid, created_at, document from product_search
      where product_id = ${from}`);
  for (const end of [4, 2, 1, 3]) await move(product.id, id(end));
  const next = (after: number, limit: number) =>
    inOrderOfWriting(shop.db, (tx) => findNextProducts(tx, id(after), limit));
  expect([await next(0, 2), await next(2, 2), await next(3, 5), await next(4, 5)]).toEqual([
    [id(1), id(2)],
    [id(3), id(4)],
    [id(4)],
    [],
  ]);
  await shop.db.sql.execute(sql`delete from product_search where product_id >= ${id(0)}::uuid`);
  const all = await findNextProducts(shop.db.sql, '00000000-0000-0000-0000-000000000000', 50);
  expect(all).toContain(product.id);
});
