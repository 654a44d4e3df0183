// @engine postgres
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  orderLines,
  orders,
  paymentAlarms,
  paymentAttempts,
  payments,
  productStock,
  refunds,
} from '../../../server/db/schema.ts';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import {
  findOpenOrders,
  findOpenPieces,
  hasAnyDelivered,
} from '../../../server/modules/orders/order-quotas.repository.ts';
import { findAlarmDetail, insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import {
  findHeldAttempt,
  findLastReceipts,
  findUnsettledAttempts,
  findOpenAttempt,
  setPaidAt,
} from '../../../server/modules/settlement/attempts.repository.ts';
import {
  canReserve,
  changeReserved,
  StockShortError,
  reduceStock,
} from '../../../server/modules/stock/stock.repository.ts';
import * as stored from '../../../server/modules/settlement/stored-orders.repository.ts';
import { readStatements } from '../../support/each-statement.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { attemptIn, callableShop, unpaidOrder, type MadeOrder } from '../payments/attempt-steps.ts';
import { orderRow } from '../payments/mpesa-steps.ts';
import { addMpesaOrder, getDraft, order as place, type Shopper } from './ordering.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';

const HOUR = 3_600_000;
const START = new Date('2026-03-01T09:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);
/** Builds an order id whose start, the short id, is known. */
const uuid = (start: number) => `${start.toString(16).padStart(8, '0')}-0000-4000-8000-${randomUUID().slice(-12)}`;

let shop: TestApp;
let shopper: Shopper;
let product: { id: string; price: number };
beforeAll(async () => {
  shop = await callableShop();
  product = await addProduct(shop, { stock: 1_000 });
});
beforeEach(async () => {
  shopper = await shop.signIn();
  const over = { status: 'cancelled', cancelReason: 'shopper', isDelivered: false, createdAt: at(-99 * HOUR) } as const;
  await shop.db.sql.update(orders).set(over);
});
afterAll(() => shop.close());

async function orderWith(change: Partial<stored.OrderRow> = {}, who = shopper): Promise<OrderId> {
  const id = await addMpesaOrder(shop, who, product);
  await shop.db.sql
    .update(orders)
    .set({ createdAt: START, ...change })
    .where(eq(orders.id, id));
  return id;
}
const getIds = (found: readonly stored.StoredOrder[]) => found.map(({ order }) => order.id);
const DELIVERED = { status: 'delivered', isDelivered: true, isPaid: true, money: 'paid' } as const;

describe('§6: order lists', () => {
  test('return a shopper’s own orders, newest first, equal times by id', async () => {
    const first = await orderWith({ createdAt: at(0) });
    const last = await orderWith({ createdAt: at(2) });
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await orderWith({ createdAt: at(1) }));
    await orderWith({}, await shop.signIn());
    expect(getIds(await inOrderOfWriting(shop.db, (tx) => stored.findOrdersByUser(tx, shopper.user.id)))).toEqual([
      last,
      ...same.sort().toReversed(),
      first,
    ]);
  });

  test('return the 200 newest orders', async () => {
    const model = await orderRow(shop, await orderWith({ createdAt: at(-1) }));
    const ids = Array.from({ length: 200 }, (_, index) => uuid(index + 1));
    const [line] = await shop.db.sql.select().from(orderLines).where(eq(orderLines.orderId, model.id));
    if (line === undefined) throw new Error('no line');
    await shop.db.sql
      .insert(orders)
      .values(ids.map((id) => ({ ...model, id, shortId: id.slice(0, 8), createdAt: START })));
    await shop.db.sql.insert(orderLines).values(ids.map((orderId) => ({ ...line, id: randomUUID(), orderId })));
    expect(getIds(await inOrderOfWriting(shop.db, (tx) => stored.findOrdersByUser(tx, shopper.user.id)))).toEqual(
      ids.toReversed(),
    );
  });

  test('return each order’s lines in their order', async () => {
    const lines = [];
    for (let count = 0; count < 5; count += 1) lines.push(await addProduct(shop));
    const { body } = await place(shop, shopper, getDraft(lines));
    const id = toOrderId(body.data.order._id);
    const rows = await shop.db.sql
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(asc(orderLines.position));
    // An updated row moves behind the others on the disk.
    for (const row of rows.toReversed())
      await shop.db.sql.update(orderLines).set({ image: '' }).where(eq(orderLines.id, row.id));
    const found = await inOrderOfWriting(shop.db, (tx) => stored.findOrder(tx, id));
    expect(found?.lines.map(({ productId }) => productId)).toEqual(lines.map((it) => it.id));
  });

  test('H1: return the staff’s pages, of one status or all, newest first, equal times by id', async () => {
    const all = [];
    for (let count = 0; count < 4; count += 1) all.push(await orderWith({ status: 'processing', createdAt: at(1) }));
    all.sort().reverse();
    const newest = await orderWith({ status: 'shipped', createdAt: at(2) });
    const page = async (status: 'processing' | 'shipped' | null, limit: number, offset: number) =>
      getIds(await inOrderOfWriting(shop.db, (tx) => stored.findOrderPage(tx, status, { limit, offset })));
    expect(await page(null, 3, 0)).toEqual([newest, ...all.slice(0, 2)]);
    expect(await page('processing', 3, 0)).toEqual(all.slice(0, 3));
    expect(await page('processing', 3, 3)).toEqual(all.slice(3));
    expect(await page('shipped', 3, 0)).toEqual([newest]);
    const count = (status: 'processing' | 'shipped' | null) => stored.countOrders(shop.db.sql, status);
    const rows = await shop.db.sql.select().from(orders);
    expect([await count('processing'), await count('shipped'), await count(null)]).toEqual([4, 1, rows.length]);
  });

  test('D28: return overdue orders, oldest first, up to the limit', async () => {
    const open = { status: 'pending', cancelReason: null } as const;
    const second = await orderWith({ ...open, expiresAt: at(2) });
    const first = await orderWith({ ...open, expiresAt: at(1) });
    await orderWith({ ...open, expiresAt: at(9) });
    await orderWith({ ...open, expiresAt: at(1), money: 'paid', isPaid: true });
    await orderWith({ status: 'processing', expiresAt: at(1) });
    const found = (most: number) =>
      inOrderOfWriting(shop.db, (tx) => stored.findOverdue(tx, at(9), most, 'no such job'));
    expect([await found(9), await found(1)]).toEqual([[first, second], [first]]);
  });

  test('D7: a change of the reservation affects one order’s lines only', async () => {
    const [own, other] = [await orderWith(), await orderWith()];
    await stored.setReservation(shop.db.sql, own, 'released');
    const readLines = async (id: OrderId) =>
      (await stored.findOrder(shop.db.sql, id))?.lines.map((it) => it.reservation);
    expect([await readLines(own), await readLines(other)]).toEqual([['released'], ['held']]);
  });
});

describe('D19: open orders of a shopper', () => {
  test.each<[string, Partial<stored.OrderRow>, number]>([
    ['waits for its payment', { status: 'pending' }, 1],
    ['is to be paid at the door', { status: 'pending', paymentMethod: 'cod' }, 1],
    ['is packed and paid at the door', { status: 'processing', paymentMethod: 'cod' }, 1],
    ['is on its way and paid at the door', { status: 'shipped', paymentMethod: 'cod' }, 1],
    ['is packed', { status: 'processing' }, 0],
    ['is paid', { status: 'pending', money: 'paid', isPaid: true }, 0],
    ['was delivered', DELIVERED, 0],
    ['was cancelled', { status: 'cancelled', cancelReason: 'shopper' }, 0],
  ])('an order that %s counts with its quantities', async (_, change, count) => {
    const id = await orderWith(change);
    await orderWith({ status: 'pending' }, await shop.signIn());
    const open = await findOpenOrders(shop.db.sql, shopper.user.id, null);
    expect(open).toHaveLength(count);
    expect(await findOpenPieces(shop.db.sql, shopper.user.id, null)).toEqual(
      new Map(count === 0 ? [] : [[product.id, 1]]),
    );
    expect(await findOpenOrders(shop.db.sql, shopper.user.id, id)).toEqual([]);
    expect(await findOpenPieces(shop.db.sql, shopper.user.id, id)).toEqual(new Map());
  });

  test('reports whether the shopper has a delivered order', async () => {
    await orderWith({ status: 'shipped' });
    await orderWith(DELIVERED, await shop.signIn());
    expect(await hasAnyDelivered(shop.db.sql, shopper.user.id)).toBe(false);
    await orderWith(DELIVERED);
    expect(await hasAnyDelivered(shop.db.sql, shopper.user.id)).toBe(true);
  });
});

describe('D7: payments of an order', () => {
  /** Writes a payment, by default for a new order. */
  async function paid(change: Partial<typeof payments.$inferInsert> = {}, made?: MadeOrder) {
    const order = made ?? (await unpaidOrder(shop));
    const attempt = await attemptIn(shop, order, 'expired');
    const money = { attemptId: attempt.id, orderId: order.id, receipt: null, amount: 3000, paidAt: START };
    await shop.db.sql.insert(payments).values({ ...money, ...change });
    return { order, attemptId: attempt.id };
  }

  test('returns the receipts of the newest payments, up to the limit', async () => {
    for (const ms of [5, 9, 7]) await paid({ receipt: `R${ms}`, paidAt: at(HOUR + ms) });
    await paid({ receipt: null, paidAt: at(HOUR + 8) });
    const found = (most: number) => findLastReceipts(shop.db.sql, most);
    expect([await found(1), await found(3)]).toEqual([['R9'], ['R9', null, 'R7']]);
  });

  test('an order shows its first receipt; an unpaid order costs no extra query', async () => {
    const { order } = await paid({ receipt: 'SECOND', paidAt: at(2) });
    await paid({ receipt: 'FIRST', paidAt: at(1) }, order);
    const found = () => stored.findOrder(shop.db.sql, order.id);
    expect(await readStatements(found)).toBe(1);
    await shop.db.sql.update(orders).set({ isPaid: true, money: 'paid' }).where(eq(orders.id, order.id));
    expect([(await found())?.receipt, await readStatements(found)]).toEqual(['FIRST', 3]);
    await shop.db.sql.update(orders).set({ money: 'overpaid' }).where(eq(orders.id, order.id));
    expect(await readStatements(found)).toBe(3);
  });

  test.each<[string, Partial<stored.OrderRow>, Date]>([
    ['paid by M-Pesa gets the time of its first payment', { isPaid: true, paidAt: at(99) }, at(1)],
    ['that is not paid keeps its paidAt', { isPaid: false, paidAt: at(99) }, at(99)],
    ['paid at the door keeps its paidAt', { isPaid: true, paymentMethod: 'cod', paidAt: at(99) }, at(99)],
  ])('an order %s', async (_, change, wanted) => {
    const { order } = await paid({ paidAt: at(2) });
    await paid({ paidAt: at(1) }, order);
    const other = await unpaidOrder(shop);
    for (const id of [order.id, other.id]) await shop.db.sql.update(orders).set(change).where(eq(orders.id, id));
    await setPaidAt(shop.db.sql, order.id);
    expect([(await orderRow(shop, order.id)).paidAt, (await orderRow(shop, other.id)).paidAt]).toEqual([
      wanted,
      at(99),
    ]);
  });

  test('finds one order’s attempts: the open one, the unsettled ones by age, and the one in doubt', async () => {
    const [made, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const make = async (of: MadeOrder, state: 'expired' | 'failed' | 'held' | 'unknown', ms: number) => {
      const { id } = await attemptIn(shop, of, 'failed');
      await shop.db.sql
        .update(paymentAttempts)
        .set({ state, createdAt: at(ms) })
        .where(eq(paymentAttempts.id, id));
      return id;
    };
    const second = await make(made, 'expired', 2);
    const first = await make(made, 'expired', 1);
    await make(made, 'failed', 0);
    expect([await findOpenAttempt(shop.db.sql, made.id), await findHeldAttempt(shop.db.sql, made.id)]).toEqual([
      null,
      null,
    ]);
    const held = await make(made, 'held', 3);
    const open = await make(made, 'unknown', 4);
    await make(other, 'held', 5);
    const unsettled = await inOrderOfWriting(shop.db, (tx) => findUnsettledAttempts(tx, made.id));
    expect(unsettled.map(({ id }) => id)).toEqual([first, second, open]);
    expect((await findOpenAttempt(shop.db.sql, made.id))?.id).toBe(open);
    expect(await findHeldAttempt(shop.db.sql, made.id)).toBe(held);
  });

  test.each<
    [string, Partial<stored.OrderRow>, Partial<typeof refunds.$inferInsert>, Date, { due: number; late: number }]
  >([
    ['never paid: the whole payment is late', { isPaid: false }, {}, at(1), { due: 3000, late: 3000 }],
    ['paid by this payment: nothing is late', { isPaid: true, paidAt: at(1) }, {}, at(1), { due: 3000, late: 0 }],
    [
      'paid before: a payment at the time of the refund is late',
      { isPaid: true, paidAt: at(1) },
      { createdAt: at(2) },
      at(2),
      { due: 3000, late: 3000 },
    ],
    [
      'paid before: a payment earlier than the refund is not late',
      { isPaid: true, paidAt: at(1) },
      { createdAt: at(3) },
      at(2),
      { due: 3000, late: 0 },
    ],
    [
      'that is not cancelled: a second payment is not late',
      { status: 'processing', cancelReason: null, isPaid: true, paidAt: at(1) },
      { reason: 'overpaid' },
      at(2),
      { due: 3000, late: 0 },
    ],
    ['cancelled after it was paid twice', { isPaid: false }, { reason: 'overpaid' }, at(2), { due: 3000, late: 0 }],
    ['that was refunded: nothing due', { isPaid: false }, { confirmedAt: at(9) }, at(1), { due: 0, late: 3000 }],
  ])('D27: an order %s', async (_, change, refund, paidAt, wanted) => {
    const { order, attemptId } = await paid({ paidAt });
    const cancelled = { status: 'cancelled', cancelReason: 'shopper', money: 'refundDue' } as const;
    await shop.db.sql
      .update(orders)
      .set({ ...cancelled, ...change })
      .where(eq(orders.id, order.id));
    const back = { attemptId, orderId: order.id, amount: 3000, reason: 'cancelled', createdAt: at(1) } as const;
    await shop.db.sql.insert(refunds).values({ ...back, ...refund });
    expect((await stored.findOrder(shop.db.sql, order.id))?.refunds).toMatchObject({ all: 3000, ...wanted });
  });
});

describe('D11: stock reservations', () => {
  const stocked = async (stock: number, reserved = 0) => {
    const { id } = await addProduct(shop, { stock });
    await shop.db.sql.update(productStock).set({ reserved }).where(eq(productStock.productId, id));
    return id;
  };

  test('succeed when each product has enough unreserved stock', async () => {
    const [many, few] = [await stocked(9, 2), await stocked(3, 2)];
    const can = (...changes: [string, number][]) =>
      shop.db.tx((tx) =>
        canReserve(
          tx,
          changes.map(([product, quantity]) => ({ product, quantity })),
        ),
      );
    expect([await can([many, 7]), await can([many, 8])]).toEqual([true, false]);
    expect([await can([many, 7], [few, 1]), await can([many, 1], [few, 2])]).toEqual([true, false]);
    expect([await can([many, 4], [many, 4]), await can([randomUUID(), 1])]).toEqual([false, false]);
    expect(await can([few, 3], [few, -3])).toBe(true);
  });

  test('are changed per product, and shipping reduces the stock on hand and the reservation', async () => {
    const [one, other] = [await stocked(5, 1), await stocked(5, 1)];
    const change = (product: string, quantity: number) => ({ product, quantity });
    await shop.db.tx((tx) => changeReserved(tx, [change(one, 3), change(other, -1), change(one, -1)]));
    expect([(await readStock(shop, one)).reserved, (await readStock(shop, other)).reserved]).toEqual([3, 0]);
    await expect(shop.db.tx((tx) => changeReserved(tx, [change(one, 3)]))).rejects.toThrow(StockShortError);
    await shop.db.tx((tx) => reduceStock(tx, [change(one, 2)]));
    expect(await readStock(shop, one)).toMatchObject({ onHand: 3, reserved: 1 });
    expect(await readStock(shop, other)).toMatchObject({ onHand: 5, reserved: 0 });
  });
});

describe('a quantity that an order reserves and releases in one step', () => {
  test('is no change, so no stock row is needed', async () => {
    const product = randomUUID();
    const both = [
      { product, quantity: 3 },
      { product, quantity: -3 },
    ];
    await shop.db.tx((tx) => changeReserved(tx, both));
    await expect(shop.db.tx((tx) => changeReserved(tx, both.slice(1)))).rejects.toThrow(StockShortError);
  });
});

describe('D29: alarms of one hour', () => {
  const alarm = async (ms: number, change: object = {}) => {
    const added = { kind: 'callbacksRefused', orderId: null, attemptId: null, ...change };
    return (await insertAlarm(shop.db.sql, added, at(ms))).count;
  };

  test('share one row until the hour ends, the back office settles it, or the subject differs', async () => {
    await shop.db.sql.delete(paymentAlarms);
    expect([await alarm(0), await alarm(1), await alarm(HOUR - 1)]).toEqual([1, 2, 3]);
    expect(await alarm(HOUR)).toBe(1);
    expect([await alarm(0, { kind: 'other' }), await alarm(0, { orderId: randomUUID() })]).toEqual([1, 1]);
    await shop.db.sql.update(paymentAlarms).set({ settledAt: START });
    expect(await alarm(2)).toBe(1);
  });

  test('only the detail of the hour’s open alarm is returned', async () => {
    await shop.db.sql.delete(paymentAlarms);
    const said = (ms: number, kind = 'callbacksRefused') => findAlarmDetail(shop.db.sql, kind, at(ms));
    await alarm(0, { detail: { of: 'an order' }, orderId: randomUUID() });
    await alarm(0, { detail: { of: 'another' }, kind: 'other' });
    expect(await said(0)).toBeNull();
    await alarm(0, { detail: { addresses: ['203.0.113.9'] } });
    expect([await said(HOUR - 1), await said(HOUR), await said(-1)]).toEqual([
      { addresses: ['203.0.113.9'] },
      null,
      null,
    ]);
    await shop.db.sql.update(paymentAlarms).set({ settledAt: START });
    expect(await said(0)).toBeNull();
  });
});
