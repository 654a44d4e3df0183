// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orders, paymentAlarms, payerPhones, users } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import { byStaff } from '../orders/ordering.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { mpesaOrder, push } from '../payments/mpesa-steps.ts';
import {
  accountOf,
  answer,
  booksOf,
  confirm,
  handShop,
  moneyRow,
  nairobi,
  orderRow,
  pass,
  unpaidOrder,
  useOf,
} from './by-hand-steps.ts';

/** Attacks on payments by hand, and mistakes that look like one (PAY-C3, PAY-C4). */

let shop: Awaited<ReturnType<typeof handShop>>;
beforeAll(async () => {
  shop = await handShop();
});
afterAll(() => shop.close());

/** The phone as M-Pesa masks it. */
const mask = (phone: string) => `${phone.slice(0, 5)}****${phone.slice(-3)}`;
const later = () => shop.clock.advance(60_000);

async function setPhone(app: TestApp, userId: string, phone: string): Promise<void> {
  await app.db.sql.update(users).set({ phone }).where(eq(users.id, userId));
}

describe('a leaked confirmation address', () => {
  test('PAY-C4: a forged payment lets the order be packed, never sent, and holds it when M-Pesa knows no such receipt', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    expect((await orderRow(shop, order.id)).status).toBe('processing');
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
    await answer(shop, receipt, { code: 'R000002' });
    expect((await moneyRow(shop, receipt)).state).toBe('held');
    expect((await orderRow(shop, order.id)).money).toBe('held');
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('The back office holds this order.');
    expect((await booksOf(shop, order.id)).alarms).toContain('moneyDiffers');
  });

  test('PAY-C4: a forged amount of a true receipt holds the order', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), amount: 3000 });
    await answer(shop, receipt, { amount: 1 });
    expect((await moneyRow(shop, receipt)).state).toBe('held');
    expect((await orderRow(shop, order.id)).money).toBe('held');
  });

  test.each([
    ['money of another shop', { shortcode: '600000' }],
    ['a cancelled transaction', { status: 'Cancelled' }],
    ['an expired transaction', { status: 'Expired' }],
    ['another receipt', { receipt: 'ZZZZZZZZZZ' }],
  ])('PAY-C4: %s holds the order', async (_, words) => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    await answer(shop, receipt, words);
    expect((await orderRow(shop, order.id)).money).toBe('held');
  });

  test('PAY-C4: a forged confirmation of a prompt lets the order be packed, not sent', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const payer = mask(order.shopper.user.phone);
    const receipt = await confirm(shop, { account: `DUKA${accountOf(order)}`, payer });
    expect((await moneyRow(shop, receipt)).state).toBe('provisional');
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
  });

  test('PAY-C4: no answer at all never lets it be sent', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    await pass(shop, 7 * 3_600_000, 600_000);
    expect((await moneyRow(shop, receipt)).state).toBe('provisional');
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
  });

  test('PAY-C4: a forged part does not complete an order that is sent', async () => {
    const order = await unpaidOrder(shop);
    const forged = await confirm(shop, { account: accountOf(order), amount: 2999 });
    const real = await confirm(shop, { account: accountOf(order), amount: 1 });
    await answer(shop, real, { amount: 1 });
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
    await answer(shop, forged, { amount: 2999, code: 'R000002' });
    expect((await orderRow(shop, order.id)).money).toBe('held');
  });

  test('PAY-C4: a stranger’s receipt that is forged to another order raises an alarm when its own confirmation comes', async () => {
    const [thief, payer] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const receipt = await confirm(shop, { account: accountOf(thief) });
    const alarms = async () =>
      (await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.subject, receipt))).map((it) => [
        it.kind,
        it.orderId,
      ]);
    // A message that only repeats is none.
    await confirm(shop, { receipt, account: accountOf(thief) });
    expect(await alarms()).toEqual([]);
    await confirm(shop, { receipt, account: accountOf(payer) });
    expect(await alarms()).toEqual([['confirmationDiffers', thief.id]]);
    expect((await booksOf(shop, payer.id)).payments).toEqual([]);
    expect((await booksOf(shop, thief.id)).payments).toHaveLength(1);
  });

  test('PAY-C2: its secret is in no line of the log', async () => {
    await confirm(shop, { account: 'nothing' });
    await shop.app.inject({ method: 'POST', url: `/api/pay-in/confirm/${'a'.repeat(63)}b`, payload: {} });
    const log = JSON.stringify(shop.lines());
    expect(log).not.toContain(shop.secret);
    expect(log).not.toContain('a'.repeat(63));
  });
});

describe('a payment of little or wrong money', () => {
  test('PAY-C4: Ksh 1 is a part, and the order is neither paid nor sent', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), amount: 1 });
    await answer(shop, receipt, { amount: 1 });
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'partPaid', isPaid: false, status: 'pending' });
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('This order has not been paid yet.');
  });

  test.each([
    ['0.00', 'amount'],
    ['-5', 'amount'],
    ['3000.50', 'amount'],
    ['many', 'amount'],
  ])('D6: an amount of %s is unmatched and raises an alarm', async (amount, problem) => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), amount });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem });
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    const alarms = await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.subject, receipt));
    expect(alarms.map(({ kind }) => kind)).toEqual(['strangeConfirmation']);
  });

  test('PAY-C4: money to another short code pays nothing', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), shortcode: '600000' });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'shortcode' });
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
  });
});

