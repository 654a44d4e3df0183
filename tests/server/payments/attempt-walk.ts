import type { AnyMachineSnapshot } from 'xstate';
import { toShillings } from '../../../contract/rules/money.ts';
import type { AttemptContext, AttemptEvent, ProviderIds } from '../../../server/machines/payment-attempt.types.ts';
import { toRefusedPush, toStoppedPush } from '../../../server/modules/payments/result-codes.rules.ts';

/** An attempt in the table's terms. */
export interface AttemptFacts extends AttemptContext {
  /** The state's name in the table and the rows: `refund_pending`. */
  readonly state: string;
}

export const NO_IDS: ProviderIds = { merchantRequestId: null, checkoutRequestId: null };
export const IDS: ProviderIds = { merchantRequestId: 'm', checkoutRequestId: 'ws_1' };
/** A message may bring only one of the two. */
const HALF: ProviderIds = { merchantRequestId: null, checkoutRequestId: 'ws_1' };
const OTHERS: ProviderIds = { merchantRequestId: 'm2', checkoutRequestId: 'ws_2' };
const failed = { code: '1032', reason: 'You cancelled the payment.', alarm: null, mayHidePayment: false };

/** Every event that can occur for a prompt, in any order. */
export const attemptEvents: readonly AttemptEvent[] = [
  { type: 'push.start', now: 1 },
  { type: 'push.accepted', ids: IDS },
  { type: 'push.accepted', ids: OTHERS },
  { type: 'push.unanswered' },
  toRefusedPush('400.002.02', 'Bad Request - Invalid PhoneNumber'),
  ...['17', '2028', 'response.1'].map((code) => toRefusedPush(code)),
  toStoppedPush('closed'),
  toStoppedPush('slow'),
  { type: 'money.received', receipt: 'R1', ids: IDS, isByQuery: false },
  { type: 'money.received', receipt: 'R2', ids: HALF, isByQuery: false },
  { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true },
  { type: 'money.received', receipt: null, ids: IDS, isByQuery: true },
  { type: 'amount.differs', amount: toShillings(2999) },
  { type: 'amount.differs', amount: toShillings(2998) },
  { type: 'money.taken' },
  { type: 'result.failed', ...failed, ids: IDS },
  {
    type: 'result.failed',
    code: '1037',
    reason: 'Your phone could not be reached.',
    ids: IDS,
    alarm: null,
    mayHidePayment: true,
  },
  {
    type: 'result.failed',
    code: '1',
    reason: 'Insufficient M-Pesa balance.',
    ids: NO_IDS,
    alarm: null,
    mayHidePayment: false,
  },
  {
    type: 'result.failed',
    code: '2028',
    reason: 'Payment is not available now.',
    ids: NO_IDS,
    alarm: 'badSettings',
    mayHidePayment: false,
  },
  ...[IDS, HALF, NO_IDS].flatMap((ids) =>
    [
      { shouldAsk: false, isStrange: false },
      { shouldAsk: true, isStrange: false },
      { shouldAsk: true, isStrange: true },
    ].map((how) => ({ type: 'result.open', ids, ...how }) as const),
  ),
  { type: 'deadline.passed' },
  { type: 'order.cancelled' },
  { type: 'crosscheck.agreed' },
  { type: 'crosscheck.mismatched' },
  { type: 'refund.due' },
  { type: 'refund.confirmed' },
];

export function attemptFacts({ value, context }: AnyMachineSnapshot): AttemptFacts {
  if (typeof value === 'string') return { state: value, ...(context as AttemptContext) };
  const inner = Object.values(value as Record<string, string>)[0] ?? JSON.stringify(value);
  return { state: inner === 'refundPending' ? 'refund_pending' : inner, ...(context as AttemptContext) };
}
