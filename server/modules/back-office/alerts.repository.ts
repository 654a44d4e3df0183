import { asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAlarms, refunds } from '../../db/schema.ts';

/** Returns alarms that were not reported yet, oldest first, and marks them as reported. */
export async function takeUnreportedAlarms(db: Sql, limit: number, now: Date) {
  const untold = await db
    .select({
      id: paymentAlarms.id,
      kind: paymentAlarms.kind,
      count: paymentAlarms.count,
      detail: paymentAlarms.detail,
      shortId: orders.shortId,
    })
    .from(paymentAlarms)
    .leftJoin(orders, eq(orders.id, paymentAlarms.orderId))
    .where(isNull(paymentAlarms.toldAt))
    .orderBy(asc(paymentAlarms.at))
    .limit(limit);
  const ids = untold.map(({ id }) => id);
  if (ids.length > 0) await db.update(paymentAlarms).set({ toldAt: now }).where(inArray(paymentAlarms.id, ids));
  return untold;
}

/** Returns refunds that were not reported yet, and marks them as reported. */
export async function takeUnreportedRefunds(db: Sql, limit: number, now: Date) {
  const untold = await db
    .select({ id: refunds.id, amount: refunds.amount, shortId: orders.shortId })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .where(isNull(refunds.toldAt))
    .orderBy(asc(refunds.createdAt))
    .limit(limit);
  const ids = untold.map(({ id }) => id);
  if (ids.length > 0) await db.update(refunds).set({ toldAt: now }).where(inArray(refunds.id, ids));
  return untold;
}
