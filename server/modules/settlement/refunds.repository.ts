import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orderEvents, orders, paymentAttempts, payments, receipts, refunds } from '../../db/schema.ts';
import { toRefundRow, toStoredRefund, type RefundRow, type StoredRefund } from './stored-rows.rules.ts';

export type RefundReason = (typeof refunds.$inferSelect)['reason'];
/** Reasons of refunds of the order's own price. */
const OWN_REASONS = ['cancelled', 'lost', 'returned'] as const;

/**
 * Condition for a query of all three tables: the payment arrived after its order ended (D27). A payment in time keeps
 * `isPaid`, and its refund is newer than the payment. A late payment gets its refund when it arrives, a part that came in
 * time later than its own event (PAY-C4).
 */
export const cameLate = sql<boolean>`coalesce(${orders.status} = 'cancelled' and ${refunds.reason} = 'cancelled' and (
  (not ${orders.isPaid} and not exists (select 1 from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
    and ${orderEvents.type} = 'payment.succeeded' and ${orderEvents.at} < ${refunds.createdAt}
    and ${orderEvents.data} ->> 'payment' = coalesce(${payments.attemptId}, ${payments.id})::text))
  or (${payments.paidAt} > ${orders.paidAt} and ${payments.paidAt} >= ${refunds.createdAt})), false)`;

/** Join condition. Refunds of a process of the previous version have no `paymentId` until `adoptOlderRows`. */
export const isPaymentOfRefund = sql<boolean>`(${payments.id} = ${refunds.paymentId}
  or (${refunds.paymentId} is null and ${payments.attemptId} = ${refunds.attemptId}))`;

/** Condition: the money has not gone back yet, and no owner dropped the refund. */
export const isOpenRefund = isNull(refunds.confirmedAt);

/** A refund before its row exists. */
export interface NewRefund extends Pick<typeof refunds.$inferInsert, 'attemptId' | 'reason' | 'note' | 'proposerId'> {
  readonly id: string;
  readonly paymentId: string;
  readonly orderId: OrderId | null;
  readonly amount: Shillings;
  readonly createdAt: Date;
}

/**
 * Adds a refund and counts its amount in the payment, whose refunds never exceed it (PAY-F2). Returns false when there
 * is too little left, or the refund exists.
 */
export async function insertRefund(db: Sql, refund: NewRefund): Promise<boolean> {
  const added = await db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.id });
  if (added.length === 0) return false;
  if (await changeRefunded(db, refund.paymentId, refund.amount)) return true;
  await db.delete(refunds).where(eq(refunds.id, refund.id));
  return false;
}

/**
 * Adds `amount` to the sum of the payment's refunds, or subtracts a negative one. Returns false when the payment has
 * less left (PAY-F2).
 */
export async function changeRefunded(db: Sql, paymentId: string, amount: number): Promise<boolean> {
  const changed = await db
    .update(payments)
    .set({ refunded: sql`${payments.refunded} + ${amount}` })
    .where(and(eq(payments.id, paymentId), gte(sql`${payments.amount} - ${payments.refunded}`, amount)))
    .returning({ id: payments.id });
  return changed.length === 1;
}

/**
 * Returns the refunds of the order's own money that no owner dropped, oldest first: those of a lost or returned parcel,
 * otherwise that of its first payment (OWN-P1).
 */
export async function findOwnRefunds(db: Sql, orderId: OrderId, firstPayment: string | null): Promise<RefundRow[]> {
  const rows = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'dropped')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const ofParcel = rows.filter(({ reason }) => reason === 'lost' || reason === 'returned');
  return (ofParcel.length > 0 ? ofParcel : rows.filter(({ id }) => id === firstPayment)).map(toRefundRow);
}

/**
 * Frees the attempt of a payment whose refunds an owner dropped, for another one. Returns their number, without excess and
 * what staff proposed.
 */
export async function releaseDropped(db: Sql, paymentId: string): Promise<number> {
  const dropped = await db
    .update(refunds)
    .set({ attemptId: null })
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'dropped'), inArray(refunds.reason, [...OWN_REASONS])),
    )
    .returning({ id: refunds.id });
  return dropped.length;
}

/** Removes a refund without an approval. Returns false when it is not due any more. */
export async function deleteRefund(db: Sql, id: string): Promise<boolean> {
  const deleted = await db
    .delete(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.state, 'due')))
    .returning({ id: refunds.id });
  return deleted.length === 1;
}

