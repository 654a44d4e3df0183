// @engine pglite
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentAlarms, payments, receipts, refunds } from '../../../server/db/schema.ts';
import { refundsReport } from '../../../server/cli/reports/refunds.ts';
import { returnedReport } from '../../../server/cli/reports/mpesa.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { hire, postResult, readRefund, sendRefund } from '../refunds/refund-steps.ts';
import { callback, push } from '../payments/mpesa-steps.ts';
import {
  answer,
  confirm,
  handShop,
  moneyRow,
  orderRow,
  pass,
  unpaidOrder,
  useOf,
  type HandShop,
} from './by-hand-steps.ts';

/** Unmatched money goes back without an order (PAY-C4, PAY-F2). */

let shop: HandShop;
let [ben, olga]: CurrentStaff[] = [];
beforeEach(async () => {
  shop = await handShop({
    env: { ALERT_MAIL: 'owner@duka.example' },
  });
  [ben, olga] = [await hire(shop, 'orders'), await hire(shop, 'owner')];
});
afterEach(() => shop.close());

const reason = 'Nobody knows the payer';
const mark = (receipt: string, by = ben!) => shop.services.unmatched.markForReturn(by, { receipt, reason });
const unmatched = (words: Parameters<typeof confirm>[1] = {}) => confirm(shop, { account: 'rent', ...words });
async function refundOf(receipt: string) {
  const [row] = await shop.db.sql
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.receipt, receipt));
  return row!.refund;
}

describe('PAY-C4, PAY-F2: money that is marked for return', () => {
  test('goes back to the payer that M-Pesa names, by a Reversal of the whole receipt', async () => {
    const receipt = await unmatched();
    const handle = await mark(receipt.toLowerCase());
    const { id } = await refundOf(receipt);
    expect(handle).toBe(`refund-${id.slice(0, 8)}`);
    expect(returnedReport(receipt, handle)).toContain(`approve ${String(handle)}`);
    // Only a confirmation named it.
    await expect(shop.services.refundsStaff.approve(ben!, id)).rejects.toThrow('M-Pesa has not shown this money yet');
    await pass(shop, 1000, 1000);
    await answer(shop, receipt, { phone: '254712345678' });
    await sendRefund(shop, id, ben!);
    const reversal = shop.mpesaAccount.calls.findLast(({ name }) => name === 'reverse');
    expect(reversal?.asked).toMatchObject({ receipt, amount: 3000 });
    await postResult(shop, 'reverse', {
      receipt: 'RB00000001',
      parameters: { OriginalTransactionID: receipt, Amount: '3000.00', CreditPartyPublicName: '254712345678 - J' },
    });
    expect(await readRefund(shop, id)).toMatchObject({ state: 'done', receipt: 'RB00000001' });
    expect([(await moneyRow(shop, receipt)).state, await useOf(shop, receipt)]).toEqual(['returning', 'return']);
    expect(shop.sms.texts).toEqual([]);
  });

  test('needs another owner above the limit', async () => {
    const receipt = await unmatched({ amount: 10_001 });
    await mark(receipt, olga);
    const { id } = await refundOf(receipt);
    await pass(shop, 1000, 1000);
    await answer(shop, receipt, { amount: 10_001 });
    await expect(shop.services.refundsStaff.approve(olga!, id)).rejects.toThrow('another owner must approve it');
    await expect(shop.services.refundsStaff.approve(ben!, id)).rejects.toMatchObject({ kind: 'forbidden' });
    await shop.services.refundsStaff.approve(await hire(shop, 'owner'), id);
    expect((await readRefund(shop, id)).state).toBe('approved');
  });

  test('is listed and mailed without an order', async () => {
    const receipt = await unmatched();
    await mark(receipt);
    expect(refundsReport(await shop.services.refundsStaff.list())[0]).toContain(
      `money that matched no order: ${reason}`,
    );
    const { services } = shop;
    const item = await services.backOffice.show(`refund-${(await refundOf(receipt)).id.slice(0, 8)}`);
    expect(JSON.stringify(item)).toContain('matched no order');
    await pass(shop, 1_800_000, 600_000);
    expect(shop.mail.mails.map(({ text }) => text).join('\n')).toContain('money that matched no order');
  });

  test('is refused for another role, without a reason, for used money and for an amount that is none', async () => {
    const receipt = await unmatched();
    await expect(mark(receipt, await hire(shop, 'catalogue'))).rejects.toMatchObject({ kind: 'forbidden' });
    const silent = shop.services.unmatched.markForReturn(ben!, { receipt, reason: ' ' });
    await expect(silent).rejects.toThrow('Write a reason');
    await expect(mark('NOSUCH1234')).rejects.toThrow('There is no money with this receipt.');
    await expect(mark(await unmatched({ amount: '3000.50' }))).rejects.toThrow('no whole amount');
    expect((await moneyRow(shop, receipt)).state).toBe('unmatched');
  });

  test('once, by two people at the same moment, and again after an owner dropped it', async () => {
    const receipt = await unmatched();
    const marked = await Promise.all([mark(receipt), mark(receipt, olga)]);
    expect(marked.filter((it) => it !== null)).toHaveLength(1);
    const { id } = await refundOf(receipt);
    await shop.services.refundsStaff.drop(olga!, id, 'The payer is known');
    expect([(await moneyRow(shop, receipt)).state, await useOf(shop, receipt)]).toEqual(['unmatched', 'unmatched']);
    await mark(receipt);
    const all = await shop.db.sql.select().from(refunds);
    expect(all.map(({ state }) => state).toSorted()).toEqual(['dropped', 'due']);
    expect(new Set(all.map((it) => it.paymentId)).size).toBe(1);
  });

  test('pays its order when the callback of a prompt names its receipt, with an alarm', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    const receipt = await unmatched();
    await mark(receipt);
    expect(await callback(shop, { receipt }, shop.mpesa.prompts.at(-1)!)).toBe(200);
    await shop.deps.jobs.runDue();
    expect(await orderRow(shop, order.id)).toMatchObject({ money: 'paid', status: 'processing' });
    expect(await refundOf(receipt)).toMatchObject({ state: 'due', orderId: order.id });
    const alarms = await shop.db.sql.select().from(paymentAlarms);
    expect(alarms.map(({ kind }) => kind)).toContain('returnedMoney');
    expect(await shop.db.sql.select().from(receipts)).toHaveLength(1);
  });
});
