// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { brands, catalogueSpecifications, searchWords } from '../../../server/db/schema.ts';
import * as batch from '../../../server/modules/catalogue/batch.repository.ts';
import { findProducts } from '../../../server/modules/catalogue/catalogue.repository.ts';
import { findChangeable } from '../../../server/modules/catalogue/change.repository.ts';
import { parseProduct } from '../../../server/modules/catalogue/import.rules.ts';
import { findSpellings } from '../../../server/modules/catalogue/spellings.repository.ts';
import { readStatements } from '../../support/each-statement.ts';
import { findNextProducts, findNextWords } from '../../../server/modules/catalogue/derived.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { addProduct, inMs } from './products.ts';

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

describe('a batch of an import', () => {
  test('reads the brands, categories and products that it names, and no others', async () => {
    const [one, other] = [await addProduct(shop, { brand: 'sony', category: 'tvs' }), await addProduct(shop)];
    const { sql: db } = shop.db;
    expect([...(await batch.findBrands(db, ['sony', 'none'])).keys()]).toEqual(['sony']);
    expect([...(await batch.findCategories(db, ['tvs', 'none'])).keys()]).toEqual(['tvs']);
    expect([...(await findProducts(db, [one.id])).keys()]).toEqual([one.id]);
    expect((await batch.findTakenSlugs(db, [one.id], ['none'])).map(({ id }) => id)).toEqual([one.id]);
    expect((await batch.findTakenSlugs(db, [], [other.slug])).map(({ id }) => id)).toEqual([other.id]);
  });

  test('adds a brand under the first of its spellings, and writes nothing when all exist', async () => {
    const { sql: db } = shop.db;
    const slug = `brand-${randomUUID().slice(0, 8)}`;
    const names = ['First', 'Second'].map((name) => ({ slug, name }));
    expect(await readStatements(() => batch.ensureBrands(db, names))).toBe(3);
    const [brand] = await db.select().from(brands).where(eq(brands.slug, slug));
    expect(brand?.name).toBe('First');
    expect(await readStatements(() => batch.ensureBrands(db, names))).toBe(1);
  });

  test('spells a value like products that are for sale, and not like earlier ones', async () => {
    const value = (products: number, spelling: string) => ({
      categoryId: randomUUID(),
      name: 'Shade',
      value: spelling,
      products,
    });
    await shop.db.sql.insert(catalogueSpecifications).values([value(0, 'Mauve'), value(1, 'Teal')]);
    const spell = await findSpellings(shop.db.sql, [{ name: 'Shade', value: 'MAUVE' }]);
    expect(spell({ name: 'Shade', value: 'MAUVE' })).toEqual({ name: 'Shade', value: 'MAUVE' });
    const other = await findSpellings(shop.db.sql, [{ name: 'Shade', value: 'TEAL' }]);
    expect(other({ name: 'Shade', value: 'TEAL' })).toEqual({ name: 'Shade', value: 'Teal' });
    await shop.db.sql.delete(catalogueSpecifications).where(eq(catalogueSpecifications.name, 'Shade'));
  });

  test('tells products without a SKU apart by their names', () => {
    const key = (name: string, sku: string) => {
      const given = { name, sku, description: 'A lamp', price: 100, category: 'Lamps' };
      const outcome = parseProduct(given, { rate: 1, lowest: 1, now: new Date(0) });
      if ('fault' in outcome) throw new Error(outcome.fault.reason);
      return outcome.product.key;
    };
    for (const none of ['', ' ', '\u200b']) expect(key('Red lamp', none)).not.toBe(key('Blue lamp', none));
    expect([key('Red lamp', 'L1'), key('Blue lamp', 'L1')]).toEqual(['sku L1', 'sku L1']);
  });
});

test('locks the products of a change in order of id', async () => {
  const ids = ['d', 'b', 'c', 'a'].map((start) => `${start.repeat(8)}-0000-4000-8000-${randomUUID().slice(-12)}`);
  for (const id of ids) await addProduct(shop, { id, slug: `of-change-${id}` });
  const wanted = { ids, slugs: [], names: [] };
  const found = await inOrderOfWriting(shop.db, (tx) => findChangeable(tx, wanted, { lock: true }));
  expect(found.map(({ id }) => id)).toEqual(ids.toSorted());
});

test('A3: counts a running deal by its own price', async () => {
  const category = `lamps-${randomUUID().slice(0, 8)}`;
  const deal = { category, flashStartsAt: null, flashEndsAt: inMs(shop, 3_600_000) };
  await addProduct(shop, { ...deal, price: 1_000, flashPrice: 50 });
  await addProduct(shop, { ...deal, price: 1_000, flashPrice: 900 });
  await addProduct(shop, { ...deal, price: 60, flashPrice: 40 });
  await addProduct(shop, { category, price: 70 });
  await addProduct(shop, { category, price: 950 });
  const total = async (filter: object) =>
    (await shop.call(listProducts, { category, ...filter })).body.data.pagination.total;
  expect([
    await total({ maxPrice: 80 }),
    await total({ minPrice: 80 }),
    await total({ minPrice: 45, maxPrice: 65 }),
  ]).toEqual([3, 2, 1]);
});
