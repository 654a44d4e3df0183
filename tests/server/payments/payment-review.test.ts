// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPayment, paymentStatus } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod, getOrder, listMyOrders } from '../../../contract/orders.ts';
import { paymentAlarms, payments, refunds } from '../../../server/db/schema.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { setReportedAmount } from '../../../server/modules/settlement/attempts.repository.ts';
import { lockOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import { duringChange } from '../../support/during-change.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { byStaff, getDraft, order as place, type Shopper } from '../orders/ordering.ts';
import { getAttempts, callback, mpesaOrder, orderRow, pass, payingShop, push } from './mpesa-steps.ts';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
let made: Awaited<ReturnType<typeof mpesaOrder>>;
let checkoutRequestId: string;

beforeAll(async () => {
  shop = await payingShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  product = await addProduct(shop, { price: 3000 });
  made = await mpesaOrder(shop, shopper, product);
  checkoutRequestId = (await push(shop, shopper, made)).body.data.checkoutRequestId;
});

const CHECKING = 'We are checking your payment for this order. Please do not pay again.';
const MINUTE = 60_000;

/** Queries Daraja about the prompt; the result is paid. */
async function queryPaid(): Promise<void> {
  shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });
  await pass(shop, 2 * MINUTE, 15_000);
  expect(shop.mpesa.queries).toContain(checkoutRequestId);
}

async function hold(): Promise<void> {
  expect(await callback(shop, { amount: 2999 })).toBe(200);
  await queryPaid();
}

const own = () => ({ token: shopper.token });
const desk = () => shop.services.refundsBackOffice;
const shown = async () => (await shop.call(getOrder, { id: made.id }, own())).body.data.order;
const told = async () => {
  const { status, failureReason } = (await shop.call(paymentStatus, { checkoutRequestId }, own())).body.data;
  return [status, failureReason];
};
const amounts = async () => {
  const of = {
    payments: await shop.db.sql.select().from(payments).where(eq(payments.orderId, made.id)),
    refunds: await shop.db.sql.select().from(refunds).where(eq(refunds.orderId, made.id)),
  };
  return [of.payments.map(({ amount }) => amount), of.refunds.map(({ amount }) => amount)];
};
const alarmKinds = async () =>
  (await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, made.id)))
    .map(({ kind }) => kind)
    .sort();
const readNews = () =>
  shop.sms.texts.map(({ text }) => text).filter((text) => text.includes(made.id.slice(0, 8).toUpperCase()));

