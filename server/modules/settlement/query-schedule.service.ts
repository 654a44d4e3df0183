import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { setNextQuery, setWanted } from './attempts.repository.ts';
import { getNextQueryTime } from './query-schedule.rules.ts';

export const QUERY_JOB = 'payments.query';
export const DEADLINE_JOB = 'payments.deadline';

/** Delay before the next check of an order or attempt that cannot expire yet. */
export const LOOK_AGAIN_MS = 30_000;

/** Schedules queries to Daraja, and the expiry of attempts. */
export function createQueryScheduleService({ env, jobs }: Pick<Deps, 'env' | 'jobs'>) {
  /** Schedules the first query of an attempt whose `CheckoutRequestID` just became known (D7). */
  async function scheduleQueries(tx: Sql, attemptId: string, pushedAt: Date, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, getNextQueryTime(pushedAt, now, env.mpesa.queryMs));
  }

  /** Gives the next free turn to a shopper who saw no prompt (U4). */
  async function scheduleFirstQuery(tx: Sql, attemptId: string, now: Date): Promise<void> {
    await setWanted(tx, attemptId, now);
    await scheduleQuery(tx, attemptId, now);
  }

  /** Schedules one query as soon as the budget allows, to verify a message (providers 1.5). */
  async function scheduleImmediateQuery(tx: Sql, attemptId: string, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, now);
  }

  /** Schedules the query that verifies a successful callback (D7), at the next scheduled time. */
  async function scheduleCrossCheck(tx: Sql, attemptId: string, pushedAt: Date, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, getNextQueryTime(pushedAt, now, env.mpesa.queryMs) ?? now);
  }

  /** Schedules the expiry of an attempt. Called when the attempt is created (Q14). */
  async function scheduleDeadline(tx: Sql, attemptId: string, now: Date): Promise<void> {
    const runAt = new Date(now.getTime() + env.mpesa.expireMs);
    await jobs.enqueue(tx, { kind: DEADLINE_JOB, dedupeKey: attemptId, payload: { attemptId }, runAt });
  }

  /**
   * Schedules another deadline check for an attempt that M-Pesa has not answered about (D12). `from` is the id of the
   * previous check.
   */
  async function postponeDeadline(tx: Sql, attemptId: string, now: Date, from: string): Promise<void> {
    const runAt = new Date(now.getTime() + LOOK_AGAIN_MS);
    await jobs.enqueue(tx, { kind: DEADLINE_JOB, dedupeKey: `${attemptId} ${from}`, payload: { attemptId }, runAt });
  }

  /** Stores the query time in the row. The job only wakes the reconciler at that time. */
  async function scheduleQuery(tx: Sql, attemptId: string, at: Date | null): Promise<void> {
    await setNextQuery(tx, attemptId, at);
    if (at === null) return;
    await jobs.enqueue(tx, {
      kind: QUERY_JOB,
      dedupeKey: `${attemptId} ${at.toISOString()}`,
      payload: { attemptId },
      runAt: at,
    });
  }

  return {
    scheduleQueries,
    askFirst: scheduleFirstQuery,
    askNow: scheduleImmediateQuery,
    scheduleCrossCheck,
    scheduleDeadline,
    postponeDeadline,
    scheduleQuery,
  };
}
