import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { asOrderId, type OrderId } from '../../../contract/fields.ts';
import { asShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orderEvents, orderLines, orders, payments, refunds, users } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { hasNoJob } from '../../jobs/waiting.ts';
import { cameLate } from './refunds.repository.ts';
import { lineRow, orderRow, type LineRow, type OrderRow } from './stored-rows.rules.ts';

/** Orders of the shopper's list at most; the newest come first. */
const LONGEST_LIST = 200;

const columns = { order: orders, line: orderLines, user: { id: users.id, name: users.name, email: users.email } };

export type { LineRow, OrderRow };
/** What of an order changes during its life. */
export type OrderChange = Partial<typeof orders.$inferInsert>;
/** One order with its lines and its owner. */
export interface StoredOrder {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** Its money that goes back and, of all that goes or went back, what came too late (D27); whole shillings. */
  readonly refunds: { readonly due: Shillings; readonly late: Shillings };
  /** M-Pesa's receipt of the money that paid it; null while none is known (Q16). */
  readonly receipt: string | null;
}

/** Money of which some may have a refund. Orders of any other are the many, and pay no statement for it. */
const REFUNDED: ReadonlySet<OrderRow['money']> = new Set(['overpaid', 'refundDue', 'refunded']);
export const NO_REFUNDS: StoredOrder['refunds'] = { due: asShillings(0), late: asShillings(0) };

const statements = perHandle((db) => ({
  lockOrder: db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, placeholder('id')))
    .for('no key update')
    .prepare('order_lock'),
  insertEvent: db
    .insert(orderEvents)
    .values({
      id: placeholder('id'),
      orderId: placeholder('orderId'),
      type: placeholder('type'),
      data: placeholder('data'),
      at: placeholder('at'),
    })
    .prepare('order_event_insert'),
}));

/** The order of this id, whoever owns it: the caller decides what its reader may know. */
export async function findOrder(db: Sql, id: OrderId): Promise<StoredOrder | null> {
  return (await findOrders(db, eq(orders.id, id)))[0] ?? null;
}

/** The shopper's own orders, newest first. */
export async function findOrdersOf(db: Sql, userId: string): Promise<StoredOrder[]> {
  const newest = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LONGEST_LIST);
  return findOrders(db, inArray(orders.id, newest));
}

/** At most `limit` ids of unpaid orders whose time was over before `before`, the oldest first. */
export async function findOverdue(db: Sql, before: Date, limit: number, job: string): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        eq(orders.money, 'unpaid'),
        lt(orders.expiresAt, before),
        hasNoJob(db, job, 'orderId', orders.id),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(limit);
  return rows.map(({ id }) => asOrderId(id));
}

/** Orders of all shoppers, newest first: those of one status, or all for null. */
export async function findOrderPage(
  db: Sql,
  status: OrderRow['status'] | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredOrder[]> {
  const page = db
    .select({ id: orders.id })
    .from(orders)
    .where(status === null ? undefined : eq(orders.status, status))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  return findOrders(db, inArray(orders.id, page));
}

/** How many orders are of one status, or there are for null. */
export async function countOrders(db: Sql, status: OrderRow['status'] | null): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(status === null ? undefined : eq(orders.status, status));
  return row?.count ?? 0;
}

async function findOrders(db: Sql, condition: SQL): Promise<StoredOrder[]> {
  const rows = await db
    .select(columns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(condition)
    .orderBy(desc(orders.createdAt), desc(orders.id), asc(orderLines.position));
  const found = new Map<string, StoredOrder & { readonly lines: LineRow[] }>();
  for (const { order, line, user } of rows) {
    const known = found.get(order.id);
    if (known === undefined)
      found.set(order.id, {
        order: orderRow(order),
        user,
        lines: [lineRow(line)],
        refunds: NO_REFUNDS,
        receipt: null,
      });
    else known.lines.push(lineRow(line));
  }
  const all = [...found.values()];
  const refunded = all.filter(({ order }) => REFUNDED.has(order.money)).map(({ order }) => order.id);
  const paid = all.filter(({ order }) => order.isPaid && order.paymentMethod === 'mpesa').map(({ order }) => order.id);
  const [sums, receipts] = await Promise.all([sumRefunds(db, refunded), findReceipts(db, paid)]);
  return all.map((stored) => ({
    ...stored,
    refunds: sums.get(stored.order.id) ?? stored.refunds,
    receipt: receipts.get(stored.order.id) ?? null,
  }));
}

/** The receipt of the first money of each order; those without one are missing. */
async function findReceipts(db: Sql, orderIds: readonly string[]): Promise<Map<string, string | null>> {
  if (orderIds.length === 0) return new Map();
  const first = await db
    .selectDistinctOn([payments.orderId], { orderId: payments.orderId, receipt: payments.receipt })
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .orderBy(asc(payments.orderId), asc(payments.paidAt), asc(payments.attemptId));
  return new Map(first.map(({ orderId, receipt }) => [orderId, receipt]));
}

/** A sum of the database, which is text. */
const summed = (sum: string): Shillings => asShillings(Number(sum));

/** By order; those without a refund are missing. */
async function sumRefunds(db: Sql, orderIds: readonly string[]): Promise<Map<string, StoredOrder['refunds']>> {
  if (orderIds.length === 0) return new Map();
  const sums = await db
    .select({
      orderId: refunds.orderId,
      late: sql`coalesce(sum(${refunds.amount}) filter (where ${cameLate}), 0)`.mapWith(summed),
      due: sql`coalesce(sum(${refunds.amount}) filter (where ${refunds.confirmedAt} is null), 0)`.mapWith(summed),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, eq(payments.attemptId, refunds.attemptId))
    .where(inArray(refunds.orderId, [...orderIds]))
    .groupBy(refunds.orderId);
  return new Map(sums.map(({ orderId, due, late }) => [orderId, { due, late }]));
}

/**
 * Keeps everybody else from changing this order until the end of the transaction: whoever decides by its payments
 * takes this first, so that no prompt goes out for an order that is just being cancelled.
 */
export async function lockOrder(db: Sql, id: OrderId): Promise<void> {
  await statements(db).lockOrder.execute({ id });
}

/**
 * Stores what a transition decided, if the order still is as it was read; false when somebody else was
 * faster and the caller has to decide again (providers 2.3).
 */
export async function updateOrder(db: Sql, read: OrderRow, change: OrderChange): Promise<boolean> {
  const updated = await db
    .update(orders)
    .set(change)
    .where(
      and(
        eq(orders.id, read.id),
        eq(orders.status, read.status),
        eq(orders.paymentMethod, read.paymentMethod),
        eq(orders.isPaid, read.isPaid),
        eq(orders.money, read.money),
      ),
    )
    .returning({ id: orders.id });
  return updated.length === 1;
}

export async function setReservation(db: Sql, orderId: OrderId, reservation: LineRow['reservation']): Promise<void> {
  await db.update(orderLines).set({ reservation }).where(eq(orderLines.orderId, orderId));
}

export async function insertEvent(
  db: Sql,
  event: { orderId: OrderId; type: string; data: unknown; at: Date },
): Promise<void> {
  await statements(db).insertEvent.execute({ id: randomUUID(), ...event });
}
