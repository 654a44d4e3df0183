// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFrequentlyBought } from '../../../contract/catalogue.ts';
import { orders } from '../../../server/db/schema.ts';
import { findMostBought } from '../../../server/modules/catalogue/catalogue.repository.ts';
import { addMpesaOrder } from '../orders/ordering.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, changeProduct, inMs } from './products.ts';

const DAY = 86_400_000;
let shop: TestApp;
let start: Date;
beforeEach(async () => {
  shop = await createTestApp();
  stopTime(shop);
  start = shop.clock.now();
});
afterEach(() => shop.close());

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const add = (digit: number, more: Parameters<typeof addProduct>[1] = {}) =>
  addProduct(shop, { id: idOf(digit), slug: `p${digit}`, createdAt: inMs(shop, -digit * DAY), stock: 50, ...more });

async function sell(digit: number, quantity: number, set: Partial<typeof orders.$inferInsert> = {}) {
  const shopper = await shop.signIn();
  const id = await addMpesaOrder(shop, shopper, { id: idOf(digit), price: 1500 }, quantity);
  await shop.db.sql
    .update(orders)
    .set({ createdAt: start, ...set })
    .where(eq(orders.id, id));
}

const bought = async (limit: number) =>
  (await shop.call(listFrequentlyBought, { limit })).body.data.products.map(({ slug }) => slug);

test('A40: ranks products by pieces and then by id, of orders since a moment that are not cancelled', async () => {
  for (const digit of [6, 3, 5, 1, 4, 2, 7, 8, 9]) await add(digit);
  for (const digit of [6, 3, 5, 1, 4]) await sell(digit, 1);
  await sell(2, 2);
  await sell(2, 1);
  await sell(7, 5, { status: 'cancelled' });
  await sell(8, 5, { createdAt: inMs(shop, -1) });
  await sell(9, 5);
  await changeProduct(shop, idOf(9), { isActive: false });
  const since = inMs(shop, -1);
  expect(await findMostBought(shop.db.sql, since, 9)).toEqual([2, 1, 3, 4, 5, 6].map(idOf));
  expect(await findMostBought(shop.db.sql, since, 2)).toEqual([2, 1].map(idOf));
  expect(await findMostBought(shop.db.sql, inMs(shop, -2), 1)).toEqual([idOf(8)]);
});

test('A40: ranks the orders of the last 90 days', async () => {
  for (const digit of [1, 2, 3]) await add(digit);
  await sell(2, 9, { createdAt: inMs(shop, -90 * DAY) });
  await sell(3, 1, { createdAt: inMs(shop, 1 - 90 * DAY) });
  expect(await bought(1)).toEqual(['p3']);
});

test('A12: hides a bestseller and a new product that are off sale, while the ranking is cached', async () => {
  for (const digit of [1, 2, 3]) await add(digit);
  await sell(3, 1);
  expect(await bought(3)).toEqual(['p3', 'p1', 'p2']);
  for (const digit of [1, 3]) await changeProduct(shop, idOf(digit), { isActive: false });
  expect(await bought(3)).toEqual(['p2']);
});

test('A40: ranks again after a failed query', async () => {
  for (const digit of [1, 2]) await add(digit);
  await sell(2, 1);
  await shop.db.run('alter table order_lines rename to order_lines_away');
  try {
    expect((await shop.call(listFrequentlyBought, {})).status).toBe(500);
  } finally {
    await shop.db.run('alter table order_lines_away rename to order_lines');
  }
  expect(await bought(1)).toEqual(['p2']);
});
