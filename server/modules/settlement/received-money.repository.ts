import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import { payments, receipts, receivedMoney, refunds } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { getWholePhone, isFromPhone } from './payer.rules.ts';
import { toReceivedRow, type ReceivedRow } from './stored-rows.rules.ts';

export type { ReceivedRow };
export type ReceivedState = ReceivedRow['state'];
export type ReceivedChange = Partial<typeof receivedMoney.$inferInsert>;

/** Allowed difference between the clocks of M-Pesa and the shop. */
const CLOCKS_DIFFER_MS = 60_000;
/** The order counts it as paid, but M-Pesa has not shown it, or contradicts it (PAY-C4). */
const UNPROVEN = ['provisional', 'held'] as const satisfies readonly ReceivedState[];

const statements = perHandle((db) => ({
  find: db
    .select()
    .from(receivedMoney)
    .where(eq(receivedMoney.receipt, placeholder('receipt')))
    .prepare('received_find'),
  unproven: db
    .select({ count: count() })
    .from(receivedMoney)
    .where(and(eq(receivedMoney.orderId, placeholder('orderId')), inArray(receivedMoney.state, [...UNPROVEN])))
    .prepare('received_unproven'),
}));

export async function findReceived(db: Sql, receipt: string): Promise<ReceivedRow | null> {
  const [found] = await statements(db).find.execute({ receipt });
  return found === undefined ? null : toReceivedRow(found);
}

/** Locks the row until the transaction ends. The caller locks its order first, as all code does. `null` for none. */
export async function lockReceived(db: Sql, receipt: string): Promise<ReceivedRow | null> {
  const [found] = await db.select().from(receivedMoney).where(eq(receivedMoney.receipt, receipt)).for('update');
  return found === undefined ? null : toReceivedRow(found);
}

/** Stores a decision about a locked row. */
export async function setReceived(db: Sql, receipt: string, change: ReceivedChange): Promise<void> {
  await db.update(receivedMoney).set(change).where(eq(receivedMoney.receipt, receipt));
}

/** Returns the number of the order's payments that M-Pesa has not shown yet, or that are in doubt. */
export async function countUnproven(db: Sql, orderId: OrderId): Promise<number> {
  const [row] = await statements(db).unproven.execute({ orderId });
  return row?.count ?? 0;
}

/** Returns the money of the order in these states, oldest first. */
export async function findReceivedOfOrder(
  db: Sql,
  orderId: OrderId,
  states: readonly ReceivedState[],
): Promise<ReceivedRow[]> {
  const rows = await db
    .select()
    .from(receivedMoney)
    .where(and(eq(receivedMoney.orderId, orderId), inArray(receivedMoney.state, [...states])))
    .orderBy(receivedMoney.receivedAt, receivedMoney.receipt);
  return rows.map(toReceivedRow);
}

/** A prompt whose money may have arrived as a payment by hand first. */
export interface PromptOfPayment {
  readonly id: string;
  readonly orderId: OrderId;
  readonly phone: Msisdn;
  readonly amount: Shillings;
  readonly pushedAt: Date | null;
}

/**
 * Gives a prompt its payment when a confirmation was faster (PAY-C3): the one with the receipt of the callback, or for a
 * query, which has none, the one of this amount from a phone that fits, after the push. The caller must lock the order.
 * Returns its receipt, or `null` when there is none.
 */
export async function adoptPayment(db: Sql, prompt: PromptOfPayment, receipt: string | null): Promise<string | null> {
  const { id: attemptId, orderId, amount, phone, pushedAt } = prompt;
  const found = await db
    .select({ id: payments.id, receipt: payments.receipt, payer: receivedMoney.payer, paidAt: payments.paidAt })
    .from(payments)
    .innerJoin(receivedMoney, eq(receivedMoney.paymentId, payments.id))
    .where(and(eq(payments.orderId, orderId), isNull(payments.attemptId), eq(payments.amount, amount)))
    .orderBy(payments.paidAt);
  const own = found.find((it) => {
    if (receipt !== null) return it.receipt === receipt;
    return isFromPhone(it.payer, phone) && pushedAt !== null && isAfter(it.paidAt, pushedAt);
  });
  if (own === undefined) return null;
  await db.update(payments).set({ attemptId, source: 'prompt', phone }).where(eq(payments.id, own.id));
  await db.update(refunds).set({ attemptId }).where(eq(refunds.id, own.id));
  return own.receipt;
}

/**
 * Ends the wait of money that has no use yet, because a callback brought its receipt (PAY-C3). Money that is on its way
 * back, or in doubt, keeps its state.
 */
export async function takeReceived(db: Sql, receipt: string, orderId: OrderId, now: Date): Promise<void> {
  await freeReceipt(db, receipt);
  await db
    .update(receivedMoney)
    .set({ state: 'paid', orderId, isShown: true, problem: null, updatedAt: now })
    .where(
      and(
        eq(receivedMoney.receipt, receipt),
        inArray(receivedMoney.state, ['stored', 'proving', 'provisional', 'unmatched']),
      ),
    );
}

/** Frees the receipt of unmatched money for another use. */
export async function freeReceipt(db: Sql, receipt: string): Promise<void> {
  await db.delete(receipts).where(and(eq(receipts.receipt, receipt), eq(receipts.use, 'unmatched')));
}

