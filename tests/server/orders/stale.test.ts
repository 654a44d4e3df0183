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
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { addProduct } from '../catalogue/products.ts';
import { attemptIn, callableShop } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { addMpesaOrder, type Shopper } from './ordering.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let shop: TestApp;
let shopper: Shopper;
let product: { id: string; price: number };
/** Runs the check that alerts the back office to stale orders. */
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
  await shop.db.sql
    .update(orders)
    .set({ status: 'cancelled', cancelReason: 'staff', isDelivered: false, parcel: 'none' });
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

/** Columns of a stale order of each kind, whose time starts at `since`. */
const OF_KIND: Readonly<Record<StaleKind, (since: Date) => Partial<OrderRow>>> = {
  'order.untouched': (since) => ({ status: 'pending', paymentMethod: 'cod', expiresAt: null, createdAt: since }),
  'order.unsent': (since) => ({ status: 'processing', isPaid: true, money: 'paid', paidAt: since }),
  'order.undelivered': (since) => ({ status: 'shipped', isPaid: true, money: 'paid', paidAt: since, updatedAt: since }),
  'parcel.notBack': (since) => ({ status: 'shipped', parcel: 'refused', parcelAt: since }),
  'parcel.notInspected': (since) => ({ status: 'cancelled', parcel: 'returned', parcelAt: since }),
};
const KINDS = Object.keys(OF_KIND) as StaleKind[];

describe('D29: stale orders', () => {
  test.each(KINDS)('%s: is found from its limit on and not a millisecond earlier', async (kind) => {
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
  ])('%s: is not found with %j', async (kind, change) => {
    await orderWith({ ...OF_KIND[kind](ago(DAY)), ...change });
    expect(await findStaleOrders(shop.db.sql, kind, shop.clock.now(), 10)).toEqual([]);
  });

  test('order.unsent: is also found when it is paid but not yet processed', async () => {
    const id = await orderWith({ ...OF_KIND['order.unsent'](ago(DAY)), status: 'pending' });
    expect(await findStaleOrders(shop.db.sql, 'order.unsent', shop.clock.now(), 10)).toEqual([id]);
  });

  test.each(KINDS)('%s: is reported once, whatever other alarms exist', async (kind) => {
    const [told, other] = [await orderWith(OF_KIND[kind](ago(DAY))), await orderWith(OF_KIND[kind](ago(DAY)))];
    await alarm(kind, { orderId: told });
    await alarm('wrongAmount', { orderId: other });
    expect(await findStaleOrders(shop.db.sql, kind, shop.clock.now(), 10)).toEqual([other]);
  });

  test.each(KINDS)('%s: returns the oldest first, equal times by id, up to the limit', async (kind) => {
    const of = (createdAt: Date) => orderWith({ ...OF_KIND[kind](ago(2 * DAY)), createdAt });
    const last = await of(ago(2 * DAY));
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await of(ago(3 * DAY)));
    const first = await of(ago(4 * DAY));
    const sorted = [first, ...same.toSorted(), last];
    for (const most of [1, 3, 6, 10])
      expect(await inOrderOfWriting(shop.db, (tx) => findStaleOrders(tx, kind, shop.clock.now(), most))).toEqual(
        sorted.slice(0, most),
      );
  });

  test('reports each kind once, after its own time limit', async () => {
    const { untouchedMs, unsentMs, undeliveredMs } = shop.env.orders;
    const untouched = await orderWith(OF_KIND['order.untouched'](ago(untouchedMs)));
    const unsent = await orderWith(OF_KIND['order.unsent'](ago(unsentMs)));
    const undelivered = await orderWith(OF_KIND['order.undelivered'](ago(undeliveredMs)));
    await orderWith(OF_KIND['order.untouched'](ago(untouchedMs - 1)));
    await orderWith(OF_KIND['order.unsent'](ago(unsentMs - 1)));
    await orderWith(OF_KIND['order.undelivered'](ago(undeliveredMs - 1)));
    const notBack = await orderWith(OF_KIND['parcel.notBack'](ago(14 * DAY)));
    const notInspected = await orderWith(OF_KIND['parcel.notInspected'](ago(3 * DAY)));
    await orderWith(OF_KIND['parcel.notBack'](ago(14 * DAY - 1)));
    await orderWith(OF_KIND['parcel.notInspected'](ago(3 * DAY - 1)));
    for (let hour = 0; hour < 2; hour += 1) await tell();
    expect(await byKind()).toEqual([
      ['order.undelivered', undelivered],
      ['order.unsent', unsent],
      ['order.untouched', untouched],
      ['parcel.notBack', notBack],
      ['parcel.notInspected', notInspected],
    ]);
  });

  test.each(['uncollected', 'refused'] as const)(
    'OWN-P1: a parcel that is %s again is reported again',
    async (parcel) => {
      const id = await orderWith({ status: 'shipped', parcel, parcelAt: ago(30 * DAY) });
      await alarm('parcel.notBack', { orderId: id });
      await shop.db.sql
        .update(orders)
        .set({ parcelAt: new Date(shop.clock.now().getTime() + 1) })
        .where(eq(orders.id, id));
      shop.clock.advance(14 * DAY + 1);
      expect(await findStaleOrders(shop.db.sql, 'parcel.notBack', ago(14 * DAY), 10)).toEqual([id]);
    },
  );

  test.each(['refused', 'uncollected'] as const)(
    'OWN-P1: a parcel that is %s is not also undelivered',
    async (parcel) => {
      await orderWith({ ...OF_KIND['order.undelivered'](ago(DAY)), parcel });
      expect(await findStaleOrders(shop.db.sql, 'order.undelivered', shop.clock.now(), 10)).toEqual([]);
    },
  );
});

