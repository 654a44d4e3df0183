import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  ne,
  notLike,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../../db/client.ts';
import {
  audit,
  jobs,
  orderEvents,
  orders,
  paymentAlarms,
  paymentAttempts,
  payments,
  refunds,
} from '../../db/schema.ts';
import { isRest } from '../../db/refund-conditions.ts';
import { isPaymentOfRefund } from '../settlement/refunds.repository.ts';

const UNTOUCHED = 'order.untouched';
/** Number of tries in about an hour. */
const MANY_TRIES = 11;

const alarm = {
  id: paymentAlarms.id,
  kind: paymentAlarms.kind,
  orderId: paymentAlarms.orderId,
  attemptId: paymentAlarms.attemptId,
  detail: paymentAlarms.detail,
  count: paymentAlarms.count,
  at: paymentAlarms.at,
  lastAt: paymentAlarms.lastAt,
  settledAt: paymentAlarms.settledAt,
  shortId: orders.shortId,
};
const order = {
  id: orders.id,
  shortId: orders.shortId,
  status: orders.status,
  paymentMethod: orders.paymentMethod,
  money: orders.money,
  isPaid: orders.isPaid,
  totalPrice: orders.totalPrice,
  createdAt: orders.createdAt,
  updatedAt: orders.updatedAt,
  expiresAt: orders.expiresAt,
};
const job = {
  id: jobs.id,
  kind: jobs.kind,
  attempts: jobs.attempts,
  lastError: jobs.lastError,
  runAt: jobs.runAt,
  doneAt: jobs.doneAt,
};

export type BackOfficeOrder = Pick<typeof orders.$inferSelect, keyof typeof order>;
export type BackOfficeAlarm = Awaited<ReturnType<typeof findAlarms>>[number];
export type BackOfficeRefund = Awaited<ReturnType<typeof findRefunds>>[number];
export type BackOfficeJob = Awaited<ReturnType<typeof findJobs>>[number];

/**
 * Groups repeated alarms. A shop alarm repeats every hour, so it is grouped by subject. An order alarm is its own
 * group.
 */
const matter = sql`case when ${paymentAlarms.hour} is null or ${paymentAlarms.orderId} is not null
  then ${paymentAlarms.id}::text else ${paymentAlarms.subject} end`;
const newest = sql`coalesce(${paymentAlarms.lastAt}, ${paymentAlarms.at})`;

/**
 * Returns open alarms, oldest first: those about messages, or all others. Leaves out alarms that an order in the list
 * already shows, i.e. held orders and stale cash orders. Repeated alarms become one row: the newest, with the first
 * time, the last time and the total count. At most `mostOfKind` of each kind, newest first, so that one kind does not
 * hide the others.
 */
export function findOpenAlarms(db: Sql, about: 'messages' | 'others', mostOfKind: number) {
  const isMessage = like(paymentAlarms.kind, 'message.%');
  const groupPartition = sql`partition by ${paymentAlarms.kind}, ${matter}`;
  const each = db
    .select({
      ...alarm,
      count: sql`sum(${paymentAlarms.count}) over (${groupPartition})`.mapWith(Number).as('count_of_all'),
      at: sql`min(${paymentAlarms.at}) over (${groupPartition})`.mapWith(paymentAlarms.at).as('first_at'),
      lastAt: sql`max(${newest}) over (${groupPartition})`.mapWith(paymentAlarms.at).as('newest_at'),
      again:
        sql<number>`row_number() over (${groupPartition} order by ${newest} desc, ${paymentAlarms.at} desc, ${paymentAlarms.id} desc)`
          .mapWith(Number)
          .as('again'),
    })
    .from(paymentAlarms)
    .leftJoin(orders, eq(orders.id, paymentAlarms.orderId))
    .where(
      and(
        isNull(paymentAlarms.settledAt),
        about === 'messages'
          ? isMessage
          : and(
              notLike(paymentAlarms.kind, 'message.%'),
              ne(paymentAlarms.kind, UNTOUCHED),
              or(isNull(orders.money), ne(orders.money, 'held')),
            ),
      ),
    )
    .as('each');
  const place = sql<number>`row_number() over (partition by ${each.kind} order by ${each.lastAt} desc, ${each.id} desc)`;
  const placed = db
    .select({
      id: each.id,
      kind: each.kind,
      orderId: each.orderId,
      attemptId: each.attemptId,
      detail: each.detail,
      count: each.count,
      at: each.at,
      lastAt: each.lastAt,
      settledAt: each.settledAt,
      shortId: each.shortId,
      place: place.mapWith(Number).as('place'),
    })
    .from(each)
    .where(eq(each.again, 1))
    .as('placed');
  return db.select().from(placed).where(lte(placed.place, mostOfKind)).orderBy(asc(placed.at), asc(placed.id));
}

