import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, exists, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn, type Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import {
  orders,
  payerPhones,
  paymentAttempts,
  paymentClaims,
  payments,
  receipts,
  receivedMessages,
  receivedMoney,
  refunds,
  users,
} from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { getDue } from '../settlement/part-payments.rules.ts';
import type { MatchFacts, OpenOrder, OrderPrompt } from './matching.rules.ts';

/** Number of open orders of one amount that are compared. More are not distinguishable anyway. */
const MOST_COMPARED = 200;
/** Number of lines in the list for the staff. The oldest come first, so the others follow. */
const MOST_LISTED = 1_000;

/** Stores a body once. Returns false for a repeated one. */
export async function insertMessage(db: Sql, body: string, receipt: string | null, at: Date): Promise<boolean> {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const stored = await db
    .insert(receivedMessages)
    .values({ id: randomUUID(), bodyHash, body: body.replaceAll('\u0000', '\ufffd'), receipt, receivedAt: at })
    .onConflictDoNothing()
    .returning({ id: receivedMessages.id });
  return stored.length === 1;
}

/** Adds money with a new receipt. Returns false when the receipt is known (PAY-C3). */
export async function insertReceived(db: Sql, money: typeof receivedMoney.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(receivedMoney)
    .values(money)
    .onConflictDoNothing()
    .returning({ receipt: receivedMoney.receipt });
  return added.length === 1;
}

/**
 * Adds what Transaction Status does not tell to money that a claim found and nobody has used: the account as the payer typed
 * it. Returns false for other money.
 */
export async function completeReceived(
  db: Sql,
  { receipt, source, kind, shortcode, account, updatedAt }: typeof receivedMoney.$inferInsert,
): Promise<boolean> {
  const changed = await db
    .update(receivedMoney)
    .set({ state: 'stored', source, kind, shortcode, account, problem: null, updatedAt })
    .where(
      and(eq(receivedMoney.receipt, receipt), eq(receivedMoney.source, 'status'), eq(receivedMoney.state, 'unmatched')),
    )
    .returning({ receipt: receivedMoney.receipt });
  return changed.length === 1;
}

/** Returns the order with this short id, or `null`. */
export async function findOrderByShortId(db: Sql, shortId: string) {
  const [found] = await db
    .select({ id: orders.id, status: orders.status, isPaid: orders.isPaid, userId: orders.userId })
    .from(orders)
    .where(eq(orders.shortId, shortId));
  return found === undefined ? null : { ...found, id: toOrderId(found.id) };
}

/** Returns the present use of a receipt, or `null` (PAY-C3). */
export async function findUse(db: Sql, receipt: string): Promise<MatchFacts['use']> {
  const [found] = await db.select({ use: receipts.use }).from(receipts).where(eq(receipts.receipt, receipt));
  return found?.use ?? null;
}

/** Returns the payment with this receipt, or `null`. */
export async function findPaymentOfReceipt(db: Sql, receipt: string) {
  const [found] = await db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.receipt, receipt));
  return found === undefined
    ? null
    : { id: found.id, orderId: found.orderId === null ? null : toOrderId(found.orderId) };
}

/** Returns the order's prompts, newest first. */
export async function findPrompts(db: Sql, orderId: OrderId): Promise<OrderPrompt[]> {
  const rows = await db
    .select({
      id: paymentAttempts.id,
      phone: paymentAttempts.phone,
      amount: paymentAttempts.amount,
      state: paymentAttempts.state,
      paid: payments.amount,
      paymentId: payments.id,
      receipt: payments.receipt,
    })
    .from(paymentAttempts)
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.createdAt));
  return rows.map(({ id, phone, amount, state, paid, paymentId, receipt }) => ({
    id,
    phone: parseStoredMsisdn(phone),
    amount: toShillings(amount),
    doubted: state === 'held' && paid !== null ? toShillings(paid) : null,
    isPaid: paymentId !== null,
    hasReceipt: receipt !== null,
  }));
}

/** Returns the phones that the shopper proved: the account's own, and those confirmed by a code (D25). */
export async function findProvedPhones(db: Sql, userIds: readonly string[]): Promise<Map<string, Msisdn[]>> {
  if (userIds.length === 0) return new Map();
  const own = await db
    .select({ userId: users.id, phone: users.phone })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  const others = await db
    .select({ userId: payerPhones.userId, phone: payerPhones.phone })
    .from(payerPhones)
    .where(and(inArray(payerPhones.userId, [...userIds]), isNotNull(payerPhones.provedAt)));
  const found = new Map<string, Msisdn[]>();
  for (const { userId, phone } of [...own, ...others]) {
    const known = found.get(userId) ?? [];
    known.push(parseStoredMsisdn(phone));
    found.set(userId, known);
  }
  return found;
}

