// @engine pglite
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder, getOrder } from '../../../contract/orders.ts';
import { returnedMoney } from '../../../server/db/migrations/0041-returned-money.ts';
import { orders, paymentAttempts, payments, receivedMoney, refunds } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { findOrder, type StoredOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import { accountOf, confirm, handShop, pass, unpaidOrder, type HandShop } from '../by-hand/by-hand-steps.ts';
import { byStaff } from '../orders/ordering.ts';
import { attemptIn, getStatus, settle, type MadeOrder } from '../payments/attempt-steps.ts';
import { hire } from './refund-steps.ts';

/** An owner decides that nothing goes back, so no page and no row claims a refund (PAY-F1). */

const REASON = 'The box was empty.';
let shop: HandShop;
let otto: CurrentStaff;
beforeEach(async () => {
  shop = await handShop();
  otto = await hire(shop, 'owner');
});
afterEach(() => shop.close());

const rowsOf = ({ id }: MadeOrder) =>
  shop.db.sql.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(refunds.amount);
const drop = (id: string) => shop.services.refundsStaff.drop(otto, id, REASON);
const moneyOf = async ({ id }: MadeOrder) => (await shop.db.sql.select().from(orders).where(eq(orders.id, id)))[0]!;
const seen = async ({ id, shopper }: MadeOrder) =>
  (await shop.call(getOrder, { id }, { token: shopper.token })).body.data.order;
/** A person notes and another confirms that it was paid in cash. */
async function payInCash(id: string): Promise<void> {
  const olga = await hire(shop, 'owner');
  await shop.services.refundsStaff.payByHand(otto, id);
  await shop.services.refundsStaff.noteCash(otto, id);
  await shop.services.refundsStaff.confirmCash(olga, id);
}

describe('PAY-F1: a dropped refund', () => {
  test('of a cancelled order leaves its money with the shop, and the page tells the reason', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'succeeded');
    await byStaff(shop, order.id, 'cancelled');
    await drop(attempt.id);
    expect(await moneyOf(order)).toMatchObject({ money: 'kept', noRefundReason: REASON, isPaid: true });
    const shown = await seen(order);
    expect(shown).toMatchObject({ isPaid: true, paymentNotice: null });
    expect(shown.refunds.map(({ state, text }) => [state, text])).toEqual([
      ['dropped', expect.stringContaining('Ksh 3,000 will not be paid back: The box was empty.')],
    ]);
    const [payment] = await shop.db.sql.select().from(payments);
    const [row] = await shop.db.sql.select().from(paymentAttempts);
    expect([payment?.refunded, row?.state]).toEqual([0, 'succeeded']);
    await pass(shop, 60_000, 60_000);
    const texts = shop.sms.texts.filter(({ text }) => text.includes('will not be paid back'));
    expect(texts).toHaveLength(1);
  });

  test('of late money leaves the order unpaid, and no status promises money', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    await settle(shop, attempt, {
      type: 'money.received',
      receipt: 'LATE000001',
      ids: { merchantRequestId: null, checkoutRequestId: null },
      isByQuery: false,
    });
    expect((await seen(order)).paymentNotice).toContain('Ksh 3,000 goes back to you');
    await drop(attempt.id);
    expect(await moneyOf(order)).toMatchObject({ money: 'kept', isPaid: false, paidAt: null });
    expect(await seen(order)).toMatchObject({ isPaid: false, paymentNotice: null, refunds: [{ state: 'dropped' }] });
    const { data } = (await getStatus(shop, order, attempt.id)).body;
    expect(data).toMatchObject({ status: 'failed', failureReason: 'This order has been cancelled.' });
  });

  test('of a second payment leaves the order paid once more than it cost', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'succeeded');
    await confirm(shop, { account: accountOf(order) });
    const [second] = await rowsOf(order);
    expect([(await moneyOf(order)).money, second?.paymentId === attempt.id]).toEqual(['overpaid', false]);
    await drop(second!.id);
    expect(await moneyOf(order)).toMatchObject({ money: 'paid', noRefundReason: null });
    expect(await seen(order)).toMatchObject({ paymentNotice: null, refunds: [{ state: 'dropped' }] });
  });

  test.each([
    ['both are dropped', ['drop', 'drop'], 'kept', REASON],
    ['the other went back before', ['cash', 'drop'], 'refunded', null],
    ['the other goes back later', ['drop', 'cash'], 'refunded', null],
  ] as const)('of a part counts with the other part: %s', async (_, ends, money, noRefundReason) => {
    const order = await unpaidOrder(shop);
    for (const amount of [1000, 500]) await confirm(shop, { account: accountOf(order), amount });
    await shop.db.sql.update(payments).set({ phone: '254712345678' });
    for (const { receipt } of await shop.db.sql.select().from(payments)) await showMoney(receipt!);
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    const due = await rowsOf(order);
    expect(due.map(({ amount, state }) => [amount, state])).toEqual([
      [500, 'due'],
      [1000, 'due'],
    ]);
    for (const [index, end] of ends.entries()) {
      expect((await moneyOf(order)).money).toBe('refundDue');
      await (end === 'drop' ? drop(due[index]!.id) : payInCash(due[index]!.id));
    }
    expect(await moneyOf(order)).toMatchObject({ money, noRefundReason });
  });

  test('before this version is corrected by the migration', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'succeeded');
    await byStaff(shop, order.id, 'cancelled');
    await drop(attempt.id);
    await shop.db.sql.update(orders).set({ money: 'refunded', noRefundReason: null });
    await shop.db.sql.update(paymentAttempts).set({ state: 'refunded' });
    await shop.db.sql.update(refunds).set({ attemptId: attempt.id });
    const back = await unpaidOrder(shop);
    const paid = await attemptIn(shop, back, 'succeeded');
    await byStaff(shop, back.id, 'cancelled');
    await payInCash(paid.id);
    for (const step of returnedMoney) await shop.db.sql.execute(step);
    expect(await moneyOf(order)).toMatchObject({ money: 'kept', noRefundReason: REASON });
    expect((await moneyOf(back)).money).toBe('refunded');
    const states = await shop.db.sql.select().from(paymentAttempts);
    expect(states.map(({ id, state }) => [id === attempt.id, state]).toSorted()).toEqual([
      [false, 'refunded'],
      [true, 'succeeded'],
    ]);
    expect((await rowsOf(order))[0]?.attemptId).toBeNull();
  });

  test('may be raised again, and then goes back', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'succeeded');
    await byStaff(shop, order.id, 'cancelled');
    await drop(attempt.id);
    const { changeOrder } = shop.services.orderChange;
    const event = { type: 'refund.raised', reason: 'The box was found' } as const;
    await shop.db.tx((tx) =>
      changeOrder(tx, async () => (await findOrder(tx, order.id)) as StoredOrder, event, shop.clock.now()),
    );
    expect(await moneyOf(order)).toMatchObject({ money: 'refundDue', noRefundReason: null });
    const open = (await rowsOf(order)).filter(({ state }) => state === 'due');
    expect(open).toHaveLength(1);
    await payInCash(open[0]!.id);
    expect((await moneyOf(order)).money).toBe('refunded');
  });
});

async function showMoney(receipt: string): Promise<void> {
  await shop.db.sql
    .update(receivedMoney)
    .set({ isShown: true, state: 'paid' })
    .where(eq(receivedMoney.receipt, receipt));
}
