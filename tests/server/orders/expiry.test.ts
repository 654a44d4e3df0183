// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changePaymentMethod } from '../../../contract/orders.ts';
import { jobs, orderEvents, orderLines, refunds } from '../../../server/db/schema.ts';
import type { Clock } from '../../../server/clock.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import { registerReconciler } from '../../../server/modules/payments/reconciler.worker.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { type TestApp, withServices } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import {
  getAttempts,
  callback,
  mpesaOrder,
  orderRow,
  payingShop,
  pass,
  push,
  stopTime,
} from '../payments/mpesa-steps.ts';
import { byStaff, getDraft, order, type Shopper } from './ordering.ts';

const HOLD_MS = 1_800_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Orders that expire at the same time. */
const ORDERS = size(20, 1_000);
/** Allows for a slow machine. */
const PATIENCE_MS = size(120_000, 900_000);

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeEach(async () => {
  shop = await payingShop();
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 5 });
});
afterEach(() => shop.close());

const due = () => shop.deps.jobs.runDue();
const readReservations = async (id: string) =>
  (await shop.db.sql.select().from(orderLines).where(eq(orderLines.orderId, id))).map(({ reservation }) => reservation);
const readEvents = async (id: string) =>
  (await shop.db.sql.select().from(orderEvents).where(eq(orderEvents.orderId, id))).map(({ type }) => type);
const told = () => shop.sms.texts.map(({ text }) => text);

describe('D12: an order that is not paid in time', () => {
  test('expires exactly at the end of its payment period, releases its stock and notifies the shopper', async () => {
    const { id } = await mpesaOrder(shop, shopper, { ...product, quantity: 3 });
    shop.clock.advance(HOLD_MS - 2_000);
    await due();
    expect([(await orderRow(shop, id)).status, (await readStock(shop, product.id)).reserved]).toEqual(['pending', 3]);
    shop.clock.advance(2_000);
    await due();
    expect(await orderRow(shop, id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired', isPaid: false });
    expect([await readReservations(id), (await readStock(shop, product.id)).reserved]).toEqual([['released'], 0]);
    expect(shop.sms.texts).toEqual([
      { to: shopper.user.phone, text: expect.stringContaining('was not paid in time and is cancelled') },
    ]);
    expect(await readEvents(id)).toEqual(['created', 'expiry.due']);
  });

  test('a cash order and an order switched to cash never expire', async () => {
    const cash = (await order(shop, shopper, getDraft([product]))).body.data.order._id;
    const { id } = await mpesaOrder(shop, shopper, product);
    expect((await shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: shopper.token })).status).toBe(
      200,
    );
    await pass(shop, 2 * HOLD_MS, HOLD_MS);
    expect([(await orderRow(shop, cash)).status, (await orderRow(shop, id)).status]).toEqual(['pending', 'pending']);
  });

  test('a paid order does not expire', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    expect(await callback(shop)).toBe(200);
    await pass(shop, HOLD_MS, MINUTE);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true, money: 'paid' });
  });

  test('a failed payment does not extend the payment period', async () => {
    stopTime(shop);
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await callback(shop, { code: 1032 });
    shop.clock.advance(HOLD_MS - 2_000);
    await due();
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    shop.clock.advance(2_000);
    await due();
    expect((await orderRow(shop, made.id)).cancelReason).toBe('expired');
  });
});

describe('T6: a payment that is still open at expiry', () => {
  /** Sends a prompt just before the order expires. */
  const pushLate = async () => {
    const made = await mpesaOrder(shop, shopper, product);
    shop.clock.advance(HOLD_MS - 5_000);
    await push(shop, shopper, made);
    return made;
  };

  test('is queried first, and the order stays pending while the outcome is unknown', async () => {
    const made = await pushLate();
    shop.clock.advance(5_000);
    await due();
    expect(shop.mpesa.queries).toHaveLength(1);
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    expect(await readReservations(made.id)).toEqual(['held']);
    expect(told()).toEqual([]);
  });

  test('keeps the order when the query reports success', async () => {
    const made = await pushLate();
    shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });
    shop.clock.advance(5_000);
    await due();
    await pass(shop, 20 * MINUTE, 30_000);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true });
  });

  test('lets the order expire at the next check when the query reports failure', async () => {
    const made = await pushLate();
    shop.mpesa.answerQuery({ outcome: 'result', code: '1032', text: '' });
    shop.clock.advance(5_000);
    await due();
    await pass(shop, 30_000);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect((await readStock(shop, product.id)).reserved).toBe(0);
  });

  test('Q14: expires after 10 minutes without an answer, and then the order expires', async () => {
    const made = await pushLate();
    await pass(shop, 10 * MINUTE - 20_000, 10_000);
    expect((await getAttempts(shop, made.id)).map(({ state }) => state)).toEqual(['pending']);
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    await pass(shop, 60_000, 5_000);
    expect((await getAttempts(shop, made.id)).map(({ state, failureReason }) => [state, failureReason])).toEqual([
      ['expired', 'The request expired.'],
    ]);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(told().filter((text) => text.includes('not paid in time'))).toHaveLength(1);
  });
});

