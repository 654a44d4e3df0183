import { and, asc, desc, eq, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema.ts';
import { hasNoJob } from '../../jobs/waiting.ts';
import { isFailureCheck, LIVE_STATES } from '../settlement/attempts.repository.ts';
import { toAttemptRow, type AttemptRow } from '../settlement/stored-rows.rules.ts';

/** Attempts that may be queried: open ones, and expired ones for a day (D7). */
const isOpen = inArray(paymentAttempts.state, [...LIVE_STATES, 'expired']);
/** A shopper may be waiting, so these have priority. */
const isLive = inArray(paymentAttempts.state, [...LIVE_STATES]);
const isCrossCheck = eq(paymentAttempts.crossCheck, 'due');
const isUnsettled = sql`(${isOpen} or ${isCrossCheck})`;
const isAskable = and(isNotNull(paymentAttempts.checkoutRequestId), isUnsettled);

/** Number of unanswered prompts per shopper and hour before further ones lose priority. */
const FREE_PROMPTS = 3;
/**
 * Whether the shopper had too many unanswered prompts in the hour before. Shoppers who never answer must not use up the
 * turns of those who paid (F29).
 */
const isOneTooMany = sql`(
  select count(*) >= ${FREE_PROMPTS} from ${paymentAttempts} as earlier
  where earlier.user_id = "payment_attempts"."user_id"
    and earlier.created_at < "payment_attempts"."created_at"
    and earlier.created_at > "payment_attempts"."created_at" - interval '1 hour'
    and earlier.state in ('created', 'requesting', 'pending', 'unknown', 'expired')
)`;

/**
 * Returns the most urgent attempt that is due, or `null`. Does not lock the attempt: the caller already holds the
 * budget's row, so no other process chooses in parallel, and an attempt that is expiring is not skipped.
 */
export async function findDueAttempt(db: Sql, now: Date): Promise<AttemptRow | null> {
  const [due] = await db
    .select()
    .from(paymentAttempts)
    .where(and(lte(paymentAttempts.nextQueryAt, now), isAskable))
    .orderBy(
      desc(sql`(${isOpen} or ${isFailureCheck})`),
      asc(isOneTooMany),
      // `null` sorts last: the shopper did not report a missing prompt (U4).
      asc(paymentAttempts.wantedAt),
      desc(isLive),
      asc(paymentAttempts.nextQueryAt),
    )
    .limit(1);
  return due === undefined ? null : toAttemptRow(due);
}

/**
 * Returns up to `limit` ids of attempts that were created before `before`, are still open and have no deadline job,
 * oldest first.
 */
export async function findOverdueAttempts(db: Sql, before: Date, limit: number, job: string): Promise<string[]> {
  const rows = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isLive, lt(paymentAttempts.createdAt, before), hasNoJob(db, job, 'attemptId', paymentAttempts.id)))
    .orderBy(asc(paymentAttempts.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns whether a query was due before `before`. */
export async function isAnyQueryLate(db: Sql, before: Date): Promise<boolean> {
  const rows = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(lt(paymentAttempts.nextQueryAt, before), isAskable))
    .limit(1);
  return rows.length > 0;
}

/** Returns which kind of callback the query must verify (D7): a success or a failure. `null` when there is none. */
export async function whereCheckDue(db: Sql, id: string): Promise<'succeeded' | 'failed' | null> {
  const [row] = await db
    .select({ crossCheck: paymentAttempts.crossCheck, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id));
  if (row?.crossCheck !== 'due') return null;
  return row.state === 'failed' ? 'failed' : 'succeeded';
}

/** Returns the attempt if it may still be queried, or `null`. */
export async function findQueryable(db: Sql, id: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.id, id), isAskable));
  return row === undefined ? null : toAttemptRow(row);
}

/** Gives up the cross-check of an attempt. */
export function dropCrossCheck(db: Sql, id: string): Promise<void> {
  return drop(db, eq(paymentAttempts.id, id));
}

/** Gives up the cross-checks of attempts created before `before`. */
export function dropCrossChecksBefore(db: Sql, before: Date): Promise<void> {
  return drop(db, lt(paymentAttempts.createdAt, before));
}

async function drop(db: Sql, which: SQL): Promise<void> {
  await db.update(paymentAttempts).set({ crossCheck: 'dropped', nextQueryAt: null }).where(and(isCrossCheck, which));
}

/** Stops queries of settled attempts that were due at `now`. */
export async function stopQueryingSettled(db: Sql, now: Date): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextQueryAt: null })
    // `crossCheck` may be null, so the condition may be null too.
    .where(and(lte(paymentAttempts.nextQueryAt, now), sql`${isUnsettled} is not true`));
}