describe('F14, D27, Q16: a wrong amount, then a query with the result paid', () => {
  test('holds the order: it is neither paid nor expires, and the payment keeps the reported amount', async () => {
    await hold();
    expect(await orderRow(shop, made.id)).toMatchObject({
      status: 'pending',
      money: 'held',
      isPaid: false,
      paidAt: null,
    });
    expect([await amounts(), (await getAttempts(shop, made.id))[0]?.state]).toEqual([[[2999], []], 'held']);
    expect(await alarmKinds()).toEqual(['payment.doubted', 'wrongAmount']);
    expect(await shown()).toMatchObject({ held: true, isPaid: false, expiresAt: null, paymentNotice: CHECKING });
    expect(await told()).toEqual(['pending', '']);
    expect((await shop.call(openPayment, {}, own())).body.data.payment).toBeNull();
    expect(readNews()).toEqual([]);
    await pass(shop, 120 * MINUTE, 10 * MINUTE);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'pending', money: 'held' });
    expect((await readStock(shop, product.id)).reserved).toBe(1);
    expect(shop.lines().filter(({ msg }) => /expiry was lost/.test(String(msg)))).toEqual([]);
  });

  test('cancelling, changing, replacing and paying return the same text', async () => {
    await hold();
    const before = await orderRow(shop, made.id);
    const prompts = shop.mpesa.prompts.length;
    const answers = [
      await shop.call(cancelOrder, { id: made.id }, own()),
      await shop.call(changePaymentMethod, { id: made.id, paymentMethod: 'cod' }, own()),
      await place(shop, shopper, getDraft([product], { replaces: made.id })),
      await push(shop, shopper, made),
    ];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([409, CHECKING]);
    await expect(byStaff(shop, made.id, 'processing')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(byStaff(shop, made.id, 'cancelled')).rejects.toMatchObject({ kind: 'conflict' });
    expect([await orderRow(shop, made.id), shop.mpesa.prompts.length]).toEqual([before, prompts]);
  });

  test('a repeated callback changes nothing', async () => {
    await hold();
    expect(await callback(shop, { amount: 2999, receipt: 'AGAIN00001' })).toBe(200);
    expect(await callback(shop, { code: 1032 })).toBe(200);
    expect([await amounts(), await alarmKinds()]).toEqual([
      [[2999], []],
      ['payment.doubted', 'wrongAmount'],
    ]);
  });

  test('the back office refunds the reported amount, which cancels the order', async () => {
    await hold();
    await shop.db.tx((tx) => desk().giveBack(tx, made.id));
    await shop.deps.jobs.runDue();
    expect(await orderRow(shop, made.id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'staff',
      money: 'refundDue',
      isPaid: false,
    });
    expect([await amounts(), (await readStock(shop, product.id)).reserved]).toEqual([[[2999], [2999]], 0]);
    expect(readNews()).toEqual([expect.stringContaining('Ksh 2,999 goes back to you.')]);
    await expect(shop.db.tx((tx) => desk().giveBack(tx, made.id))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('gives back the amount that is reported at the same moment', async () => {
    await hold();
    const [attempt] = await getAttempts(shop, made.id);
    await duringChange(
      shop.db,
      async (tx) => {
        await lockOrder(tx, made.id);
        await setReportedAmount(tx, attempt?.id ?? '', toShillings(2_500), shop.clock.now());
      },
      () => shop.db.tx((tx) => desk().giveBack(tx, made.id)),
    );
    expect(await amounts()).toEqual([[2_500], [2_500]]);
  });

  test('the desk takes it: the order is paid, and told once', async () => {
    await hold();
    await shop.db.tx((tx) => desk().take(tx, made.id));
    await shop.deps.jobs.runDue();
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', money: 'paid', isPaid: true });
    expect(await told()).toEqual(['completed', '']);
    expect(readNews()).toHaveLength(1);
    await expect(shop.db.tx((tx) => desk().take(tx, made.id))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('D7: a receipt for the right amount pays the order; the alarm about the other amount stays', async () => {
    await hold();
    await callback(shop, { receipt: 'GOOD000001' });
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', money: 'paid', isPaid: true });
    expect([await amounts(), await alarmKinds()]).toEqual([
      [[3000], []],
      ['payment.doubted', 'wrongAmount'],
    ]);
  });

  test('for a cancelled order, the reported amount is refunded and the shopper is notified', async () => {
    await callback(shop, { amount: 2999 });
    await shop.call(cancelOrder, { id: made.id }, own());
    await queryPaid();
    const late = 'Your payment came after the order had been cancelled. Ksh 2,999 goes back to you.';
    expect([await amounts(), await told()]).toEqual([
      [[2999], [2999]],
      ['failed', late],
    ]);
    expect(await shown()).toMatchObject({ isPaid: false, paymentNotice: late });
    const { orders } = (await shop.call(listMyOrders, {}, own())).body.data;
    expect(orders[0]).toMatchObject({ isPaid: false, paymentNotice: late });
    expect(readNews()).toEqual([expect.stringContaining(late)]);
  });
});

describe('D27, Q16: a query with the result paid, then another amount', () => {
  test('a paid order is held too, and cannot be shipped', async () => {
    await queryPaid();
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true });
    await callback(shop, { amount: 2999 });
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', money: 'held', isPaid: true });
    await expect(byStaff(shop, made.id, 'shipped')).rejects.toMatchObject({ kind: 'conflict' });
    expect([await amounts(), (await shown()).held]).toEqual([[[2999], []], undefined]);
    // Follows the order, which the back office has not decided yet.
    expect(await told()).toEqual(['completed', '']);
    await shop.db.tx((tx) => desk().giveBack(tx, made.id));
    expect(await amounts()).toEqual([[2999], [2999]]);
  });

  test('without another amount the order is paid', async () => {
    await queryPaid();
    await callback(shop, { receipt: 'GOOD000002' });
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', money: 'paid', isPaid: true });
    expect([await amounts(), await alarmKinds()]).toEqual([[[3000], []], []]);
  });

  test('a refund that is already due gets the reported amount', async () => {
    await queryPaid();
    await byStaff(shop, made.id, 'cancelled');
    await callback(shop, { amount: 2999 });
    expect(await amounts()).toEqual([[2999], [2999]]);
  });
});
