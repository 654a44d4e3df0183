import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { setNextQuery, setWanted } from './attempts.repository.ts';
import { nextQueryAt } from './query-schedule.rules.ts';

export const QUERY_JOB = 'payments.query';
export const DEADLINE_JOB = 'payments.deadline';

/** How long what may not expire yet waits between two looks. */
export const LOOK_AGAIN_MS = 30_000;

/** When Daraja is asked about an attempt, and when the attempt expires. */
export function createQueryScheduleService({ env, jobs }: Pick<Deps, 'env' | 'jobs'>) {
  /** For an attempt whose CheckoutRequestID has just become known: it is asked about by the schedule (D7). */
  async function scheduleQueries(tx: Sql, attemptId: string, pushedAt: Date, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, nextQueryAt(pushedAt, now, env.mpesa.queryMs));
  }

  /** For a shopper who saw no prompt: the next free turn is this attempt's (U4). */
  async function askFirst(tx: Sql, attemptId: string, now: Date): Promise<void> {
    await setWanted(tx, attemptId, now);
    await scheduleQuery(tx, attemptId, now);
  }

  /** For a message that needs a second opinion: one query as soon as the budget allows (providers 1.5). */
  async function askNow(tx: Sql, attemptId: string, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, now);
  }

  /** The one query that checks a callback's success (D7), at the attempt's next planned moment. */
  async function scheduleCrossCheck(tx: Sql, attemptId: string, pushedAt: Date, now: Date): Promise<void> {
    await scheduleQuery(tx, attemptId, nextQueryAt(pushedAt, now, env.mpesa.queryMs) ?? now);
  }

  /** Every attempt gets one as soon as it is written: without an answer by then it expires (Q14). */
  async function scheduleDeadline(tx: Sql, attemptId: string, now: Date): Promise<void> {
    const runAt = new Date(now.getTime() + env.mpesa.expireMs);
    await jobs.enqueue(tx, { kind: DEADLINE_JOB, dedupeKey: attemptId, payload: { attemptId }, runAt });
  }

  /** For an attempt that M-Pesa has not been able to answer about: its deadline is looked at again (D12). `from` names the last look. */
  async function postponeDeadline(tx: Sql, attemptId: string, now: Date, from: string): Promise<void> {
    const runAt = new Date(now.getTime() + LOOK_AGAIN_MS);
    await jobs.enqueue(tx, { kind: DEADLINE_JOB, dedupeKey: `${attemptId} ${from}`, payload: { attemptId }, runAt });
  }

  /** The row says when the attempt is asked about; the job only wakes the reconciler then. */
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

  return { scheduleQueries, askFirst, askNow, scheduleCrossCheck, scheduleDeadline, postponeDeadline, scheduleQuery };
}
