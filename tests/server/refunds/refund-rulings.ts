import type { RefundAlarm, RefundEvent } from '../../../server/machines/refund.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { RefundFacts } from './refund-facts.ts';

type EventOf<Type extends RefundEvent['type']> = Extract<RefundEvent, { type: Type }>;
type Said = Requirement<RefundFacts> | null;
type Says = Sentence<RefundFacts, RefundEvent>['says'];

export const REPEAT: Requirement<RefundFacts> = { effects: [{ type: 'ignoreRepeat' }] };
export const ASK: Effect = { type: 'askNow' };
export const alarm = (kind: RefundAlarm): Effect => ({ type: 'alertBackOffice', params: { kind } });

const on =
  <Type extends RefundEvent['type']>(
    types: readonly Type[],
    says: (before: RefundFacts, event: EventOf<Type>) => Said,
  ): Says =>
  (before, event) =>
    (types as readonly string[]).includes(event.type) ? says(before, event as EventOf<Type>) : null;
const isIn = ({ state }: RefundFacts, ...states: readonly string[]) => states.includes(state);
/** The outcome of a call is open. */
const isOpen = (before: RefundFacts) => isIn(before, 'sending', 'sent', 'unknown');
const isByMpesa = ({ way }: RefundFacts) => way === 'reversal' || way === 'b2c';
const isUntouched = ({ checkedReceipt, cashBy }: RefundFacts) => checkedReceipt === null && cashBy === null;

/** Nothing of an earlier try can move money any more. */
export const CERTAIN = { isConfirmed: true, isRestored: false, deniedBy: null } as const;
const ENDED = { ...CERTAIN, waitsFor: null, checkedReceipt: null, cashBy: null } as const;

/** Calls of one try, all with one id. */
const MOST_CALLS = 4;
export const mayRepeat = ({ way, calls }: RefundFacts) => way === 'b2c' && calls < MOST_CALLS;
export const isReady = ({ isConfirmed, checkedReceipt, waitsFor }: RefundFacts) =>
  isConfirmed && checkedReceipt === null && waitsFor !== 'setting' && waitsFor !== 'balance';
const isWait = (waitsFor: unknown) => waitsFor === 'setting' || waitsFor === 'balance';
const isSecondDenial = ({ state, deniedBy }: RefundFacts, { by, isTime }: EventOf<'staff.deny'>) =>
  state === 'unknown' && deniedBy !== null && deniedBy !== by && isTime;
const isDroppable = (before: RefundFacts) => isIn(before, 'due', 'approved', 'failed', 'byHand') && isUntouched(before);
const isFittingCheck = (before: RefundFacts, { isFitting }: EventOf<'receipt.checked'>) =>
  isFitting === true && before.checkedReceipt !== null && !isIn(before, 'done', 'dropped');

/** The try has failed, and the refund waits for another decision. */
function isFailing(before: RefundFacts, event: RefundEvent): boolean {
  switch (event.type) {
    case 'call.refused':
      return before.state === 'sending' && before.calls === 1 && event.waitsFor === null;
    case 'result.failed':
      return isOpen(before) && (event.to === 'failed' || (event.to !== 'byHand' && before.way === null));
    case 'failure.confirmed':
      return before.state === 'sent' || (before.state === 'unknown' && before.tries > 0);
    case 'staff.deny':
      return isSecondDenial(before, event);
    default:
      return false;
  }
}

/** The call may have been carried out, and nothing repeats it. */
function isInDoubt(before: RefundFacts, event: RefundEvent): boolean {
  if (before.state !== 'sending') return false;
  if (event.type === 'call.refused') return before.calls > 1 && event.waitsFor !== 'pause';
  return event.type === 'call.doubtful' || (event.type === 'call.lost' && !mayRepeat(before));
}

/** Returns the alarm of an event that needs one, or `null` (D29). */
export function alarmOf(before: RefundFacts, event: RefundEvent): RefundAlarm | null {
  const { state } = before;
  switch (event.type) {
    case 'call.refused':
      if (state === 'approved') return isWait(event.waitsFor) ? 'refund.waits' : null;
      if (isInDoubt(before, event)) return 'refund.unknown';
      if (state !== 'sending' || event.waitsFor === 'pause') return null;
      return event.waitsFor === null ? 'refund.failed' : 'refund.waits';
    case 'call.lost':
    case 'call.doubtful':
      return isInDoubt(before, event) ? 'refund.unknown' : null;
    case 'result.strange':
      return isOpen(before) ? 'refund.unknown' : null;
    case 'result.failed':
      if (isOpen(before)) return event.to === 'byHand' || isFailing(before, event) ? 'refund.failed' : 'refund.waits';
      return state === 'done' ? 'refund.late' : null;
    case 'queue.timedOut':
      return state === 'done' ? 'refund.late' : null;
    case 'failure.confirmed':
      if (state === 'done') return 'refund.late';
      return state === 'sent' ? 'refund.failed' : null;
    case 'money.sent':
      return alarmOfMoney(before, event);
    default:
      return null;
  }
}

