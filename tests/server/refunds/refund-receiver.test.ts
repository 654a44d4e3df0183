// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payments, receivedMoney } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import { dueRefund, getCalls, hire, postResult, readRefund, refundingShop, type DueRefund } from './refund-steps.ts';

let shop: TestApp;
let otto: CurrentStaff;
let refund: DueRefund;

beforeEach(async () => {
  shop = await refundingShop();
  otto = await hire(shop, 'owner');
  refund = await dueRefund(shop);
});
afterEach(() => shop.close());

const desk = () => shop.services.refundsStaff;
const questions = () => getCalls(shop, 'transactionStatus');
const forgetPayer = () => shop.db.sql.update(payments).set({ phone: null }).where(eq(payments.id, refund.id));
const payer = async () =>
  (await shop.db.sql.select({ phone: payments.phone }).from(payments).where(eq(payments.id, refund.id)))[0]?.phone;

/** What Transaction Status says about the payment. */
const shown = (more: Readonly<Record<string, unknown>> = {}) => ({
  parameters: {
    ReceiptNo: refund.receipt,
    TransactionStatus: 'Completed',
    Amount: 3000,
    DebitPartyName: '254712345678 - Jane',
    CreditPartyName: '174379 - Duka',
    ...more,
  },
});

const UNKNOWN = {
  kind: 'conflict',
  message: 'M-Pesa has not named the payer yet. Please try again later, or pay it back by hand.',
};

describe('PAY-F2: money goes to the phone that paid, which M-Pesa names', () => {
  beforeEach(forgetPayer);

  test('an approval without a payer asks Transaction Status, at most once a minute, and is possible after its answer', async () => {
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    expect(questions().map(({ asked }) => asked['receipt'])).toEqual([refund.receipt]);
    shop.clock.advance(60_000);
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    expect(questions()).toHaveLength(2);
    expect((await postResult(shop, 'transactionStatus', shown())).statusCode).toBe(200);
    expect(await payer()).toBe('254712345678');
    await desk().approve(otto, refund.id);
    expect((await readRefund(shop, refund.id)).state).toBe('approved');
    expect(questions()).toHaveLength(2);
  });

  test('a proposal for such a payment asks at once', async () => {
    await desk().drop(otto, refund.id, 'another one follows');
    const part = await desk().propose(otto, refund.receipt, 1000, 'one item was missing');
    expect(questions().map(({ asked }) => asked['receipt'])).toEqual([refund.receipt]);
    await postResult(shop, 'transactionStatus', shown());
    await desk().approve(otto, part);
    expect(await readRefund(shop, part)).toMatchObject({ state: 'approved', way: 'b2c' });
  });

  test.each<[string, (() => ReturnType<typeof shown>) | null]>([
    ['no phone', () => shown({ DebitPartyName: 'Jane' })],
    ['parties that cannot be told apart', () => shown({ CreditPartyName: '254712345678 - Jane' })],
    ['another amount', () => shown({ Amount: 2999 })],
    ['another receipt', () => shown({ ReceiptNo: 'RB12345678' })],
    [
      'money of ours to a phone',
      () => shown({ DebitPartyName: '174379 - Duka', CreditPartyName: '254799999999 - Eve' }),
    ],
    ['a queue time-out', null],
  ])('%s names nobody, so it can only be paid by hand', async (_, told) => {
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    if (told === null) await postResult(shop, 'transactionStatus', { code: 1 }, 'timeoutUrl');
    else await postResult(shop, 'transactionStatus', told());
    expect(await payer()).toBeNull();
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    await desk().payByHand(otto, refund.id);
    expect((await readRefund(shop, refund.id)).state).toBe('by_hand');
  });

  test('a known payer is kept', async () => {
    await expect(desk().approve(otto, refund.id)).rejects.toMatchObject(UNKNOWN);
    await shop.db.sql.update(payments).set({ phone: '254700000001' }).where(eq(payments.id, refund.id));
    await postResult(shop, 'transactionStatus', shown());
    expect(await payer()).toBe('254700000001');
  });
});

test.each(['provisional', 'held', 'paid'] as const)(
  'PAY-C4: money that only a confirmation brought (%s) does not go back before M-Pesa shows it',
  async (state) => {
    const now = shop.clock.now();
    await shop.db.sql.insert(receivedMoney).values({
      receipt: refund.receipt,
      state,
      source: 'confirmation',
      kind: 'paybill',
      isShown: state !== 'provisional',
      account: '',
      shortcode: '174379',
      amount: 3000,
      paidAt: now,
      receivedAt: now,
      updatedAt: now,
      orderId: refund.order.id,
      paymentId: refund.id,
    });
    if (state !== 'paid') {
      const message = 'M-Pesa has not shown this money yet, so nothing goes back. Please try again later.';
      for (const act of [desk().approve, desk().payByHand])
        await expect(act(otto, refund.id)).rejects.toMatchObject({ kind: 'conflict', message });
      expect((await readRefund(shop, refund.id)).state).toBe('due');
    } else {
      await desk().approve(otto, refund.id);
      expect((await readRefund(shop, refund.id)).state).toBe('approved');
    }
  },
);
