// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentLimits } from '../../../contract/orders.ts';
import { orders } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { addMpesaOrder } from './ordering.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('X12, D19: the limits count the shopper’s own open orders except the replaced one', async () => {
  const product = await addProduct(shop, { price: 3000, stock: 60 });
  const [shopper, other] = [await shop.signIn(), await shop.signIn()];
  const limits = async (who = shopper, request: { replaces?: string } = {}) => {
    const { status, body } = await shop.call(paymentLimits, request, { token: who.token });
    expect(status).toBe(200);
    return body.data;
  };
  expect(await limits()).toEqual({
    mpesaMax: 250_000,
    unpaidMpesa: { most: 3, open: 0 },
    cashMax: null,
    cashOrders: { most: 10, open: 0 },
    cashValue: { most: 100_000, open: 0 },
    isFirst: true,
    prompt: 'open',
    retryAfter: 0,
    byHand: 'second',
  });

  const unpaid = await addMpesaOrder(shop, shopper, product, 1);
  const cash = await addMpesaOrder(shop, shopper, product, 2);
  const set = (id: string, change: Partial<typeof orders.$inferInsert>) =>
    shop.db.sql.update(orders).set(change).where(eq(orders.id, id));
  await set(cash, { paymentMethod: 'cod', expiresAt: null });
  expect(await limits()).toMatchObject({
    unpaidMpesa: { open: 1 },
    cashOrders: { open: 1 },
    cashValue: { open: 6000 },
  });
  expect(await limits(shopper, { replaces: unpaid })).toMatchObject({
    unpaidMpesa: { open: 0 },
    cashOrders: { open: 1 },
  });
  expect(await limits(other)).toMatchObject({ unpaidMpesa: { open: 0 }, cashOrders: { open: 0 } });
  // The response does not reveal whose order it is.
  expect((await shop.call(paymentLimits, { replaces: unpaid }, { token: other.token })).status).toBe(403);

  await set(cash, { status: 'delivered', isDelivered: true, isPaid: true, money: 'paid' });
  expect(await limits()).toMatchObject({
    cashOrders: { open: 0 },
    cashValue: { most: 300_000, open: 0 },
    isFirst: false,
  });
});

test('X12: the limits apply to customers only', async () => {
  expect((await shop.call(paymentLimits, {}, {})).status).toBe(401);
});
