// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCart } from '../../../contract/cart.ts';
import { productStock, products } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, inMs, readStock } from '../catalogue/products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('A4, Q25: returns every known line in the order sent, with its current price', async () => {
  const a = await addProduct(shop, { name: 'Phone A', price: 1400, stock: 3 });
  const b = await addProduct(shop, { name: 'Cable B', price: 200 });
  const sent = [
    { product: b.id, quantity: 1, price: 200 },
    { product: a.id, quantity: 2, price: 1500 },
    { product: randomUUID(), quantity: 1, price: 1 },
  ];
  const { status, body } = await shop.call(checkCart, { items: sent });
  expect(status).toBe(200);
  expect(body.data.lines).toEqual([
    { product: b.id, name: 'Cable B', was: 200, now: 200, stock: 5 },
    { product: a.id, name: 'Phone A', was: 1500, now: 1400, stock: 3 },
  ]);
});

test('A4: uses the flash price while it runs, by the server’s clock', async () => {
  const { id } = await addProduct(shop, { price: 2000, flashPrice: 900, flashEndsAt: inMs(shop, 60_000) });
  const now = async () =>
    (await shop.call(checkCart, { items: [{ product: id, quantity: 1, price: 900 }] })).body.data.lines[0]?.now;
  expect(await now()).toBe(900);
  shop.clock.advance(60_000);
  expect(await now()).toBe(2000);
});

test('A4: the stock excludes reserved pieces and is 0 for inactive products', async () => {
  const { id } = await addProduct(shop, { stock: 5 });
  const stock = async () =>
    (await shop.call(checkCart, { items: [{ product: id.toUpperCase(), quantity: 1, price: 1500 }] })).body.data
      .lines[0]?.stock;
  await shop.db.sql.update(productStock).set({ reserved: 4 }).where(eq(productStock.productId, id));
  expect(await stock()).toBe(1);
  await shop.db.sql.update(products).set({ isActive: false }).where(eq(products.id, id));
  expect(await stock()).toBe(0);
  expect((await readStock(shop, id)).reserved).toBe(4);
});

test('Q25: an empty cart has no lines, and more than 100 are rejected', async () => {
  expect((await shop.call(checkCart, { items: [] })).body.data.lines).toEqual([]);
  const items = Array.from({ length: 101 }, () => ({ product: randomUUID(), quantity: 1, price: 1 }));
  expect((await shop.call(checkCart, { items })).status).toBe(400);
});
