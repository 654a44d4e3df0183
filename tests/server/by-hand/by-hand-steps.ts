import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { paymentAlarms, payments, receipts, receivedMoney, refunds } from '../../../server/db/schema.ts';
import { mountInbox } from '../../../server/modules/by-hand/inbox.routes.ts';
import { insertSecret } from '../../../server/modules/by-hand/secrets.repository.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { mountRefundResults } from '../../../server/modules/refunds/refund-results.routes.ts';
import { newLinkToken, secretHash } from '../../../server/secrets.ts';
import type { TestApp, TestOptions } from '../../support/server.ts';
import { stopTime, payingShop } from '../payments/mpesa-steps.ts';

export { pass, orderRow, stopTime } from '../payments/mpesa-steps.ts';
export { unpaidOrder, type MadeOrder } from '../payments/attempt-steps.ts';

export type HandShop = TestApp & { readonly secret: string };

/** A shop with all addresses for M-Pesa's messages, whose jobs run on each `jobs.runDue`. Its clock stands still. */
export async function handShop(options: TestOptions = {}): Promise<HandShop> {
  const shop = await payingShop({
    extras: (deps, services) => [
      (app) => mountCallback(app, deps, services),
      (app) => mountInbox(app, deps, services),
      (app) => mountRefundResults(app, deps, services),
    ],
    ...options,
  });
  stopTime(shop);
  const secret = newLinkToken();
  await insertSecret(shop.db.sql, secretHash(secret), shop.clock.now());
  return Object.assign(shop, { secret });
}

let count = 0;
/** Returns a receipt that no test used before. */
export function newReceipt(): string {
  count += 1;
  return `SF${randomUUID().slice(0, 4).toUpperCase().replaceAll('-', 'X')}${String(count).padStart(4, '0')}`;
}

/** Fields of a confirmation that a test sets. */
export interface ConfirmationWords {
  readonly receipt?: string;
  readonly account?: string;
  readonly amount?: number | string;
  /** As on the wire. */
  readonly payer?: string;
  readonly shortcode?: string;
  readonly kind?: 'Pay Bill' | 'Buy Goods';
  /** `YYYYMMDDHHmmss` in Nairobi. */
  readonly time?: string;
}

export function confirmationBody(shop: TestApp, words: ConfirmationWords): object {
  return {
    TransactionType: words.kind ?? 'Pay Bill',
    TransID: words.receipt ?? newReceipt(),
    TransTime: words.time ?? nairobi(shop.clock.now()),
    TransAmount: String(words.amount ?? '3000.00'),
    BusinessShortCode: words.shortcode ?? shop.env.mpesa.shortcode,
    BillRefNumber: words.account ?? '',
    InvoiceNumber: '',
    OrgAccountBalance: '49197.00',
    ThirdPartyTransID: '',
    MSISDN: words.payer ?? '25470****149',
    FirstName: 'JOHN',
    MiddleName: '',
    LastName: '',
  };
}

/** Formats a time as M-Pesa does. */
export function nairobi(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** Posts a confirmation to the secret address and runs its jobs. Returns the receipt. */
export async function confirm(shop: HandShop, words: ConfirmationWords, { runs = true } = {}): Promise<string> {
  const receipt = words.receipt ?? newReceipt();
  const reply = await post(shop, `confirm/${shop.secret}`, confirmationBody(shop, { ...words, receipt }));
  if (reply.statusCode !== 200) throw new Error(`confirmation: status ${reply.statusCode}`);
  if (runs) await shop.deps.jobs.runDue();
  return receipt;
}

export function post(shop: TestApp, path: string, payload: object | string) {
  return shop.app.inject({ method: 'POST', url: `/api/pay-in/${path}`, payload });
}

/** What Transaction Status answers. */
export interface StatusWords {
  readonly code?: string | number;
  readonly status?: string;
  readonly amount?: number;
  readonly phone?: string;
  readonly shortcode?: string;
  readonly receipt?: string;
  /** `YYYYMMDDHHmmss` in Nairobi. Empty for none. */
  readonly time?: string;
  /** Which side pays. `out`: the shop. */
  readonly direction?: 'in' | 'out';
}

/** Body of the result of Transaction Status. */
export function resultOf(shop: TestApp, receipt: string, words: StatusWords): object {
  const { code = 0, status = 'Completed', amount = 3000, phone = '254712345678' } = words;
  const { shortcode = shop.env.mpesa.shortcode } = words;
  const parameters = {
    ReceiptNo: words.receipt ?? receipt,
    TransactionStatus: status,
    Amount: amount,
    ...(words.direction === 'out'
      ? { DebitPartyName: `${shortcode} - Duka`, CreditPartyName: `${phone} - John Doe` }
      : { DebitPartyName: `${phone} - John Doe`, CreditPartyName: `${shortcode} - Duka` }),
    DebitAccountType: words.direction === 'out' ? 'Utility Account' : 'MMF Account For Customer',
    FinalisedTime: words.time ?? nairobi(shop.clock.now()),
  };
  return {
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: 'told',
      ConversationID: randomUUID(),
      OriginatorConversationID: randomUUID(),
      ...(String(code) === '0' && {
        ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
      }),
    },
  };
}

/** Posts the result of the newest question about the receipt. Returns the status. */
export async function answer(shop: TestApp, receipt: string, words: StatusWords = {}): Promise<number> {
  const asked = shop.mpesaAccount.calls
    .filter(({ name, asked: it }) => name === 'transactionStatus' && it['receipt'] === receipt)
    .at(-1);
  if (asked === undefined) throw new Error('M-Pesa was not asked');
  const url = new URL(String(asked.asked['resultUrl'])).pathname;
  const reply = await shop.app.inject({ method: 'POST', url, payload: resultOf(shop, receipt, words) });
  await shop.deps.jobs.runDue();
  return reply.statusCode;
}

export async function findMoney(shop: TestApp, receipt: string) {
  const [row] = await shop.db.sql.select().from(receivedMoney).where(eq(receivedMoney.receipt, receipt));
  return row ?? null;
}

export async function moneyRow(shop: TestApp, receipt: string) {
  const row = await findMoney(shop, receipt);
  if (row === null) throw new Error('no such money');
  return row;
}

/** Returns the order's payments, refunds and alarms, and the uses of receipts, without ids and times. */
export async function booksOf(shop: TestApp, orderId: string) {
  const [paid, back, alarms] = await Promise.all([
    shop.db.sql.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.paidAt, payments.amount),
    shop.db.sql.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.amount),
    shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, orderId)),
  ]);
  return {
    payments: paid.map(({ amount, receipt, source }) => ({ amount, receipt, source })),
    refunds: back.map(({ amount }) => amount),
    alarms: alarms.map(({ kind }) => kind).sort(),
  };
}

export async function useOf(shop: TestApp, receipt: string): Promise<string | null> {
  const [row] = await shop.db.sql.select({ use: receipts.use }).from(receipts).where(eq(receipts.receipt, receipt));
  return row?.use ?? null;
}

/** The account of an order (PAY-C1). */
export const accountOf = (order: { readonly id: string }) => order.id.slice(0, 8).toUpperCase();