/** Returns the open orders of which exactly this amount is due, with the phones that their shoppers proved (PAY-C4). */
export async function findOpenOrders(db: Sql, amount: Shillings): Promise<OpenOrder[]> {
  const rows = await db
    .select({
      id: orders.id,
      userId: orders.userId,
      money: orders.money,
      totalPrice: orders.totalPrice,
      createdAt: orders.createdAt,
      paid: sql<number>`coalesce((select sum(${payments.amount} - ${payments.refunded}) from ${payments}
        where ${payments.orderId} = ${orders.id}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        or(
          and(eq(orders.money, 'unpaid'), eq(orders.totalPrice, amount)),
          and(eq(orders.money, 'partPaid'), sql`${orders.totalPrice} > ${amount}`),
        ),
        ne(orders.status, 'cancelled'),
        ne(orders.status, 'delivered'),
      ),
    )
    .limit(MOST_COMPARED);
  const phones = await findProvedPhones(db, [...new Set(rows.map(({ userId }) => userId))]);
  return rows.map(({ id, userId, money, totalPrice, createdAt, paid }) => ({
    id: toOrderId(id),
    due: getDue({ money, totalPrice: toShillings(totalPrice) }, [{ amount: toShillings(paid), refunded: 0 }]),
    createdAt,
    phones: phones.get(userId) ?? [],
  }));
}

/** Returns the money that staff decide about, oldest first. Sales at a counter are not listed (PAY-T1). */
export async function findListedMoney(db: Sql) {
  return db
    .select()
    .from(receivedMoney)
    .where(
      or(
        and(eq(receivedMoney.state, 'unmatched'), ne(sql`coalesce(${receivedMoney.problem}, '')`, 'counter')),
        eq(receivedMoney.state, 'held'),
        and(eq(receivedMoney.state, 'provisional'), isNotNull(receivedMoney.listedAt)),
      ),
    )
    .orderBy(receivedMoney.receivedAt, receivedMoney.receipt)
    .limit(MOST_LISTED);
}

/** Returns the refund of money that is marked for return while nobody has approved it, or `null`. */
export async function findDueReturn(
  db: Sql,
  { paymentId }: { readonly paymentId: string | null },
): Promise<string | null> {
  const [due] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId ?? ''), isNull(refunds.orderId), eq(refunds.state, 'due')));
  return due?.id ?? null;
}

/** Returns the number of refunds that the payment ever had. */
export async function countRefunds(db: Sql, paymentId: string): Promise<number> {
  return db.$count(refunds, eq(refunds.paymentId, paymentId));
}

/** Returns the short ids of the orders for which shoppers sent these receipts. */
export async function findClaimsOfReceipts(db: Sql, known: readonly string[]): Promise<Map<string, string[]>> {
  if (known.length === 0) return new Map();
  const rows = await db
    .selectDistinct({ receipt: paymentClaims.receipt, order: orders.shortId })
    .from(paymentClaims)
    .innerJoin(orders, eq(orders.id, paymentClaims.orderId))
    .where(inArray(paymentClaims.receipt, [...known]))
    .orderBy(paymentClaims.receipt, orders.shortId);
  const found = new Map<string, string[]>();
  for (const { receipt, order } of rows) found.set(receipt, [...(found.get(receipt) ?? []), order]);
  return found;
}

/** Stores the phone that M-Pesa named for a payment by hand. */
export async function setPayerPhone(db: Sql, paymentId: string, phone: Msisdn): Promise<void> {
  await db
    .update(payments)
    .set({ phone })
    .where(and(eq(payments.id, paymentId), isNull(payments.phone)));
}

const statements = perHandle((db) => ({
  withMoney: db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(receivedMoney, and(eq(receivedMoney.orderId, orders.id), eq(receivedMoney.state, 'proving')))
    .where(
      and(
        eq(orders.userId, placeholder('userId')),
        eq(orders.status, 'pending'),
        eq(orders.paymentMethod, 'mpesa'),
        or(
          inArray(orders.money, ['partPaid', 'held']),
          and(eq(orders.money, 'unpaid'), isNotNull(receivedMoney.receipt)),
          exists(
            db
              .select({ id: paymentClaims.id })
              .from(paymentClaims)
              .where(
                and(
                  eq(paymentClaims.orderId, orders.id),
                  inArray(paymentClaims.state, ['asking', 'waiting', 'for_staff']),
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .prepare('order_with_money'),
}));

/** Returns the shopper's newest unpaid order of which money or an undecided claim is known, or `null`. Asked on every first page. */
export async function findOrderWithMoney(db: Sql, userId: string): Promise<OrderId | null> {
  const [found] = await statements(db).withMoney.execute({ userId });
  return found === undefined ? null : toOrderId(found.id);
}
