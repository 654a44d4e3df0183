import { randomUUID } from 'node:crypto';
import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAlarms, paymentAttempts, payments, refunds } from '../../db/schema.ts';
import { perHandle } from '../../db/statements.ts';

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type AttemptState = AttemptRow['state'];
/** What of an attempt changes during its life. */
export type AttemptChange = Partial<typeof paymentAttempts.$inferInsert>;
/** A new attempt; what it lacks is what only its life brings. */
export type NewAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'orderId'
  | 'userId'
  | 'phone'
  | 'amount'
  | 'accountReference'
  | 'state'
  | 'tokenHash'
  | 'runStartedAt'
  | 'createdAt'
  | 'updatedAt'
>;

/** An attempt with the receipt of its money, where one has come. */
export interface StoredAttempt {
  readonly attempt: AttemptRow;
  readonly receipt: string | null;
}

/** States in which the shopper may still pay (D8). */
export const LIVE_STATES = ['created', 'requesting', 'pending', 'unknown'] as const satisfies readonly AttemptState[];

const slot = sql.placeholder;
const statements = perHandle((db) => ({
  find: db
    .select({ attempt: paymentAttempts, receipt: payments.receipt })
    .from(paymentAttempts)
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .where(eq(paymentAttempts.id, slot('id')))
    .prepare('attempt_find'),
  open: db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, slot('orderId')), inArray(paymentAttempts.state, [...LIVE_STATES])))
    .prepare('attempt_open'),
  insert: db
    .insert(paymentAttempts)
    .values({
      id: slot('id'),
      orderId: slot('orderId'),
      userId: slot('userId'),
      phone: slot('phone'),
      amount: slot('amount'),
      accountReference: slot('accountReference'),
      state: slot('state'),
      tokenHash: slot('tokenHash'),
      runStartedAt: slot('runStartedAt'),
      createdAt: slot('createdAt'),
      updatedAt: slot('updatedAt'),
    })
    .onConflictDoNothing()
    .returning({ id: paymentAttempts.id })
    .prepare('attempt_insert'),
  receipts: db
    .select({ attemptId: payments.attemptId })
    .from(payments)
    .where(eq(payments.receipt, slot('receipt')))
    .prepare('payment_of_receipt'),
  insertPayment: db
    .insert(payments)
    .values({
      attemptId: slot('attemptId'),
      orderId: slot('orderId'),
      receipt: sql`${slot('receipt')}`,
      amount: slot('amount'),
      paidAt: slot('paidAt'),
    })
    .onConflictDoNothing()
    .returning({ attemptId: payments.attemptId })
    .prepare('payment_insert'),
  paymentsOf: db
    .select()
    .from(payments)
    .where(eq(payments.orderId, slot('orderId')))
    .prepare('payments_of_order'),
}));

export async function findAttempt(db: Sql, id: string): Promise<StoredAttempt | null> {
  return (await statements(db).find.execute({ id }))[0] ?? null;
}

/** The attempt of the order that may still be paid, however old it is. There is never more than one (D8). */
export async function openAttempt(db: Sql, orderId: string): Promise<AttemptRow | null> {
  return (await statements(db).open.execute({ orderId }))[0] ?? null;
}

/** False where another attempt of the order is open (partial unique index, D8). */
export async function insertAttempt(db: Sql, attempt: NewAttempt): Promise<boolean> {
  return (await statements(db).insert.execute({ ...attempt })).length === 1;
}

/** Stores what a transition decided, if the attempt still is as it was read; false where somebody else was faster. */
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

/** The attempt that Daraja's id names. */
export async function attemptOfCheckout(db: Sql, checkoutRequestId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.checkoutRequestId, checkoutRequestId));
  return row?.id ?? null;
}

/** The shopper's attempts for this phone and amount since `since`, newest first: what rule 17 looks at (D8). */
export function recentAttempts(
  db: Sql,
  like: { userId: string; phone: string; amount: number },
  since: Date,
): Promise<AttemptRow[]> {
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.userId, like.userId),
        gte(paymentAttempts.createdAt, since),
        eq(paymentAttempts.phone, like.phone),
        eq(paymentAttempts.amount, like.amount),
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt));
}

/** The attempt whose receipt it is. */
export async function attemptOfReceipt(db: Sql, receipt: string): Promise<string | null> {
  return (await statements(db).receipts.execute({ receipt }))[0]?.attemptId ?? null;
}

/** Money of the order that came in, with the names that the order machine knows it by: those of its attempts. */
export function paymentsOf(db: Sql, orderId: string) {
  return statements(db).paymentsOf.execute({ orderId });
}

/** False where the attempt or the receipt has a payment already. */
export async function insertPayment(
  db: Sql,
  payment: { attemptId: string; orderId: string; receipt: string | null; amount: number; paidAt: Date },
): Promise<boolean> {
  return (await statements(db).insertPayment.execute(payment)).length === 1;
}

/** Q16: the receipt of money that a query told of. */
export async function setReceipt(db: Sql, attemptId: string, receipt: string): Promise<void> {
  await db
    .update(payments)
    .set({ receipt })
    .where(and(eq(payments.attemptId, attemptId), isNull(payments.receipt)));
}

/** False where the attempt's money goes back already. */
export async function insertRefund(
  db: Sql,
  refund: { attemptId: string; orderId: string; amount: number; reason: 'overpaid' | 'cancelled'; createdAt: Date },
): Promise<boolean> {
  return (
    (await db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.attemptId })).length === 1
  );
}

/** Closes the refund's entry. Gives the refunds of the order that are still due. */
export async function confirmRefund(db: Sql, attemptId: string, orderId: string, now: Date): Promise<number> {
  await db
    .update(refunds)
    .set({ confirmedAt: now })
    .where(and(eq(refunds.attemptId, attemptId), isNull(refunds.confirmedAt)));
  const due = await db
    .select({ id: refunds.attemptId })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.confirmedAt)));
  return due.length;
}

export interface Alarm {
  readonly kind: string;
  readonly orderId: string | null;
  readonly attemptId: string | null;
  readonly detail?: unknown;
}

/** For the payments desk; with the caller's transaction. */
export async function insertAlarm(
  db: Sql,
  { kind, orderId, attemptId, detail = null }: Alarm,
  at: Date,
): Promise<void> {
  await db.insert(paymentAlarms).values({ id: randomUUID(), kind, orderId, attemptId, detail, at });
}
