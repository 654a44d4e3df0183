import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { OperatingHours } from '../../../contract/pickup.ts';
import type { Sql } from '../../db/client.ts';
import { orderEvents, orderLines, orders, payments, pickupStations, users } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { hasNoJob } from '../../jobs/waiting.ts';
import { isOrderProving, sumParts, NO_MONEY, type OpenMoney } from './open-money.repository.ts';
import { findRefundsOfOrders, type OrderRefund } from './order-refunds.repository.ts';
import { PARCEL_STEPS, toParcelState } from './parcel-state.rules.ts';
import { toLineRow, toOrderRow, type LineRow, type OrderRow } from './stored-rows.rules.ts';

/** Maximum number of orders in the shopper's list. Newest first. */
const LONGEST_LIST = 200;

const columns = {
  order: orders,
  line: orderLines,
  user: { id: users.id, name: users.name, email: users.email },
  isProving: isOrderProving,
};

export type { LineRow, OrderRow };
/** Columns that change after the insert. */
export type OrderChange = Partial<typeof orders.$inferInsert>;
/** An order with its lines and its owner. */
export interface StoredOrder {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** Sums of open refunds, of those of late payments (D27) and of all that no owner dropped, and each, oldest first. */
  readonly refunds: {
    readonly due: Shillings;
    readonly late: Shillings;
    readonly all: Shillings;
    readonly each: readonly OrderRefund[];
  };
  /** Of an order that waits for its payment. Others have none. */
  readonly openMoney: OpenMoney;
  /** Steps of its parcel, oldest first. */
  readonly steps: readonly { readonly type: string; readonly at: Date }[];
  /** The pickup station as it is now. `null` for home delivery and before the shipping. */
  readonly station: { readonly phone: string; readonly operatingHours: OperatingHours | null } | null;
  /** M-Pesa receipt of the payment. `null` while unknown (Q16). */
  readonly receipt: string | null;
}

const NOTHING = toShillings(0);
/** An order without money, refunds, parcel and receipt. */
export const NOTHING_ELSE: Pick<StoredOrder, 'refunds' | 'openMoney' | 'steps' | 'station' | 'receipt'> = {
  refunds: { due: NOTHING, late: NOTHING, all: NOTHING, each: [] },
  openMoney: NO_MONEY,
  steps: [],
  station: null,
  receipt: null,
};

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

/** Returns the order with this id, of any owner. The caller checks access. */
export async function findOrder(db: Sql, id: OrderId): Promise<StoredOrder | null> {
  return (await findOrders(db, eq(orders.id, id)))[0] ?? null;
}

/** Returns the shopper's orders, newest first. */
export async function findOrdersByUser(db: Sql, userId: string): Promise<StoredOrder[]> {
  const newest = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LONGEST_LIST);
  return findOrders(db, inArray(orders.id, newest));
}

/** Returns up to `limit` ids of unpaid orders that expired before `before` and have no job, oldest first. */
export async function findOverdue(db: Sql, before: Date, limit: number, job: string): Promise<OrderId[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        inArray(orders.money, ['unpaid', 'partPaid']),
        lt(orders.expiresAt, before),
        hasNoJob(db, job, 'orderId', orders.id),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(limit);
  return rows.map(({ id }) => toOrderId(id));
}

/** Returns orders of all shoppers with this status, or all for `null`, newest first. */
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

