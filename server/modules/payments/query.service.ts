import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { hearQuery, hearResult, isAlarmOfCircuit } from '../settlement/circuit.rules.ts';
import { toCodeAlarm, toQueryAlarm } from '../settlement/code-alarm.rules.ts';
import { getPushTime } from '../settlement/attempt-state.rules.ts';
import type { QueryAnswer } from '../../providers/mpesa.ts';
import { NO_ANSWER } from '../../providers/mpesa-codes.rules.ts';
import type { Alarm } from '../settlement/alarms.repository.ts';
import type { AttemptEvent } from '../../machines/payment-attempt.types.ts';
import { findAttempt, recordAnswer, type AttemptRow } from '../settlement/attempts.repository.ts';
import { getRetryTime, isScheduleOver, getNextQueryTime } from '../settlement/query-schedule.rules.ts';
import { dropCrossCheck, findQueryable, whereCheckDue } from './reconciler.repository.ts';
import { toCrossCheckResult, toFailureCheckResult, isKnownResult, toQueryResult } from './result-codes.rules.ts';

/** Queries Daraja about prompts. Called by the reconciler and by the probe of the circuit. */
export function createQueryService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'mpesa'>,
  services: Pick<Services, 'settlement' | 'querySchedule' | 'alarms' | 'circuit' | 'crossCheck'>,
) {
  const { env, db, clock, jobs, mpesa } = deps;
  const { settleAttempt } = services.settlement;
  const { scheduleQuery } = services.querySchedule;
  const { raiseAlarm } = services.alarms;
  const { hear } = services.circuit;
  const { hearVerdict } = services.crossCheck;

  /** Queries Daraja about an attempt, and applies the answer. `probe` is the id of the probe that the query is. */
  async function query({ id, checkoutRequestId }: AttemptRow, probe: string | null = null): Promise<void> {
    if (checkoutRequestId === null) return;
    const answer = await mpesa.query(checkoutRequestId);
    await db.tx(async (tx) => {
      const now = clock.now();
      if (answer.outcome === 'result') await settleAnswer(tx, id, answer, now);
      await raiseAlarmFor(tx, answer, now);
      await recordAnswer(tx, id, hasContent(answer) ? now : null);
      await scheduleNext(tx, id, now, answer);
      await hear(tx, hearQuery(answer), probe, now);
      if (answer.outcome === 'result' && probe === null) await hear(tx, hearResult(answer.code, answer.text), id, now);
    });
    jobs.wake();
  }

  /** The meaning of the reply depends on the current state, because a callback may have arrived during the query. */
  async function settleAnswer(
    tx: Sql,
    id: string,
    { code, text }: { readonly code: string; readonly text: string },
    now: Date,
  ): Promise<void> {
    const check = await whereCheckDue(tx, id);
    const event =
      check === null
        ? toQueryResult(code, text)
        : check === 'failed'
          ? toFailureCheckResult(code)
          : await judgeCrossCheck(tx, id, code, now);
    if (event !== null) await settleAttempt(tx, id, event, now);
  }

  /** A contradiction does not hold the order while the cross-check is not trusted (PAY-T2). */
  async function judgeCrossCheck(tx: Sql, id: string, code: string, now: Date): Promise<AttemptEvent | null> {
    const event = toCrossCheckResult(code);
    const found = event === null ? null : await findAttempt(tx, id);
    if (event === null || found === null) return event;
    const about = { orderId: found.attempt.orderId, receipt: found.receipt };
    const isContradiction = event.type === 'crosscheck.mismatched';
    const holds = await hearVerdict(tx, about, isContradiction ? 'contradicts' : 'agrees', now);
    return isContradiction && !holds ? { ...event, isUntrusted: true } : event;
  }

  /** Raises an alarm when a query is refused, fails or returns an unknown code, as for a push (PAY-M1). */
  async function raiseAlarmFor(tx: Sql, answer: QueryAnswer, now: Date): Promise<void> {
    const alarm = toAlarm(answer);
    if (alarm !== null) await raiseAlarm(tx, alarm, now);
  }

  /**
   * Schedules the next query of an open attempt: after a reply at the next scheduled time. A query without a reply does
   * not use up a scheduled time (D7). It is repeated soon, or, when M-Pesa asked for a pause, after that.
   */
  async function scheduleNext(tx: Sql, id: string, now: Date, answer: QueryAnswer): Promise<void> {
    const attempt = await findQueryable(tx, id);
    const next = attempt === null ? null : getNextQuery(attempt, now, answer);
    await scheduleQuery(tx, id, next);
    if (attempt?.crossCheck === 'due' && next === null) await dropCrossCheck(tx, id);
  }

  function getNextQuery(attempt: AttemptRow, now: Date, answer: QueryAnswer): Date | null {
    const { queryMs } = env.mpesa;
    if (isAnswered(answer)) return getNextQueryTime(getPushTime(attempt), now, queryMs);
    if (isScheduleOver(getPushTime(attempt), now, queryMs)) return null;
    // The circuit keeps it waiting until the pause is over.
    if (hearQuery(answer).type === 'answer.busy') return now;
    const namedMs = answer.outcome === 'noResult' ? (answer.retryAfterMs ?? 0) : 0;
    return new Date(Math.max(getRetryTime(attempt.failedAsks, now).getTime(), now.getTime() + namedMs));
  }

  return { query };
}

function toAlarm(answer: QueryAnswer): Alarm | null {
  if (answer.outcome === 'result')
    return isKnownResult(answer.code) ? null : toCodeAlarm('strangeResult', answer, 'queryResult');
  const { isAnswered: isKnown, code = NO_ANSWER, text } = answer;
  return isKnown || isAlarmOfCircuit('query', code, text) ? null : toQueryAlarm(code, text);
}

/** Returns whether the reply tells the state of the prompt. An unknown code does not (D12). */
function hasContent(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' ? isKnownResult(answer.code) : answer.isAnswered;
}

/** Returns whether Daraja replied. Only then does the next query follow the schedule. */
function isAnswered(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' || answer.isAnswered;
}
