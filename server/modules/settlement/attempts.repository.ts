import { and, asc, desc, eq, inArray, isNull, min, or, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAttempts, payments, receipts, refunds, toldAmounts } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { toAttemptRow, toPaymentRow, type AttemptRow, type PaymentRow } from './stored-rows.rules.ts';

export type { AttemptRow };
export type AttemptState = AttemptRow['state'];
/** Columns that change after the insert. */
export type AttemptChange = Partial<typeof paymentAttempts.$inferInsert>;
/** An attempt with the receipt of its payment, if any. */
export interface StoredAttempt {
  readonly attempt: AttemptRow;
  readonly receipt: string | null;
  /** Amount in a callback that differs from the attempt's amount, if any (D27). */
  readonly toldAmount: Shillings | null;
}

/** States in which the shopper may still pay (D8). */
export const LIVE_STATES = ['created', 'requesting', 'pending', 'unknown'] as const satisfies readonly AttemptState[];

/** Condition: a failed callback may hide a payment, and the verifying query is due (D7). */
export const isFailureCheck = and(eq(paymentAttempts.state, 'failed'), eq(paymentAttempts.crossCheck, 'due'));

const statements = perHandle((db) => ({
  find: db
    .select({ attempt: paymentAttempts, receipt: payments.receipt, toldAmount: toldAmounts.amount })
    .from(paymentAttempts)
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .leftJoin(toldAmounts, eq(toldAmounts.attemptId, paymentAttempts.id))
    .where(eq(paymentAttempts.id, placeholder('id')))
    .prepare('attempt_find'),
  open: db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, placeholder('orderId')), inArray(paymentAttempts.state, [...LIVE_STATES])))
    .prepare('attempt_open'),
  insertPayment: db
    .insert(payments)
    .values({
      id: placeholder('id'),
      attemptId: sql`${placeholder('attemptId')}`,
      source: placeholder('source'),
      orderId: placeholder('orderId'),
      phone: sql`${placeholder('phone')}`,
      receipt: sql`${placeholder('receipt')}`,
      amount: placeholder('amount'),
      paidAt: placeholder('paidAt'),
    })
    .onConflictDoNothing()
    .returning({ id: payments.id })
    .prepare('payment_insert'),
  useReceipt: db
    .insert(receipts)
    .values({
      receipt: placeholder('receipt'),
      use: 'payment',
      paymentId: placeholder('paymentId'),
      at: placeholder('at'),
    })
    .onConflictDoNothing()
    .returning({ receipt: receipts.receipt })
    .prepare('receipt_use'),
  paymentsOf: db
    .select()
    .from(payments)
    .where(eq(payments.orderId, placeholder('orderId')))
    .prepare('payments_of_order'),
}));

export async function findAttempt(db: Sql, id: string): Promise<StoredAttempt | null> {
  const [found] = await statements(db).find.execute({ id });
  if (found === undefined) return null;
  const { attempt, receipt, toldAmount } = found;
  return {
    attempt: toAttemptRow(attempt),
    receipt,
    toldAmount: toldAmount === null ? null : toShillings(toldAmount),
  };
}

/** Returns the order's attempt that may still be paid, regardless of its age. There is at most one (D8). */
export async function findOpenAttempt(db: Sql, orderId: OrderId): Promise<AttemptRow | null> {
  const [open] = await statements(db).open.execute({ orderId });
  return open === undefined ? null : toAttemptRow(open);
}

/**
 * Returns attempts of the order that may still bring a payment: open ones, expired ones (Q14), and failed ones whose
 * verification is due (D7).
 */
export async function findUnsettledAttempts(db: Sql, orderId: OrderId): Promise<AttemptRow[]> {
  const isUnsettled = inArray(paymentAttempts.state, [...LIVE_STATES, 'expired']);
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), or(isUnsettled, isFailureCheck)))
    .orderBy(asc(paymentAttempts.createdAt));
  return rows.map(toAttemptRow);
}

/** Returns the attempt of the order whose payment is in doubt, or `null`. */
export async function findHeldAttempt(db: Sql, orderId: OrderId): Promise<string | null> {
  const [held] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'held')))
    .limit(1);
  return held?.id ?? null;
}

/** Stores the result of a transition. Returns false when the attempt changed since it was read. */
export async function updateAttempt(db: Sql, read: AttemptRow, change: AttemptChange): Promise<boolean> {
  const updated = await db
    .update(paymentAttempts)
    .set(change)
    .where(
      and(
        eq(paymentAttempts.id, read.id),
        eq(paymentAttempts.state, read.state),
        read.crossCheck === null ? isNull(paymentAttempts.crossCheck) : eq(paymentAttempts.crossCheck, read.crossCheck),
      ),
    )
    .returning({ id: paymentAttempts.id });
  return updated.length === 1;
}

/** Returns the order's payments. The order machine identifies them by `getPaymentName`. */
export async function findPayments(db: Sql, orderId: OrderId): Promise<PaymentRow[]> {
  return (await statements(db).paymentsOf.execute({ orderId })).map(toPaymentRow);
}

