// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentAlarms, receivedMessages } from '../../../server/db/schema.ts';
import { byStaff } from '../orders/ordering.ts';
import { callback, push } from '../payments/mpesa-steps.ts';
import {
  accountOf,
  answer,
  booksOf,
  confirm,
  confirmationBody,
  handShop,
  moneyRow,
  newReceipt,
  orderRow,
  pass,
  post,
  unpaidOrder,
  useOf,
} from './by-hand-steps.ts';

let shop: Awaited<ReturnType<typeof handShop>>;
beforeAll(async () => {
  shop = await handShop();
});
afterAll(() => shop.close());

describe('PAY-C2: a confirmation', () => {
  test('is stored, answered as Safaricom expects, and matched afterwards', async () => {
    const order = await unpaidOrder(shop);
    const receipt = newReceipt();
    const reply = await post(
      shop,
      `confirm/${shop.secret}`,
      confirmationBody(shop, { receipt, account: accountOf(order) }),
    );
    expect([reply.statusCode, reply.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Success' }]);
    expect((await moneyRow(shop, receipt)).state).toBe('stored');
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    await shop.deps.jobs.runDue();
    expect((await moneyRow(shop, receipt)).state).toBe('provisional');
    expect((await orderRow(shop, order.id)).money).toBe('paid');
  });

  test('is stored once when it is repeated, and answered each time', async () => {
    const order = await unpaidOrder(shop);
    const receipt = newReceipt();
    const body = confirmationBody(shop, { receipt, account: accountOf(order) });
    const replies = await Promise.all([1, 2, 3].map(() => post(shop, `confirm/${shop.secret}`, body)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await shop.deps.jobs.runDue();
    await post(shop, `confirm/${shop.secret}`, { ...body, OrgAccountBalance: '1.00' });
    await shop.deps.jobs.runDue();
    expect(await booksOf(shop, order.id)).toEqual({
      payments: [{ amount: 3000, receipt, source: 'hand' }],
      refunds: [],
      alarms: [],
    });
  });

  test('gets 404 with a wrong secret, and nothing is stored', async () => {
    const before = (await shop.db.sql.select().from(receivedMessages)).length;
    const reply = await post(shop, `confirm/${'0'.repeat(64)}`, confirmationBody(shop, {}));
    expect(reply.statusCode).toBe(404);
    expect((await shop.db.sql.select().from(receivedMessages)).length).toBe(before);
  });

  test('that cannot be read is stored and raises an alarm', async () => {
    expect((await post(shop, `confirm/${shop.secret}`, 'no json')).statusCode).toBe(200);
    const alarms = await shop.db.sql.select({ kind: paymentAlarms.kind }).from(paymentAlarms);
    expect(alarms).toContainEqual({ kind: 'unreadableConfirmation' });
  });
});

describe('PAY-C4: the account is found', () => {
  test('a part leaves the rest due, and the next part pays the order', async () => {
    const order = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(order), amount: 1000 });
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'partPaid', status: 'pending', isPaid: false });
    await confirm(shop, { account: accountOf(order), amount: '1,500.00' });
    expect((await orderRow(shop, order.id)).money).toBe('partPaid');
    await confirm(shop, { account: accountOf(order), amount: 500 });
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'paid', status: 'processing', isPaid: true });
    expect((await booksOf(shop, order.id)).refunds).toEqual([]);
  });

  test('more than is due pays the order, and the rest is a refund due', async () => {
    const order = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(order), amount: 1000 });
    await confirm(shop, { account: accountOf(order), amount: 2500 });
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'overpaid', status: 'processing', isPaid: true });
    expect((await booksOf(shop, order.id)).refunds).toEqual([500]);
  });

  test('PAY-C6: the parts of an order that expires are refunds due', async () => {
    const order = await unpaidOrder(shop);
    await confirm(shop, { account: accountOf(order), amount: 1000 });
    await confirm(shop, { account: accountOf(order), amount: 700 });
    await pass(shop, 31 * 60_000, 60_000);
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'refundDue', status: 'cancelled' });
    expect((await booksOf(shop, order.id)).refunds).toEqual([700, 1000]);
  });

  test('PAY-C6: the whole price revives an expired order with stock, a part is a refund due', async () => {
    const [whole, part] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    await pass(shop, 31 * 60_000, 60_000);
    await confirm(shop, { account: accountOf(whole) });
    await confirm(shop, { account: accountOf(part), amount: 1 });
    expect(await orderRow(shop, whole.id)).toMatchObject({ money: 'paid', status: 'processing' });
    expect(await orderRow(shop, part.id)).toMatchObject({ money: 'refundDue', status: 'cancelled' });
    expect((await booksOf(shop, part.id)).refunds).toEqual([1]);
  });

  test('an order that a confirmation paid is packed, and shipped when M-Pesa shows the money', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
    expect(await answer(shop, receipt)).toBe(200);
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'paid', isShown: true });
    await byStaff(shop, order.id, 'shipped');
  });

  test('M-Pesa is asked at 0, 1, 5 and 30 min, 2 and 6 h, then the money is listed', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    const asked = () => shop.mpesaAccount.calls.filter((it) => it.asked['receipt'] === receipt).length;
    const counts = [asked()];
    for (const minutes of [1, 4, 25, 90, 240]) {
      await pass(shop, minutes * 60_000, 60_000);
      counts.push(asked());
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await moneyRow(shop, receipt)).listedAt).toBeNull();
    await pass(shop, 60_000, 60_000);
    expect(asked()).toBe(6);
    expect((await moneyRow(shop, receipt)).listedAt).not.toBeNull();
  });
});

