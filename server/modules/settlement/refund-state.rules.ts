import type { SnapshotFrom } from 'xstate';
import { refundMachine } from '../../machines/refund.machine.ts';
import type { RefundChange, RefundRow } from './refunds.repository.ts';

export type RefundSnapshot = SnapshotFrom<typeof refundMachine>;

/** Without a result for this time the outcome is unknown (PAY-F1). */
export const RESULT_MS = 300_000;
/** Delays of the questions about an unknown refund, after it became unknown (PAY-F3). Every hour afterwards. */
const ASK_AT_MS = [0, 60_000, 300_000, 1_800_000];
const ASK_EVERY_MS = 3_600_000;
/** Delays of the questions about a typed receipt. It is given up after the last one. */
export const CHECK_AT_MS = [0, 60_000, 300_000, 1_800_000];
/** Pause after a call that M-Pesa did not take. */
const PAUSE_MS = 60_000;
/** Delays before a lost call of B2C is repeated with the same id, after each call. */
const REPEAT_MS = [10_000, 60_000, 300_000];

/** Converts a stored refund to a machine snapshot. */
export function toRefundSnapshot(row: RefundRow): RefundSnapshot {
  const { way, tries, calls, waitsFor, isConfirmed, failureCode, failure, receipt, checkedReceipt } = row;
  return refundMachine.resolveState({
    value: row.state === 'by_hand' ? 'byHand' : row.state,
    context: {
      way,
      tries,
      calls,
      waitsFor,
      isConfirmed,
      failureCode,
      failure,
      receipt,
      checkedReceipt,
      cashBy: row.cashBy,
      deniedBy: row.deniedBy,
      isTold: row.sentAt !== null,
      isRestored: row.isRestored,
    },
  });
}

/** Returns the columns for a snapshot that was reached at `now`, with the time of the worker's next step. */
export function toRefundColumns(row: RefundRow, { value, context }: RefundSnapshot, now: Date): RefundChange {
  const { isTold, ...columns } = context;
  const state = value === 'byHand' ? 'by_hand' : value;
  const isNewTry = context.tries > row.tries;
  const isNewCall = isNewTry || context.calls > row.calls;
  const change = {
    ...columns,
    state,
    sentAt: isTold ? (row.sentAt ?? now) : null,
    triedAt: isNewCall ? now : row.triedAt,
    unknownAt: state === 'unknown' ? (row.unknownAt ?? now) : null,
    checkedAt: context.checkedReceipt === null ? null : (row.checkedAt ?? now),
    cashAt: context.cashBy === null ? null : (row.cashAt ?? now),
    deniedAt: context.deniedBy === null ? null : (row.deniedAt ?? now),
    confirmedAt: state === 'done' || state === 'dropped' ? (row.confirmedAt ?? now) : null,
  } satisfies RefundChange;
  return { ...change, nextAt: getNextTime({ ...row, ...change }, now) };
}

/** Returns the delay after `from` of the next of these times, or of the next hour. `null`: the times are over. */
function getDelay(times: readonly number[], from: Date, now: Date, every: number | null): Date | null {
  const past = now.getTime() - from.getTime();
  const next = times.find((ms) => ms > past) ?? (every === null ? null : past + every);
  return next === null ? null : new Date(from.getTime() + next);
}

type Timed = Pick<
  RefundRow,
  | 'state'
  | 'waitsFor'
  | 'isConfirmed'
  | 'notBefore'
  | 'triedAt'
  | 'unknownAt'
  | 'checkedAt'
  | 'checkedReceipt'
  | 'calls'
  | 'nextAt'
>;

/**
 * Returns when the worker looks at a refund next, after a change at `now`. `null`: it waits for a person, a message or a
 * setting.
 */
export function getNextTime(row: Timed, now: Date): Date | null {
  if (row.checkedReceipt !== null && row.checkedAt !== null)
    return getDelay(CHECK_AT_MS, row.checkedAt, now, ASK_EVERY_MS) ?? now;
  switch (row.state) {
    case 'approved':
      if (!row.isConfirmed) return getDelay(ASK_AT_MS, row.triedAt ?? now, now, ASK_EVERY_MS);
      if (row.waitsFor === 'setting' || row.waitsFor === 'balance') return null;
      if (row.waitsFor === 'pause') return new Date(now.getTime() + PAUSE_MS);
      return row.notBefore !== null && row.notBefore > now ? row.notBefore : now;
    case 'sending':
      return new Date((row.triedAt ?? now).getTime() + (REPEAT_MS[row.calls - 1] ?? RESULT_MS));
    case 'sent':
      return new Date((row.triedAt ?? now).getTime() + RESULT_MS);
    case 'unknown':
      return getDelay(ASK_AT_MS, row.unknownAt ?? now, now, ASK_EVERY_MS);
    case 'failed':
      return row.isConfirmed ? null : getDelay(ASK_AT_MS, row.triedAt ?? now, now, ASK_EVERY_MS);
    default:
      return null;
  }
}
