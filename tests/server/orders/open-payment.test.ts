// @engine postgres
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import { refunds } from '../../../server/db/schema.ts';
import { createOrderQuotasService } from '../../../server/modules/orders/order-quotas.service.ts';
import { createOrdersService } from '../../../server/modules/orders/orders.service.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import {
  getAttempts,
  callback,
  mpesaOrder,
  orderRow,
  pass,
  payingShop,
  push,
  stopTime,
} from '../payments/mpesa-steps.ts';
import { getDraft, order, type Shopper } from './ordering.ts';

const HOLD_MS = 1_800_000;

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeEach(async () => {
  shop = await payingShop();
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 5 });
});
afterEach(() => shop.close());

const replace = (replaces: string, quantity = 1, paymentMethod: 'mpesa' | 'cod' = 'mpesa') =>
  order(shop, shopper, getDraft([{ ...product, quantity }], { paymentMethod, replaces }));
const payAtDoor = (id: string) =>
  shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: shopper.token });
const getData = (body: unknown) => (body as { data?: unknown }).data;
const due = () => shop.deps.jobs.runDue();

describe('D21: an order that replaces the unpaid one', () => {
  test('takes its last pieces; the old order is cancelled as replaced', async () => {
    const old = await mpesaOrder(shop, shopper, { ...product, quantity: 5 });
    const { status, body } = await replace(old.id, 4);
    expect(status).toBe(200);
    expect(await orderRow(shop, old.id)).toMatchObject({ status: 'cancelled', cancelReason: 'replaced' });
    expect([body.data.order.status, (await readStock(shop, product.id)).reserved]).toEqual(['pending', 4]);
  });

  test('is rejected with 409 while a prompt is live, with the seconds until it is 120 s old', async () => {
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    shop.clock.advance(30_000);
    for (const refused of [await replace(old.id), await payAtDoor(old.id)]) {
      expect([refused.status, refused.body.message]).toEqual([409, 'A payment for this order is still open.']);
      const { retryAfter } = getData(refused.body) as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(85);
      expect(retryAfter).toBeLessThanOrEqual(90);
    }
    expect(await orderRow(shop, old.id)).toMatchObject({ status: 'pending', paymentMethod: 'mpesa' });
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });

  test('rounds the remaining seconds up', async () => {
    stopTime(shop);
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    const seconds = [];
    for (const ms of [1, 29_999, 1, 89_998]) {
      shop.clock.advance(ms);
      seconds.push((getData((await payAtDoor(old.id)).body) as { retryAfter: number }).retryAfter);
    }
    expect(seconds).toEqual([120, 90, 90, 1]);
    shop.clock.advance(1);
    expect((await payAtDoor(old.id)).status).toBe(200);
  });

  test('is created when the prompt failed or is 120 s old', async () => {
    stopTime(shop);
    const failed = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, failed);
    await callback(shop, { code: 1032 });
    const second = await replace(failed.id);
    expect(second.status).toBe(200);
    const made = { id: second.body.data.order._id, total: second.body.data.order.totalPrice };
    expect((await push(shop, shopper, made)).status).toBe(200);
    shop.clock.advance(119_000);
    expect((await replace(made.id)).status).toBe(409);
    shop.clock.advance(1_500);
    expect((await replace(made.id)).status).toBe(200);
    expect((await getAttempts(shop, made.id)).map(({ state }) => state)).toEqual(['expired']);
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });

  test('is created when the old order is already cancelled or expired', async () => {
    const cancelled = await mpesaOrder(shop, shopper, product);
    await shop.call(cancelOrder, { id: cancelled.id }, { token: shopper.token });
    expect((await replace(cancelled.id)).status).toBe(200);
    const expired = await mpesaOrder(shop, shopper, { ...product, quantity: 2 });
    shop.clock.advance(HOLD_MS);
    await due();
    expect(await orderRow(shop, expired.id)).toMatchObject({ cancelReason: 'expired' });
    expect((await replace(expired.id, 4)).status).toBe(200);
    expect([(await orderRow(shop, cancelled.id)).cancelReason, (await readStock(shop, product.id)).reserved]).toEqual([
      'shopper',
      4,
    ]);
  });

  test('is rejected when the old order is paid, and nothing is created', async () => {
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    await callback(shop);
    const { status, body } = await replace(old.id);
    expect([status, body.message, getData(body)]).toEqual([
      409,
      'This order has already been paid.',
      { orderStatus: 'processing' },
    ]);
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });

  test('cannot replace another shopper’s order', async () => {
    const old = await mpesaOrder(shop, shopper, product);
    const other = await shop.signIn();
    expect((await order(shop, other, getDraft([product], { replaces: old.id }))).status).toBe(403);
    expect(await orderRow(shop, old.id)).toMatchObject({ status: 'pending' });
  });

  test('a concurrent prompt and replacement never both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await shop.signIn();
      const what = await addProduct(shop, { stock: 2, price: 100 + round });
      const old = await mpesaOrder(shop, who, what);
      const [pushed, replaced] = await Promise.all([
        push(shop, who, old),
        order(shop, who, getDraft([what], { paymentMethod: 'mpesa', replaces: old.id })),
      ]);
      expect([pushed.status, replaced.status].sort()).toEqual([200, 409]);
    }
  });
});

