import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orders, payments, refunds } from '../../db/schema.ts';

/**
 * Condition for a query of all three tables: the payment arrived after its order ended (D27). A payment in time keeps
 * `isPaid`, and its refund is newer than the payment. A late payment gets its refund when it arrives.
 */
export const cameLate = sql<boolean>`coalesce(${orders.status} = 'cancelled' and ${refunds.reason} = 'cancelled' and (
  not ${orders.isPaid} or (${payments.paidAt} > ${orders.paidAt} and ${payments.paidAt} >= ${refunds.createdAt})), false)`;

/** Join condition. A process of the previous version adds refunds without `paymentId` during an update. */
export const isPaymentOfRefund = sql<boolean>`(${payments.id} = ${refunds.paymentId}
  or (${refunds.paymentId} is null and ${payments.attemptId} = ${refunds.attemptId}))`;

/** Condition: the money has not gone back yet, and no owner dropped the refund. */
export const isOpenRefund = isNull(refunds.confirmedAt);

/** A refund before its row exists. */
export interface NewRefund extends Pick<typeof refunds.$inferInsert, 'attemptId' | 'reason' | 'note' | 'proposerId'> {
  readonly id: string;
  readonly paymentId: string;
  readonly orderId: OrderId;
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

/** Records that the refund of an attempt's payment was made by hand, unless it is closed. */
export async function confirmRefund(db: Sql, attemptId: string, now: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ state: 'done', way: 'hand', confirmedAt: now })
    .where(and(eq(refunds.attemptId, attemptId), isOpenRefund));
}

/** Returns the number of the order's open refunds. */
export async function countOpenRefunds(db: Sql, orderId: OrderId): Promise<number> {
  const [open] = await db
    .select({ count: count() })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isOpenRefund));
  return open?.count ?? 0;
}
