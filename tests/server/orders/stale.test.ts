// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { orders, paymentAlarms, paymentAttempts } from '../../../server/db/schema.ts';
import {
  findStaleOrders,
  findUnknownPayments,
  type StaleKind,
} from '../../../server/modules/orders/stale.repository.ts';
import { registerStale } from '../../../server/modules/orders/stale.worker.ts';
import type { OrderRow } from '../../../server/modules/settlement/stored-orders.repository.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { attemptIn, callableShop } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { addMpesaOrder, type Shopper } from './ordering.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let shop: TestApp;
let shopper: Shopper;
let product: { id: string; price: number };
/** Tells the desk of what should have moved on. */
let tell: () => Promise<void>;
beforeAll(async () => {
  shop = await callableShop();
  shopper = await shop.signIn();
  product = await addProduct(shop);
  const schedule = (_: string, __: number, work: () => Promise<void>) => void (tell = work);
  registerStale(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, schedule } }));
});
beforeEach(async () => {
  await shop.db.sql.delete(paymentAlarms);
  await shop.db.sql.update(orders).set({ status: 'cancelled', cancelReason: 'staff', isDelivered: false });
  await shop.db.sql.update(paymentAttempts).set({ state: 'failed' });
  stopTime(shop);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const ago = (ms: number) => new Date(shop.clock.now().getTime() - ms);
const byKind = async () =>
  (await shop.db.sql.select().from(paymentAlarms)).map(({ kind, orderId }) => [kind, orderId]).sort();

async function orderWith(change: Partial<OrderRow>): Promise<string> {
  const id = await addMpesaOrder(shop, shopper, product);
  await shop.db.sql.update(orders).set(change).where(eq(orders.id, id));
  return id;
}

async function alarm(kind: string, about: { orderId?: string; attemptId?: string }): Promise<void> {
  await shop.db.sql.insert(paymentAlarms).values({ id: randomUUID(), kind, at: shop.clock.now(), ...about });
}

/** An order of the kind whose time begins at `since`. */
const OF_KIND: Readonly<Record<StaleKind, (since: Date) => Partial<OrderRow>>> = {
  'order.untouched': (since) => ({ status: 'pending', paymentMethod: 'cod', expiresAt: null, createdAt: since }),
  'order.unsent': (since) => ({ status: 'processing', isPaid: true, money: 'paid', paidAt: since }),
  'order.undelivered': (since) => ({ status: 'shipped', isPaid: true, money: 'paid', paidAt: since, updatedAt: since }),
};
const KINDS = Object.keys(OF_KIND) as StaleKind[];

describe('D29: orders that should have moved on', () => {
  test.each(KINDS)('%s: from its moment on, and not a millisecond sooner', async (kind) => {
    const since = ago(DAY);
    const id = await orderWith(OF_KIND[kind](since));
    expect(await findStaleOrders(shop.db.sql, kind, new Date(since.getTime() - 1), 10)).toEqual([]);
    expect(await findStaleOrders(shop.db.sql, kind, since, 10)).toEqual([id]);
  });

  test.each<[StaleKind, Partial<OrderRow>]>([
    ['order.untouched', { status: 'processing' }],
    ['order.untouched', { status: 'cancelled', cancelReason: 'staff' }],
    ['order.untouched', { paymentMethod: 'mpesa' }],
    ['order.unsent', { status: 'shipped' }],
    ['order.unsent', { status: 'delivered', isDelivered: true }],
    ['order.unsent', { status: 'cancelled', cancelReason: 'staff' }],
    ['order.unsent', { isPaid: false, money: 'unpaid' }],
    ['order.undelivered', { status: 'delivered', isDelivered: true }],
    ['order.undelivered', { status: 'processing' }],
    ['order.undelivered', { status: 'cancelled', cancelReason: 'staff' }],
  ])('%s: not one that is %j', async (kind, change) => {
    await orderWith({ ...OF_KIND[kind](ago(DAY)), ...change });
    expect(await findStaleOrders(shop.db.sql, kind, shop.clock.now(), 10)).toEqual([]);
  });

  test('order.unsent: also one that is paid and that nobody has taken up', async () => {
    const id = await orderWith({ ...OF_KIND['order.unsent'](ago(DAY)), status: 'pending' });
    expect(await findStaleOrders(shop.db.sql, 'order.unsent', shop.clock.now(), 10)).toEqual([id]);
  });

  test.each(KINDS)('%s: once each, whatever else was told and of whatever other order', async (kind) => {
    const [told, other] = [await orderWith(OF_KIND[kind](ago(DAY))), await orderWith(OF_KIND[kind](ago(DAY)))];
    await alarm(kind, { orderId: told });
    await alarm('wrongAmount', { orderId: other });
    expect(await findStaleOrders(shop.db.sql, kind, shop.clock.now(), 10)).toEqual([other]);
  });

  test.each(KINDS)('%s: the oldest first, those of one moment by id, and no more than are asked for', async (kind) => {
    const of = (createdAt: Date) => orderWith({ ...OF_KIND[kind](ago(2 * DAY)), createdAt });
    const last = await of(ago(2 * DAY));
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await of(ago(3 * DAY)));
    const first = await of(ago(4 * DAY));
    const sorted = [first, ...same.toSorted(), last];
    for (const most of [1, 3, 6, 10])
      expect(await findStaleOrders(shop.db.sql, kind, shop.clock.now(), most)).toEqual(sorted.slice(0, most));
  });

  test('the desk is told of each kind by its own age, once', async () => {
    const { untouchedMs, unsentMs, undeliveredMs } = shop.env.orders;
    const untouched = await orderWith(OF_KIND['order.untouched'](ago(untouchedMs)));
    const unsent = await orderWith(OF_KIND['order.unsent'](ago(unsentMs)));
    const undelivered = await orderWith(OF_KIND['order.undelivered'](ago(undeliveredMs)));
    await orderWith(OF_KIND['order.untouched'](ago(untouchedMs - 1)));
    await orderWith(OF_KIND['order.unsent'](ago(unsentMs - 1)));
    await orderWith(OF_KIND['order.undelivered'](ago(undeliveredMs - 1)));
    for (let hour = 0; hour < 2; hour += 1) await tell();
    expect(await byKind()).toEqual([
      ['order.undelivered', undelivered],
      ['order.unsent', unsent],
      ['order.untouched', untouched],
    ]);
  });
});

test('D29: an alarm that cannot be raised is a fault of the work, which comes again', async () => {
  await orderWith(OF_KIND['order.undelivered'](ago(shop.env.orders.undeliveredMs)));
  vi.spyOn(shop.deps.log, 'error').mockImplementationOnce(() => {
    throw new Error('refused by the test');
  });
  await expect(tell()).rejects.toThrow('refused by the test');
  expect(await byKind()).toEqual([]);
});

describe('X4: prompts whose outcome nobody learnt', () => {
  /** One that was sent then and expired. */
  async function expired(pushedAt: Date | null, state: 'expired' | 'pending' | 'failed' = 'expired'): Promise<string> {
    const id = await addMpesaOrder(shop, shopper, product);
    const made = { id, total: product.price, productId: product.id, shopper };
    const attempt = await attemptIn(shop, made, 'expired');
    await shop.db.sql.update(paymentAttempts).set({ pushedAt, state }).where(eq(paymentAttempts.id, attempt.id));
    return attempt.id;
  }
  const found = async (after: Date, before: Date, most = 10) =>
    (await findUnknownPayments(shop.db.sql, after, before, most)).map(({ id }) => id);

  test('sent after the one moment and not after the other', async () => {
    const sent = ago(2 * DAY);
    const id = await expired(sent);
    const [sooner, later] = [new Date(sent.getTime() - 1), new Date(sent.getTime() + 1)];
    expect(await found(sooner, sent)).toEqual([id]);
    expect(await found(sooner, later)).toEqual([id]);
    expect(await found(sent, later)).toEqual([]);
    expect(await found(ago(3 * DAY), sooner)).toEqual([]);
  });

  test('none that was never sent, is still open, was told as failed, or that the desk knows', async () => {
    await expired(null);
    await expired(ago(2 * DAY), 'pending');
    await expired(ago(2 * DAY), 'failed');
    const [told, other] = [await expired(ago(2 * DAY)), await expired(ago(2 * DAY))];
    await alarm('payment.unlearnt', { attemptId: told });
    await alarm('wrongAmount', { attemptId: other });
    expect(await found(ago(3 * DAY), shop.clock.now())).toEqual([other]);
  });

  test('the oldest first, those of one moment by id, and no more than are asked for', async () => {
    const last = await expired(ago(2 * DAY));
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await expired(ago(3 * DAY)));
    const first = await expired(ago(4 * DAY));
    const sorted = [first, ...same.toSorted(), last];
    for (const most of [1, 3, 6, 10])
      expect(await found(ago(9 * DAY), shop.clock.now(), most)).toEqual(sorted.slice(0, most));
  });

  test('the desk is told when nothing is asked any more, and not of those of more than 30 days', async () => {
    const over = Math.max(...shop.env.mpesa.queryMs) + HOUR;
    const told = [await expired(ago(over)), await expired(ago(30 * DAY - 1))];
    await expired(ago(over - 1));
    await expired(ago(30 * DAY));
    for (let hour = 0; hour < 2; hour += 1) await tell();
    const rows = await shop.db.sql.select().from(paymentAlarms);
    expect(rows.map(({ kind }) => kind)).toEqual(['payment.unlearnt', 'payment.unlearnt']);
    expect(rows.map(({ attemptId }) => attemptId).sort()).toEqual(told.sort());
    const attempts = await shop.db.sql.select().from(paymentAttempts);
    for (const { attemptId, orderId } of rows)
      expect(attempts.find(({ id }) => id === attemptId)?.orderId).toBe(orderId);
  });
});