/** A payment before its row exists. `id` is that of the attempt, for a prompt. */
export type NewPayment = Pick<PaymentRow, 'id' | 'attemptId' | 'orderId' | 'phone' | 'receipt' | 'amount' | 'paidAt'>;

/** Returns false when the attempt already has a payment, or the receipt already has a use (PAY-C3). */
export async function insertPayment(db: Sql, payment: NewPayment): Promise<boolean> {
  const source = payment.attemptId === null ? 'hand' : 'prompt';
  const added = await statements(db).insertPayment.execute({ ...payment, source });
  if (added.length === 0) return false;
  return payment.receipt === null || setReceiptUse(db, payment.id, payment.receipt, payment.paidAt);
}

/** Records that a receipt is a payment. Returns false when it already has a use (PAY-C3). */
async function setReceiptUse(db: Sql, paymentId: string, receipt: string, at: Date): Promise<boolean> {
  return (await statements(db).useReceipt.execute({ paymentId, receipt, at })).length === 1;
}

/** Stores the first reported amount. Updates the attempt's payment without a receipt, and its open refund. */
export async function setReportedAmount(db: Sql, attemptId: string, amount: Shillings, at: Date): Promise<void> {
  await db.insert(toldAmounts).values({ attemptId, amount, at }).onConflictDoNothing();
  // The order requires the refund of a whole payment, so both amounts change.
  await db
    .update(payments)
    .set({ amount, refunded: sql`case when ${payments.refunded} = 0 then 0 else ${amount}::integer end` })
    .where(and(eq(payments.attemptId, attemptId), isNull(payments.receipt)));
  await db
    .update(refunds)
    .set({ amount })
    .where(and(eq(refunds.attemptId, attemptId), isNull(refunds.confirmedAt)));
}

/** Returns the receipts of the newest payments. `null` for a payment that only a query reported. */
export async function findLastReceipts(db: Sql, most: number): Promise<(string | null)[]> {
  const rows = await db
    .select({ receipt: payments.receipt })
    .from(payments)
    .orderBy(desc(payments.paidAt), desc(payments.id))
    .limit(most);
  return rows.map(({ receipt }) => receipt);
}

/**
 * Stores receipt, time and amount of a payment that was in doubt. Returns false when the receipt already has a use, and
 * the transaction must be rolled back (PAY-C3).
 */
export async function setPaidInFull(
  db: Sql,
  { id, amount }: AttemptRow,
  receipt: string | null,
  paidAt: Date,
): Promise<boolean> {
  const [payment] = await db
    .update(payments)
    .set({ amount, receipt, paidAt: earlier(paidAt) })
    .where(eq(payments.attemptId, id))
    .returning({ id: payments.id });
  return payment === undefined || receipt === null || setReceiptUse(db, payment.id, receipt, paidAt);
}

/**
 * Stores receipt and time of a payment that a query found before its callback (Q16). Returns false when the receipt
 * already has a use, and the transaction must be rolled back (PAY-C3).
 */
export async function setReceipt(db: Sql, attemptId: string, receipt: string, paidAt: Date): Promise<boolean> {
  const [payment] = await db
    .update(payments)
    .set({ receipt, paidAt: earlier(paidAt) })
    .where(and(eq(payments.attemptId, attemptId), isNull(payments.receipt)))
    .returning({ id: payments.id });
  return payment === undefined || setReceiptUse(db, payment.id, receipt, paidAt);
}

function earlier(paidAt: Date) {
  return sql`least(${payments.paidAt}, ${paidAt.toISOString()}::timestamptz)`;
}

/** Sets the order's payment time to that of its first payment. */
export async function setPaidAt(db: Sql, orderId: OrderId): Promise<void> {
  const first = db
    .select({ at: min(payments.paidAt) })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  await db
    .update(orders)
    .set({ paidAt: sql`coalesce((${first}), ${orders.paidAt})` })
    .where(and(eq(orders.id, orderId), eq(orders.isPaid, true), eq(orders.paymentMethod, 'mpesa')));
}

/** Records since when the shopper waits for an answer. */
export async function setWanted(db: Sql, id: string, wantedAt: Date): Promise<void> {
  await db.update(paymentAttempts).set({ wantedAt }).where(eq(paymentAttempts.id, id));
}

/** Records that Daraja answered a query about the attempt, or that it did not. */
export async function recordAnswer(db: Sql, id: string, answeredAt: Date | null): Promise<void> {
  await db
    .update(paymentAttempts)
    .set(
      answeredAt === null
        ? { failedAsks: sql`${paymentAttempts.failedAsks} + 1` }
        : { answeredAt, wantedAt: null, failedAsks: 0 },
    )
    .where(eq(paymentAttempts.id, id));
}

/** Sets the time of the next query. `null` for none. */
export async function setNextQuery(db: Sql, id: string, nextQueryAt: Date | null): Promise<void> {
  await db.update(paymentAttempts).set({ nextQueryAt }).where(eq(paymentAttempts.id, id));
}