describe('Q15: late money', () => {
  const expire = async () => {
    const made = await mpesaOrder(shop, shopper, { ...product, quantity: 4 });
    await push(shop, shopper, made);
    await pass(shop, HOLD_MS, MINUTE);
    expect((await orderRow(shop, made.id)).cancelReason).toBe('expired');
    shop.sms.texts.length = 0;
    return made;
  };

  test('D12: reopens an expired order while there is stock', async () => {
    const made = await expire();
    expect(await callback(shop)).toBe(200);
    await due();
    expect(await orderRow(shop, made.id)).toMatchObject({
      status: 'processing',
      isPaid: true,
      money: 'paid',
      cancelReason: null,
    });
    expect([await readReservations(made.id), (await readStock(shop, product.id)).reserved]).toEqual([['committed'], 4]);
    expect(told()).toEqual([expect.stringContaining('we received Ksh 6,000')]);
  });

  test('D12: is refunded when there is no stock left, and the shopper is notified', async () => {
    const made = await expire();
    await order(shop, await shop.signIn(), getDraft([{ ...product, quantity: 2 }]));
    expect(await callback(shop)).toBe(200);
    await due();
    expect(await orderRow(shop, made.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'expired',
      money: 'refundDue',
    });
    expect(await shop.db.sql.select().from(refunds)).toMatchObject([
      { orderId: made.id, amount: 6000, reason: 'cancelled', confirmedAt: null },
    ]);
    expect((await readStock(shop, product.id)).reserved).toBe(2);
    expect(told()).toEqual([
      expect.stringContaining('Your payment came after the order had expired. Ksh 6,000 goes back to you.'),
    ]);
  });
});

