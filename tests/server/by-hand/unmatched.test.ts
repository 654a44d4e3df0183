// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../server/db/schema.ts';
import { byStaff } from '../orders/ordering.ts';
import {
  accountOf,
  answer,
  booksOf,
  confirm,
  handShop,
  moneyRow,
  orderRow,
  pass,
  unpaidOrder,
  useOf,
} from './by-hand-steps.ts';

let shop: Awaited<ReturnType<typeof handShop>>;
beforeAll(async () => {
  shop = await handShop();
});
afterAll(() => shop.close());

const reason = 'The shopper showed the SMS';
const attach = async (receipt: string, order: string, { staff }: Awaited<ReturnType<typeof shop.signInStaff>>) =>
  shop.services.unmatched.attach(staff, { receipt, order, reason });

describe('PAY-C4: staff attach money', () => {
  test('to an order, with a reason in the audit log, and it is sent when M-Pesa shows it', async () => {
    const [order, ben] = [await unpaidOrder(shop), await shop.signInStaff({ role: 'orders' })];
    const receipt = await confirm(shop, { account: 'rent' });
    expect(await attach(receipt.toLowerCase(), `#${accountOf(order)}`, ben)).toBe('attached');
    expect(await moneyRow(shop, receipt)).toMatchObject({ state: 'provisional', orderId: order.id, problem: null });
    expect(await useOf(shop, receipt)).toBe('payment');
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'paid', status: 'processing' });
    await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('M-Pesa has not shown this payment yet');
    await shop.deps.jobs.runDue();
    await answer(shop, receipt);
    await byStaff(shop, order.id, 'shipped');
    const entries = await shop.db.sql
      .select()
      .from(audit)
      .where(eq(audit.subject, `receipt ${receipt}`));
    expect(entries.map(({ action, staffId, after }) => ({ action, staffId, after }))).toEqual([
      { action: 'money.attach', staffId: ben.staff.id, after: { order: order.id, outcome: 'attached', reason } },
    ]);
  });

  test('above the refund limit only with a second person', async () => {
    const order = await unpaidOrder(shop, { price: 6000 });
    const [ben, olga] = [await shop.signInStaff({ role: 'orders' }), await shop.signInStaff()];
    const receipt = await confirm(shop, { account: 'rent', amount: 10_001 });
    expect(await attach(receipt, accountOf(order), ben)).toBe('noted');
    await expect(attach(receipt, accountOf(order), ben)).rejects.toThrow('Another person must confirm it.');
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    expect(await attach(receipt, accountOf(order), olga)).toBe('attached');
    expect((await orderRow(shop, order.id)).money).toBe('partPaid');
  });

  test('of exactly the refund limit alone, and a second person for another order only notes it', async () => {
    const [order, other] = [await unpaidOrder(shop, { price: 6000 }), await unpaidOrder(shop, { price: 6000 })];
    const [ben, olga] = [await shop.signInStaff({ role: 'orders' }), await shop.signInStaff()];
    const small = await confirm(shop, { account: 'rent', amount: 10_000 });
    expect(await attach(small, accountOf(order), ben)).toBe('attached');
    const large = await confirm(shop, { account: 'rent', amount: 11_000 });
    expect(await attach(large, accountOf(order), ben)).toBe('noted');
    expect(await attach(large, accountOf(other), olga)).toBe('noted');
    expect(await attach(large, accountOf(other), ben)).toBe('attached');
  });

  test('once, when two people attach it to two orders at the same moment', async () => {
    const orders = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const olga = await shop.signInStaff();
    const receipt = await confirm(shop, { account: 'rent' });
    const outcomes = await Promise.allSettled(orders.map((order) => attach(receipt, accountOf(order), olga)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const paid = await Promise.all(orders.map(({ id }) => booksOf(shop, id)));
    expect(paid.flatMap(({ payments }) => payments)).toEqual([{ amount: 3000, receipt, source: 'hand' }]);
  });

  test('never money that has another use, no whole amount, no reason or no order', async () => {
    const [order, olga] = [await unpaidOrder(shop), await shop.signInStaff()];
    const used = await confirm(shop, { account: accountOf(await unpaidOrder(shop)) });
    await expect(attach(used, accountOf(order), olga)).rejects.toThrow('This receipt is already used.');
    const cents = await confirm(shop, { account: accountOf(order), amount: '3000.50' });
    await expect(attach(cents, accountOf(order), olga)).rejects.toThrow('M-Pesa reported no whole amount');
    await expect(attach('NOSUCH1234', accountOf(order), olga)).rejects.toThrow('There is no money with this receipt.');
    const free = await confirm(shop, { account: 'rent' });
    await expect(attach(free, 'ffffffff', olga)).rejects.toThrow('There is no order with this number.');
    const silent = { receipt: free, order: accountOf(order), reason: ' a ' };
    await expect(shop.services.unmatched.attach(olga.staff, silent)).rejects.toThrow('Write a reason');
    expect((await moneyRow(shop, free)).state).toBe('unmatched');
  });

  test('not in another role', async () => {
    const [order, clerk] = [await unpaidOrder(shop), await shop.signInStaff({ role: 'catalogue' })];
    const receipt = await confirm(shop, { account: 'rent' });
    await expect(attach(receipt, accountOf(order), clerk)).rejects.toThrow();
    expect((await moneyRow(shop, receipt)).state).toBe('unmatched');
  });

  test('lists what waits for them, and not a sale at the counter', async () => {
    const receipt = await confirm(shop, { account: 'shop 12' });
    const held = await confirm(shop, { account: accountOf(await unpaidOrder(shop)) });
    await answer(shop, held, { status: 'Declined' });
    const silent = await confirm(shop, { account: accountOf(await unpaidOrder(shop)) });
    await pass(shop, 7 * 3_600_000, 1_800_000);
    const lines = await shop.services.unmatched.list();
    const whyOf = (it: string) => lines.find((line) => line.receipt === it)?.why;
    expect([receipt, held, silent].map(whyOf)).toEqual([
      'no open order fits',
      'M-Pesa shows something else',
      'M-Pesa did not answer about it',
    ]);
  });
});

describe('D7, PAY-C4: a payment by hand in doubt', () => {
  const held = async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) });
    await answer(shop, receipt, { amount: 1 });
    return { order, receipt };
  };
  const decide = (id: string, as: 'paid' | 'unpaid' | 'refund') =>
    shop.services.backOfficeSettle.settle({
      handle: `order-${id.slice(0, 8)}`,
      as,
      note: 'Seen in the portal',
      by: 'olga',
    });

  test('is accepted by the back office, and the order is sent', async () => {
    const { order, receipt } = await held();
    await decide(order.id, 'paid');
    expect((await moneyRow(shop, receipt)).state).toBe('paid');
    await byStaff(shop, order.id, 'shipped');
  });

  test('is denied, so that the receipt is unmatched again', async () => {
    const { order, receipt } = await held();
    await decide(order.id, 'unpaid');
    expect([(await moneyRow(shop, receipt)).state, await useOf(shop, receipt)]).toEqual(['unmatched', 'unmatched']);
    expect(await orderRow(shop, order.id)).toMatchObject({ status: 'cancelled', money: 'unpaid' });
    expect((await booksOf(shop, order.id)).payments).toEqual([]);
  });

  test('ends its review when M-Pesa shows the money after all', async () => {
    const { order, receipt } = await held();
    await pass(shop, 60_000, 60_000);
    await answer(shop, receipt);
    expect((await moneyRow(shop, receipt)).state).toBe('paid');
    expect((await orderRow(shop, order.id)).money).toBe('paid');
  });
});
