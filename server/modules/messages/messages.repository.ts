import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { collectionCodes, jobs, orderLines, orders, paymentAlarms, payments, refunds, users } from '../../db/schema.ts';
import { isRest } from '../../db/refund-conditions.ts';

/**
 * Returns the data of an order message, with the account's phone and address (D22). `null` when the order does not
 * exist. `back` contains the ids of refunds, or of their attempts in jobs of the previous version.
 */
export async function findFacts(db: Sql, orderId: OrderId, back: readonly string[]) {
  const [row] = await db
    .select({
      phone: users.phone,
      email: users.email,
      name: users.name,
      shortId: orders.shortId,
      totalPrice: orders.totalPrice,
      isPaid: orders.isPaid,
      paymentMethod: orders.paymentMethod,
      trackingNumber: orders.trackingNumber,
      pickupStation: orders.pickupStation,
      cancelReason: orders.cancelReason,
      status: orders.status,
      money: orders.money,
      parcel: orders.parcel,
      parcelAt: orders.parcelAt,
      collectUntil: orders.collectUntil,
      noRefundReason: orders.noRefundReason,
      codeHash: collectionCodes.codeHash,
      recipientName: orders.recipientName,
      address: orders.address,
      city: orders.city,
      country: orders.country,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(collectionCodes, eq(collectionCodes.orderId, orders.id))
    .where(eq(orders.id, orderId));
  if (row === undefined) return null;
  const [due] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(or(inArray(refunds.id, [...back]), inArray(refunds.attemptId, [...back])));
  const [news] = await db
    .select({
      amount: refunds.amount,
      phone: payments.phone,
      receipt: refunds.receipt,
      isCash: sql<boolean>`coalesce(${refunds.way} = 'cash', false)`,
      note: refunds.note,
      isRest,
    })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.id, [...back]))
    .limit(1);
  const parts = await db
    .select({ amount: payments.amount, refunded: payments.refunded })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  const [paid] = await db
    .select({ receipt: payments.receipt })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.receipt)))
    .orderBy(asc(payments.paidAt))
    .limit(1);
  const part = row.money === 'partPaid' ? parts.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0) : 0;
  return {
    ...row,
    due: row.totalPrice - part,
    refund: due?.amount ?? 0,
    back: news ?? null,
    receipt: paid?.receipt ?? null,
  };
}

export function findLines(db: Sql, orderId: OrderId) {
  return db
    .select({ name: orderLines.name, quantity: orderLines.quantity, price: orderLines.price })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
}

/** Adds an alarm about an undelivered or late message, once per id (D28, D29). Returns false when it exists already. */
export async function insertAlarmOnce(
  db: Sql,
  id: string,
  alarm: { readonly kind: string; readonly orderId: OrderId | null; readonly detail: object },
  at: Date,
): Promise<boolean> {
  const row = { id, ...alarm, attemptId: null, at };
  const written = await db.insert(paymentAlarms).values(row).onConflictDoNothing().returning({ id: paymentAlarms.id });
  return written.length === 1;
}

/** Returns whether a message with one of the keys was sent or is being sent. Locks those that wait. */
export async function hasLeft(db: Sql, keys: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ doneAt: jobs.doneAt, lockedUntil: jobs.lockedUntil, attempts: jobs.attempts })
    .from(jobs)
    .where(inArray(jobs.dedupeKey, [...keys]))
    .for('update');
  return rows.some(({ doneAt, lockedUntil, attempts }) => doneAt !== null || lockedUntil !== null || attempts > 0);
}

/** Removes the collection code from a message, which was sent or given up (OWN-P2). */
export async function removeCode(db: Sql, job: string): Promise<void> {
  await db
    .update(jobs)
    .set({ payload: sql`${jobs.payload} - 'code'` })
    .where(eq(jobs.id, job));
}

/** Returns whether another message with this key still waits. */
export async function isOtherWaiting(db: Sql, job: string, kinds: readonly string[]): Promise<boolean> {
  const own = db.select({ key: jobs.dedupeKey }).from(jobs).where(eq(jobs.id, job));
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.kind, [...kinds]), eq(jobs.dedupeKey, own), ne(jobs.id, job), isNull(jobs.doneAt)));
  return rows.length > 0;
}

/** Deletes messages with these keys that were not sent. */
export async function deleteWaiting(db: Sql, kinds: readonly string[], keys: readonly string[]): Promise<void> {
  await db
    .delete(jobs)
    .where(and(inArray(jobs.kind, [...kinds]), inArray(jobs.dedupeKey, [...keys]), isNull(jobs.doneAt)));
}

/** Deletes the messages with a collection code of an order that were not sent, because another code follows. */
export async function deleteWaitingCodes(db: Sql, kinds: readonly string[], orderId: OrderId): Promise<void> {
  await db
    .delete(jobs)
    .where(
      and(
        inArray(jobs.kind, [...kinds]),
        isNull(jobs.doneAt),
        sql`${jobs.payload} ->> 'orderId' = ${orderId}`,
        sql`${jobs.payload} ->> 'about' = 'ready'`,
      ),
    );
}

/** Sets when the 7 days of a pickup end, once. Returns false for a parcel that is not ready or whose days began before. */
export async function setCollectUntil(db: Sql, orderId: OrderId, collectUntil: Date): Promise<boolean> {
  const updated = await db
    .update(orders)
    .set({ collectUntil })
    .where(and(eq(orders.id, orderId), eq(orders.parcel, 'ready'), isNull(orders.collectUntil)))
    .returning({ id: orders.id });
  return updated.length === 1;
}