function alarmOfMoney(before: RefundFacts, { receipt, isFitting }: EventOf<'money.sent'>): RefundAlarm | null {
  const isKnown = receipt === null ? before.receipt !== null : receipt === before.receipt;
  if (before.state === 'dropped') return isKnown ? null : 'refund.dropped';
  if (before.state === 'done') {
    if (before.receipt === null && isFitting) return isByMpesa(before) ? null : 'refund.twice';
    return receipt === null || isKnown ? null : 'refund.twice';
  }
  if (!isFitting) return 'refund.differs';
  return isOpen(before) ? null : 'refund.late';
}

const LATE = [
  'call.accepted',
  'call.lost',
  'call.refused',
  'call.doubtful',
  'result.failed',
  'result.strange',
  'queue.timedOut',
] as const;

/** Machine behaviour that the table leaves to its words, each with its ruling. */
export const BEYOND: readonly Sentence<RefundFacts, RefundEvent>[] = [
  {
    name: 'providers §2.1: a late answer changes nothing, and a late failure of an earlier try neither',
    says: on(LATE, (before, event) => {
      if (before.state === 'sending') return null;
      if (isOpen(before)) return event.type.startsWith('call.') ? REPEAT : null;
      if (before.state === 'approved' && event.type === 'call.refused' && isWait(event.waitsFor)) return null;
      if (before.state === 'failed' && /^(?:queue|result\.strange)/.test(event.type)) return null;
      return before.state === 'done' && /^(?:queue|result\.failed)/.test(event.type) ? null : REPEAT;
    }),
  },
  {
    name: 'PAY-F3: a confirmed failure decides nothing while the call is out, or when a person pays or nobody does',
    says: on(['failure.confirmed'], (before) => (isIn(before, 'sending', 'byHand', 'dropped') ? REPEAT : null)),
  },
  {
    name: 'D29: whatever stops a refund, or may have sent it twice, raises an alarm',
    says: (before, event) => {
      const kind = alarmOf(before, event);
      return kind === null ? null : { effects: [alarm(kind)] };
    },
  },
  {
    name: 'PAY-F1: code and words of the last failure are kept',
    says: on(['call.refused', 'call.lost', 'call.doubtful', 'result.failed', 'result.strange'], (before, event) => {
      const isOfCall = event.type.startsWith('call.');
      const isHeard = isOfCall ? before.state === 'sending' : isOpen(before);
      const isWaiting = before.state === 'approved' && event.type === 'call.refused' && isWait(event.waitsFor);
      return isHeard || isWaiting ? { facts: { failureCode: event.code, failure: event.text } } : null;
    }),
  },
  {
    name: 'PAY-F3: only a final failure gives certainty, and that of a payout when it is confirmed',
    says: (before, event) => {
      const isCertain =
        (event.type === 'failure.confirmed' && isIn(before, 'due', 'approved', 'failed', 'sent', 'unknown')) ||
        (event.type === 'result.failed' && isOpen(before) && (before.way === 'reversal' || event.to === 'byHand')) ||
        (event.type === 'staff.deny' && isSecondDenial(before, event)) ||
        (event.type === 'call.refused' && isFailing(before, event));
      return isCertain ? { facts: CERTAIN } : null;
    },
  },
  {
    name: 'PAY-F2: the amount of a failed or dropped refund is free for another one',
    says: (before, event) => {
      const isFreed = isFailing(before, event) || (event.type === 'staff.drop' && isDroppable(before));
      return isFreed && before.state !== 'failed' ? { effects: [{ type: 'freeAmount' }] } : null;
    },
  },
  {
    name: 'PAY-F2: the amount of a failed refund counts again with another decision, its money or a restore',
    says: (before, event) => {
      const isDecided = (event.type === 'staff.approve' || event.type === 'staff.byHand') && before.isConfirmed;
      const isMoney = event.type === 'money.sent' && event.isFitting;
      const isChecked = event.type === 'receipt.checked' && isFittingCheck(before, event);
      const isTaken = isDecided || isMoney || isChecked || event.type === 'shop.restored';
      return before.state === 'failed' && isTaken ? { effects: [{ type: 'takeAmount' }] } : null;
    },
  },
  {
    name: 'PAY-F1: whatever ends a refund closes it for its order, and leaves nothing open',
    says: (before, event) => {
      const isEnded =
        (event.type === 'staff.drop' && isDroppable(before)) ||
        (event.type === 'staff.confirmCash' && before.cashBy !== null && before.cashBy !== event.by) ||
        (event.type === 'receipt.checked' && isFittingCheck(before, event)) ||
        (event.type === 'money.sent' && event.isFitting && !isIn(before, 'done', 'dropped'));
      const type = event.type === 'staff.drop' ? 'closeDropped' : 'closeRefund';
      return isEnded ? { facts: ENDED, effects: [{ type }] } : null;
    },
  },
  {
    name: 'PAY-F3: money that went wins in every state, with the receipt that M-Pesa names',
    says: on(['money.sent'], (before, { receipt, isFitting }) => {
      if (!isFitting || isIn(before, 'done', 'dropped')) return null;
      return { facts: { state: 'done', receipt }, effects: [{ type: 'useReceipt' }, { type: 'tellDone' }] };
    }),
  },
  {
    name: 'PAY-F3: money of another amount or receiver is never taken as this refund',
    says: on(['money.sent'], (before, { isFitting, isByResult }) => {
      if (isFitting || isIn(before, 'done', 'dropped')) return null;
      if (!isOpen(before)) return {};
      return { facts: { state: 'unknown' }, effects: isByResult ? [ASK] : [] };
    }),
  },
  {
    name: 'PAY-C3: a receipt that M-Pesa names after the end has its use with the refund, once',
    says: on(['money.sent'], (before, event) => {
      if (!isIn(before, 'done', 'dropped')) return null;
      const { receipt } = before;
      const isNamed = event.receipt !== null || !isByMpesa(before);
      const isFirst =
        receipt === null && (before.state === 'done' ? event.isFitting && isNamed : event.receipt !== null);
      if (isFirst) return { facts: { receipt: event.receipt }, effects: [{ type: 'useReceipt' }] };
      return alarmOf(before, event) === null ? REPEAT : {};
    }),
  },
  {
    name: 'PAY-F2: an approval names the way, and forgets the last failure',
    says: on(['staff.approve'], (before, { way }) =>
      isIn(before, 'due', 'failed') && before.isConfirmed
        ? { facts: { state: 'approved', way, waitsFor: null, failureCode: null, failure: null } }
        : null,
    ),
  },
  {
    name: 'PAY-F2: an approval that is taken back, and the work by hand, have no way',
    says: on(['staff.unapprove', 'staff.byHand', 'staff.byMpesa'], (before, event) => {
      const isCleared =
        (event.type === 'staff.unapprove' && before.state === 'approved') ||
        (event.type === 'staff.byMpesa' && before.state === 'byHand' && isUntouched(before)) ||
        (event.type === 'staff.byHand' && isIn(before, 'due', 'approved', 'failed') && before.isConfirmed);
      return isCleared ? { facts: { way: null, waitsFor: null } } : null;
    }),
  },
  {
    name: 'PAY-F2: every wait ends with a retry',
    says: on(['staff.retry'], ({ state, waitsFor }) =>
      state === 'approved' && waitsFor !== null ? { facts: { waitsFor: null }, effects: [ASK] } : null,
    ),
  },
  {
    name: 'PAY-F3: a try has one intent, and B2C repeats it with the same id at most three times',
    says: on(['call.start'], (before) => {
      if (before.state === 'sending') return mayRepeat(before) ? { facts: { calls: before.calls + 1 } } : null;
      if (before.state !== 'approved' || !isReady(before)) return null;
      return { facts: { tries: before.tries + 1, calls: 1, waitsFor: null, isConfirmed: false } };
    }),
  },
  {
    name: 'PAY-F3: a first call that was certainly not carried out leaves its try free',
    says: on(['call.refused'], ({ state, calls, tries }, { waitsFor }) =>
      state === 'sending' && calls === 1 && waitsFor !== null
        ? { facts: { state: 'approved', waitsFor, tries: tries - 1, calls: 0, isConfirmed: true } }
        : null,
    ),
  },
  {
    name: 'PAY-F2: another refund’s refusal or too little money stops this one before its call',
    says: on(['call.refused'], ({ state }, { waitsFor }) =>
      state === 'approved' && isWait(waitsFor) ? { facts: { waitsFor } } : null,
    ),
  },
  {
    name: 'PAY-F3: a call whose outcome nobody knows is asked about at once, and never made again',
    says: (before, event) => (isInDoubt(before, event) ? { facts: { state: 'unknown' }, effects: [ASK] } : null),
  },
  {
    name: 'PAY-F3: an unknown code and a queue time-out are questions to M-Pesa, not failures',
    says: on(['result.strange', 'queue.timedOut', 'result.overdue'], (before, { type }) => {
      if (type === 'result.overdue' ? before.state !== 'sent' : !isOpen(before) && before.state !== 'failed')
        return null;
      return { facts: { state: before.state === 'failed' ? 'failed' : 'unknown' }, effects: [ASK] };
    }),
  },
  {
    name: 'PAY-F3: the failure of a payout is asked about until M-Pesa confirms it',
    says: on(['result.failed'], (before, { to }) =>
      isOpen(before) && before.way !== 'reversal' && to !== 'byHand' ? { effects: [ASK] } : null,
    ),
  },
  {
    name: 'PAY-F2: a refund whose way is not known needs another approval after any failure',
    says: on(['result.failed'], (before, event) =>
      isFailing(before, event) && before.way === null ? { facts: { state: 'failed' } } : null,
    ),
  },
  {
    name: 'PAY-F3: a restored refund without a try is due again when M-Pesa knows of none',
    says: on(['failure.confirmed'], ({ state, tries }) => {
      if (state !== 'unknown') return null;
      return tries === 0 ? { facts: { state: 'due', way: null, waitsFor: null } } : { facts: { state: 'failed' } };
    }),
  },
  {
    name: 'PAY-F3: a restore doubts every refund that is not closed, and what people noted about it',
    says: on(['shop.restored'], (before) =>
      isIn(before, 'done', 'dropped')
        ? REPEAT
        : {
            facts: {
              state: 'unknown',
              isRestored: true,
              isConfirmed: false,
              waitsFor: null,
              cashBy: null,
              deniedBy: null,
            },
          },
    ),
  },
  {
    name: 'PAY-F2: a typed receipt is kept until M-Pesa has judged it, one at a time',
    says: on(['staff.receipt'], (before, { receipt }) => {
      const { state } = before;
      const isFilled = state === 'done' && before.receipt === null && isByMpesa(before);
      if (before.checkedReceipt === receipt) return isIn(before, 'byHand', 'unknown') ? REPEAT : null;
      if (!isUntouched(before) || !(isFilled || isIn(before, 'byHand', 'unknown'))) return null;
      return { facts: { checkedReceipt: receipt }, effects: [ASK] };
    }),
  },
  {
    name: 'PAY-F2: M-Pesa’s answer about a typed receipt ends the check, and only a good one counts',
    says: on(['receipt.checked'], (before, event) => {
      const receipt = before.checkedReceipt;
      if (receipt === null) return null;
      const isUsed = event.isFitting === true && before.receipt === null;
      if (!isUsed) return { facts: { checkedReceipt: null } };
      const facts = { checkedReceipt: null, receipt };
      if (before.state === 'done') return { facts, effects: [{ type: 'useReceipt' }] };
      return {
        facts: { ...facts, state: 'done', way: 'receipt' },
        effects: [{ type: 'useReceipt' }, { type: 'tellDone' }],
      };
    }),
  },
  {
    name: 'PAY-F2: cash has one note, and any second person confirms it',
    says: on(['staff.cash', 'staff.confirmCash'], (before, { type, by }) => {
      if (before.state !== 'byHand') return null;
      if (type === 'staff.cash') {
        if (before.cashBy !== null) return REPEAT;
        return before.checkedReceipt === null ? { facts: { cashBy: by } } : null;
      }
      if (before.cashBy === null || before.cashBy === by) return null;
      return { facts: { state: 'done', way: 'cash' }, effects: [{ type: 'tellDone' }] };
    }),
  },
  {
    name: 'PAY-F3: anybody may deny it first, which is asked about, and another person a day after the try',
    says: on(['staff.deny'], (before, event) => {
      if (before.state !== 'unknown') return null;
      if (before.deniedBy === null) return { facts: { deniedBy: event.by }, effects: [ASK] };
      return isSecondDenial(before, event) ? { facts: { state: 'failed' } } : null;
    }),
  },
];
