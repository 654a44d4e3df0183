import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { isAwaitingAnswer } from '../settlement/attempt-state.rules.ts';
import { findAttempt, LIVE_STATES, type AttemptRow } from '../settlement/attempts.repository.ts';
import { getScheduleCutoff } from '../settlement/query-schedule.rules.ts';
import { DEADLINE_JOB, QUERY_JOB } from '../settlement/query-schedule.service.ts';
import {
  dropCrossChecksBefore,
  findDueAttempt,
  findOverdueAttempts,
  isAnyQueryLate,
  stopQueryingSettled,
} from './reconciler.repository.ts';

const HOUR = 3_600_000;
/**
 * Time after which an attempt is queried again when no reply was stored, because the process or the database failed.
 */
const ASKING_MS = 25_000;
/** The next run handles the rest. */
const MOST_SWEPT = 1_000;

const AttemptJob = v.object({ attemptId: v.string() });

/**
 * Queries Daraja about prompts without a callback, and verifies each callback once. All processes share one budget.
 * Priorities: payments with a waiting shopper, expired ones, those of shoppers with many unanswered prompts,
 * cross-checks (T5, F29).
 */
export function registerReconciler(
  deps: Deps,
  services: Pick<Services, 'settlement' | 'querySchedule' | 'queryBudget' | 'query' | 'circuit'>,
): void {
  const { env, db, clock, jobs, log } = deps;
  const { settleAttempt } = services.settlement;
  const { postponeDeadline, scheduleQuery } = services.querySchedule;
  const { queryBudget: budget } = services;
  const { query } = services.query;
  const { findQueryTime } = services.circuit;

  jobs.register(QUERY_JOB, reconcile, { lane: 'mpesa' });
  jobs.register(DEADLINE_JOB, async ({ id, payload }) => {
    const { attemptId } = v.parse(AttemptJob, payload);
    await db.tx((tx) => expire(tx, attemptId, id, clock.now()));
  });
  jobs.schedule('payments.tidyQueries', HOUR, deleteFinished);
  jobs.schedule('payments.sweep', HOUR, sweep);

  /**
   * Expires an attempt after its deadline, unless M-Pesa has not answered about it yet, because it may be paid (D12,
   * Q17).
   */
  async function expire(tx: Sql, id: string, from: string, now: Date): Promise<void> {
    const found = await findAttempt(tx, id);
    const isLive = found !== null && (LIVE_STATES as readonly string[]).includes(found.attempt.state);
    if (isLive && isAwaitingAnswer(found.attempt, now, env.mpesa.queryMs)) await postponeDeadline(tx, id, now, from);
    else await settleAttempt(tx, id, { type: 'deadline.passed' }, now);
  }

  /** Sends queries while attempts are due and turns are free. */
  async function reconcile(): Promise<void> {
    for (let next = await claim(); next !== null; next = await claim()) await query(next);
  }

  /**
   * Returns the most urgent attempt and takes a turn for it. `null` when no attempt is due, no turn is free, or the
   * circuit is open (PAY-M2, PAY-M3).
   */
  async function claim(): Promise<AttemptRow | null> {
    return db.tx(async (tx) => {
      const now = clock.now();
      const turn = await budget.next(tx, now);
      const due = await findDueAttempt(tx, now);
      if (due === null) return null;
      // A waiting attempt keeps its place in the schedule.
      const freeAt = (await findQueryTime(tx, now)) ?? turn.freeAt;
      if (freeAt !== null) {
        const dedupeKey = `turn ${freeAt.toISOString()}`;
        await jobs.enqueue(tx, { kind: QUERY_JOB, dedupeKey, payload: {}, runAt: freeAt });
        return null;
      }
      await turn.take();
      await scheduleQuery(tx, due.id, new Date(now.getTime() + ASKING_MS));
      return due;
    });
  }

  /** Drops cross-checks after a day, and stops queries of settled attempts (D7). */
  async function deleteFinished(): Promise<void> {
    await dropCrossChecksBefore(db.sql, getScheduleCutoff(clock.now(), env.mpesa.queryMs));
    await stopQueryingSettled(db.sql, clock.now());
  }

  /** Without this sweep, an attempt whose job was lost would stay open and its order unpaid forever (D28). */
  async function sweep(): Promise<void> {
    const now = clock.now();
    const ids = await findOverdueAttempts(
      db.sql,
      new Date(now.getTime() - env.mpesa.expireMs - HOUR),
      MOST_SWEPT,
      DEADLINE_JOB,
    );
    if (ids.length > 0) log.warn({ attempts: ids.length }, 'expiring payments whose job was lost');
    for (const id of ids) await db.tx((tx) => expire(tx, id, `sweep ${now.toISOString()}`, now));
    if (!(await isAnyQueryLate(db.sql, new Date(now.getTime() - HOUR)))) return;
    log.warn('payment queries are an hour late');
    await jobs.enqueue(db.sql, { kind: QUERY_JOB, dedupeKey: `sweep ${now.toISOString()}`, payload: {}, runAt: now });
  }
}
