// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderPayment } from '../../../contract/order-payment.ts';
import { cancelOrder, changePaymentMethod, getOrder } from '../../../contract/orders.ts';
import { byStaff, getDraft, order as place, type Shopper } from '../orders/ordering.ts';
import { callback, push } from '../payments/mpesa-steps.ts';
import { addProduct } from '../catalogue/products.ts';
import {
  accountOf,
  answer,
  booksOf,
  confirm,
  handShop,
  orderRow,
  pass,
  unpaidOrder,
  type MadeOrder,
} from './by-hand-steps.ts';

let shop: Awaited<ReturnType<typeof handShop>>;
beforeAll(async () => {
  shop = await handShop();
});
afterAll(() => shop.close());

const paymentOf = async ({ id, shopper }: Pick<MadeOrder, 'id' | 'shopper'>) =>
  (await shop.call(orderPayment, { id }, { token: shopper.token })).body.data;

async function cashOrder(): Promise<{ id: string; shopper: Shopper }> {
  const shopper = await shop.signIn();
  const { id } = await addProduct(shop, { stock: 5, price: 1500 });
  const { body } = await place(shop, shopper, getDraft([{ id, price: 1500, quantity: 2 }]), randomUUID());
  return { id: body.data.order._id, shopper };
}

describe('PAY-C5: an order that is paid in part', () => {
  test('gets a prompt of the rest, which completes it', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 1000 });
    const whole = await push(shop, made.shopper, made);
    expect([whole.status, whole.body.message, whole.body.data]).toEqual([
      409,
      'Ksh\u00a01,000 of this order is paid. Ksh\u00a02,000 is still to pay.',
      { paid: 1000, due: 2000 },
    ]);
    expect((await push(shop, made.shopper, { id: made.id, total: 2000 })).status).toBe(200);
    expect(shop.mpesa.prompts.at(-1)?.amount).toBe(2000);
    expect(await callback(shop)).toBe(200);
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'paid', status: 'processing' });
    expect((await booksOf(shop, made.id)).refunds).toEqual([]);
  });

  test('gives the rest back when a prompt of the whole price was on the phone', async () => {
    const made = await unpaidOrder(shop);
    await push(shop, made.shopper, made);
    await confirm(shop, { account: accountOf(made), amount: 1000 });
    expect(await callback(shop)).toBe(200);
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'overpaid', status: 'processing' });
    expect((await booksOf(shop, made.id)).refunds).toEqual([1000]);
  });

  test('is neither turned into cash nor replaced, with the sums', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 1000 });
    const words =
      'Ksh\u00a01,000 of this order is paid. Pay the rest of Ksh\u00a02,000, or cancel the order to get it back.';
    const { token } = made.shopper;
    const cash = await shop.call(changePaymentMethod, { id: made.id, paymentMethod: 'cod' }, { token });
    expect([cash.status, cash.body.message, cash.body.data]).toEqual([409, words, { paid: 1000, due: 2000 }]);
    const draft = getDraft([{ id: made.productId, price: 1500 }], { replaces: made.id });
    const other = await place(shop, made.shopper, draft, randomUUID());
    expect([other.status, other.body.message]).toEqual([409, words]);
    expect((await orderRow(shop, made.id)).money).toBe('partPaid');
  });

  test('is cancelled by its shopper, and each receipt becomes a refund due', async () => {
    const made = await unpaidOrder(shop);
    for (const amount of [1000, 700]) await confirm(shop, { account: accountOf(made), amount });
    await pass(shop, 1_000);
    const { token } = made.shopper;
    expect((await shop.call(cancelOrder, { id: made.id }, { token })).status).toBe(200);
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'refundDue', status: 'cancelled' });
    const seen = async () => (await shop.call(getOrder, { id: made.id }, { token })).body.data.order.paymentNotice;
    expect(await seen()).toBeNull();
    expect((await booksOf(shop, made.id)).refunds).toEqual([700, 1000]);
    const late = await confirm(shop, { account: accountOf(made), amount: 300 });
    expect(late).not.toBe('');
    expect((await booksOf(shop, made.id)).refunds).toEqual([300, 700, 1000]);
    expect(await seen()).toMatch(/Ksh\s300 goes back/);
  });

  test('PAY-C4: more than twice the price by one payment is told as too much, in the SMS, the mail and on the page', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 7000 });
    await shop.deps.jobs.runDue();
    const told = [...shop.sms.texts, ...shop.mail.mails].map(({ text }) => text).filter((it) => /4,000/.test(it));
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((it) => it.includes('was paid with more than was due') && !it.includes('twice'))).toBe(true);
    const { body } = await shop.call(getOrder, { id: made.id }, { token: made.shopper.token });
    expect(body.data.order.paymentNotice).toBe('You paid too much. Ksh 4,000 goes back to you.');
  });

  test('gives back the rest and then everything when it is cancelled after too much was paid', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 3500 });
    await byStaff(shop, made.id, 'cancelled');
    expect((await booksOf(shop, made.id)).refunds).toEqual([500, 3000]);
  });

  test('a cash order that is paid by hand before the handover owes no cash, and later money goes back', async () => {
    const made = await cashOrder();
    const receipt = await confirm(shop, { account: accountOf(made) });
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'paid', status: 'processing', isPaid: true });
    await answer(shop, receipt);
    await byStaff(shop, made.id, 'shipped');
    await byStaff(shop, made.id, 'delivered');
    await confirm(shop, { account: accountOf(made) });
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'overpaid', status: 'delivered' });
    expect((await booksOf(shop, made.id)).refunds).toEqual([3000]);
  });
});

