import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { paymentAttempts } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

export const QUERY_JOB = 'payments.query';
export const DEADLINE_JOB = 'payments.deadline';

type Plan = Pick<Deps, 'env' | 'jobs'>;

/** The first moment of the schedule after `now` (D7); null where the last one is over. */
export function nextQueryAt(pushedAt: Date, now: Date, scheduleMs: readonly number[]): Date | null {
  const next = scheduleMs.map((ms) => pushedAt.getTime() + ms).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** For an attempt whose CheckoutRequestID has just become known: it is asked about by the schedule (D7). */
export async function scheduleQueries(
  tx: Sql,
  { env, jobs }: Plan,
  attemptId: string,
  pushedAt: Date,
  now: Date,
): Promise<void> {
  await scheduleQuery(tx, jobs, attemptId, nextQueryAt(pushedAt, now, env.mpesa.queryMs));
}

/** For a message that needs a second opinion: one query as soon as the budget allows (providers 1.5). */
export async function askNow(tx: Sql, { jobs }: Pick<Deps, 'jobs'>, attemptId: string, now: Date): Promise<void> {
  await scheduleQuery(tx, jobs, attemptId, now);
}

/** The one query that checks a callback's success (D7), at the attempt's next planned moment. */
export async function scheduleCrossCheck(
  tx: Sql,
  { env, jobs }: Plan,
  attemptId: string,
  pushedAt: Date,
  now: Date,
): Promise<void> {
  await scheduleQuery(tx, jobs, attemptId, nextQueryAt(pushedAt, now, env.mpesa.queryMs) ?? now);
}

/** Every attempt gets one as soon as it is written: without an answer by then it expires (Q14). */
export async function scheduleDeadline(tx: Sql, { env, jobs }: Plan, attemptId: string, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + env.mpesa.expireMs);
  await jobs.enqueue(tx, { kind: DEADLINE_JOB, dedupeKey: attemptId, payload: { attemptId }, runAt });
}

/** The row says when the attempt is asked about; the job only wakes the reconciler then. */
export async function scheduleQuery(tx: Sql, jobs: Deps['jobs'], attemptId: string, at: Date | null): Promise<void> {
  await tx.update(paymentAttempts).set({ nextQueryAt: at }).where(eq(paymentAttempts.id, attemptId));
  if (at === null) return;
  await jobs.enqueue(tx, {
    kind: QUERY_JOB,
    dedupeKey: `${attemptId} ${at.toISOString()}`,
    payload: { attemptId },
    runAt: at,
  });
}
