import { and, eq, isNull, sql } from 'drizzle-orm';
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

/** Returns false when the attempt already has a refund. */
export async function insertRefund(
  db: Sql,
  refund: { attemptId: string; orderId: OrderId; amount: Shillings; reason: 'overpaid' | 'cancelled'; createdAt: Date },
): Promise<boolean> {
  return (
    (await db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.attemptId })).length === 1
  );
}

/** Confirms a refund. Returns the number of open refunds of the order. */
export async function confirmRefund(db: Sql, attemptId: string, orderId: OrderId, now: Date): Promise<number> {
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