describe('PAY-C5: GET /orders/{id}/payment', () => {
  test('tells what is due and where to pay it', async () => {
    const made = await unpaidOrder(shop);
    expect(await paymentOf(made)).toEqual({
      status: 'pending',
      method: 'mpesa',
      isPaid: false,
      held: false,
      notice: null,
      total: 3000,
      paid: 0,
      due: 3000,
      prompt: 'open',
      retryAt: null,
      byHand: {
        kind: 'paybill',
        number: shop.env.mpesa.partyB,
        account: accountOf(made),
        amount: 3000,
        each: null,
        isFirst: false,
      },
      cash: true,
      checking: false,
      receipts: [],
      claim: null,
      expiresAt: (await orderRow(shop, made.id)).expiresAt?.toISOString(),
    });
    const receipt = await confirm(shop, { account: accountOf(made), amount: 1000 });
    expect(await paymentOf(made)).toMatchObject({
      paid: 1000,
      due: 2000,
      byHand: { amount: 2000 },
      cash: false,
      receipts: [{ receipt, amount: 1000 }],
    });
    await confirm(shop, { account: accountOf(made), amount: 2500 });
    expect(await paymentOf(made)).toMatchObject({
      status: 'processing',
      isPaid: true,
      paid: 3000,
      due: 0,
      byHand: null,
    });
  });

  test('tells that a payment is being checked, and no prompt is sent meanwhile', async () => {
    const made = await unpaidOrder(shop, { price: 1711 });
    shop.clock.advance(60_000);
    const { phone } = made.shopper.user;
    await confirm(shop, { amount: 3422, payer: `${phone.slice(0, 5)}****${phone.slice(-3)}` });
    expect(await paymentOf(made)).toMatchObject({ paid: 0, due: 3422, checking: true });
    const pushed = await push(shop, made.shopper, made);
    expect([pushed.status, pushed.body.message]).toEqual([
      409,
      'We have seen a payment and are checking it with M-Pesa. Please do not pay again.',
    ]);
  });

  test('is for the order’s shopper only', async () => {
    const made = await unpaidOrder(shop);
    const { token } = await shop.signIn();
    expect((await shop.call(orderPayment, { id: made.id }, { token })).status).toBe(403);
    expect((await shop.call(orderPayment, { id: randomUUID() }, { token })).status).toBe(404);
    expect((await shop.call(getOrder, { id: made.id }, { token: made.shopper.token })).status).toBe(200);
  });
});
