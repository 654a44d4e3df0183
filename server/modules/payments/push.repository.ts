import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { toAttemptRow, type AttemptRow } from '../settlement/stored-rows.rules.ts';

/** A new attempt, without the columns that change later. */
export type NewAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'orderId'
  | 'userId'
  | 'phone'
  | 'amount'
  | 'accountReference'
  | 'state'
  | 'tokenHash'
  | 'runStartedAt'
  | 'createdAt'
  | 'updatedAt'
>;

const statements = perHandle((db) => ({
  insert: db
    .insert(paymentAttempts)
    .values({
      id: placeholder('id'),
      orderId: placeholder('orderId'),
      userId: placeholder('userId'),
      phone: placeholder('phone'),
      amount: placeholder('amount'),
      accountReference: placeholder('accountReference'),
      state: placeholder('state'),
      tokenHash: placeholder('tokenHash'),
      runStartedAt: placeholder('runStartedAt'),
      createdAt: placeholder('createdAt'),
      updatedAt: placeholder('updatedAt'),
    })
    .onConflictDoNothing()
    .returning({ id: paymentAttempts.id })
    .prepare('attempt_insert'),
}));

/** Returns false when another attempt of the order is open (partial unique index, D8). */
export async function insertAttempt(db: Sql, attempt: NewAttempt): Promise<boolean> {
  return (await statements(db).insert.execute({ ...attempt })).length === 1;
}

/** Returns the shopper's attempts for this phone and amount since `since`, newest first, to check for code 17 (D8). */
export async function findRecentAttempts(
  db: Sql,
  like: { userId: string; phone: Msisdn; amount: Shillings },
  since: Date,
): Promise<AttemptRow[]> {
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.userId, like.userId),
        gte(paymentAttempts.createdAt, since),
        eq(paymentAttempts.phone, like.phone),
        eq(paymentAttempts.amount, like.amount),
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt));
  return rows.map(toAttemptRow);
}

/** Returns attempts in state `created` or `requesting` that have not changed since `before`. */
export function findUnansweredAttempts(db: Sql, before: Date): Promise<{ readonly id: string }[]> {
  return db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.state, ['created', 'requesting']), lt(paymentAttempts.updatedAt, before)));
}
