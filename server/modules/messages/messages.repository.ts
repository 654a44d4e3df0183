import { asc, eq, inArray, isNotNull, and, or, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orderLines, orders, paymentAlarms, payments, refunds, users } from '../../db/schema.ts';

/**
 * Returns the data of an order message, with the account's phone and address (D22). `null` when the order does not
 * exist. `back` contains the ids of refunds, or of their attempts in jobs of the previous version.
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
    .where(or(inArray(refunds.id, [...back]), inArray(refunds.attemptId, [...back])));
  const [news] = await db
    .select({
      amount: refunds.amount,
      phone: payments.phone,
      receipt: refunds.receipt,
      isCash: sql<boolean>`coalesce(${refunds.way} = 'cash', false)`,
      note: refunds.note,
    })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.id, [...back]))
    .limit(1);
  const [paid] = await db
    .select({ receipt: payments.receipt })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.receipt)))
    .orderBy(asc(payments.paidAt))
    .limit(1);
  return { ...row, refund: due?.amount ?? 0, back: news ?? null, receipt: paid?.receipt ?? null };
}

export function findLines(db: Sql, orderId: OrderId) {
  return db
    .select({ name: orderLines.name, quantity: orderLines.quantity, price: orderLines.price })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
}

/** Adds an alarm about an undelivered or late message, once per id (D28, D29). Returns false when it exists already. */
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