describe('Q15, D12: money for an order that was cancelled', () => {
  test.each([
    ['replaced', async (id: string) => (await replace(id)).status],
    [
      'cancelled by the shopper',
      async (id: string) => (await shop.call(cancelOrder, { id }, { token: shopper.token })).status,
    ],
  ])('%s: is refunded although there is stock, and the shopper is notified', async (_, end) => {
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    shop.clock.advance(121_000);
    expect(await end(old.id)).toBe(200);
    const { reserved } = await readStock(shop, product.id);
    expect(await callback(shop)).toBe(200);
    await due();
    expect(await orderRow(shop, old.id)).toMatchObject({ status: 'cancelled', money: 'refundDue' });
    expect(await shop.db.sql.select().from(refunds)).toMatchObject([
      { orderId: old.id, amount: 1500, reason: 'cancelled' },
    ]);
    expect((await readStock(shop, product.id)).reserved).toBe(reserved);
    expect(shop.sms.texts.map(({ text }) => text)).toEqual([
      expect.stringContaining('Your payment came after the order had been cancelled. Ksh 1,500 goes back to you.'),
    ]);
  });

  test('an order that expired and was then replaced is not reopened, although there is stock', async () => {
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    await pass(shop, HOLD_MS, 60_000);
    expect(await orderRow(shop, old.id)).toMatchObject({ cancelReason: 'expired' });
    expect((await replace(old.id)).status).toBe(200);
    await callback(shop);
    expect(await orderRow(shop, old.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'replaced',
      money: 'refundDue',
    });
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });

  test('H4: the shopper may cancel while the prompt is live', async () => {
    const old = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, old);
    expect((await shop.call(cancelOrder, { id: old.id }, { token: shopper.token })).status).toBe(200);
    await callback(shop);
    expect(await orderRow(shop, old.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'shopper',
      money: 'refundDue',
    });
  });
});

describe('U4, Q22: pay on delivery of the same order', () => {
  test('is possible once the prompt is 120 s old; the order keeps its stock and does not expire', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    shop.clock.advance(121_000);
    const { status, body } = await payAtDoor(made.id);
    expect([status, body.data.order.paymentMethod, body.data.order.expiresAt]).toEqual([200, 'cod', null]);
    await pass(shop, 2 * HOLD_MS, HOLD_MS);
    expect([(await orderRow(shop, made.id)).status, (await readStock(shop, product.id)).reserved]).toEqual([
      'pending',
      1,
    ]);
  });

  test('is rejected after money arrived; the order stays paid by M-Pesa', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await callback(shop);
    expect((await payAtDoor(made.id)).body.data.order).toMatchObject({
      paymentMethod: 'mpesa',
      isPaid: true,
      status: 'processing',
    });
  });

  test('money that arrives afterwards pays the order, and nothing is collected at the door', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    shop.clock.advance(121_000);
    await payAtDoor(made.id);
    await callback(shop);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true, paymentMethod: 'cod' });
  });

  test('D19: is rejected above the limit that is set', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    const bounds = createOrderQuotasService(shop.deps, { codMax: 1000 });
    const { payOnDelivery } = createOrdersService(shop.deps, { ...shop.services, bounds });
    await expect(payOnDelivery(shopper.user.id, id)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Cash on delivery is available up to Ksh\u00a01,000.',
    });
    expect(await orderRow(shop, id)).toMatchObject({ paymentMethod: 'mpesa', status: 'pending' });
  });

  test('is rejected for a cancelled order, with the reason', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await shop.call(cancelOrder, { id: made.id }, { token: shopper.token });
    const { status, body } = await payAtDoor(made.id);
    expect([status, getData(body)]).toEqual([409, { orderStatus: 'cancelled' }]);
  });
});
