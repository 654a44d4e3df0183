import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts, paymentMessages, payments } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

const statements = perHandle((db) => ({
  receipts: db
    .select({ attemptId: payments.attemptId })
    .from(payments)
    .where(eq(payments.receipt, placeholder('receipt')))
    .prepare('payment_of_receipt'),
}));

/** Keeps the body of a callback. Gives its id; null when the same body came before. */
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

/** The attempt that Daraja's id names. */
export async function attemptOfCheckout(db: Sql, checkoutRequestId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.checkoutRequestId, checkoutRequestId));
  return row?.id ?? null;
}

/** The attempt whose receipt it is. */
export async function attemptOfReceipt(db: Sql, receipt: string): Promise<string | null> {
  return (await statements(db).receipts.execute({ receipt }))[0]?.attemptId ?? null;
}
