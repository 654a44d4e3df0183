import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories, listProducts } from '../../contract/catalogue.ts';
import { demoProducts } from '../../demo/catalogue/index.ts';
import { idOf } from '../../server/db/ids.ts';
import { importProducts } from '../../server/modules/catalogue/import.service.ts';
import { seed } from '../../demo/fillings/index.ts';
import { products, productStock, users } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { stockOf } from '../server/catalogue/products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('A34: ids are UUIDv4 in form, and the same at every seeding', () => {
  expect(idOf('product', 'a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idOf('product', 'a')).toBe(idOf('product', 'a'));
  expect(idOf('product', 'a')).not.toBe(idOf('brand', 'a'));
});

test('the demo shop is filled once, progress is told, and what changed since stays', async () => {
  const told: string[] = [];
  await seed(shop.deps, (done, total) => told.push(`${done}/${total}`));
  expect(told.at(-1)).toBe(`${demoProducts.length}/${demoProducts.length}`);
  const { body } = await shop.call(listProducts, { limit: 48 });
  expect(body.data.pagination.total).toBe(demoProducts.length);
  expect(
    (await shop.call(listCategories, {})).body.data.categories.every(({ productCount }) => (productCount ?? 0) > 0),
  ).toBe(true);

  const [{ _id } = { _id: '' }] = body.data.products;
  await shop.db.sql.update(productStock).set({ onHand: 3 }).where(eq(productStock.productId, _id));
  await seed(shop.deps);
  expect((await stockOf(shop, _id)).onHand).toBe(3);
  expect(await shop.db.sql.select({ count: count() }).from(users)).toEqual([{ count: 1 }]);
});

test('A2, A3: every demo product has prices that make sense', async () => {
  const { body } = await shop.call(listProducts, { limit: 1000 });
  for (const { price, originalPrice, finalPrice, discount } of body.data.products) {
    expect(originalPrice ?? price).toBeGreaterThanOrEqual(price);
    expect(finalPrice).toBeLessThanOrEqual(price);
    expect(discount).toBeGreaterThanOrEqual(0);
    expect(discount).toBeLessThan(100);
  }
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
  expect(await importProducts(shop.deps, file, () => undefined)).toBe(3);
  await importProducts(shop.deps, file, () => undefined);
  const after = await shop.db.sql.select({ count: count() }).from(products);
  expect(after[0]?.count).toBe((before[0]?.count ?? 0) + 3);
  expect((await shop.call(listProducts, { category: 'cell-phones' })).body.data.pagination.total).toBe(3);
  expect((await shop.call(listProducts, { category: 'cases', brand: 'at-t' })).body.data.pagination.total).toBe(2);
  await expect(importProducts(shop.deps, [row, { name: '' }], () => undefined)).rejects.toThrow();
});