/** Returns orders with a payment in doubt, oldest first. */
export function findHeldOrders(db: Sql, limit: number) {
  return db.select(order).from(orders).where(eq(orders.money, 'held')).orderBy(asc(orders.updatedAt)).limit(limit);
}

/** Returns overdue orders: unpaid orders that expired before `before`, and stale cash orders (D12, D19). */
export function findOverdueOrders(db: Sql, before: Date, limit: number) {
  return db
    .select(order)
    .from(orders)
    .where(or(isExpired(before), isStale(db)))
    .orderBy(asc(orders.createdAt))
    .limit(limit);
}

/** Returns whether the order is overdue, as in `findOverdueOrders`. */
export async function isOverdue(db: Sql, orderId: string, before: Date): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), or(isExpired(before), isStale(db))));
  return found.length > 0;
}

function isExpired(before: Date): SQL | undefined {
  return and(eq(orders.status, 'pending'), lt(orders.expiresAt, before), ne(orders.money, 'held'));
}

function isStale(db: Sql): SQL | undefined {
  const told = db
    .select({ id: paymentAlarms.orderId })
    .from(paymentAlarms)
    .where(and(eq(paymentAlarms.kind, UNTOUCHED), isNull(paymentAlarms.settledAt)));
  return and(eq(orders.status, 'pending'), eq(orders.paymentMethod, 'cod'), inArray(orders.id, told));
}

/** Returns jobs that have failed for about an hour and are still retried. */
export function findFailingJobs(db: Sql, limit: number) {
  return db
    .select(job)
    .from(jobs)
    .where(and(isNull(jobs.doneAt), isNotNull(jobs.lastError), gte(jobs.attempts, MANY_TRIES)))
    .orderBy(asc(jobs.runAt))
    .limit(limit);
}

/** Returns up to two matches. A second match means that the prefix is ambiguous. */
export function findAlarms(db: Sql, start: string) {
  return db
    .select(alarm)
    .from(paymentAlarms)
    .leftJoin(orders, eq(orders.id, paymentAlarms.orderId))
    .where(hasPrefix(paymentAlarms.id, start))
    .limit(2);
}

export function findBackOfficeOrders(db: Sql, start: string) {
  return db.select(order).from(orders).where(hasPrefix(orders.id, start)).limit(2);
}

/** Returns refunds, due or made, with the data to send them: whole shillings, the payer's phone and the receipt. */
function findRefundsWhere(db: Sql, condition: SQL | undefined, limit: number) {
  return db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      shortId: orders.shortId,
      amount: refunds.amount,
      reason: refunds.reason,
      isRest,
      phone: sql<string | null>`coalesce(${payments.phone}, ${paymentAttempts.phone})`,
      receipt: payments.receipt,
      createdAt: refunds.createdAt,
      confirmedAt: refunds.confirmedAt,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, isPaymentOfRefund)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(condition)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(limit);
}

/** Returns refunds that are due, oldest first. */
export function findDueRefunds(db: Sql, limit = 1_000) {
  return findRefundsWhere(db, isNull(refunds.confirmedAt), limit);
}

export function findRefunds(db: Sql, start: string) {
  return findRefundsWhere(db, hasPrefix(refunds.id, start), 2);
}