describe('PAY-C3: one receipt pays once', () => {
  test('a confirmation of a prompt before its callback', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const receipt = newReceipt();
    const payer = order.shopper.user.phone;
    await confirm(shop, { receipt, account: `DUKA${accountOf(order)}`, payer });
    expect((await moneyRow(shop, receipt)).state).toBe('provisional');
    expect(await callback(shop, { receipt })).toBe(200);
    await shop.deps.jobs.runDue();
    expect(await booksOf(shop, order.id)).toEqual({
      payments: [{ amount: 3000, receipt, source: 'prompt' }],
      refunds: [],
      alarms: [],
    });
  });

  test('a confirmation with the order’s own account before the callback of the prompt', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const receipt = await confirm(shop, { account: accountOf(order) });
    expect(await callback(shop, { receipt })).toBe(200);
    expect((await orderRow(shop, order.id)).money).toBe('paid');
    expect(await booksOf(shop, order.id)).toEqual({
      payments: [{ amount: 3000, receipt, source: 'prompt' }],
      refunds: [],
      alarms: [],
    });
    expect((await moneyRow(shop, receipt)).state).toBe('paid');
  });

  test('the callback and the confirmation at the same moment', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const receipt = newReceipt();
    await Promise.all([
      callback(shop, { receipt }),
      confirm(shop, { receipt, account: `DUKA${accountOf(order)}` }),
      confirm(shop, { receipt, account: `DUKA${accountOf(order)}` }),
    ]);
    await shop.deps.jobs.runDue();
    expect((await booksOf(shop, order.id)).payments).toEqual([{ amount: 3000, receipt, source: 'prompt' }]);
    expect((await booksOf(shop, order.id)).refunds).toEqual([]);
  });

  test('money that nobody could match is that of the prompt whose callback brings its receipt', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const receipt = await confirm(shop, { account: 'rent' });
    expect([(await moneyRow(shop, receipt)).state, await useOf(shop, receipt)]).toEqual(['unmatched', 'unmatched']);
    expect(await callback(shop, { receipt })).toBe(200);
    expect([(await moneyRow(shop, receipt)).state, await useOf(shop, receipt)]).toEqual(['paid', 'payment']);
    expect((await orderRow(shop, order.id)).money).toBe('paid');
  });
});