/** The attempt's payment does not go back after all. */
export async function freeAttempt(db: Sql, attemptId: string, now: Date): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ state: 'succeeded', updatedAt: now })
    .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.state, 'refund_pending')));
}

/** Records that the refund of an attempt's payment was made by hand, unless it is closed. */
export async function confirmRefund(db: Sql, attemptId: string, now: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ state: 'done', way: 'hand', confirmedAt: now })
    .where(and(eq(refunds.attemptId, attemptId), isOpenRefund));
}

/** Frees the attempt of a dropped refund, whose payment status promises no money any more. */
export async function releaseAttempt(db: Sql, refundId: string, attemptId: string, now: Date): Promise<void> {
  await db.update(refunds).set({ attemptId: null }).where(eq(refunds.id, refundId));
  await freeAttempt(db, attemptId, now);
}

/**
 * Returns what the order learns when its last refund is closed, `null` while one is open: that money went back, or why an
 * owner dropped all refunds of its own price (PAY-F1). Excess and what staff proposed do not count (D8).
 */
export async function findRefundEnd(
  db: Sql,
  orderId: OrderId,
): Promise<
  { readonly type: 'refund.confirmed' } | { readonly type: 'refund.dropped'; readonly reason: string } | null
> {
  const all = await db
    .select({ state: refunds.state, reason: refunds.reason, note: refunds.note, confirmedAt: refunds.confirmedAt })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.confirmedAt), desc(refunds.id));
  if (all.some(({ confirmedAt }) => confirmedAt === null)) return null;
  const own = all.filter(({ reason }) => OWN_REASONS.some((it) => it === reason));
  const [last] = own;
  return last === undefined || own.some(({ state }) => state === 'done')
    ? { type: 'refund.confirmed' }
    : { type: 'refund.dropped', reason: last.note ?? '' };
}

export type { RefundRow, StoredRefund };
export type RefundChange = Partial<typeof refunds.$inferInsert>;

/** States in which money may be about to move, one refund of a payment at a time (PAY-F2). */
export const OPEN_STATES = ['approved', 'sending', 'sent', 'unknown', 'by_hand'] as const;

/** Returns the refund with its payment, or `null`. */
export async function findRefund(db: Sql, id: string): Promise<StoredRefund | null> {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, isPaymentOfRefund)
    .where(eq(refunds.id, id));
  return found === undefined ? null : toStoredRefund(found);
}

/** Stores the result of a transition. Returns false when the refund changed since it was read. */
export async function updateRefund(db: Sql, read: RefundRow, change: RefundChange): Promise<boolean> {
  const updated = await db
    .update(refunds)
    .set(change)
    .where(
      and(
        eq(refunds.id, read.id),
        eq(refunds.state, read.state),
        eq(refunds.tries, read.tries),
        eq(refunds.calls, read.calls),
        eq(refunds.isConfirmed, read.isConfirmed),
        read.checkedReceipt === null ? isNull(refunds.checkedReceipt) : eq(refunds.checkedReceipt, read.checkedReceipt),
        read.cashBy === null ? isNull(refunds.cashBy) : eq(refunds.cashBy, read.cashBy),
        read.deniedBy === null ? isNull(refunds.deniedBy) : eq(refunds.deniedBy, read.deniedBy),
      ),
    )
    .returning({ id: refunds.id });
  return updated.length === 1;
}

/** Adds the amount back to the sum of the payment, at most up to the payment, because the money did move. */
export async function takeAmount(db: Sql, paymentId: string, amount: number): Promise<void> {
  await db
    .update(payments)
    .set({ refunded: sql`least(${payments.amount}, ${payments.refunded} + ${amount})` })
    .where(eq(payments.id, paymentId));
}

/** Stores the phone that paid. Keeps a known one. */
export async function namePayer(db: Sql, paymentId: string, phone: string): Promise<void> {
  await db
    .update(payments)
    .set({ phone })
    .where(and(eq(payments.id, paymentId), isNull(payments.phone)));
}

