import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAlarms, paymentAttempts } from '../../db/schema.ts';

/** Conditions for orders without progress since `before`. */
const STALE = {
  /** A cash order that the staff has not handled (D19). */
  'order.untouched': (before: Date) =>
    and(eq(orders.status, 'pending'), eq(orders.paymentMethod, 'cod'), lte(orders.createdAt, before)),
  'order.unsent': (before: Date) =>
    and(inArray(orders.status, ['pending', 'processing']), eq(orders.isPaid, true), lte(orders.paidAt, before)),
  'order.undelivered': (before: Date) =>
    and(
      eq(orders.status, 'shipped'),
      inArray(orders.parcel, ['none', 'onTheWay', 'ready']),
      lte(orders.updatedAt, before),
    ),
  // A parcel may come back more than once.
  'parcel.notBack': (before: Date) =>
    and(inArray(orders.parcel, ['refused', 'uncollected']), lte(orders.parcelAt, before)),
  'parcel.notInspected': (before: Date) => and(eq(orders.parcel, 'returned'), lte(orders.parcelAt, before)),
} as const satisfies Readonly<Record<string, (before: Date) => SQL | undefined>>;

export type StaleKind = keyof typeof STALE;

/** Returns up to `limit` ids of stale orders without an alarm of this kind, oldest first. */
export async function findStaleOrders(db: Sql, kind: StaleKind, before: Date, limit: number): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(
      paymentAlarms,
      and(
        eq(paymentAlarms.orderId, orders.id),
        eq(paymentAlarms.kind, kind),
        kind.startsWith('parcel.') ? gte(paymentAlarms.at, orders.parcelAt) : undefined,
      ),
    )
    .where(and(STALE[kind](before), isNull(paymentAlarms.id)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => toOrderId(id));
}

export const UNLEARNT = 'payment.unlearnt';

/** Returns prompts sent between `after` and `before` with an unknown outcome and without an alarm. */
export async function findUnknownPayments(db: Sql, after: Date, before: Date, limit: number) {
  const rows = await db
    .select({ id: paymentAttempts.id, orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .leftJoin(paymentAlarms, and(eq(paymentAlarms.attemptId, paymentAttempts.id), eq(paymentAlarms.kind, UNLEARNT)))
    .where(
      and(
        eq(paymentAttempts.state, 'expired'),
        isNotNull(paymentAttempts.pushedAt),
        gt(paymentAttempts.pushedAt, after),
        lte(paymentAttempts.pushedAt, before),
        isNull(paymentAlarms.id),
      ),
    )
    .orderBy(asc(paymentAttempts.pushedAt), asc(paymentAttempts.id))
    .limit(limit);
  return rows.map(({ id, orderId }) => ({ id, orderId: toOrderId(orderId) }));
}
