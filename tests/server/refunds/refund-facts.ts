import type { AnyMachineSnapshot } from 'xstate';
import type { RefundContext, RefundEvent, RefundWait, RefundWay } from '../../../server/machines/refund.types.ts';

/** A refund in the table's terms. */
export interface RefundFacts extends RefundContext {
  readonly state: string;
}

export const NEW_REFUND: RefundFacts = {
  state: 'due',
  way: null,
  tries: 0,
  calls: 0,
  waitsFor: null,
  isConfirmed: true,
  failureCode: null,
  failure: null,
  receipt: null,
  checkedReceipt: null,
  cashBy: null,
  deniedBy: null,
  isTold: false,
  isRestored: false,
};

export function refundFacts({ value, context }: AnyMachineSnapshot): RefundFacts {
  return { state: value as string, ...(context as RefundContext) };
}

/** A code after which the next way is B2C (PAY-F2), and any other one. */
export const REFUSED = '21';
const OTHER = '4';

const text = 't';
export const refused = (waitsFor: RefundWait | null): RefundEvent => ({
  type: 'call.refused',
  waitsFor,
  code: OTHER,
  text,
});
export const failed = (to: RefundWait | 'failed' | 'byHand', code = OTHER): RefundEvent => ({
  type: 'result.failed',
  to,
  code,
  text,
});
/** M-Pesa reports success, by the result of the call or by Transaction Status. */
export const sent = (receipt: string | null, { isFitting = true, isByResult = true } = {}): RefundEvent => ({
  type: 'money.sent',
  receipt,
  isFitting,
  isByResult,
});
export const checked = (isFitting: boolean | null): RefundEvent => ({ type: 'receipt.checked', isFitting });
export const denied = (by: string, isTime = true): RefundEvent => ({ type: 'staff.deny', by, isTime });

/** Events that change what the refund is. */
const FOLLOWED: readonly RefundEvent[] = [
  { type: 'staff.approve', way: 'reversal' },
  { type: 'staff.approve', way: 'b2c' },
  { type: 'staff.unapprove' },
  { type: 'staff.byHand' },
  { type: 'staff.byMpesa' },
  { type: 'staff.drop' },
  { type: 'staff.retry' },
  { type: 'staff.receipt', receipt: 'RB9' },
  { type: 'staff.cash', by: 'Ben' },
  { type: 'staff.noCash' },
  { type: 'staff.confirmCash', by: 'Olga' },
  denied('Ben'),
  denied('Olga'),
  { type: 'call.start' },
  { type: 'call.accepted' },
  ...([null, 'setting', 'balance', 'pause'] as const).map(refused),
  { type: 'call.lost', code: OTHER, text },
  { type: 'call.doubtful', code: OTHER, text },
  sent('RB1'),
  sent(null),
  ...(['balance', 'setting', 'byHand', 'failed'] as const).map((to) => failed(to)),
  failed('failed', REFUSED),
  { type: 'queue.timedOut' },
  { type: 'result.overdue' },
  { type: 'failure.confirmed' },
  checked(true),
  checked(null),
  { type: 'shop.restored' },
];

/** Events whose result is that of another event, or nothing. */
const TRIED: readonly RefundEvent[] = [
  { type: 'staff.receipt', receipt: 'RB8' },
  { type: 'staff.cash', by: 'Olga' },
  { type: 'staff.confirmCash', by: 'Ben' },
  denied('Olga', false),
  sent('RB1', { isByResult: false }),
  sent('RB2'),
  ...[true, false].map((isByResult) => sent('RB1', { isFitting: false, isByResult })),
  sent('RB2', { isFitting: false }),
  { type: 'result.strange', code: OTHER, text },
  checked(false),
];

/** Tries that the walk follows: the first one, and one after its failure. */
const MOST_TRIES = 2;

/** Ways that an approval may choose: after a try they follow from it (PAY-F2). */
function getWays({ state, way, failureCode }: RefundFacts): readonly (RefundWay | null)[] {
  if (state !== 'failed' || way === null) return ['reversal', 'b2c'];
  return [way === 'reversal' && failureCode !== REFUSED ? 'reversal' : 'b2c'];
}

/** Follows one of each: a receipt, a denial or a restore, in each state of one refund. */
const isFollowed = (before: RefundFacts, event: RefundEvent): boolean => {
  const { state, tries, calls, isRestored, deniedBy, checkedReceipt, failureCode } = before;
  const isFirst = tries < MOST_TRIES;
  // Between the first and the last call of a try only the number of the call differs.
  if (state === 'sending' && (calls === 2 || calls === 3)) return event.type === 'call.start';
  const isPlain = isFirst && deniedBy === null && checkedReceipt === null && failureCode !== REFUSED;
  switch (event.type) {
    case 'staff.approve':
      return isFirst;
    case 'staff.receipt':
      return isPlain;
    case 'call.start':
      return isFirst || state === 'sending';
    case 'shop.restored':
      return isPlain && calls < 2 && !isRestored;
    case 'staff.deny':
      return deniedBy === null ? event.by === 'Ben' && isPlain : event.by === 'Olga';
    default:
      return true;
  }
};

/** M-Pesa tells nothing about a refund that was never tried. An approved one may find wrong settings before its call. */
function canArrive({ state, tries, isRestored }: RefundFacts, { type }: RefundEvent): boolean {
  if (tries > 0 || isRestored || (state === 'approved' && type === 'call.refused')) return true;
  return type === 'call.start' || !/^(?:call|result|queue|money|failure)\./.test(type);
}

function getEvents(before: RefundFacts, events: readonly RefundEvent[]): readonly RefundEvent[] {
  const ways = getWays(before);
  return events.filter(
    (event) => canArrive(before, event) && (event.type !== 'staff.approve' || ways.includes(event.way)),
  );
}

export function refundEvents(before: RefundFacts): readonly RefundEvent[] {
  return getEvents(before, FOLLOWED).filter((event) => isFollowed(before, event));
}

/** Events that are judged in every state, without following their result. */
export function triedEvents(before: RefundFacts): readonly RefundEvent[] {
  return [...getEvents(before, FOLLOWED).filter((event) => !isFollowed(before, event)), ...getEvents(before, TRIED)];
}