describe('an account of someone else, or none', () => {
  test('PAY-C4: a stranger’s order number as the account pays that order, and never the payer’s', async () => {
    const [mine, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    later();
    const payer = mask(mine.shopper.user.phone);
    const receipt = await confirm(shop, { account: accountOf(other), payer });
    expect((await orderRow(shop, other.id)).money).toBe('paid');
    expect((await orderRow(shop, mine.id)).money).toBe('unpaid');
    expect((await booksOf(shop, mine.id)).payments).toEqual([]);
    expect(await useOf(shop, receipt)).toBe('payment');
  });

  test('PAY-C4: without an account the phone proves nothing before Transaction Status names it', async () => {
    const order = await unpaidOrder(shop, { price: 1601 });
    later();
    const payer = mask(order.shopper.user.phone);
    const receipt = await confirm(shop, { account: 'rent', amount: 3202, payer });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'proving', orderId: order.id });
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    await answer(shop, receipt, { amount: 3202, phone: order.shopper.user.phone });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'paid', isShown: true });
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'paid', status: 'processing' });
    await byStaff(shop, order.id, 'shipped');
  });

  test('PAY-C4: another payer with the same mask gets nothing', async () => {
    const order = await unpaidOrder(shop, { price: 1602 });
    later();
    const { phone } = order.shopper.user;
    const receipt = await confirm(shop, { amount: 3204, payer: mask(phone) });
    const other = `${phone.slice(0, 5)}${phone.slice(5, 9) === '0000' ? '1111' : '0000'}${phone.slice(-3)}`;
    await answer(shop, receipt, { amount: 3204, phone: other });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'otherPayer', isShown: true });
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
  });

  test('PAY-C4: a masked phone that fits two orders is unmatched', async () => {
    const [one, two] = [await unpaidOrder(shop, { price: 1603 }), await unpaidOrder(shop, { price: 1603 })];
    await setPhone(shop, one.shopper.user.id, '254711111678');
    await setPhone(shop, two.shopper.user.id, '254711222678');
    later();
    const receipt = await confirm(shop, { amount: 3206, payer: '25471****678' });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'manyOrders', orderId: null });
    expect(shop.mpesaAccount.calls.some(({ asked }) => asked['receipt'] === receipt)).toBe(false);
  });

  test('PAY-C4: two orders of one shopper with the same amount are unmatched', async () => {
    const order = await unpaidOrder(shop, { price: 1604 });
    const product = await addProduct(shop, { stock: 5, price: 1604 });
    await mpesaOrder(shop, order.shopper, { id: product.id, price: 1604, quantity: 2 });
    later();
    const receipt = await confirm(shop, { amount: 3208, payer: mask(order.shopper.user.phone) });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'manyOrders' });
  });

  test('PAY-C4: a victim’s number typed as the delivery phone gets the order none of the victim’s money', async () => {
    const order = await unpaidOrder(shop, { price: 1605 });
    const victim = '254722999678';
    await shop.db.sql.update(orders).set({ recipientPhone: victim }).where(eq(orders.id, order.id));
    later();
    const receipt = await confirm(shop, { amount: 3210, payer: mask(victim) });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'noOrder' });
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
  });

  test('D25: a phone that a code was asked for, and not proved, does not count', async () => {
    const order = await unpaidOrder(shop, { price: 1606 });
    const phone = '254733999678';
    const expiresAt = new Date(shop.clock.now().getTime() + 86_400_000);
    const row = { phone, userId: order.shopper.user.id, flowHash: 'x', expiresAt };
    await shop.db.sql.insert(payerPhones).values(row);
    later();
    const first = await confirm(shop, { amount: 3212, payer: mask(phone) });
    expect((await moneyRow(shop, first)).state).toBe('unmatched');
    await shop.db.sql.update(payerPhones).set({ provedAt: shop.clock.now() }).where(eq(payerPhones.phone, phone));
    const second = await confirm(shop, { amount: 3212, payer: mask(phone) });
    expect(await moneyRow(shop, second)).toMatchObject({ state: 'proving', problem: null, orderId: order.id });
  });

  test('PAY-C4: an order that was made after the payment gets nothing', async () => {
    const early = nairobi(new Date(shop.clock.now().getTime() - 60_000));
    later();
    const order = await unpaidOrder(shop, { price: 1607 });
    const payer = mask(order.shopper.user.phone);
    const receipt = await confirm(shop, { amount: 3214, payer, time: early });
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'noOrder' });
  });

  test('PAY-C4: only the amount, or a part of it, is unmatched', async () => {
    const order = await unpaidOrder(shop, { price: 1608 });
    later();
    const payer = mask(order.shopper.user.phone);
    const receipts = [
      await confirm(shop, { amount: 3216, payer: '25479****000' }),
      await confirm(shop, { amount: 3215, payer }),
      await confirm(shop, { amount: 3217, payer }),
    ];
    for (const receipt of receipts)
      expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'unmatched', problem: 'noOrder' });
  });
});

// Last, because it lets half an hour pass.
test('PAY-C4, PAY-C6: Ksh 1 again and again keeps no stock reserved', async () => {
  const order = await unpaidOrder(shop);
  const { expiresAt } = await orderRow(shop, order.id);
  for (let count = 0; count < 3; count += 1) {
    await confirm(shop, { account: accountOf(order), amount: 1 });
    shop.clock.advance(9 * 60_000);
  }
  expect((await orderRow(shop, order.id)).expiresAt).toEqual(expiresAt);
  await pass(shop, 5 * 60_000, 60_000);
  expect(await orderRow(shop, order.id)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
  expect((await readStock(shop, order.productId)).reserved).toBe(0);
  expect((await booksOf(shop, order.id)).refunds).toEqual([1, 1, 1]);
});
