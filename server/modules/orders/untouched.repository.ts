import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAlarms } from '../../db/schema.ts';

/** At most `limit` ids of pending cash orders of `before` or earlier of which nobody was told, the oldest first. */
export async function findUntouched(db: Sql, before: Date, limit: number): Promise<string[]> {
  const told = and(eq(paymentAlarms.orderId, orders.id), eq(paymentAlarms.kind, 'order.untouched'));
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(paymentAlarms, told)
    .where(
      and(
        eq(orders.status, 'pending'),
        eq(orders.paymentMethod, 'cod'),
        lte(orders.createdAt, before),
        isNull(paymentAlarms.id),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}
