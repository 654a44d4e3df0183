import { and, asc, desc, eq, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema.ts';
import { hasNoJob } from '../../jobs/waiting.ts';
import { isFailureCheck, LIVE_STATES } from '../settlement/attempts.repository.ts';
import { attemptRow, type AttemptRow } from '../settlement/stored-rows.rules.ts';

/**
 * What may still be asked about: open attempts, expired ones for a day, and successes that a callback reported (D7).
 */
const isOpen = inArray(paymentAttempts.state, [...LIVE_STATES, 'expired']);
/** A shopper may be waiting for the answer, so it is worth the next turn. */
const isLive = inArray(paymentAttempts.state, [...LIVE_STATES]);
const isCrossCheck = eq(paymentAttempts.crossCheck, 'due');
const isUnsettled = sql`(${isOpen} or ${isCrossCheck})`;
const isAskable = and(isNotNull(paymentAttempts.checkoutRequestId), isUnsettled);

/** So many prompts of one shopper within an hour may stay without an answer before the next ones wait for all others. */
const FREE_PROMPTS = 3;
/**
 * Whether its shopper had so many unanswered ones in the hour before it: who pushes and never answers must not use up
 * the turns of those who paid (F29).
 */
const isOneTooMany = sql`(
  select count(*) >= ${FREE_PROMPTS} from ${paymentAttempts} as earlier
  where earlier.user_id = "payment_attempts"."user_id"
    and earlier.created_at < "payment_attempts"."created_at"
    and earlier.created_at > "payment_attempts"."created_at" - interval '1 hour'
    and earlier.state in ('created', 'requesting', 'pending', 'unknown', 'expired')
)`;

/**
 * The most urgent attempt that is due to be asked about, null when none is. It is not locked: who looks holds the
 * budget's row, so that nobody else chooses meanwhile, and an attempt that expires at this moment is not passed over.
 */
export async function findDueAttempt(db: Sql, now: Date): Promise<AttemptRow | null> {
  const [due] = await db
    .select()
    .from(paymentAttempts)
    .where(and(lte(paymentAttempts.nextQueryAt, now), isAskable))
    .orderBy(
      desc(sql`(${isOpen} or ${isFailureCheck})`),
      asc(isOneTooMany),
      // Null sorts last: nobody said that no prompt came (U4).
      asc(paymentAttempts.wantedAt),
      desc(isLive),
      asc(paymentAttempts.nextQueryAt),
    )
    .limit(1);
  return due === undefined ? null : attemptRow(due);
}

/**
 * At most `limit` ids of attempts that are still open though they were made before `before`, and that no deadline waits
 * for, the oldest first.
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

/** Whether an attempt should have been asked about before `before`. */
export async function isAnyQueryLate(db: Sql, before: Date): Promise<boolean> {
  const rows = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(lt(paymentAttempts.nextQueryAt, before), isAskable))
    .limit(1);
  return rows.length > 0;
}

/** What the attempt's one query checks, where it is the check of a callback (D7): its success or its failure. */
export async function dueCheck(db: Sql, id: string): Promise<'succeeded' | 'failed' | null> {
  const [row] = await db
    .select({ crossCheck: paymentAttempts.crossCheck, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id));
  if (row?.crossCheck !== 'due') return null;
  return row.state === 'failed' ? 'failed' : 'succeeded';
}

/** The attempt, if it may still be asked about; else null. */
export async function findAskable(db: Sql, id: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.id, id), isAskable));
  return row === undefined ? null : attemptRow(row);
}

/** Gives up the cross-check of an attempt. */
export function dropCrossCheck(db: Sql, id: string): Promise<void> {
  return drop(db, eq(paymentAttempts.id, id));
}

/** Gives up the cross-checks of attempts that were made before `before`. */
export function dropCrossChecksBefore(db: Sql, before: Date): Promise<void> {
  return drop(db, lt(paymentAttempts.createdAt, before));
}

async function drop(db: Sql, which: SQL): Promise<void> {
  await db.update(paymentAttempts).set({ crossCheck: 'dropped', nextQueryAt: null }).where(and(isCrossCheck, which));
}

/** Attempts that are settled are not asked about any more, though they were due at `now`. */
export async function stopAskingSettled(db: Sql, now: Date): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextQueryAt: null })
    // One that was never to be checked has no check: null is not unsettled either.
    .where(and(lte(paymentAttempts.nextQueryAt, now), sql`${isUnsettled} is not true`));
}
