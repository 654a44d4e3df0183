import { eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, refunds, users } from '../../db/schema.ts';

/**
 * What a message says of an order, and the phone that it goes to; null when the order is gone. `payments` are the
 * attempts whose money goes back.
 */
export async function findFacts(db: Sql, orderId: string, payments: readonly string[]) {
  const [row] = await db
    .select({
      phone: users.phone,
      shortId: orders.shortId,
      totalPrice: orders.totalPrice,
      isPaid: orders.isPaid,
      trackingNumber: orders.trackingNumber,
      pickupStation: orders.pickupStation,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  if (row === undefined) return null;
  const [due] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.attemptId, [...payments]));
  return { ...row, refund: due?.amount ?? 0 };
}
