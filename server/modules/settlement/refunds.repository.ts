import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orders, payments, refunds } from '../../db/schema.ts';

/**
 * Whether the money of a refund came when its order was over (D27), in a query of all three tables. What came in time
 * keeps `isPaid`, and its refund is younger than the payment; late money is put into the queue in the moment it comes.
 */
export const cameLate = sql<boolean>`coalesce(${orders.status} = 'cancelled' and ${refunds.reason} = 'cancelled' and (
  not ${orders.isPaid} or (${payments.paidAt} > ${orders.paidAt} and ${payments.paidAt} >= ${refunds.createdAt})), false)`;

/** False when the attempt's money goes back already. */
export async function insertRefund(
  db: Sql,
  refund: { attemptId: string; orderId: OrderId; amount: Shillings; reason: 'overpaid' | 'cancelled'; createdAt: Date },
): Promise<boolean> {
  return (
    (await db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.attemptId })).length === 1
  );
}

/** Closes the refund's entry. Gives the refunds of the order that are still due. */
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
