import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { codeAlarm, refusedQuestion } from '../settlement/code-alarm.rules.ts';
import { awaitsAnswer, pushTime } from '../settlement/attempt-state.rules.ts';
import type { QueryAnswer } from '../../providers/mpesa.ts';
import { NO_ANSWER } from '../../providers/mpesa-codes.rules.ts';
import type { Alarm } from '../settlement/alarms.repository.ts';
import { findAttempt, LIVE_STATES, noteAnswer, type AttemptRow } from '../settlement/attempts.repository.ts';
import { askAgainAt, isScheduleOver, nextQueryAt, scheduleEndBefore } from '../settlement/query-schedule.rules.ts';
import { DEADLINE_JOB, QUERY_JOB } from '../settlement/query-schedule.service.ts';
import {
  dropCrossCheck,
  dropCrossChecksBefore,
  findAskable,
  findDueAttempt,
  findOverdueAttempts,
  isAnyQueryLate,
  dueCheck,
  stopAskingSettled,
} from './reconciler.repository.ts';
import { crossCheckResult, failureCheckResult, isKnownResult, queryResult } from './result-codes.rules.ts';

const HOUR = 3_600_000;
/**
 * An attempt whose answer is not stored after that time, because the process or the database was gone, is asked about
 * again.
 */
const ASKING_MS = 25_000;
/** The rest is for the next hour. */
const MOST_SWEPT = 1_000;

const AttemptJob = v.object({ attemptId: v.string() });

/**
 * Asks Daraja what became of prompts whose callback has not come, and checks once what a callback said. All processes
 * share one budget; its turns go to payments that somebody waits for, then to expired ones, then to those of shoppers who
 * leave many unanswered, then to cross-checks (T5, F29).
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
  jobs.schedule('payments.tidyQueries', HOUR, tidy);
  jobs.schedule('payments.sweep', HOUR, sweep);

  /** Ends an attempt whose time is over, unless M-Pesa has still to answer about it: it may be paid (D12, Q17). */
  async function expire(tx: Sql, id: string, from: string, now: Date): Promise<void> {
    const found = await findAttempt(tx, id);
    const isLive = found !== null && (LIVE_STATES as readonly string[]).includes(found.attempt.state);
    if (isLive && awaitsAnswer(found.attempt, now, env.mpesa.queryMs)) await postponeDeadline(tx, id, now, from);
    else await settleAttempt(tx, id, { type: 'deadline.passed' }, now);
  }

  /** Asks as long as something is due and a turn is free. */
  async function reconcile(): Promise<void> {
    for (let next = await claim(); next !== null; next = await claim()) await ask(next);
  }

  /** The most urgent attempt with a turn taken for it; null when nothing is due, or nothing until the next turn. */
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

  async function ask({ id, checkoutRequestId }: AttemptRow): Promise<void> {
    if (checkoutRequestId === null) return;
    const answer = await mpesa.query(checkoutRequestId);
    await db.tx(async (tx) => {
      const now = clock.now();
      if (answer.outcome === 'result') await settleAnswer(tx, id, answer, now);
      else if (answer.retryAfterMs !== null) await budget.pause(tx, new Date(now.getTime() + answer.retryAfterMs), now);
      await alarmAbout(tx, answer, now);
      await noteAnswer(tx, id, saysSomething(answer) ? now : null);
      await scheduleNext(tx, id, now, answer);
    });
    jobs.wake();
  }

  /** What the answer means depends on what is known by now: a callback may have come while Daraja was asked. */
  async function settleAnswer(
    tx: Sql,
    id: string,
    { code, text }: { readonly code: string; readonly text: string },
    now: Date,
  ): Promise<void> {
    const check = await dueCheck(tx, id);
    const event =
      check === null ? queryResult(code, text) : check === 'failed' ? failureCheckResult(code) : crossCheckResult(code);
    if (event !== null) await settleAttempt(tx, id, event, now);
  }

  /** A question that is refused, not answered, or answered with what is not known is an alarm, like a push (PAY-M1). */
  async function alarmAbout(tx: Sql, answer: QueryAnswer, now: Date): Promise<void> {
    const alarm = alarmOf(answer);
    if (alarm !== null) await raiseAlarm(tx, alarm, now);
  }

  /**
   * Where it is still open: after an answer at its next scheduled moment. A question without an answer uses up no moment
   * (D7): it is asked again soon, or, asked too often, as soon as a turn is free.
   */
  async function scheduleNext(tx: Sql, id: string, now: Date, answer: QueryAnswer): Promise<void> {
    const attempt = await findAskable(tx, id);
    const next = attempt === null ? null : nextOf(attempt, now, answer);
    await scheduleQuery(tx, id, next);
    if (attempt?.crossCheck === 'due' && next === null) await dropCrossCheck(tx, id);
  }

  function nextOf(attempt: AttemptRow, now: Date, answer: QueryAnswer): Date | null {
    const { queryMs } = env.mpesa;
    if (isAnswered(answer)) return nextQueryAt(pushTime(attempt), now, queryMs);
    if (isScheduleOver(pushTime(attempt), now, queryMs)) return null;
    return isTurnedAway(answer) ? now : askAgainAt(attempt.failedAsks, now);
  }

  /** Drops cross-checks when their day is over, and stops asking about what is settled (D7). */
  async function tidy(): Promise<void> {
    await dropCrossChecksBefore(db.sql, scheduleEndBefore(clock.now(), env.mpesa.queryMs));
    await stopAskingSettled(db.sql, clock.now());
  }

  /** Where a job was lost, an attempt would stay open and its order unpaid for ever (D28). */
  async function sweep(): Promise<void> {
    const now = clock.now();
    const ids = await findOverdueAttempts(
      db.sql,
      new Date(now.getTime() - env.mpesa.expireMs - HOUR),
      MOST_SWEPT,
      DEADLINE_JOB,
    );
    if (ids.length > 0) log.warn({ attempts: ids.length }, 'payments whose deadline was lost expire now');
    for (const id of ids) await db.tx((tx) => expire(tx, id, `sweep ${now.toISOString()}`, now));
    if (!(await isAnyQueryLate(db.sql, new Date(now.getTime() - HOUR)))) return;
    log.warn('payments should have been asked about an hour ago');
    await jobs.enqueue(db.sql, { kind: QUERY_JOB, dedupeKey: `sweep ${now.toISOString()}`, payload: {}, runAt: now });
  }
}

function alarmOf(answer: QueryAnswer): Alarm | null {
  if (answer.outcome === 'result')
    return isKnownResult(answer.code) ? null : codeAlarm('strangeResult', answer, 'queryResult');
  const { isAnswered: isKnown, code = NO_ANSWER, text } = answer;
  return isKnown ? null : refusedQuestion(code, text);
}

/** A code that is not known is an answer that leaves it open whether the prompt was paid (D12). */
function saysSomething(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' ? isKnownResult(answer.code) : answer.isAnswered;
}

/** Whether it was answered at all, so that the next question waits for its moment. */
function isAnswered(answer: QueryAnswer): boolean {
  return answer.outcome === 'result' || answer.isAnswered;
}

function isTurnedAway(answer: QueryAnswer): boolean {
  return answer.outcome === 'noResult' && answer.retryAfterMs !== null;
}
