// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cancelOrder,
  changePaymentMethod,
  createOrder,
  getOrder,
  getOrderByKey,
  listMyOrders,
} from '../../../contract/orders.ts';
import { orders } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order, type Shopper } from './ordering.ts';

let shop: TestApp;
let owner: Shopper;
let stranger: Shopper;
let orderId: string;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
  owner = await shop.signIn();
  stranger = await shop.signIn();
  product = await addProduct(shop, { stock: 50 });
  orderId = (await order(shop, owner, getDraft([product]), 'K1')).body.data.order._id;
});
afterAll(() => shop.close());

describe('§6: an order is visible to its owner only', () => {
  test('another shopper gets 403 and no details', async () => {
    for (const endpoint of [getOrder, cancelOrder]) {
      const { status, body } = await shop.call(endpoint, { id: orderId }, { token: stranger.token });
      expect([status, body.message]).toEqual([403, 'You are not authorized to view this order']);
      expect(body).not.toHaveProperty('data');
    }
    const change = await shop.call(
      changePaymentMethod,
      { id: orderId, paymentMethod: 'cod' },
      { token: stranger.token },
    );
    expect(change.status).toBe(403);
    expect((await order(shop, stranger, getDraft([product], { replaces: orderId }))).status).toBe(403);
    expect((await shop.call(listMyOrders, {}, { token: stranger.token })).body.data.orders).toEqual([]);
    expect((await shop.call(getOrder, { id: orderId }, { token: owner.token })).body.data.order.status).toBe('pending');
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });

  test('D27: says that a payment is checked, until the order is paid', async () => {
    const seen = async () => (await shop.call(getOrder, { id: orderId }, { token: owner.token })).body.data.order;
    const set = (row: Partial<typeof orders.$inferInsert>) =>
      shop.db.sql.update(orders).set(row).where(eq(orders.id, orderId));
    expect(await seen()).not.toHaveProperty('held');
    await set({ money: 'held' });
    const held = await seen();
    await set({ money: 'unpaid' });
    expect(held.held).toBe(true);
    expect(held.paymentNotice).toMatch(/payment/i);
  });

  test('an order that does not exist is 404, for everybody', async () => {
    const id = randomUUID();
    for (const endpoint of [getOrder, cancelOrder]) {
      const { status, body } = await shop.call(endpoint, { id }, { token: stranger.token });
      expect([status, body.message]).toEqual([404, 'Order not found']);
    }
    expect((await shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: owner.token })).status).toBe(
      404,
    );
    expect((await order(shop, owner, getDraft([product], { replaces: id }))).status).toBe(404);
  });

  test('D14: every order call without a valid token returns 401', async () => {
    for (const token of [undefined, '', 'cus_nonsense', `cus_${'a'.repeat(43)}`]) {
      const options = token === undefined ? {} : { token };
      const statuses = [
        await shop.call(createOrder, getDraft([product]), options),
        await shop.call(listMyOrders, {}, options),
        await shop.call(getOrderByKey, { key: 'K1' }, options),
        await shop.call(getOrder, { id: orderId }, options),
        await shop.call(cancelOrder, { id: orderId }, options),
        await shop.call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, options),
      ].map(({ status }) => status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    }
  });
});

describe('§7 GET /orders/my', () => {
  test('returns the newest first, each with its lines in the order in which they were sent', async () => {
    const shopper = await shop.signIn();
    const other = await addProduct(shop, { price: 10 });
    const ids: string[] = [];
    for (const lines of [[product], [other, product], [product, other]]) {
      ids.unshift((await order(shop, shopper, getDraft(lines))).body.data.order._id);
      shop.clock.advance(1000);
    }
    const { body } = await shop.call(listMyOrders, {}, { token: shopper.token });
    expect(body.data.orders.map(({ _id }) => _id)).toEqual(ids);
    expect(body.data.orders.map(({ orderItems }) => orderItems.map((item) => item.product))).toEqual([
      [product.id, other.id],
      [other.id, product.id],
      [product.id],
    ]);
  });
});
