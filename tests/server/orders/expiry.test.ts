// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changePaymentMethod } from '../../../contract/orders.ts';
import { jobs, orderEvents, orderLines, refunds } from '../../../server/db/schema.ts';
import type { Clock } from '../../../server/clock.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import { registerReconciler } from '../../../server/modules/payments/reconciler.worker.ts';
import { registerWorkers } from '../../../server/composition.ts';
import { type TestApp, withServices } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { addProduct, stockOf } from '../catalogue/products.ts';
import {
  attemptsOf,
  callback,
  mpesaOrder,
  orderRow,
  payingShop,
  pass,
  push,
  stopTime,
} from '../payments/mpesa-steps.ts';
import { byStaff, draftOf, order, type Shopper } from './ordering.ts';

const HOLD_MS = 1_800_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What waits to expire at the same time. */
const ORDERS = size(20, 1_000);
/** A slow machine is no failure. */
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
const reservationsOf = async (id: string) =>
  (await shop.db.sql.select().from(orderLines).where(eq(orderLines.orderId, id))).map(({ reservation }) => reservation);
const eventsOf = async (id: string) =>
  (await shop.db.sql.select().from(orderEvents).where(eq(orderEvents.orderId, id))).map(({ type }) => type);
const told = () => shop.sms.texts.map(({ text }) => text);

