import { eq } from 'drizzle-orm';
import type { Role } from '../../../contract/endpoint.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { audit, jobs, orders, payments, receipts, refunds } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { mountRefundResults } from '../../../server/modules/refunds/refund-results.routes.ts';
import { createTestApp, startWindow, type TestApp, type TestOptions } from '../../support/server.ts';
import { byStaff } from '../orders/ordering.ts';
import { attemptIn, unpaidOrder, type MadeAttempt, type MadeOrder } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

/**
 * Creates a shop that sends refunds and accepts their results. Its time stands still at the start of an hour, so that a
 * slow machine does not let a wait end, and the hourly job runs only when a test lets an hour pass.
 */
export async function refundingShop(options: TestOptions = {}): Promise<TestApp> {
  const shop = await createTestApp({
    ...options,
    extras: (deps, services) => [
      (app) => mountCallback(app, deps, services),
      (app) => mountRefundResults(app, deps, services),
    ],
  });
  registerWorkers(shop.deps, shop.services);
  startWindow(shop, 3_600_000);
  stopTime(shop);
  return shop;
}

let count = 0;
/** The payer of every refund. */
const PHONE = '254712345678';

export async function hire(shop: TestApp, role: Role): Promise<CurrentStaff> {
  count += 1;
  const { staff } = await shop.signInStaff({ email: `staff${count}@duka.example`, role });
  return { id: staff.id, name: staff.name, email: staff.email, role: staff.role };
}

export interface DueRefund {
  readonly id: string;
  readonly order: MadeOrder;
  readonly attempt: MadeAttempt;
  /** Receipt of the payment. */
  readonly receipt: string;
}

/** Cancels a paid order, whose refund is then due. By default Ksh 3,000. It has no proposer. */
export async function dueRefund(shop: TestApp, { price = 1500 } = {}): Promise<DueRefund> {
  const order = await unpaidOrder(shop, { price });
  const attempt = await attemptIn(shop, order, 'succeeded');
  await byStaff(shop, order.id, 'cancelled');
  const [payment] = await shop.db.sql.select().from(payments).where(eq(payments.attemptId, attempt.id));
  await shop.db.sql.update(payments).set({ phone: PHONE }).where(eq(payments.attemptId, attempt.id));
  await shop.db.sql.update(refunds).set({ proposerId: null }).where(eq(refunds.id, attempt.id));
  return { id: attempt.id, order, attempt, receipt: payment?.receipt ?? '' };
}

export async function readRefund(shop: TestApp, id: string) {
  const [row] = await shop.db.sql.select().from(refunds).where(eq(refunds.id, id));
  if (row === undefined) throw new Error('no refund');
  return row;
}

/** Everything that a refund changes. */
export async function readMoney(shop: TestApp, { id, order }: Pick<DueRefund, 'id' | 'order'>) {
  const row = await readRefund(shop, id);
  const [payment] = await shop.db.sql
    .select()
    .from(payments)
    .where(eq(payments.id, row.paymentId ?? ''));
  const [stored] = await shop.db.sql.select().from(orders).where(eq(orders.id, order.id));
  const used = await shop.db.sql.select().from(receipts).where(eq(receipts.refundId, id));
  const news = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'news.sms'));
  return {
    state: row.state,
    receipt: row.receipt,
    refunded: payment?.refunded,
    money: stored?.money,
    receipts: used.map(({ receipt, use }) => `${receipt} ${use}`),
    news: news.flatMap(({ payload }) => {
      const { about, payments: ids } = payload as { about: string; payments: string[] };
      return ids.includes(id) && about !== 'refund' ? [about] : [];
    }),
  };
}

/** The calls of the simulated account by name. */
export const getCalls = (shop: TestApp, ...names: string[]) =>
  shop.mpesaAccount.calls.filter(({ name }) => names.includes(name));

/** Lets the worker do what is due, after the time has passed. */
export async function pass(shop: TestApp, ms: number): Promise<void> {
  shop.clock.advance(ms);
  await shop.deps.jobs.runDue();
}

/** Approves the refund, and lets the worker send it after the wait for the balance. */
export async function sendRefund(shop: TestApp, id: string, by: CurrentStaff): Promise<void> {
  await shop.services.refundsStaff.approve(by, id);
  await pass(shop, 0);
  await pass(shop, 60_000);
}

export interface Posted {
  readonly code?: string | number;
  readonly receipt?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The body that Daraja posts. */
export function toBody({ code = 0, receipt, parameters = {} }: Posted): string {
  return JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: 'told',
      OriginatorConversationID: 'o-1',
      ConversationID: 'AG_1',
      ...(receipt !== undefined && { TransactionID: receipt }),
      ResultParameters: {
        ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })),
      },
    },
  });
}

export async function postTo(shop: TestApp, url: string, body: string, ip = '127.0.0.1') {
  return shop.app.inject({ method: 'POST', url: new URL(url).pathname, payload: body, remoteAddress: ip });
}

/** Posts a result to the address of the newest call of these names. */
export async function postResult(
  shop: TestApp,
  name: string,
  posted: Posted,
  at: 'resultUrl' | 'timeoutUrl' = 'resultUrl',
) {
  const call = getCalls(shop, name).at(-1);
  if (call === undefined) throw new Error(`no call ${name}`);
  return postTo(shop, String(call.asked[at]), toBody(posted));
}

/** A good result of a reversal. */
export const reversed = (refund: Pick<DueRefund, 'receipt'>, receipt = 'RB12345678', amount = 3000): Posted => ({
  receipt,
  parameters: {
    OriginalTransactionID: refund.receipt,
    Amount: amount,
    CreditPartyPublicName: '254712345678 - Jane',
  },
});

export async function readAudit(shop: TestApp, id: string) {
  return shop.db.sql
    .select()
    .from(audit)
    .where(eq(audit.subject, `refund ${id}`));
}
