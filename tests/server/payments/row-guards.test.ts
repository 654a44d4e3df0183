// @engine postgres
import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { orders, paymentAttempts, payments, refunds } from '../../../server/db/schema.ts';
import * as attempts from '../../../server/modules/settlement/attempts.repository.ts';
import { confirmRefund, findRefundEnd, insertRefund } from '../../../server/modules/settlement/refunds.repository.ts';
import * as stored from '../../../server/modules/settlement/stored-orders.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { attemptIn, callableShop, unpaidOrder, writtenAttempt, type MadeOrder } from './attempt-steps.ts';

/** Guarded updates store a change only where nothing changed since the read, and in their own row. */

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop();
});
afterAll(() => shop.close());

const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);

async function readAttempt(id: string) {
  const found = await attempts.findAttempt(shop.db.sql, id);
  if (found === null) throw new Error('no such attempt');
  return found.attempt;
}

describe('providers 2.3: the guard of an update', () => {
  test.each<[string, Partial<typeof paymentAttempts.$inferInsert>, Partial<typeof paymentAttempts.$inferInsert>]>([
    ['state', { state: 'created' }, { state: 'unknown' }],
    ['verification', { crossCheck: null }, { crossCheck: 'due' }],
    ['finished verification', { crossCheck: 'due' }, { crossCheck: 'agreed' }],
    ['removed verification', { crossCheck: 'due' }, { crossCheck: null }],
  ])('refuses an attempt with another %s than was read, and changes its own row only', async (_, before, meanwhile) => {
    const [one, other] = [
      await writtenAttempt(shop, await unpaidOrder(shop)),
      await writtenAttempt(shop, await unpaidOrder(shop)),
    ];
    const set = (change: Partial<typeof paymentAttempts.$inferInsert>) =>
      shop.db.sql
        .update(paymentAttempts)
        .set(change)
        .where(inArray(paymentAttempts.id, [one.id, other.id]));
    const codes = async () => [(await readAttempt(one.id)).resultCode, (await readAttempt(other.id)).resultCode];
    await set(before);
    const read = await readAttempt(one.id);
    await set(meanwhile);
    expect(await attempts.updateAttempt(shop.db.sql, read, { resultCode: '7' })).toBe(false);
    expect(await codes()).toEqual([null, null]);
    expect(await attempts.updateAttempt(shop.db.sql, await readAttempt(one.id), { resultCode: '8' })).toBe(true);
    expect(await codes()).toEqual(['8', null]);
  });

  test.each<[string, Partial<typeof orders.$inferInsert>]>([
    ['status', { status: 'processing' }],
    ['payment method', { paymentMethod: 'cod' }],
    ['payment', { isPaid: true }],
    ['state of its money', { money: 'held' }],
  ])('refuses an order with another %s than was read, and changes its own row only', async (_, meanwhile) => {
    const [one, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const read = async () => {
      const found = await stored.findOrder(shop.db.sql, one.id);
      if (found === null) throw new Error('no such order');
      return found.order;
    };
    const before = await read();
    await shop.db.sql
      .update(orders)
      .set(meanwhile)
      .where(inArray(orders.id, [one.id, other.id]));
    const numbers = async () =>
      (
        await shop.db.sql
          .select()
          .from(orders)
          .where(inArray(orders.id, [one.id, other.id]))
      )
        .filter(({ trackingNumber }) => trackingNumber !== null)
        .map(({ id, trackingNumber }) => [id, trackingNumber]);
    expect(await stored.updateOrder(shop.db.sql, before, { trackingNumber: 'T1' })).toBe(false);
    expect(await numbers()).toEqual([]);
    expect(await stored.updateOrder(shop.db.sql, await read(), { trackingNumber: 'T2' })).toBe(true);
    expect(await numbers()).toEqual([[one.id, 'T2']]);
  });
});

test('D7: records wishes, answers and times of queries for one attempt', async () => {
  const { sql } = shop.db;
  const [one, other] = [
    await writtenAttempt(shop, await unpaidOrder(shop)),
    await writtenAttempt(shop, await unpaidOrder(shop)),
  ];
  const untouched = await readAttempt(other.id);
  await attempts.setWanted(sql, one.id, at(1));
  await attempts.setNextQuery(sql, one.id, at(2));
  for (let n = 0; n < 2; n += 1) await attempts.recordAnswer(sql, one.id, null);
  expect(await readAttempt(one.id)).toMatchObject({
    wantedAt: at(1),
    nextQueryAt: at(2),
    failedAsks: 2,
    answeredAt: null,
  });
  await attempts.recordAnswer(sql, one.id, at(3));
  await attempts.setNextQuery(sql, one.id, null);
  expect(await readAttempt(one.id)).toMatchObject({
    wantedAt: null,
    nextQueryAt: null,
    failedAsks: 0,
    answeredAt: at(3),
  });
  expect(await readAttempt(other.id)).toEqual(untouched);
});

describe('payments of equal times', () => {
  /** Writes payments without a receipt for expired attempts of an order, all at the same time. */
  async function paid(made: MadeOrder, count: number, receipt: (id: string) => string | null): Promise<string[]> {
    const ids = [];
    for (let n = 0; n < count; n += 1) {
      const { id } = await attemptIn(shop, made, 'expired');
      const payment = { id, attemptId: id, orderId: made.id, phone: null, amount: toShillings(3000) };
      const paidAt = at(n === 0 ? 1 : 0);
      expect(await attempts.insertPayment(shop.db.sql, { ...payment, paidAt, receipt: receipt(id) })).toBe(true);
      ids.push(id);
    }
    return ids;
  }
  const receiptOf = (id: string) => id.slice(0, 13);

  test('are the latest by id, and an order shows the receipt of the first by id', async () => {
    await shop.db.sql.delete(payments);
    const [one, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const [newest = '', ...same] = await paid(one, 5, receiptOf);
    await paid(other, 2, () => null);
    for (const { id } of [one, other])
      await shop.db.sql.update(orders).set({ isPaid: true, money: 'paid' }).where(eq(orders.id, id));
    expect(
      (await inOrderOfWriting(shop.db, (tx) => attempts.findLastReceipts(tx, 9))).filter((it) => it !== null),
    ).toEqual([receiptOf(newest), ...same.toSorted().toReversed().map(receiptOf)]);
    const show = async ({ id }: MadeOrder) =>
      (await inOrderOfWriting(shop.db, (tx) => stored.findOrder(tx, id)))?.receipt ?? null;
    expect([await show(one), await show(other)]).toEqual([receiptOf(same.toSorted()[0] ?? ''), null]);
    expect((await attempts.findPayments(shop.db.sql, one.id)).map(({ attemptId }) => attemptId).sort()).toEqual(
      [newest, ...same].sort(),
    );
  });

  test('D27: a payment in doubt gets its receipt, amount and earliest time, and no other payment does', async () => {
    const made = await unpaidOrder(shop);
    const [one = '', other = ''] = await paid(made, 2, () => null);
    const attempt = { ...(await readAttempt(one)), amount: toShillings(77) };
    const rows = async () =>
      (
        await shop.db.sql.select().from(payments).where(eq(payments.orderId, made.id)).orderBy(asc(payments.amount))
      ).map(({ attemptId, receipt, amount, paidAt }) => [attemptId, receipt, amount, paidAt]);
    const receipt = randomUUID().slice(0, 13);
    await attempts.setPaidInFull(shop.db.sql, attempt, receipt, at(9));
    expect(await rows()).toEqual([
      [one, receipt, 77, at(1)],
      [other, null, 3000, at(0)],
    ]);
    await attempts.setPaidInFull(shop.db.sql, attempt, receipt, at(-9));
    expect((await rows())[0]).toEqual([one, receipt, 77, at(-9)]);
  });

  // PAY-F2
  test('the refunds of a payment never exceed it, also when they are added concurrently', async () => {
    const made = await unpaidOrder(shop);
    const [paymentId = ''] = await paid(made, 1, () => null);
    const add = (amount: number) =>
      shop.db.tx((tx) =>
        insertRefund(tx, {
          id: randomUUID(),
          paymentId,
          attemptId: null,
          orderId: made.id,
          amount: toShillings(amount),
          reason: 'staff',
          createdAt: START,
        }),
      );
    expect(await add(1000)).toBe(true);
    expect((await Promise.all([add(1500), add(1500)])).sort()).toEqual([false, true]);
    expect([await add(501), await add(500)]).toEqual([false, true]);
    const rows = await shop.db.sql.select().from(refunds).where(eq(refunds.paymentId, paymentId));
    expect(rows.map(({ amount }) => amount).sort()).toEqual([1000, 1500, 500]);
    const [payment] = await shop.db.sql.select().from(payments).where(eq(payments.id, paymentId));
    expect(payment?.refunded).toBe(3000);
    const more = shop.db.sql.update(payments).set({ refunded: 3001 }).where(eq(payments.id, paymentId));
    await expect(more).rejects.toThrow();
  });

  test('one refund of a payment is open at a time, any number is due', async () => {
    const made = await unpaidOrder(shop);
    const [paymentId = ''] = await paid(made, 1, () => null);
    const row = { paymentId, orderId: made.id, amount: 1, reason: 'staff' as const, createdAt: START };
    const add = (state: 'due' | 'approved' | 'done' | 'unknown' | 'by_hand') =>
      shop.db.sql.insert(refunds).values({ ...row, id: randomUUID(), state });
    for (const state of ['due', 'due', 'done', 'done', 'approved'] as const) await add(state);
    for (const state of ['approved', 'unknown', 'by_hand'] as const) await expect(add(state)).rejects.toThrow();
  });

  test('D8: a refund is added once, confirmed once, and the order’s open refunds are counted', async () => {
    const [made, elsewhere] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const [one = '', other = ''] = await paid(made, 2, () => null);
    const [third = ''] = await paid(elsewhere, 1, () => null);
    const add = (attemptId: string, { id }: MadeOrder) =>
      insertRefund(shop.db.sql, {
        id: attemptId,
        paymentId: attemptId,
        attemptId,
        orderId: id,
        amount: toShillings(10),
        reason: 'cancelled',
        createdAt: START,
      });
    expect([await add(one, made), await add(one, made), await add(other, made)]).toEqual([true, false, true]);
    expect(await add(third, elsewhere)).toBe(true);
    const confirm = async (id: string, ms: number) => {
      await confirmRefund(shop.db.sql, id, at(ms));
      return findRefundEnd(shop.db.sql, made.id);
    };
    expect([await confirm(one, 1), await confirm(one, 2), await confirm(other, 3)]).toEqual([
      null,
      null,
      { type: 'refund.confirmed' },
    ]);
    const confirmed = await shop.db.sql
      .select({ id: refunds.attemptId, at: refunds.confirmedAt })
      .from(refunds)
      .where(inArray(refunds.attemptId, [one, other, third]));
    expect(new Map(confirmed.map((it) => [it.id, it.at]))).toEqual(
      new Map([
        [one, at(1)],
        [other, at(3)],
        [third, null],
      ]),
    );
  });
});