/** Returns the number of orders with this status, or of all for `null`. */
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
  for (const { order, line, user, isProving } of rows) {
    const known = found.get(order.id);
    if (known === undefined)
      found.set(order.id, {
        order: toOrderRow(order),
        user,
        lines: [toLineRow(line)],
        ...NOTHING_ELSE,
        openMoney: { ...NO_MONEY, isProving },
      });
    else known.lines.push(toLineRow(line));
  }
  const all = [...found.values()];
  const paying = all.filter(({ order }) => order.money !== 'unpaid').map(({ order }) => order.id);
  const paid = all.filter(({ order }) => order.isPaid && order.paymentMethod === 'mpesa').map(({ order }) => order.id);
  const inParts = all.filter(({ order }) => order.money === 'partPaid').map(({ order }) => order.id);
  const sent = all.map(({ order }) => order).filter((order) => toParcelState(order) !== 'none');
  // One after the other: a transaction has one connection. Most orders need none or one of them.
  const refunds = await findRefundsOfOrders(db, paying);
  const receipts = await findReceipts(db, paid);
  const parts = await sumParts(db, inParts);
  const steps = await findSteps(
    db,
    sent.map(({ id }) => id),
  );
  const stations = await findStations(
    db,
    sent.flatMap(({ pickupStationId }) => pickupStationId ?? []),
  );
  return all.map((stored) => ({
    ...stored,
    refunds: sumRefunds(refunds.get(stored.order.id) ?? []),
    openMoney: { ...stored.openMoney, paid: parts.get(stored.order.id) ?? NO_MONEY.paid },
    steps: steps.get(stored.order.id) ?? [],
    station: stations.get(stored.order.pickupStationId ?? '') ?? null,
    receipt: receipts.get(stored.order.id) ?? null,
  }));
}

/** Returns the steps of each order's parcel. */
async function findSteps(db: Sql, orderIds: readonly string[]): Promise<Map<string, StoredOrder['steps'][number][]>> {
  const found = new Map<string, StoredOrder['steps'][number][]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .select({ orderId: orderEvents.orderId, type: orderEvents.type, at: orderEvents.at })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, [...orderIds]), inArray(orderEvents.type, PARCEL_STEPS)))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
  for (const { orderId, ...step } of rows) {
    const steps = found.get(orderId);
    if (steps === undefined) found.set(orderId, [step]);
    else steps.push(step);
  }
  return found;
}

async function findStations(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, NonNullable<StoredOrder['station']>>> {
  if (ids.length === 0) return new Map();
  const { id, phone, operatingHours } = pickupStations;
  const rows = await db
    .select({ id, phone, operatingHours })
    .from(pickupStations)
    .where(inArray(id, [...ids]));
  return new Map(rows.map(({ id: key, ...station }) => [key, station]));
}

/** Returns the receipt of each order's first payment. Orders without a payment are missing. */
async function findReceipts(db: Sql, orderIds: readonly string[]): Promise<Map<string, string | null>> {
  if (orderIds.length === 0) return new Map();
  const first = await db
    .selectDistinctOn([payments.orderId], { orderId: payments.orderId, receipt: payments.receipt })
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .orderBy(asc(payments.orderId), asc(payments.paidAt), asc(payments.id));
  return new Map(first.flatMap(({ orderId, receipt }) => (orderId === null ? [] : [[orderId, receipt]])));
}

function sumRefunds(each: readonly OrderRefund[]): StoredOrder['refunds'] {
  const sum = (counted: readonly OrderRefund[]) => toShillings(counted.reduce((all, { amount }) => all + amount, 0));
  return {
    due: sum(each.filter(({ confirmedAt }) => confirmedAt === null)),
    late: sum(each.filter(({ isLate, state }) => isLate && state !== 'dropped')),
    all: sum(each.filter(({ state }) => state !== 'dropped')),
    each,
  };
}

/**
 * Locks an order until the transaction ends. Required before any decision about its payments, so that no prompt is sent
 * while the order is being cancelled.
 */
export async function lockOrder(db: Sql, id: OrderId): Promise<void> {
  await statements(db).lockOrder.execute({ id });
}

/**
 * Stores the result of a transition. Returns false when the order changed since it was read, and the caller decides
 * again (providers 2.3).
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
        eq(orders.parcel, read.parcel),
        eq(orders.cash, read.cash),
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
  event: { id?: string; orderId: OrderId; type: string; data: unknown; at: Date },
): Promise<void> {
  await statements(db).insertEvent.execute({ id: randomUUID(), ...event });
}

/** Moves the end of the hold on a waiting order, once, because a payment is being checked (PAY-C4, PAY-S2). */
export async function delayExpiry(db: Sql, id: OrderId, ms: number, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({ expiresAt: sql`${orders.expiresAt} + ${`${ms} milliseconds`}::interval`, delayedAt: now })
    .where(and(eq(orders.id, id), eq(orders.status, 'pending'), isNotNull(orders.expiresAt), isNull(orders.delayedAt)));
}
