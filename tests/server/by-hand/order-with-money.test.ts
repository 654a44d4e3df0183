// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPayment } from '../../../contract/mpesa.ts';
import { cancelOrder, getOrder, listMyOrders } from '../../../contract/orders.ts';
import { orders } from '../../../server/db/schema.ts';
import { push } from '../payments/mpesa-steps.ts';
import { accountOf, answer, confirm, handShop, unpaidOrder, type HandShop, type MadeOrder } from './by-hand-steps.ts';

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop();
});
afterAll(() => shop.close());

const seen = async ({ id, shopper: { token } }: MadeOrder) =>
  (await shop.call(getOrder, { id }, { token })).body.data.order;
const open = async ({ shopper: { token } }: MadeOrder) => (await shop.call(openPayment, {}, { token })).body.data;
/** Pays with the phone that the shopper has proved, without the order's account. */
const payByPhone = ({ shopper: { user } }: MadeOrder, amount: number) =>
  confirm(shop, { amount, payer: `${user.phone.slice(0, 5)}****${user.phone.slice(-3)}` });

describe('PAY-C4: an order that is paid in part', () => {
  test('shows what came and what is due, on its page, in the list and in the bar', async () => {
    const made = await unpaidOrder(shop);
    expect([(await seen(made)).part, await open(made)]).toEqual([null, { payment: null, order: null }]);
    for (const amount of [1000, 700]) await confirm(shop, { account: accountOf(made), amount });
    const order = await seen(made);
    expect(order).toMatchObject({ part: { paid: 1700, due: 1300 }, isPaid: false, paymentNotice: null, refunds: [] });
    expect(order.expiresAt).not.toBeNull();
    const list = await shop.call(listMyOrders, {}, { token: made.shopper.token });
    expect(list.body.data.orders.map(({ part }) => part)).toEqual([{ paid: 1700, due: 1300 }]);
    expect(await open(made)).toMatchObject({
      payment: null,
      order: { orderId: made.id, payment: { paid: 1700, due: 1300 } },
    });
  });

  test('leaves the bar to a prompt that is open', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 1000 });
    await push(shop, made.shopper, { id: made.id, total: 2000 });
    const { payment, order } = await open(made);
    expect([payment?.orderId, order]).toEqual([made.id, null]);
  });

  test('has no part any more when it is paid or cancelled', async () => {
    const [paid, cancelled] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    for (const made of [paid, cancelled]) await confirm(shop, { account: accountOf(made), amount: 1000 });
    await confirm(shop, { account: accountOf(paid), amount: 2000 });
    await shop.call(cancelOrder, { id: cancelled.id }, { token: cancelled.shopper.token });
    expect(await seen(paid)).toMatchObject({ part: null, isPaid: true });
    expect(await seen(cancelled)).toMatchObject({ part: null, refunds: [{ amount: 1000, state: 'due' }] });
    expect([await open(paid), await open(cancelled)]).toEqual([
      { payment: null, order: null },
      { payment: null, order: null },
    ]);
  });

  test('tells that too much came, and the refund of the rest', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: made.total + 500 });
    expect(await seen(made)).toMatchObject({
      isPaid: true,
      paymentNotice: 'You paid too much. Ksh 500 goes back to you.',
      refunds: [{ amount: 500, state: 'due' }],
    });
  });

  test('is not shown to another shopper', async () => {
    const made = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(made), amount: 1000 });
    expect(await open(await unpaidOrder(shop))).toEqual({ payment: null, order: null });
  });
});

describe('PAY-C4: an order whose payment is being checked', () => {
  test('says so, and takes no other payment, until M-Pesa has answered', async () => {
    const made = await unpaidOrder(shop, { price: 1713 });
    shop.clock.advance(60_000);
    const receipt = await payByPhone(made, 3426);
    expect(await seen(made)).toMatchObject({
      checking: true,
      part: null,
      paymentNotice: 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.',
    });
    expect(await open(made)).toMatchObject({ order: { orderId: made.id, payment: { checking: true, paid: 0 } } });
    await answer(shop, receipt, { amount: 3426, phone: made.shopper.user.phone });
    const paid = await seen(made);
    expect([paid.isPaid, paid.paymentNotice, paid.checking]).toEqual([true, null, undefined]);
    expect((await open(made)).order).toBeNull();
  });

  test('D27: an order under review is in the bar, too', async () => {
    const made = await unpaidOrder(shop);
    await shop.db.sql.update(orders).set({ money: 'held' }).where(eq(orders.id, made.id));
    expect((await open(made)).order).toMatchObject({ orderId: made.id });
  });
});