describe('R14: expiry under load', () => {
  test('two processes with concurrent callbacks release each order once, and none with an open payment', async () => {
    const plenty = await addProduct(shop, { stock: 500, price: 100 });
    const shoppers = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()));
    const made = await Promise.all(shoppers.map((who) => mpesaOrder(shop, who, plenty)));
    const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
    registerWorkers(...withServices(other));
    shop.clock.advance(HOLD_MS - 1_000);
    // Every third order has a live prompt when it expires.
    for (const [index, one] of made.entries()) if (index % 3 === 0) await push(shop, shoppers[index]!, one);
    shop.clock.advance(1_000);
    const late = shop.mpesa.prompts.slice(0, 2);
    await Promise.all([
      due(),
      other.jobs.runDue(),
      ...late.map((prompt) => callback(shop, {}, prompt)),
      due(),
      other.jobs.runDue(),
    ]);
    const rows = await Promise.all(made.map(({ id }) => orderRow(shop, id)));
    expect(rows.map(({ status }, index) => [index, status])).toEqual(
      made.map((_, index) => [
        index,
        index === 0 || index === 3 ? 'processing' : index % 3 === 0 ? 'pending' : 'cancelled',
      ]),
    );
    expect((await readStock(shop, plenty.id)).reserved).toBe(4);
    await pass(shop, 11 * MINUTE, 15_000);
    expect((await readStock(shop, plenty.id)).reserved).toBe(2);
    for (const { id } of made.slice(1, 3)) expect(await readEvents(id)).toEqual(['created', 'expiry.due']);
    expect(told().filter((text) => text.includes('not paid in time'))).toHaveLength(10);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });

  test(
    `${ORDERS} orders, half of them with lost jobs, two processes: each is released once`,
    async () => {
      const plenty = await addProduct(shop, { stock: ORDERS, price: 100 });
      for (let count = 0; count < ORDERS; count += 1) await mpesaOrder(shop, await shop.signIn(), plenty);
      const planned = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'orders.expiry'));
      for (const { id } of planned.slice(ORDERS / 2)) await shop.db.sql.delete(jobs).where(eq(jobs.id, id));
      const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
      registerWorkers(...withServices(other));
      for (let hour = 0; hour < 3; hour += 1) {
        shop.clock.advance(HOUR);
        await Promise.all([due(), other.jobs.runDue()]);
      }
      expect((await readStock(shop, plenty.id)).reserved).toBe(0);
      const events = await shop.db.sql.select({ type: orderEvents.type }).from(orderEvents);
      expect(events.filter(({ type }) => type === 'expiry.due')).toHaveLength(ORDERS);
      expect(new Set(told()).size).toBe(ORDERS);
      expect(told()).toHaveLength(ORDERS);
    },
    PATIENCE_MS,
  );

  test('D11: a second expiry, or an expiry after a cancellation, changes nothing', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    shop.clock.advance(HOLD_MS);
    await due();
    await shop.db.sql.update(jobs).set({ doneAt: null, runAt: shop.clock.now() }).where(eq(jobs.kind, 'orders.expiry'));
    await due();
    expect([(await readStock(shop, product.id)).reserved, await readEvents(id), told()]).toEqual([
      0,
      ['created', 'expiry.due'],
      [expect.any(String)],
    ]);
  });

  test('F8: an order still expires when the clock steps back between the lease and the check', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    shop.clock.advance(HOLD_MS);
    const { expiresAt } = await orderRow(shop, id);
    let looks = 0;
    const behind: Clock = {
      ...shop.clock,
      now: () => (looks++ === 0 ? new Date(Number(expiresAt) - 5) : shop.clock.now()),
    };
    const stepping = {
      ...shop.deps,
      clock: behind,
      jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }),
    };
    registerExpiry(...withServices(stepping));
    await stepping.jobs.runDue();
    expect(looks).toBeGreaterThan(1);
    expect(await orderRow(shop, id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
  });

  test('F8: a payment still expires when the clock steps back', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    // M-Pesa is queried and has no result yet. A payment that was never queried does not expire (D12).
    await pass(shop, shop.env.mpesa.expireMs - MINUTE, MINUTE);
    expect((await getAttempts(shop, open.id)).map(({ state }) => state)).toEqual(['pending']);
    shop.clock.advance(MINUTE);
    const now = () => new Date(shop.clock.now().getTime() - 5);
    const stepping = {
      ...shop.deps,
      clock: { ...shop.clock, now },
      jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }),
    };
    registerReconciler(...withServices(stepping));
    await stepping.jobs.runDue();
    expect((await getAttempts(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
  });

  test('R14, D28: finds an order with a lost expiry job within the hour and logs it', async () => {
    const lost = await mpesaOrder(shop, shopper, product);
    const cash = (await order(shop, shopper, getDraft([product]))).body.data.order._id;
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'orders.expiry'));
    await pass(shop, HOLD_MS + 30 * MINUTE, 30 * MINUTE);
    expect((await orderRow(shop, lost.id)).status).toBe('pending');
    await pass(shop, 150 * MINUTE, 30 * MINUTE);
    expect(await orderRow(shop, lost.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect((await orderRow(shop, cash)).status).toBe('pending');
    expect(shop.lines().filter(({ msg }) => msg === 'expiring orders whose job was lost')).toMatchObject([
      { orders: 1 },
    ]);
  });

  test('R14, D28: finds a payment with a lost deadline job and logs it', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.deadline'));
    await pass(shop, 3 * 60 * MINUTE, 30 * MINUTE);
    expect((await getAttempts(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
    expect(await orderRow(shop, open.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(shop.lines().map(({ msg }) => msg)).toContain('expiring payments whose job was lost');
  });

  test('R14, D28: finds a payment with an overdue query and logs it', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    // The attempt has expired, so the order's expiry sends no query. M-Pesa is still queried for up to 24 h (D7).
    await pass(shop, 12 * MINUTE, MINUTE);
    expect((await getAttempts(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.query'));
    const asked = shop.mpesa.queries.length;
    await pass(shop, 60 * MINUTE, 20 * MINUTE);
    expect(shop.mpesa.queries).toHaveLength(asked);
    await pass(shop, 2 * 60 * MINUTE, 30 * MINUTE);
    expect(shop.mpesa.queries.length).toBeGreaterThan(asked);
    expect(shop.lines().map(({ msg }) => msg)).toContain('payment queries are an hour late');
  });

  test('D12, D28: a payment that was never queried stays open and is queried when its order expires', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.query'));
    await pass(shop, HOLD_MS - MINUTE, MINUTE);
    expect(shop.mpesa.queries).toEqual([]);
    expect((await getAttempts(shop, open.id)).map(({ state }) => state)).toEqual(['pending']);
    await pass(shop, 2 * MINUTE, 30_000);
    expect(shop.mpesa.queries.length).toBeGreaterThan(0);
  });

  test('Q24: the staff may cancel an order before it expires', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    await byStaff(shop, id, 'cancelled');
    shop.clock.advance(HOLD_MS);
    await due();
    expect([(await orderRow(shop, id)).cancelReason, told()]).toEqual(['staff', []]);
  });
});
