import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orderLines, orderLineSerials, orders, products } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

const statements = perHandle((db) => ({
  missing: db
    .select({
      pieces: sql`${orderLines.quantity} - (select count(*) from ${orderLineSerials}
        where ${orderLineSerials.lineId} = ${orderLines.id} and ${orderLineSerials.freedAt} is null)`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orderLines.orderId, placeholder('orderId')), ne(products.serials, 'none')))
    .prepare('serials_missing'),
}));

/** Returns the number of pieces of the order that need a number and have none. */
export async function countMissingSerials(db: Sql, orderId: OrderId): Promise<number> {
  const lines = await statements(db).missing.execute({ orderId });
  return lines.reduce((sum, { pieces }) => sum + Math.max(0, pieces), 0);
}

/** Returns the sold numbers of the order's lines, and what each line needs, in the order of the lines. */
export async function findLineSerials(db: Sql, orderId: OrderId) {
  const lines = await db
    .select({ lineId: orderLines.id, kind: products.serials })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const sold = await db
    .select({ lineId: orderLineSerials.lineId, number: orderLineSerials.number })
    .from(orderLineSerials)
    .where(and(eq(orderLineSerials.orderId, orderId), isNull(orderLineSerials.freedAt)))
    .orderBy(asc(orderLineSerials.at), asc(orderLineSerials.number));
  return lines.map((line) => ({
    ...line,
    numbers: sold.filter(({ lineId }) => lineId === line.lineId).map(({ number }) => number),
  }));
}

/** Returns the orders of other lines whose sold pieces have one of these numbers. */
export async function findSold(db: Sql, numbers: readonly string[], lineId: string) {
  return db
    .select({ number: orderLineSerials.number, shortId: orders.shortId })
    .from(orderLineSerials)
    .innerJoin(orders, eq(orders.id, orderLineSerials.orderId))
    .where(
      and(
        inArray(orderLineSerials.number, [...numbers]),
        isNull(orderLineSerials.freedAt),
        ne(orderLineSerials.lineId, lineId),
      ),
    );
}

/** Replaces the numbers of a line. Returns false when another line took one in the same moment. */
export async function putSerials(
  db: Sql,
  { orderId, lineId }: { readonly orderId: OrderId; readonly lineId: string },
  rows: readonly { readonly id: string; readonly number: string; readonly staffId: string; readonly at: Date }[],
): Promise<boolean> {
  await db.delete(orderLineSerials).where(and(eq(orderLineSerials.lineId, lineId), isNull(orderLineSerials.freedAt)));
  if (rows.length === 0) return true;
  // Two people enter the same numbers in one order of rows, so that neither waits for the other.
  const sorted = rows.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const added = await db
    .insert(orderLineSerials)
    .values(sorted.map((row) => ({ ...row, orderId, lineId })))
    .onConflictDoNothing()
    .returning({ id: orderLineSerials.id });
  return added.length === rows.length;
}

/** The pieces are in the shop again, so their numbers can be sold. `lineId` limits it to a line, `number` to a piece. */
export async function freeSerials(
  db: Sql,
  { orderId, lineId, number }: { readonly orderId: OrderId; readonly lineId?: string; readonly number?: string },
  now: Date,
): Promise<number> {
  const freed = await db
    .update(orderLineSerials)
    .set({ freedAt: now })
    .where(
      and(
        eq(orderLineSerials.orderId, orderId),
        isNull(orderLineSerials.freedAt),
        ...(lineId === undefined ? [] : [eq(orderLineSerials.lineId, lineId)]),
        ...(number === undefined ? [] : [eq(orderLineSerials.number, number)]),
      ),
    )
    .returning({ id: orderLineSerials.id });
  return freed.length;
}

/** Returns the number of pieces of a line whose numbers are free again. */
export async function countFreed(db: Sql, lineId: string): Promise<number> {
  return db.$count(
    orderLineSerials,
    and(eq(orderLineSerials.lineId, lineId), sql`${orderLineSerials.freedAt} is not null`),
  );
}

/** Returns the pieces with one of these numbers, the newest sale first. */
export async function findByNumber(db: Sql, numbers: readonly string[]) {
  const rows = await db
    .select({
      number: orderLineSerials.number,
      lineId: orderLineSerials.lineId,
      orderId: orders.id,
      shortId: orders.shortId,
      status: orders.status,
      deliveredAt: orders.deliveredAt,
      product: orderLines.name,
      soldAt: orderLineSerials.at,
      freedAt: orderLineSerials.freedAt,
    })
    .from(orderLineSerials)
    .innerJoin(orders, eq(orders.id, orderLineSerials.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderLineSerials.lineId))
    .where(inArray(orderLineSerials.number, [...numbers]))
    .orderBy(desc(orderLineSerials.at), desc(orderLineSerials.id))
    .limit(50);
  return rows.map((row) => ({ ...row, orderId: toOrderId(row.orderId) }));
}
