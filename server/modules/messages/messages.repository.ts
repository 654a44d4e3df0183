import { asc, eq, inArray, isNotNull, and, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orderLines, orders, paymentAlarms, payments, refunds, users } from '../../db/schema.ts';

/**
 * What a message says of an order, and where it goes: the account's own phone and address (D22); null when the order is
 * gone. `back` are the attempts whose money goes back.
 */
export async function findFacts(db: Sql, orderId: OrderId, back: readonly string[]) {
  const [row] = await db
    .select({
      phone: users.phone,
      email: users.email,
      name: users.name,
      shortId: orders.shortId,
      totalPrice: orders.totalPrice,
      isPaid: orders.isPaid,
      paymentMethod: orders.paymentMethod,
      trackingNumber: orders.trackingNumber,
      pickupStation: orders.pickupStation,
      cancelReason: orders.cancelReason,
      recipientName: orders.recipientName,
      address: orders.address,
      city: orders.city,
      country: orders.country,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  if (row === undefined) return null;
  const [due] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.attemptId, [...back]));
  const [paid] = await db
    .select({ receipt: payments.receipt })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.receipt)))
    .orderBy(asc(payments.paidAt))
    .limit(1);
  return { ...row, refund: due?.amount ?? 0, receipt: paid?.receipt ?? null };
}

export function findLines(db: Sql, orderId: OrderId) {
  return db
    .select({ name: orderLines.name, quantity: orderLines.quantity, price: orderLines.price })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
}

/** A row that tells the desk of news that nobody got, or not yet; once for each id (D28, D29). False when it is there. */
export async function insertAlarmOnce(
  db: Sql,
  id: string,
  alarm: { readonly kind: string; readonly orderId: OrderId | null; readonly detail: object },
  at: Date,
): Promise<boolean> {
  const row = { id, ...alarm, attemptId: null, at };
  const written = await db.insert(paymentAlarms).values(row).onConflictDoNothing().returning({ id: paymentAlarms.id });
  return written.length === 1;
}
