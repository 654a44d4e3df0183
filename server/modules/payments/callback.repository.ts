import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts, paymentMessages, payments, receipts } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { AttemptRow } from '../settlement/attempts.repository.ts';

const statements = perHandle((db) => ({
  receipts: db
    .select({
      use: receipts.use,
      attemptId: payments.attemptId,
      orderId: payments.orderId,
      amount: payments.amount,
    })
    .from(receipts)
    .leftJoin(payments, eq(payments.id, receipts.paymentId))
    .where(eq(receipts.receipt, placeholder('receipt')))
    .prepare('payment_of_receipt'),
}));

/** Stores a callback body and returns its id. `null` for a repeated body. */
export async function insertCallback(
  db: Sql,
  callback: Omit<typeof paymentMessages.$inferInsert, 'id'>,
): Promise<string | null> {
  const [stored] = await db
    .insert(paymentMessages)
    .values({ id: randomUUID(), ...callback })
    .onConflictDoNothing()
    .returning({ id: paymentMessages.id });
  return stored?.id ?? null;
}

/** Returns the attempt with this Daraja id, or `null`. */
export async function findAttemptByCheckout(db: Sql, checkoutRequestId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.checkoutRequestId, checkoutRequestId));
  return row?.id ?? null;
}

/**
 * Returns whether the receipt has a use other than the payment of this attempt. Money that a confirmation brought for the
 * same order, or that nobody could match, is the same money (PAY-C3), also where staff marked it for return.
 */
export async function isReceiptUsedElsewhere(
  db: Sql,
  receipt: string,
  { id, orderId, amount }: Pick<AttemptRow, 'id' | 'orderId' | 'amount'>,
): Promise<boolean> {
  const [use] = await statements(db).receipts.execute({ receipt });
  if (use === undefined || use.use === 'unmatched' || use.attemptId === id) return false;
  const isOther = use.orderId !== orderId && !(use.use === 'return' && use.orderId === null);
  return use.attemptId !== null || isOther || use.amount !== amount;
}
