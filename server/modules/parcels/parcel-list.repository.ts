import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orders } from '../../db/schema.ts';
import { toOrderRow, type OrderRow } from '../settlement/stored-rows.rules.ts';

const MOST_LISTED = 200;

/** Returns the ids of orders with this number or id. */
export async function findOrderIds(db: Sql, typed: string): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.shortId, typed), eq(sql`${orders.id}::text`, typed)))
    .limit(1);
  return rows.map(({ id }) => toOrderId(id));
}

/** Returns orders whose parcel or cash needs a person, oldest first. */
export async function findWaitingParcels(db: Sql): Promise<OrderRow[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(
      or(
        inArray(orders.parcel, ['ready', 'refused', 'uncollected', 'returned']),
        inArray(orders.cash, ['owed', 'short']),
      ),
    )
    .orderBy(asc(orders.parcelAt), asc(orders.id))
    .limit(MOST_LISTED);
  return rows.map(toOrderRow);
}
