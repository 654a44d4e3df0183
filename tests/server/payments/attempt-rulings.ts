import type { AttemptAlarm, AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { AttemptFacts } from './attempt-walk.ts';

type EventOf<Type extends AttemptEvent['type']> = Extract<AttemptEvent, { type: Type }>;

/** What ended the claim stays the reason (F28). */
const ORDER_CANCELLED = 'This order has been cancelled.';

const REPEAT: Requirement<AttemptFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const alarm = (kind: AttemptAlarm): Effect => ({ type: 'alertBackOffice', params: { kind } });
const OPEN = ['created', 'requesting', 'pending', 'unknown'];
const PAID = ['succeeded', 'refund_pending', 'refunded'];
const isPaid = ({ state }: AttemptFacts) => PAID.includes(state);
const isHeld = ({ state }: AttemptFacts) => state === 'held';
const isOver = (facts: AttemptFacts) => isPaid(facts) || isHeld(facts);
const isIn = ({ state }: AttemptFacts, ...states: readonly string[]) => states.includes(state);

const on =
  <Type extends AttemptEvent['type']>(
    type: Type,
    says: (before: AttemptFacts, event: EventOf<Type>) => Requirement<AttemptFacts> | null,
  ): Sentence<AttemptFacts, AttemptEvent>['says'] =>
  (before, event) =>
    event.type === type ? says(before, event as EventOf<Type>) : null;

/** Daraja's names that a message brings, where none are known. */
function learnt(
  { merchantRequestId, checkoutRequestId }: AttemptFacts,
  { ids }: { ids: EventOf<'result.open'>['ids'] },
): Partial<AttemptFacts> {
  return {
    merchantRequestId: merchantRequestId ?? ids.merchantRequestId,
    checkoutRequestId: checkoutRequestId ?? ids.checkoutRequestId,
  };
}

const isOther = ({ checkoutRequestId }: AttemptFacts, { ids }: EventOf<'push.accepted'>) =>
  checkoutRequestId !== null && checkoutRequestId !== ids.checkoutRequestId;
/** The first that is heard of a prompt of which nobody knew whether it went out. */
const isFirstTrace = ({ state }: AttemptFacts, { ids, isStrange }: EventOf<'result.open'>) =>
  state === 'unknown' && ids.checkoutRequestId !== null && !isStrange;

/**
 * What the machine does and the table is silent about, each with its ruling and the reason. A pair of state and event of
 * which neither a row nor one of these speaks changes nothing.
 */
export const BEYOND: readonly Sentence<AttemptFacts, AttemptEvent>[] = [
  // The request to Daraja.
  {
    name: 'providers T2: the moment of the push is kept, as all waiting counts from it',
    says: on('push.start', ({ state }, { now }) => (state === 'created' ? { facts: { pushedAt: now } } : null)),
  },
  {
    name: 'providers 2.3: a process that ended before the request left nobody knowing',
    says: on('push.unanswered', ({ state }) => (state === 'created' ? { facts: { state: 'unknown' } } : null)),
  },
  {
    name: 'D7: a prompt without an answer is asked about where a callback has named it before',
    says: on('push.unanswered', ({ state, checkoutRequestId }) =>
      state === 'requesting' && checkoutRequestId !== null ? { effects: [{ type: 'scheduleQueries' }] } : null,
    ),
  },
  {
    name: 'providers 2.3: no answer is no news once something is known',
    says: on('push.unanswered', ({ state }) =>
      isIn({ state } as AttemptFacts, 'created', 'requesting') ? null : REPEAT,
    ),
  },
  {
    name: 'providers T3: a refusal is believed of a request that is on its way or that nobody knows about, in its own words',
    says: on('push.refused', (before, { code, reason }) =>
      isIn(before, 'requesting', 'unknown')
        ? { facts: { state: 'failed', resultCode: code, failureReason: reason } }
        : REPEAT,
    ),
  },
  {
    name: 'X1, PAY-M1: a push refused for the shop’s own settings, or with an unknown code, alarms',
    says: on('push.refused', ({ state }, { alarm: kind }) =>
      state === 'requesting' && kind !== null ? { effects: [alarm(kind)] } : null,
    ),
  },
  {
    name: 'providers T3: the answer to the push is the best source of the ids, also once it is over',
    says: on('push.accepted', (before, { ids }) => (before.state === 'pending' ? null : { facts: ids })),
  },
  {
    name: 'providers T4: other ids than a callback brought alarm',
    says: on('push.accepted', (before, event) =>
      isOther(before, event) && !isIn(before, 'pending', 'unknown', 'expired')
        ? { effects: [alarm('idsDiffer')] }
        : null,
    ),
  },
  {
    name: 'D7: a prompt whose id becomes known late is asked about, also an expired one',
    says: on('push.accepted', (before) =>
      isIn(before, 'unknown', 'expired') ? { effects: [{ type: 'scheduleQueries' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: the answer twice changes nothing',
    says: on('push.accepted', ({ state }) => (state === 'pending' ? REPEAT : null)),
  },
  {
    name: 'Q14: a prompt that was not sent or not answered expires too',
    says: on('deadline.passed', (before) =>
      isIn(before, 'created', 'requesting')
        ? { facts: { state: 'expired', failureReason: 'The request expired.' } }
        : null,
    ),
  },
  {
    name: 'F28: a cancelled order ends the claim of its open prompt, and says why',
    says: on('order.cancelled', ({ state }) =>
      OPEN.includes(state) ? { facts: { state: 'expired', failureReason: ORDER_CANCELLED } } : REPEAT,
    ),
  },
  {
    name: 'Q14: the deadline of an attempt that is over changes nothing',
    says: on('deadline.passed', ({ state }) => (OPEN.includes(state) ? null : REPEAT)),
  },
  // Money.
  {
    name: 'providers 2.3: money takes back what failed before it',
    says: on('money.received', (before, { receipt }) =>
      isOver(before) ? null : { facts: { resultCode: '0', failureReason: null, receipt } },
    ),
  },
  {
    name: 'providers T4: money names a prompt that has no name yet',
    says: on('money.received', (before, event) => (isOver(before) ? null : { facts: learnt(before, event) })),
  },
  {
    name: 'D7: a success that a callback told is checked by one query',
    says: on('money.received', (before, { isByQuery }) =>
      isOver(before) || isByQuery ? null : { facts: { crossCheck: 'due' }, effects: [{ type: 'scheduleCrossCheck' }] },
    ),
  },
  {
    name: 'Q16: a success that a query found counts in every state, and nothing is left to check',
    says: on('money.received', (before, { isByQuery }) =>
      isOver(before) || !isByQuery || before.toldAmount !== null
        ? null
        : { facts: { state: 'succeeded', crossCheck: 'agreed' }, effects: [{ type: 'payOrder' }] },
    ),
  },
  {
    name: 'Q16: the receipt of money that a query found is filled in when a callback brings it',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && before.receipt === null && receipt !== null
        ? { facts: { receipt }, effects: [{ type: 'fillReceipt' }] }
        : null,
    ),
  },
  {
    name: 'D7: a second receipt for one prompt alarms, and the first stays',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && before.receipt !== null && receipt !== null && receipt !== before.receipt
        ? { effects: [alarm('secondReceipt')] }
        : null,
    ),
  },
  {
    name: 'D7: the same money again, or a query that finds what is known, is a repeat',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && (receipt === null || receipt === before.receipt) ? REPEAT : null,
    ),
  },
  // Another amount than the attempt's own.
  {
    name: 'D27: the first amount that was told of money without a receipt is kept',
    says: on('amount.differs', (before, { amount }) =>
      before.toldAmount === null && !isHeld(before) && !(isPaid(before) && before.receipt !== null)
        ? { facts: { toldAmount: amount }, effects: [{ type: 'keepAmount' }] }
        : REPEAT,
    ),
  },
  {
    name: 'Q16, D27: what a query had paid is in doubt where another amount is told afterwards',
    says: on('amount.differs', (before) =>
      before.state === 'succeeded' && before.receipt === null && before.toldAmount === null
        ? { facts: { state: 'held' }, effects: [{ type: 'doubtPayment' }] }
        : null,
    ),
  },
  {
    name: 'Q16, D27: a query says paid after another amount was told: the money is in doubt',
    says: on('money.received', (before, { isByQuery }) =>
      isByQuery && before.toldAmount !== null && !isOver(before)
        ? { facts: { state: 'held', crossCheck: 'agreed' }, effects: [{ type: 'doubtPayment' }] }
        : null,
    ),
  },
  {
    name: 'D7: the receipt of the price ends the doubt',
    says: on('money.received', (before, { isByQuery, receipt }) =>
      isHeld(before)
        ? isByQuery
          ? REPEAT
          : { facts: { state: 'succeeded', receipt }, effects: [{ type: 'clearDoubt' }] }
        : null,
    ),
  },
  // Failures and codes that are not final.
  {
    name: 'providers 2.1: every listed code ends an attempt that is not over, in its own words',
    says: on('result.failed', (before, event) =>
      isIn(before, ...OPEN, 'expired')
        ? {
            facts: {
              state: 'failed',
              resultCode: event.code,
              failureReason: before.failureReason === ORDER_CANCELLED ? ORDER_CANCELLED : event.reason,
              ...learnt(before, event),
            },
          }
        : null,
    ),
  },
  {
    name: 'providers 1.5: a code that speaks of the shop’s own settings alarms',
    says: on('result.failed', (before, { alarm: kind }) =>
      kind !== null && isIn(before, ...OPEN, 'expired') ? { effects: [alarm(kind)] } : null,
    ),
  },
  {
    name: 'X11, D7: a failure behind which a payment may hide is checked by one query',
    says: on('result.failed', (before, { mayHidePayment }) =>
      mayHidePayment && isIn(before, ...OPEN, 'expired')
        ? { facts: { crossCheck: 'due' }, effects: [{ type: 'askNow' }] }
        : null,
    ),
  },
  {
    name: 'providers 2.1: a failure after the first, or after the money, changes nothing',
    says: on('result.failed', (before) => (isIn(before, ...OPEN, 'expired') ? null : REPEAT)),
  },
  {
    name: 'providers 1.5: a code that is not final leaves the attempt where it is, and names it',
    says: on('result.open', (before, event) =>
      isOver(before) || isFirstTrace(before, event) ? null : { facts: learnt(before, event) },
    ),
  },
  {
    name: 'providers 1.5: an unclear code is asked about at once, in every state before the money',
    says: on('result.open', (before, event) =>
      event.shouldAsk && !isOver(before) && !isFirstTrace(before, event) ? { effects: [{ type: 'askNow' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: a code on no list alarms, in every state before the money',
    says: on('result.open', (before, { isStrange }) =>
      isStrange && !isOver(before) ? { effects: [alarm('strangeResult')] } : null,
    ),
  },
  {
    name: 'D7: a prompt of which a trace is heard is out, and asked about by the schedule',
    says: on('result.open', (before, event) =>
      isFirstTrace(before, event)
        ? { facts: { state: 'pending', ...learnt(before, event) }, effects: [{ type: 'scheduleQueries' }] }
        : null,
    ),
  },
  {
    name: 'providers 2.3: the money absorbs what is not final',
    says: on('result.open', (before) => (isOver(before) ? REPEAT : null)),
  },
  // The check of a callback's success, and refunds.
  {
    name: 'D7: the check agrees also while the money goes back',
    says: on('crosscheck.agreed', (before) =>
      isIn(before, 'refund_pending', 'refunded') && before.crossCheck === 'due'
        ? { facts: { crossCheck: 'agreed' } }
        : null,
    ),
  },
  {
    name: 'X11, D7: the check agrees with a failure, once',
    says: on('crosscheck.agreed', (before) =>
      before.state === 'failed' ? (before.crossCheck === 'due' ? { facts: { crossCheck: 'agreed' } } : REPEAT) : null,
    ),
  },
  {
    name: 'D7: the check contradicts also while the money goes back',
    says: on('crosscheck.mismatched', (before) =>
      isIn(before, 'refund_pending', 'refunded') && before.crossCheck === 'due'
        ? { facts: { crossCheck: 'mismatched' }, effects: [{ type: 'holdOrder' }] }
        : null,
    ),
  },
  {
    name: 'D7: money is checked once',
    says: (before, { type }) =>
      isPaid(before) &&
      before.crossCheck !== 'due' &&
      (type === 'crosscheck.agreed' || type === 'crosscheck.mismatched')
        ? REPEAT
        : null,
  },
  {
    name: 'D8: the desk’s confirmation closes the refund’s entry',
    says: on('refund.confirmed', ({ state }) =>
      state === 'refund_pending' ? { effects: [{ type: 'closeRefund' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: a refund twice changes nothing',
    says: on('refund.due', (before) => (isIn(before, 'refund_pending', 'refunded') ? REPEAT : null)),
  },
  {
    name: 'providers 2.1: confirmed twice changes nothing',
    says: on('refund.confirmed', ({ state }) => (state === 'refunded' ? REPEAT : null)),
  },
];
