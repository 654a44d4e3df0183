import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { toCodeAlarm, toQueryAlarm } from '../settlement/code-alarm.rules.ts';
import { isAwaitingAnswer, getPushTime } from '../settlement/attempt-state.rules.ts';
import type { QueryAnswer } from '../../providers/mpesa.ts';
import { NO_ANSWER } from '../../providers/mpesa-codes.rules.ts';
import type { Alarm } from '../settlement/alarms.repository.ts';
import { findAttempt, LIVE_STATES, recordAnswer, type AttemptRow } from '../settlement/attempts.repository.ts';
import {
  getRetryTime,
  isScheduleOver,
  getNextQueryTime,
  getScheduleCutoff,
} from '../settlement/query-schedule.rules.ts';
import { DEADLINE_JOB, QUERY_JOB } from '../settlement/query-schedule.service.ts';
import {
  dropCrossCheck,
  dropCrossChecksBefore,
  findQueryable,
  findDueAttempt,
  findOverdueAttempts,
  isAnyQueryLate,
  whereCheckDue,
  stopQueryingSettled,
} from './reconciler.repository.ts';
import { toCrossCheckResult, toFailureCheckResult, isKnownResult, toQueryResult } from './result-codes.rules.ts';

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
  services: Pick<Services, 'settlement' | 'querySchedule' | 'alarms' | 'queryBudget'>,
): void {
  const { env, db, clock, jobs, log, mpesa } = deps;
  const { settleAttempt } = services.settlement;
  const { postponeDeadline, scheduleQuery } = services.querySchedule;
  const { raiseAlarm } = services.alarms;
  const { queryBudget: budget } = services;

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
    for (let next = await claim(); next !== null; next = await claim()) await queryProvider(next);
  }

  /** Returns the most urgent attempt and takes a turn for it. `null` when no attempt is due or no turn is free. */
  async function claim(): Promise<AttemptRow | null> {
    return db.tx(async (tx) => {
      const now = clock.now();
      const turn = await budget.next(tx, now);
      const due = await findDueAttempt(tx, now);
      if (due === null) return null;
      if (turn.freeAt !== null) {
        await jobs.enqueue(tx, {
          kind: QUERY_JOB,
          dedupeKey: `turn ${turn.freeAt.toISOString()}`,
          payload: {},
          runAt: turn.freeAt,
        });
        return null;
      }
      await turn.take();
      await scheduleQuery(tx, due.id, new Date(now.getTime() + ASKING_MS));
      return due;
    });
  }

  async function queryProvider({ id, checkoutRequestId }: AttemptRow): Promise<void> {
    if (checkoutRequestId === null) return;
    const answer = await mpesa.query(checkoutRequestId);
    await db.tx(async (tx) => {
      const now = clock.now();
      if (answer.outcome === 'result') await settleAnswer(tx, id, answer, now);
      else if (answer.retryAfterMs !== null) await budget.pause(tx, new Date(now.getTime() + answer.retryAfterMs), now);
      await raiseAlarmFor(tx, answer, now);
      await recordAnswer(tx, id, hasContent(answer) ? now : null);
      await scheduleNext(tx, id, now, answer);
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
          : toCrossCheckResult(code);
    if (event !== null) await settleAttempt(tx, id, event, now);
  }

  /** Raises an alarm when a query is refused, fails or returns an unknown code, as for a push (PAY-M1). */
  async function raiseAlarmFor(tx: Sql, answer: QueryAnswer, now: Date): Promise<void> {
    const alarm = toAlarm(answer);
    if (alarm !== null) await raiseAlarm(tx, alarm, now);
  }

  /**
   * Schedules the next query of an open attempt: after a reply at the next scheduled time. A query without a reply does
   * not use up a scheduled time (D7). It is repeated soon, or, when there were too many requests, as soon as a turn is
   * free.
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
    return isRateLimited(answer) ? now : getRetryTime(attempt.failedAsks, now);
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

function toAlarm(answer: QueryAnswer): Alarm | null {
  if (answer.outcome === 'result')
    return isKnownResult(answer.code) ? null : toCodeAlarm('strangeResult', answer, 'queryResult');
  const { isAnswered: isKnown, code = NO_ANSWER, text } = answer;
  return isKnown ? null : toQueryAlarm(code, text);
}

/** Returns whether the reply tells the state of the prompt. An unknown code does not (D12). */
function hasContent(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' ? isKnownResult(answer.code) : answer.isAnswered;
}

/** Returns whether Daraja replied. Only then does the next query follow the schedule. */
function isAnswered(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' || answer.isAnswered;
}

function isRateLimited(answer: QueryAnswer): boolean {
  return answer.outcome === 'noResult' && answer.retryAfterMs !== null;
}
