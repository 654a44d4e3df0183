import type { SnapshotFrom } from 'xstate';
import { isOutcomeChecked, isPromptOpen } from '../../../contract/rules/payment-times.ts';
import { paymentAttemptMachine } from '../../machines/payment-attempt.machine.ts';
import { isScheduleOver } from './query-schedule.rules.ts';
import type { AttemptChange, AttemptRow, AttemptState, StoredAttempt } from './attempts.repository.ts';

export type Snapshot = SnapshotFrom<typeof paymentAttemptMachine>;

const VALUES = {
  created: { open: 'created' },
  requesting: { open: 'requesting' },
  pending: { open: 'pending' },
  unknown: { open: 'unknown' },
  held: 'held',
  failed: { closed: 'failed' },
  expired: { closed: 'expired' },
  succeeded: { paid: 'succeeded' },
  refund_pending: { paid: 'refundPending' },
  refunded: { paid: 'refunded' },
} as const satisfies Record<AttemptState, Snapshot['value']>;

/** Converts a stored attempt to a machine snapshot. */
export function toAttemptSnapshot({ attempt, receipt, toldAmount }: StoredAttempt): Snapshot {
  const { merchantRequestId, checkoutRequestId, pushedAt, resultCode, failureReason, crossCheck } = attempt;
  return paymentAttemptMachine.resolveState({
    value: VALUES[attempt.state],
    context: {
      merchantRequestId,
      checkoutRequestId,
      pushedAt: pushedAt?.getTime() ?? null,
      resultCode,
      failureReason,
      crossCheck,
      receipt,
      toldAmount,
    },
  });
}

/** Converts a snapshot to the state column. */
export function toState({ value }: Pick<Snapshot, 'value'>): AttemptState {
  if (typeof value === 'string') return value;
  const [inner] = Object.values(value);
  if (inner === undefined) throw new Error('payment attempt: a state without a name');
  return inner === 'refundPending' ? 'refund_pending' : inner;
}

/** Returns the columns for a snapshot that was reached at `now`. */
export function toAttemptColumns(snapshot: Snapshot, now: Date) {
  const { merchantRequestId, checkoutRequestId, pushedAt, resultCode, failureReason, crossCheck } = snapshot.context;
  return {
    state: toState(snapshot),
    merchantRequestId,
    checkoutRequestId,
    resultCode,
    failureReason,
    crossCheck,
    pushedAt: pushedAt === null ? null : new Date(pushedAt),
    updatedAt: now,
  } satisfies AttemptChange;
}

/** Returns when the prompt was sent or, before that, created. */
export function getPushTime({ pushedAt, createdAt }: Pick<AttemptRow, 'pushedAt' | 'createdAt'>): Date {
  return pushedAt ?? createdAt;
}

/** Returns whether the prompt is too old to block another one for the order (D8). */
export function isOld(attempt: AttemptRow, retryMs: number, now: Date): boolean {
  return !isPromptOpen(getPushTime(attempt).getTime(), now.getTime(), retryMs);
}

/** Fields of an attempt for `isAwaitingAnswer`. */
type QueryableAttempt = Pick<AttemptRow, 'pushedAt' | 'createdAt' | 'answeredAt' | 'checkoutRequestId'>;

/**
 * Returns whether the prompt can be queried and M-Pesa has not answered since it left the phone. It may be paid, so the
 * attempt and its order do not expire yet (D12). An attempt without a `CheckoutRequestID` cannot be queried (Q17).
 */
export function isAwaitingAnswer(attempt: QueryableAttempt, now: Date, scheduleMs: readonly number[]): boolean {
  const pushed = getPushTime(attempt);
  const isChecked = isOutcomeChecked(pushed.getTime(), attempt.answeredAt?.getTime() ?? 0);
  return attempt.checkoutRequestId !== null && !isChecked && !isScheduleOver(pushed, now, scheduleMs);
}