export function findJobs(db: Sql, start: string) {
  return db.select(job).from(jobs).where(hasPrefix(jobs.id, start)).limit(2);
}

/** Uses the index of the id: all ids with the prefix are between two bounds. */
function hasPrefix(id: PgColumn, start: string): SQL | undefined {
  const digits = start.replaceAll('-', '');
  return and(sql`${id} >= ${digits.padEnd(32, '0')}::uuid`, sql`${id} <= ${digits.padEnd(32, 'f')}::uuid`);
}

/** Settles an alarm and its earlier repetitions. Returns false when it is already settled. */
export async function settleAlarm(db: Sql, id: string, now: Date): Promise<boolean> {
  const isNamed = and(eq(paymentAlarms.id, id), isNull(paymentAlarms.settledAt));
  const [named] = await db
    .select({ kind: paymentAlarms.kind, matter: sql<string>`${matter}`, at: paymentAlarms.at })
    .from(paymentAlarms)
    .where(isNamed);
  if (named === undefined) return false;
  const settled = await db
    .update(paymentAlarms)
    .set({ settledAt: now })
    .where(
      and(
        eq(paymentAlarms.kind, named.kind),
        eq(matter, named.matter),
        lte(paymentAlarms.at, named.at),
        isNull(paymentAlarms.settledAt),
      ),
    )
    .returning({ id: paymentAlarms.id });
  return settled.some((one) => one.id === id);
}

/** Settles all open alarms of an order, except those about undelivered messages. Returns their number. */
export async function settleOrderAlarms(db: Sql, orderId: string, now: Date): Promise<number> {
  const settled = await db
    .update(paymentAlarms)
    .set({ settledAt: now })
    .where(
      and(
        eq(paymentAlarms.orderId, orderId),
        isNull(paymentAlarms.settledAt),
        notLike(paymentAlarms.kind, 'message.%'),
      ),
    )
    .returning({ id: paymentAlarms.id });
  return settled.length;
}

/** Returns false when the job is done. */
export async function runJobNow(db: Sql, id: string, now: Date): Promise<boolean> {
  const changed = await db
    .update(jobs)
    .set({ runAt: now })
    .where(and(eq(jobs.id, id), isNull(jobs.doneAt)))
    .returning({ id: jobs.id });
  return changed.length === 1;
}

/** Returns the payment history of an order, oldest first. */
export async function findHistory(db: Sql, orderId: string, limit: number) {
  const attempts = await db
    .select({
      id: paymentAttempts.id,
      state: paymentAttempts.state,
      amount: paymentAttempts.amount,
      phone: paymentAttempts.phone,
      failureReason: paymentAttempts.failureReason,
      crossCheck: paymentAttempts.crossCheck,
      createdAt: paymentAttempts.createdAt,
      receipt: payments.receipt,
      received: payments.amount,
    })
    .from(paymentAttempts)
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.createdAt))
    .limit(limit);
  const events = await db
    .select({ type: orderEvents.type, at: orderEvents.at })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.at))
    .limit(limit);
  const alarms = await db
    .select({
      id: paymentAlarms.id,
      kind: paymentAlarms.kind,
      at: paymentAlarms.at,
      settledAt: paymentAlarms.settledAt,
    })
    .from(paymentAlarms)
    .where(eq(paymentAlarms.orderId, orderId))
    .orderBy(desc(paymentAlarms.at))
    .limit(limit);
  const back = await db
    .select({ id: refunds.id, amount: refunds.amount, at: refunds.createdAt, settledAt: refunds.confirmedAt })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt))
    .limit(limit);
  return { attempts, events: events.reverse(), alarms: alarms.reverse(), refunds: back };
}

/** Returns the audit entries of these subjects, oldest first. */
export function findNotes(db: Sql, subjects: readonly string[]) {
  return db
    .select({ at: audit.at, actor: audit.actor, action: audit.action, after: audit.after })
    .from(audit)
    .where(inArray(audit.subject, [...subjects]))
    .orderBy(asc(audit.at))
    .limit(20);
}
