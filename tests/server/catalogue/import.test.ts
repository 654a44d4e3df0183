import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { idOf } from '../../../server/db/ids.ts';
import { products } from '../../../server/db/schema.ts';
import { createImportService } from '../../../server/modules/catalogue/import.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('A34: ids are UUIDv4 in form, and the same in every shop', () => {
  expect(idOf('product', 'a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idOf('product', 'a')).toBe(idOf('product', 'a'));
  expect(idOf('product', 'a')).not.toBe(idOf('brand', 'a'));
});

test('a foreign export is imported twice without doubles, equal names included; broken files are refused whole', async () => {
  const row = {
    name: 'Phone Case',
    description: '',
    brand: 'AT&T',
    categories: ['Cell Phones', 'Cases'],
    price: 9.99,
    popularity: 100,
  };
  const before = await shop.db.sql.select({ count: count() }).from(products);
  const file = [row, row, { ...row, name: 'Émile’s case', categories: ['Cell Phones'] }];
  expect(await createImportService(shop.deps).importProducts(file, () => undefined)).toBe(3);
  await createImportService(shop.deps).importProducts(file, () => undefined);
  const after = await shop.db.sql.select({ count: count() }).from(products);
  expect(after[0]?.count).toBe((before[0]?.count ?? 0) + 3);
  expect((await shop.call(listProducts, { category: 'cell-phones' })).body.data.pagination.total).toBe(3);
  expect((await shop.call(listProducts, { category: 'cases', brand: 'at-t' })).body.data.pagination.total).toBe(2);
  await expect(createImportService(shop.deps).importProducts([row, { name: '' }], () => undefined)).rejects.toThrow();
});