/** Records that a receipt is our own refund. Returns false when it has another use (PAY-C3). */
export async function useReceiptForRefund(db: Sql, refundId: string, receipt: string, at: Date): Promise<boolean> {
  await db.insert(receipts).values({ receipt, use: 'refund', refundId, at }).onConflictDoNothing();
  const [use] = await db.select({ refundId: receipts.refundId }).from(receipts).where(eq(receipts.receipt, receipt));
  return use?.refundId === refundId;
}

/** Returns whether the receipt has any use, or is being checked for another refund. */
export async function isReceiptTaken(db: Sql, receipt: string, refundId: string): Promise<boolean> {
  const used = await db.select({ receipt: receipts.receipt }).from(receipts).where(eq(receipts.receipt, receipt));
  const checked = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.checkedReceipt, receipt), ne(refunds.id, refundId)));
  return used.length + checked.length > 0;
}

/**
 * Returns the sum of the order's refunds that are neither failed nor dropped, without this one. Without an order that of the
 * payment. Whole shillings.
 */
export async function sumOtherRefunds(
  db: Sql,
  { id, orderId, paymentId }: Pick<RefundRow, 'id' | 'orderId' | 'paymentId'>,
): Promise<number> {
  const isTogether = orderId === null ? eq(refunds.paymentId, paymentId ?? '') : eq(refunds.orderId, orderId);
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(isTogether, ne(refunds.id, id), notInArray(refunds.state, ['failed', 'dropped'])));
  return row?.sum ?? 0;
}

/** Returns whether another refund of the payment may be about to move money. */
export async function hasOtherOpenRefund(db: Sql, paymentId: string, id: string): Promise<boolean> {
  const open = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.id, id), inArray(refunds.state, [...OPEN_STATES])))
    .limit(1);
  return open.length > 0;
}

/** Returns up to `limit` ids of refunds whose next step is due before `before`, oldest first. */
export async function findDueSteps(db: Sql, before: Date, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextAt), lte(refunds.nextAt, before)))
    .orderBy(asc(refunds.nextAt))
    .limit(limit);
  return due.map(({ id }) => id);
}

/** Sets the time of the worker's next step. */
export async function setNextStep(db: Sql, id: string, nextAt: Date | null): Promise<void> {
  await db.update(refunds).set({ nextAt }).where(eq(refunds.id, id));
}

/** Names who caused the refunds of an order that this change made due (PAY-F2). */
export async function setProposer(db: Sql, orderId: OrderId, proposerId: string, createdAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ proposerId })
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.proposerId), eq(refunds.createdAt, createdAt)));
}

/** Returns restored refunds that nothing has asked about yet (PAY-F6). */
export async function findRestored(db: Sql): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.isRestored, true), eq(refunds.state, 'unknown'), isNull(refunds.nextAt)));
  return found.map(({ id }) => id);
}

/**
 * Completes the payments, refunds and receipts that a process of the previous version has added during an update. A
 * refund that it confirmed was made by hand.
 */
export async function adoptOlderRows(db: Sql): Promise<void> {
  await db.execute(sql`update ${payments} set phone = (select phone from payment_attempts where id = ${payments.attemptId})
    where phone is null and ${payments.attemptId} is not null`);
  await db.execute(sql`insert into ${receipts} (receipt, use, payment_id, at)
    select receipt, 'payment', id, paid_at from ${payments} where receipt is not null on conflict do nothing`);
  const adopted = await db
    .update(refunds)
    .set({
      paymentId: sql`(select ${payments.id} from ${payments} where ${payments.attemptId} = ${refunds.attemptId})`,
      state: sql`case when ${refunds.confirmedAt} is null then 'due' else 'done' end`,
      way: sql`case when ${refunds.confirmedAt} is null then null else 'hand' end`,
    })
    .where(and(isNull(refunds.paymentId), isNotNull(refunds.attemptId)))
    .returning({ paymentId: refunds.paymentId, amount: refunds.amount });
  for (const { paymentId, amount } of adopted) if (paymentId !== null) await takeAmount(db, paymentId, amount);
}

/** Returns all refunds that are neither done nor dropped. */
export async function findOpenRefunds(db: Sql): Promise<RefundRow[]> {
  return (await db.select().from(refunds).where(isOpenRefund)).map(toRefundRow);
}

/** Returns whether the order requires a refund of the attempt's payment. */
export async function hasRefund(db: Sql, attemptId: string): Promise<boolean> {
  const found = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.attemptId, attemptId)).limit(1);
  return found.length > 0;
}
