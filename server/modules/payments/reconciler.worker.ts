import { and, asc, desc, eq, inArray, isNotNull, lt, lte, not, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { LIVE_STATES } from '../settlement/attempts.repository.ts';
import { createBudget } from './query-budget.service.ts';
import { DEADLINE_JOB, nextQueryAt, scheduleQuery, QUERY_JOB } from '../settlement/query-schedule.service.ts';
import { queryResult, crossCheckResult } from './result-codes.rules.ts';
import { pushTime, settleAttempt } from '../settlement/settlement.service.ts';

const HOUR = 3_600_000;
/** An attempt whose answer is not stored after that time, because the process or the database was gone, is asked about again. */
const ASKING_MS = 25_000;

const AttemptJob = v.object({ attemptId: v.string() });

/** What may still be asked about: open attempts, expired ones for a day, and successes that a callback told (D7). */
const isOpen = inArray(paymentAttempts.state, [...LIVE_STATES, 'expired']);
/** A shopper may be waiting for the answer, so it is worth the next turn. */
const isLive = inArray(paymentAttempts.state, [...LIVE_STATES]);
const isCrossCheck = eq(paymentAttempts.crossCheck, 'due');
const isUnsettled = sql`(${isOpen} or ${isCrossCheck})`;
const isAskable = and(isNotNull(paymentAttempts.checkoutRequestId), isUnsettled);

type Attempt = typeof paymentAttempts.$inferSelect;

/**
 * T5: finds out by query what became of prompts whose callback has not come, and checks once what a callback said
 * (D7). All processes share one budget; its turns go to payments that somebody waits for, then to expired ones, then
 * to cross-checks.
 */
export function registerReconciler(deps: Deps): void {
  const { env, db, clock, jobs, mpesa } = deps;
  const budget = createBudget('mpesa.query', env.mpesa.queriesPerMinute);

  jobs.register(QUERY_JOB, reconcile, 'mpesa');
  jobs.register(DEADLINE_JOB, async ({ payload }) => {
    const { attemptId } = v.parse(AttemptJob, payload);
    await db.tx((tx) => settleAttempt(tx, deps, attemptId, { type: 'deadline.passed' }, clock.now()));
  });
  jobs.schedule('payments.tidyQueries', HOUR, tidy);

  /** Asks as long as something is due and a turn is free. */
  async function reconcile(): Promise<void> {
    for (let next = await claim(); next !== null; next = await claim()) await ask(next);
  }

  /** The most urgent attempt with a turn taken for it; null where nothing is due, or nothing until the next turn. */
  async function claim(): Promise<Attempt | null> {
    return db.tx(async (tx) => {
      const now = clock.now();
      const [due] = await tx
        .select()
        .from(paymentAttempts)
        .where(and(lte(paymentAttempts.nextQueryAt, now), isAskable))
        .orderBy(desc(isLive), desc(isOpen), asc(paymentAttempts.nextQueryAt))
        .limit(1)
        .for('update', { skipLocked: true });
      if (due === undefined) return null;
      const turnAt = await budget.take(tx, now);
      if (turnAt !== null) {
        await jobs.enqueue(tx, {
          kind: QUERY_JOB,
          dedupeKey: `turn ${turnAt.toISOString()}`,
          payload: {},
          runAt: turnAt,
        });
        return null;
      }
      await scheduleQuery(tx, jobs, due.id, new Date(now.getTime() + ASKING_MS));
      return due;
    });
  }

  async function ask({ id, checkoutRequestId }: Attempt): Promise<void> {
    if (checkoutRequestId === null) return;
    const answer = await mpesa.query(checkoutRequestId);
    await db.tx(async (tx) => {
      const now = clock.now();
      if (answer.outcome === 'result') await hear(tx, id, answer.code, now);
      else if (answer.retryAfterMs !== null) await budget.pause(tx, new Date(now.getTime() + answer.retryAfterMs), now);
      await scheduleNext(tx, id, now, answer.outcome === 'noResult' && answer.retryAfterMs !== null);
    });
    jobs.wake();
  }

  /** What the answer means depends on what is known by now: a callback may have come while Daraja was asked. */
  async function hear(tx: Sql, id: string, code: string, now: Date): Promise<void> {
    const [row] = await tx
      .select({ crossCheck: paymentAttempts.crossCheck })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, id));
    const event = row?.crossCheck === 'due' ? crossCheckResult(code) : queryResult(code);
    if (event !== null) await settleAttempt(tx, deps, id, event, now);
  }

  /** Where it is still open: at its next planned moment, or, asked too often, as soon as a turn is free. */
  async function scheduleNext(tx: Sql, id: string, now: Date, isTurnedAway: boolean): Promise<void> {
    const [row] = await tx
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.id, id), isAskable));
    const next = row === undefined ? null : isTurnedAway ? now : nextQueryAt(pushTime(row), now, env.mpesa.queryMs);
    await scheduleQuery(tx, jobs, id, next);
    if (row?.crossCheck === 'due' && next === null) await drop(tx, eq(paymentAttempts.id, id));
  }

  /** D7: cross-checks wait behind open payments and are dropped when their day is over; what is settled is not asked about. */
  async function tidy(): Promise<void> {
    const lastMs = Math.max(...env.mpesa.queryMs) + HOUR;
    await drop(db.sql, lt(paymentAttempts.createdAt, new Date(clock.now().getTime() - lastMs)));
    await db.sql
      .update(paymentAttempts)
      .set({ nextQueryAt: null })
      .where(and(lte(paymentAttempts.nextQueryAt, clock.now()), not(isUnsettled)));
  }

  async function drop(handle: Sql, which: ReturnType<typeof eq>): Promise<void> {
    await handle
      .update(paymentAttempts)
      .set({ crossCheck: 'dropped', nextQueryAt: null })
      .where(and(isCrossCheck, which));
  }
}