test('D29: the job fails and is retried when an alarm cannot be raised', async () => {
  await orderWith(OF_KIND['order.undelivered'](ago(shop.env.orders.undeliveredMs)));
  vi.spyOn(shop.deps.log, 'error').mockImplementationOnce(() => {
    throw new Error('refused by the test');
  });
  await expect(tell()).rejects.toThrow('refused by the test');
  expect(await byKind()).toEqual([]);
});

describe('X4: prompts with an unknown outcome', () => {
  /** Writes an attempt that was sent at this time and has expired. */
  async function expired(pushedAt: Date | null, state: 'expired' | 'pending' | 'failed' = 'expired'): Promise<string> {
    const id = await addMpesaOrder(shop, shopper, product);
    const made = { id, total: product.price, productId: product.id, shopper };
    const attempt = await attemptIn(shop, made, 'expired');
    await shop.db.sql.update(paymentAttempts).set({ pushedAt, state }).where(eq(paymentAttempts.id, attempt.id));
    return attempt.id;
  }
  const found = async (after: Date, before: Date, most = 10) =>
    (await inOrderOfWriting(shop.db, (tx) => findUnknownPayments(tx, after, before, most))).map(({ id }) => id);

  test('are found when they were sent after the first time and not after the second', async () => {
    const sent = ago(2 * DAY);
    const id = await expired(sent);
    const [sooner, later] = [new Date(sent.getTime() - 1), new Date(sent.getTime() + 1)];
    expect(await found(sooner, sent)).toEqual([id]);
    expect(await found(sooner, later)).toEqual([id]);
    expect(await found(sent, later)).toEqual([]);
    expect(await found(ago(3 * DAY), sooner)).toEqual([]);
  });

  test('leave out attempts that were never sent, are open, failed, or already have an alarm', async () => {
    await expired(null);
    await expired(ago(2 * DAY), 'pending');
    await expired(ago(2 * DAY), 'failed');
    const [told, other] = [await expired(ago(2 * DAY)), await expired(ago(2 * DAY))];
    await alarm('payment.unlearnt', { attemptId: told });
    await alarm('wrongAmount', { attemptId: other });
    expect(await found(ago(3 * DAY), shop.clock.now())).toEqual([other]);
  });

  test('are returned oldest first, equal times by id, up to the limit', async () => {
    const last = await expired(ago(2 * DAY));
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await expired(ago(3 * DAY)));
    const first = await expired(ago(4 * DAY));
    const sorted = [first, ...same.toSorted(), last];
    for (const most of [1, 3, 6, 10])
      expect(await found(ago(9 * DAY), shop.clock.now(), most)).toEqual(sorted.slice(0, most));
  });

  test('raise an alarm after the last query, unless they are 30 days old', async () => {
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
