import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { addresses, orderEvents, orderLines, orders, users } from '../../db/schema.ts';
import { perHandle, perShape } from '../../db/statements.ts';

/** Orders of the shopper's list at most; the newest come first. */
const LONGEST_LIST = 200;

const columns = { order: orders, line: orderLines, user: { id: users.id, name: users.name, email: users.email } };

export type OrderRow = typeof orders.$inferSelect;
export type LineRow = typeof orderLines.$inferSelect;
/** What of an order changes during its life. */
export type OrderChange = Partial<typeof orders.$inferInsert>;
/** A new order; what it lacks is what only its life brings. */
export type InitialOrder = Omit<
  OrderRow,
  'money' | 'paidAt' | 'isDelivered' | 'deliveredAt' | 'trackingNumber' | 'cancelReason' | 'etims'
>;
export type NewLine = LineRow;

/** One order with its lines and its owner. */
export interface StoredOrder {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

/** The order of this id, whoever owns it: the caller decides between 403 and 404. */
export async function findOrder(db: Sql, id: string): Promise<StoredOrder | null> {
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
    if (known === undefined) found.set(order.id, { order, user, lines: [line] });
    else known.lines.push(line);
  }
  return [...found.values()];
}

const slot = sql.placeholder;
const statements = perHandle((db) => ({
  insertOrder: db
    .insert(orders)
    .values({
      id: slot('id'),
      shortId: slot('shortId'),
      userId: slot('userId'),
      status: slot('status'),
      paymentMethod: slot('paymentMethod'),
      itemsPrice: slot('itemsPrice'),
      shippingPrice: slot('shippingPrice'),
      taxPrice: slot('taxPrice'),
      totalPrice: slot('totalPrice'),
      isPaid: slot('isPaid'),
      deliveryMethod: slot('deliveryMethod'),
      recipientName: slot('recipientName'),
      recipientPhone: slot('recipientPhone'),
      address: slot('address'),
      city: slot('city'),
      postalCode: slot('postalCode'),
      country: slot('country'),
      vatIncluded: slot('vatIncluded'),
      pickupStation: slot('pickupStation'),
      pickupCounty: slot('pickupCounty'),
      pickupTown: slot('pickupTown'),
      pickupInstructions: slot('pickupInstructions'),
      pickupStationId: sql`${slot('pickupStationId')}`,
      // Without the column's encoder, which cannot write null.
      expiresAt: sql`${slot('expiresAt')}`,
      createdAt: slot('createdAt'),
      updatedAt: slot('updatedAt'),
    })
    .prepare('order_insert'),
  insertEvent: db
    .insert(orderEvents)
    .values({ id: slot('id'), orderId: slot('orderId'), type: slot('type'), data: slot('data'), at: slot('at') })
    .prepare('order_event_insert'),
  lockShopper: db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, slot('userId')))
    .for('no key update')
    .prepare('order_lock_shopper'),
  lockOrder: db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, slot('id')))
    .for('no key update')
    .prepare('order_lock'),
  countOpenCash: db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.userId, slot('userId')),
        eq(orders.paymentMethod, 'cod'),
        inArray(orders.status, ['pending', 'processing', 'shipped']),
      ),
    )
    .prepare('order_open_cash'),
  postalCodes: db
    .select({ address: addresses.address, city: addresses.city, postalCode: addresses.postalCode })
    .from(addresses)
    .where(eq(addresses.userId, slot('userId')))
    .prepare('order_postal_codes'),
}));

/** By the number of lines. */
const insertLines = perShape((db, count: number) =>
  db
    .insert(orderLines)
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: slot(`id${at}`),
        orderId: slot(`orderId${at}`),
        productId: slot(`productId${at}`),
        position: slot(`position${at}`),
        name: slot(`name${at}`),
        quantity: slot(`quantity${at}`),
        price: slot(`price${at}`),
        image: slot(`image${at}`),
        vatIncluded: slot(`vatIncluded${at}`),
        reservation: slot(`reservation${at}`),
      })),
    )
    .prepare(`order_lines_${count}`),
);

export async function insertOrder(db: Sql, order: InitialOrder, lines: readonly NewLine[]): Promise<void> {
  await statements(db).insertOrder.execute({ ...order });
  const values = lines.flatMap((line, at) =>
    Object.entries(line).map(([name, value]) => [`${name}${at}`, value] as const),
  );
  await insertLines(db, lines.length).execute(Object.fromEntries(values));
  await insertEvent(db, {
    orderId: order.id,
    type: 'created',
    data: { paymentMethod: order.paymentMethod },
    at: order.createdAt,
  });
}

/** Serialises the orders of one shopper, so that the limit on open ones holds for parallel requests too. */
export async function lockShopper(db: Sql, userId: string): Promise<void> {
  await statements(db).lockShopper.execute({ userId });
}

/**
 * Keeps everybody else from changing this order until the end of the transaction: whoever decides by its payments
 * takes this first, so that no prompt goes out for an order that is just being cancelled.
 */
export async function lockOrder(db: Sql, id: string): Promise<void> {
  await statements(db).lockOrder.execute({ id });
}

/** Cash-on-delivery orders that are neither delivered nor cancelled (D19). */
export async function countOpenCashOrders(db: Sql, userId: string): Promise<number> {
  return (await statements(db).countOpenCash.execute({ userId }))[0]?.count ?? 0;
}

/** The shopper's saved addresses, for their postal codes (A30). */
export function findPostalCodes(db: Sql, userId: string) {
  return statements(db).postalCodes.execute({ userId });
}

/**
 * Stores what a transition decided, if the order still is as it was read; false where somebody else was
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

export async function setReservation(db: Sql, orderId: string, reservation: LineRow['reservation']): Promise<void> {
  await db.update(orderLines).set({ reservation }).where(eq(orderLines.orderId, orderId));
}

export async function insertEvent(
  db: Sql,
  event: { orderId: string; type: string; data: unknown; at: Date },
): Promise<void> {
  await statements(db).insertEvent.execute({ id: randomUUID(), ...event });
}
