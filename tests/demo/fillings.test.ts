import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories, listProducts } from '../../contract/catalogue.ts';
import { demoProducts } from '../../demo/catalogue/index.ts';
import { fillings } from '../../demo/fillings/index.ts';
import { fill } from '../../server/db/fill.ts';
import { productStock, users } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { stockOf } from '../server/catalogue/products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('the demo shop is filled once, progress is told, and what changed since stays', async () => {
  const told: string[] = [];
  await fill(shop.deps, fillings, (done, total) => told.push(`${done}/${total}`));
  expect(told.at(-1)).toBe(`${demoProducts.length}/${demoProducts.length}`);
  const { body } = await shop.call(listProducts, { limit: 48 });
  expect(body.data.pagination.total).toBe(demoProducts.length);
  expect(
    (await shop.call(listCategories, {})).body.data.categories.every(({ productCount }) => (productCount ?? 0) > 0),
  ).toBe(true);

  const [{ _id } = { _id: '' }] = body.data.products;
  await shop.db.sql.update(productStock).set({ onHand: 3 }).where(eq(productStock.productId, _id));
  await fill(shop.deps, fillings);
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
