import { and, asc, eq, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { collectionCodes, orders } from '../../db/schema.ts';
import { WITH_CODE } from '../messages/parcel-messages.rules.ts';

export async function setReminders(db: Sql, orderId: OrderId, reminders: number): Promise<void> {
  await db.update(orders).set({ reminders }).where(eq(orders.id, orderId));
}

/** Returns ready parcels with a reminder or their end due: each count of reminders with the latest end that has it due. */
export async function findDueCollections(
  db: Sql,
  due: { readonly over: Date; readonly second: Date; readonly first: Date },
  limit: number,
): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.parcel, 'ready'),
        isNotNull(orders.collectUntil),
        or(
          lte(orders.collectUntil, due.over),
          and(lt(orders.reminders, 2), lte(orders.collectUntil, due.second)),
          and(lt(orders.reminders, 1), lte(orders.collectUntil, due.first)),
        ),
      ),
    )
    .orderBy(asc(orders.parcelAt), asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => toOrderId(id));
}

/** Returns parcels that are ready since before `before`, and whose 7 days have not begun. */
export async function findUnbegun(db: Sql, before: Date, limit: number): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.parcel, 'ready'), isNull(orders.collectUntil), lt(orders.parcelAt, before)))
    .orderBy(asc(orders.parcelAt), asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => toOrderId(id));
}

/** Deletes the codes of parcels that left the states with a code at or before `before`. For one order, or for all. */
export async function deleteUsedCodes(db: Sql, before: Date, orderId: OrderId | null): Promise<void> {
  const used = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, collectionCodes.orderId),
        notInArray(orders.parcel, [...WITH_CODE]),
        lte(orders.parcelAt, before),
      ),
    );
  await db
    .delete(collectionCodes)
    .where(and(orderId === null ? undefined : eq(collectionCodes.orderId, orderId), sql`exists (${used})`));
}