/** Records that the receipt has no known use yet. */
export async function setUnmatched(db: Sql, receipt: string, at: Date): Promise<void> {
  await db
    .insert(receipts)
    .values({ receipt, use: 'unmatched', at })
    .onConflictDoUpdate({ target: receipts.receipt, set: { use: 'unmatched', paymentId: null } });
}

/** Removes a payment by hand that did not arrive, or belongs to another order. Its receipt becomes unmatched. */
export async function detachPayment(db: Sql, receipt: string, now: Date): Promise<void> {
  await db
    .update(receivedMoney)
    .set({ state: 'unmatched', paymentId: null, orderId: null, problem: 'detached', updatedAt: now })
    .where(eq(receivedMoney.receipt, receipt));
  await setUnmatched(db, receipt, now);
  await db.delete(payments).where(and(eq(payments.receipt, receipt), isNull(payments.attemptId)));
}

/**
 * Gives a payment by hand back its own place, because the prompt that a query took it for has a receipt of its own (PAY-C3).
 * Returns false when the prompt's payment is its own.
 */
export async function releaseAdopted(db: Sql, attemptId: string): Promise<boolean> {
  const released = await db
    .update(payments)
    .set({ attemptId: null, source: 'hand' })
    .where(and(eq(payments.attemptId, attemptId), ne(payments.id, attemptId)))
    .returning({ id: payments.id });
  return released.length === 1;
}

/** Marks unmatched money for return: its receipt has that use from now on (PAY-C3, PAY-C4). Locked by the caller. */
export async function beginReturn(db: Sql, row: ReceivedRow, paymentId: string, now: Date): Promise<void> {
  const { receipt, amount, paidAt, isShown } = row;
  // What only a confirmation tells is not believed (PAY-F2).
  const phone = isShown ? getWholePhone(row.payer) : null;
  const change = { receipt, phone };
  await db
    .insert(payments)
    .values({ id: paymentId, attemptId: null, source: 'hand', orderId: null, amount: amount ?? 0, paidAt, ...change })
    .onConflictDoUpdate({ target: payments.id, set: change });
  await db
    .insert(receipts)
    .values({ receipt, use: 'return', paymentId, at: now })
    .onConflictDoUpdate({ target: receipts.receipt, set: { use: 'return', paymentId } });
  await setReceived(db, receipt, {
    state: 'returning',
    paymentId,
    problem: null,
    asks: 0,
    notedBy: null,
    updatedAt: now,
  });
}

/** The money does not go back after all, so it is unmatched again (PAY-F1). */
export async function endReturn(db: Sql, payment: { readonly id: string }, now: Date): Promise<void> {
  const [row] = await db
    .update(receivedMoney)
    .set({ state: 'unmatched', paymentId: null, problem: 'dropped', updatedAt: now })
    .where(and(eq(receivedMoney.paymentId, payment.id), eq(receivedMoney.state, 'returning')))
    .returning({ receipt: receivedMoney.receipt });
  if (row === undefined) return;
  await setUnmatched(db, row.receipt, now);
  // Another payment may have the receipt now.
  await db.update(payments).set({ receipt: null }).where(eq(payments.id, payment.id));
}

/**
 * Gives a prompt the payment that staff marked for return, because M-Pesa's callback names its receipt (PAY-C3). Its refund
 * goes on. Returns false when there is none. The caller must lock the order.
 */
export async function adoptReturn(db: Sql, prompt: PromptOfPayment, receipt: string): Promise<boolean> {
  const { id: attemptId, orderId, phone } = prompt;
  const [own] = await db
    .update(payments)
    .set({ attemptId, orderId, source: 'prompt', phone })
    .where(and(eq(payments.receipt, receipt), isNull(payments.orderId)))
    .returning({ id: payments.id });
  if (own === undefined) return false;
  await db.update(refunds).set({ orderId }).where(eq(refunds.paymentId, own.id));
  await setReceived(db, receipt, { orderId });
  return true;
}

/** Ends the review of the order's payments by hand together with that of the order (D7, PAY-C4). */
export async function endReview(
  db: Sql,
  orderId: OrderId,
  as: 'payment.clear' | 'payment.deny' | 'payment.giveBack',
  now: Date,
): Promise<void> {
  const held = await db
    .select({ receipt: receivedMoney.receipt, attemptId: payments.attemptId })
    .from(receivedMoney)
    .leftJoin(payments, eq(payments.id, receivedMoney.paymentId))
    .where(and(eq(receivedMoney.orderId, orderId), eq(receivedMoney.state, 'held')));
  const state = as === 'payment.giveBack' ? 'returning' : 'paid';
  for (const { receipt, attemptId } of held) {
    if (as === 'payment.deny' && attemptId === null) await detachPayment(db, receipt, now);
    else await setReceived(db, receipt, { state, updatedAt: now });
  }
}

/** M-Pesa's times are whole seconds of another clock. */
function isAfter(paidAt: Date, pushedAt: Date): boolean {
  return paidAt.getTime() >= pushedAt.getTime() - CLOCKS_DIFFER_MS;
}
