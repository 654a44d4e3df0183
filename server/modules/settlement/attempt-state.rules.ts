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

/** The machine's state of a stored attempt. */
export function snapshotOf({ attempt, receipt, toldAmount }: StoredAttempt): Snapshot {
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

/** The row's state of a snapshot. */
export function stateOf({ value }: Pick<Snapshot, 'value'>): AttemptState {
  if (typeof value === 'string') return value;
  const [inner] = Object.values(value);
  if (inner === undefined) throw new Error('payment attempt: a state without a name');
  return inner === 'refundPending' ? 'refund_pending' : inner;
}

/** What of the attempt's row follows from a snapshot that was reached at `now`. */
export function columnsOf(snapshot: Snapshot, now: Date) {
  const { merchantRequestId, checkoutRequestId, pushedAt, resultCode, failureReason, crossCheck } = snapshot.context;
  return {
    state: stateOf(snapshot),
    merchantRequestId,
    checkoutRequestId,
    resultCode,
    failureReason,
    crossCheck,
    pushedAt: pushedAt === null ? null : new Date(pushedAt),
    updatedAt: now,
  } satisfies AttemptChange;
}

/** When the prompt left, or, where it has not yet, when it was written down. */
export function pushTime({ pushedAt, createdAt }: Pick<AttemptRow, 'pushedAt' | 'createdAt'>): Date {
  return pushedAt ?? createdAt;
}

/** Whether the prompt is so old that it keeps the order from no other one any more (D8). */
export function isOld(attempt: AttemptRow, retryMs: number, now: Date): boolean {
  return !isPromptOpen(pushTime(attempt).getTime(), now.getTime(), retryMs);
}

/** What of an attempt says whether M-Pesa has still to answer about it. */
type Askable = Pick<AttemptRow, 'pushedAt' | 'createdAt' | 'answeredAt' | 'checkoutRequestId'>;

/**
 * Whether M-Pesa can be asked about the prompt and has not answered since it left the phone: it may be paid, so neither
 * it nor its order expires meanwhile (D12). One without a CheckoutRequestID cannot be asked about (Q17).
 */
export function awaitsAnswer(attempt: Askable, now: Date, scheduleMs: readonly number[]): boolean {
  const pushed = pushTime(attempt);
  const isChecked = isOutcomeChecked(pushed.getTime(), attempt.answeredAt?.getTime() ?? 0);
  return attempt.checkoutRequestId !== null && !isChecked && !isScheduleOver(pushed, now, scheduleMs);
}