describe('D12: an order that is not paid in time', () => {
  test('is held until its time is over and not a second less; then its pieces are free and the shopper is told', async () => {
    const { id } = await mpesaOrder(shop, shopper, { ...product, quantity: 3 });
    shop.clock.advance(HOLD_MS - 2_000);
    await due();
    expect([(await orderRow(shop, id)).status, (await stockOf(shop, product.id)).reserved]).toEqual(['pending', 3]);
    shop.clock.advance(2_000);
    await due();
    expect(await orderRow(shop, id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired', isPaid: false });
    expect([await reservationsOf(id), (await stockOf(shop, product.id)).reserved]).toEqual([['released'], 0]);
    expect(shop.sms.texts).toEqual([
      { to: shopper.user.phone, text: expect.stringContaining('was not paid in time and is cancelled') },
    ]);
    expect(await eventsOf(id)).toEqual(['created', 'expiry.due']);
  });

  test('a cash order and one that became a cash order never expire', async () => {
    const cash = (await order(shop, shopper, draftOf([product]))).body.data.order._id;
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

  test('a failed payment leaves the order its time, no more', async () => {
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

describe('T6: a payment that is still open', () => {
  /** A prompt that went out just before the order's time was over. */
  const pushLate = async () => {
    const made = await mpesaOrder(shop, shopper, product);
    shop.clock.advance(HOLD_MS - 5_000);
    await push(shop, shopper, made);
    return made;
  };

  test('is asked about first, and the order waits while nobody knows', async () => {
    const made = await pushLate();
    shop.clock.advance(5_000);
    await due();
    expect(shop.mpesa.queries).toHaveLength(1);
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    expect(await reservationsOf(made.id)).toEqual(['held']);
    expect(told()).toEqual([]);
  });

  test('that was paid keeps the order', async () => {
    const made = await pushLate();
    shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });
    shop.clock.advance(5_000);
    await due();
    await pass(shop, 20 * MINUTE, 30_000);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true });
  });

  test('that failed lets it go at the next look', async () => {
    const made = await pushLate();
    shop.mpesa.answerQuery({ outcome: 'result', code: '1032', text: '' });
    shop.clock.advance(5_000);
    await due();
    await pass(shop, 30_000);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect((await stockOf(shop, product.id)).reserved).toBe(0);
  });

  test('Q14: without any answer it expires after 10 minutes, not before, and then the order does', async () => {
    const made = await pushLate();
    await pass(shop, 10 * MINUTE - 20_000, 10_000);
    expect((await attemptsOf(shop, made.id)).map(({ state }) => state)).toEqual(['pending']);
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    await pass(shop, 60_000, 5_000);
    expect((await attemptsOf(shop, made.id)).map(({ state, failureReason }) => [state, failureReason])).toEqual([
      ['expired', 'The request expired.'],
    ]);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(told().filter((text) => text.includes('not paid in time'))).toHaveLength(1);
  });
});

describe('Q15: money that comes late', () => {
  const expire = async () => {
    const made = await mpesaOrder(shop, shopper, { ...product, quantity: 4 });
    await push(shop, shopper, made);
    await pass(shop, HOLD_MS, MINUTE);
    expect((await orderRow(shop, made.id)).cancelReason).toBe('expired');
    shop.sms.texts.length = 0;
    return made;
  };

  test('D12: revives an expired order while there is stock', async () => {
    const made = await expire();
    expect(await callback(shop)).toBe(200);
    await due();
    expect(await orderRow(shop, made.id)).toMatchObject({
      status: 'processing',
      isPaid: true,
      money: 'paid',
      cancelReason: null,
    });
    expect([await reservationsOf(made.id), (await stockOf(shop, product.id)).reserved]).toEqual([['committed'], 4]);
    expect(told()).toEqual([expect.stringContaining('we received Ksh 6,000')]);
  });

  test('D12: goes back where the stock is gone, and the shopper is told', async () => {
    const made = await expire();
    await order(shop, await shop.signIn(), draftOf([{ ...product, quantity: 2 }]));
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
    expect((await stockOf(shop, product.id)).reserved).toBe(2);
    expect(told()).toEqual([
      expect.stringContaining('Your payment came after the order had expired. Ksh 6,000 goes back to you.'),
    ]);
  });
});

describe('R14: expiry under load', () => {
  test('many orders, two processes, messages at the same moment: each is released once, none with an open payment', async () => {
    const plenty = await addProduct(shop, { stock: 500, price: 100 });
    const shoppers = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()));
    const made = await Promise.all(shoppers.map((who) => mpesaOrder(shop, who, plenty)));
    const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
    registerWorkers(...withServices(other));
    shop.clock.advance(HOLD_MS - 1_000);
    // A third is on the phone when the time is over.
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
    expect((await stockOf(shop, plenty.id)).reserved).toBe(4);
    await pass(shop, 11 * MINUTE, 15_000);
    expect((await stockOf(shop, plenty.id)).reserved).toBe(2);
    for (const { id } of made.slice(1, 3)) expect(await eventsOf(id)).toEqual(['created', 'expiry.due']);
    expect(told().filter((text) => text.includes('not paid in time'))).toHaveLength(10);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });

  test(
    `${ORDERS} orders, half of whose jobs are lost, two processes: each is released once`,
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
      expect((await stockOf(shop, plenty.id)).reserved).toBe(0);
      const events = await shop.db.sql.select({ type: orderEvents.type }).from(orderEvents);
      expect(events.filter(({ type }) => type === 'expiry.due')).toHaveLength(ORDERS);
      expect(new Set(told()).size).toBe(ORDERS);
      expect(told()).toHaveLength(ORDERS);
    },
    PATIENCE_MS,
  );

  test('D11: an expiry that comes twice, or after a cancel, changes nothing', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    shop.clock.advance(HOLD_MS);
    await due();
    await shop.db.sql.update(jobs).set({ doneAt: null, runAt: shop.clock.now() }).where(eq(jobs.kind, 'orders.expiry'));
    await due();
    expect([(await stockOf(shop, product.id)).reserved, await eventsOf(id), told()]).toEqual([
      0,
      ['created', 'expiry.due'],
      [expect.any(String)],
    ]);
  });

  test('F8: a clock that steps back between lease and look loses no expiry', async () => {
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

  test('F8: nor does a payment keep its claim for it', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    // M-Pesa is asked and knows nothing yet: one that was not asked about would not expire (D12).
    await pass(shop, shop.env.mpesa.expireMs - MINUTE, MINUTE);
    expect((await attemptsOf(shop, open.id)).map(({ state }) => state)).toEqual(['pending']);
    shop.clock.advance(MINUTE);
    const now = () => new Date(shop.clock.now().getTime() - 5);
    const stepping = {
      ...shop.deps,
      clock: { ...shop.clock, now },
      jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }),
    };
    registerReconciler(...withServices(stepping));
    await stepping.jobs.runDue();
    expect((await attemptsOf(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
  });

  test('R14, D28: an order whose expiry was lost is found within the hour, and the log says so', async () => {
    const lost = await mpesaOrder(shop, shopper, product);
    const cash = (await order(shop, shopper, draftOf([product]))).body.data.order._id;
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

  test('R14, D28: so is a payment whose deadline was lost', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.deadline'));
    await pass(shop, 3 * 60 * MINUTE, 30 * MINUTE);
    expect((await attemptsOf(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
    expect(await orderRow(shop, open.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(shop.lines().map(({ msg }) => msg)).toContain('expiring payments whose job was lost');
  });

  test('R14, D28: and one that should have been asked about', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    // Expired, so its order's time asks nothing; M-Pesa is still asked up to 24 h (D7).
    await pass(shop, 12 * MINUTE, MINUTE);
    expect((await attemptsOf(shop, open.id)).map(({ state }) => state)).toEqual(['expired']);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.query'));
    const asked = shop.mpesa.queries.length;
    await pass(shop, 60 * MINUTE, 20 * MINUTE);
    expect(shop.mpesa.queries).toHaveLength(asked);
    await pass(shop, 2 * 60 * MINUTE, 30 * MINUTE);
    expect(shop.mpesa.queries.length).toBeGreaterThan(asked);
    expect(shop.lines().map(({ msg }) => msg)).toContain('payment queries are an hour late');
  });

  test('D12, D28: one that was never asked about stays open, and is asked about when its order’s time is over', async () => {
    const open = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, open);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'payments.query'));
    await pass(shop, HOLD_MS - MINUTE, MINUTE);
    expect(shop.mpesa.queries).toEqual([]);
    expect((await attemptsOf(shop, open.id)).map(({ state }) => state)).toEqual(['pending']);
    await pass(shop, 2 * MINUTE, 30_000);
    expect(shop.mpesa.queries.length).toBeGreaterThan(0);
  });

  test('Q24: the staff may cancel it before', async () => {
    const { id } = await mpesaOrder(shop, shopper, product);
    await byStaff(shop, id, 'cancelled');
    shop.clock.advance(HOLD_MS);
    await due();
    expect([(await orderRow(shop, id)).cancelReason, told()]).toEqual(['staff', []]);
  });
});
