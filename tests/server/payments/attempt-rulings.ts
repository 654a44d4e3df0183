import type { AttemptAlarm, AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { AttemptFacts } from './attempt-walk.ts';

type EventOf<Type extends AttemptEvent['type']> = Extract<AttemptEvent, { type: Type }>;

/** Stays the failure reason after the cancellation ended the attempt (F28). */
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

/** Daraja's ids from a message, for those that are still unknown. */
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
/** The first message about a prompt for which it was unknown whether it was sent. */
const isFirstTrace = ({ state }: AttemptFacts, { ids, isStrange }: EventOf<'result.open'>) =>
  state === 'unknown' && ids.checkoutRequestId !== null && !isStrange;

/**
 * Machine behaviour that the table does not cover, each with its ruling and reason. An event that neither a row nor a
 * ruling covers changes nothing in that state.
 */
export const BEYOND: readonly Sentence<AttemptFacts, AttemptEvent>[] = [
  // The request to Daraja.
  {
    name: 'providers T2: the time of the push is stored, because all waits start from it',
    says: on('push.start', ({ state }, { now }) => (state === 'created' ? { facts: { pushedAt: now } } : null)),
  },
  {
    name: 'providers 2.3: an attempt whose process ended before the request becomes unknown',
    says: on('push.unanswered', ({ state }) => (state === 'created' ? { facts: { state: 'unknown' } } : null)),
  },
  {
    name: 'D7: a prompt without an answer is queried when a callback has brought its id',
    says: on('push.unanswered', ({ state, checkoutRequestId }) =>
      state === 'requesting' && checkoutRequestId !== null ? { effects: [{ type: 'scheduleQueries' }] } : null,
    ),
  },
  {
    name: 'providers 2.3: a missing answer changes nothing once something is known',
    says: on('push.unanswered', ({ state }) =>
      isIn({ state } as AttemptFacts, 'created', 'requesting') ? null : REPEAT,
    ),
  },
  {
    name: 'PAY-M2: a push that is not sent fails with the code of one that was not sent',
    says: on('push.stopped', ({ state }, { code, reason }) =>
      state === 'created' ? { facts: { resultCode: code, failureReason: reason } } : null,
    ),
  },
  {
    name: 'providers T3: a rejection fails a requesting or unknown attempt, with its own reason',
    says: on('push.refused', (before, { code, reason }) =>
      isIn(before, 'requesting', 'unknown')
        ? { facts: { state: 'failed', resultCode: code, failureReason: reason } }
        : REPEAT,
    ),
  },
  {
    name: 'X1, PAY-M1: a push rejected because of the shop’s settings, or with an unknown code, raises an alarm',
    says: on('push.refused', ({ state }, { alarm: kind }) =>
      state === 'requesting' && kind !== null ? { effects: [alarm(kind)] } : null,
    ),
  },
  {
    name: 'providers T3: the response to the push overwrites the ids, also after the attempt ended',
    says: on('push.accepted', (before, { ids }) => (before.state === 'pending' ? null : { facts: ids })),
  },
  {
    name: 'providers T4: ids that differ from a callback’s raise an alarm',
    says: on('push.accepted', (before, event) =>
      isOther(before, event) && !isIn(before, 'pending', 'unknown', 'expired')
        ? { effects: [alarm('idsDiffer')] }
        : null,
    ),
  },
  {
    name: 'D7: a prompt whose id becomes known late is queried, also when it has expired',
    says: on('push.accepted', (before) =>
      isIn(before, 'unknown', 'expired') ? { effects: [{ type: 'scheduleQueries' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: a repeated response changes nothing',
    says: on('push.accepted', ({ state }) => (state === 'pending' ? REPEAT : null)),
  },
  {
    name: 'Q14: a prompt that was not sent or has no response expires too',
    says: on('deadline.passed', (before) =>
      isIn(before, 'created', 'requesting')
        ? { facts: { state: 'expired', failureReason: 'The request expired.' } }
        : null,
    ),
  },
  {
    name: 'F28: a cancelled order expires its open attempt with that reason',
    says: on('order.cancelled', ({ state }) =>
      OPEN.includes(state) ? { facts: { state: 'expired', failureReason: ORDER_CANCELLED } } : REPEAT,
    ),
  },
  {
    name: 'Q14: the deadline of an attempt that has ended changes nothing',
    says: on('deadline.passed', ({ state }) => (OPEN.includes(state) ? null : REPEAT)),
  },
  // Money.
  {
    name: 'providers 2.3: money clears an earlier failure',
    says: on('money.received', (before, { receipt }) =>
      isOver(before) ? null : { facts: { resultCode: '0', failureReason: null, receipt } },
    ),
  },
  {
    name: 'providers T4: a payment brings the ids of a prompt without ids',
    says: on('money.received', (before, event) => (isOver(before) ? null : { facts: learnt(before, event) })),
  },
  {
    name: 'D7: a success from a callback is cross-checked by one query',
    says: on('money.received', (before, { isByQuery }) =>
      isOver(before) || isByQuery ? null : { facts: { crossCheck: 'due' }, effects: [{ type: 'scheduleCrossCheck' }] },
    ),
  },
  {
    name: 'Q16: a success from a query counts in every state and needs no cross-check',
    says: on('money.received', (before, { isByQuery }) =>
      isOver(before) || !isByQuery || before.toldAmount !== null
        ? null
        : { facts: { state: 'succeeded', crossCheck: 'agreed' }, effects: [{ type: 'payOrder' }] },
    ),
  },
  {
    name: 'Q16: the receipt of a payment from a query is filled in by a later callback',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && before.receipt === null && receipt !== null
        ? { facts: { receipt }, effects: [{ type: 'fillReceipt' }] }
        : null,
    ),
  },
  {
    name: 'D7: a second receipt for one prompt raises an alarm, and the first is kept',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && before.receipt !== null && receipt !== null && receipt !== before.receipt
        ? { effects: [alarm('secondReceipt')] }
        : null,
    ),
  },
  {
    name: 'D7: a known payment from a callback or a query is a repeat',
    says: on('money.received', (before, { receipt }) =>
      isPaid(before) && (receipt === null || receipt === before.receipt) ? REPEAT : null,
    ),
  },
  // A different amount than the attempt's own.
  {
    name: 'D27: the first reported amount of a payment without a receipt is kept',
    says: on('amount.differs', (before, { amount }) =>
      before.toldAmount === null && !isHeld(before) && !(isPaid(before) && before.receipt !== null)
        ? { facts: { toldAmount: amount }, effects: [{ type: 'keepAmount' }] }
        : REPEAT,
    ),
  },
  {
    name: 'Q16, D27: a payment from a query is in doubt when a different amount is reported afterwards',
    says: on('amount.differs', (before) =>
      before.state === 'succeeded' && before.receipt === null && before.toldAmount === null
        ? { facts: { state: 'held' }, effects: [{ type: 'doubtPayment' }] }
        : null,
    ),
  },
  {
    name: 'Q16, D27: a payment is in doubt when a query reports success after a different amount',
    says: on('money.received', (before, { isByQuery }) =>
      isByQuery && before.toldAmount !== null && !isOver(before)
        ? { facts: { state: 'held', crossCheck: 'agreed' }, effects: [{ type: 'doubtPayment' }] }
        : null,
    ),
  },
  {
    name: 'D7: a receipt for the right amount ends the doubt',
    says: on('money.received', (before, { isByQuery, receipt }) =>
      isHeld(before)
        ? isByQuery
          ? REPEAT
          : { facts: { state: 'succeeded', receipt }, effects: [{ type: 'clearDoubt' }] }
        : null,
    ),
  },
  // Failures and temporary codes.
  {
    name: 'providers 2.1: every listed code fails an attempt that has not ended, with its own reason',
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
    name: 'providers 1.5: a code about the shop’s settings raises an alarm',
    says: on('result.failed', (before, { alarm: kind }) =>
      kind !== null && isIn(before, ...OPEN, 'expired') ? { effects: [alarm(kind)] } : null,
    ),
  },
  {
    name: 'X11, D7: a failure that may hide a payment is cross-checked by one query',
    says: on('result.failed', (before, { mayHidePayment }) =>
      mayHidePayment && isIn(before, ...OPEN, 'expired')
        ? { facts: { crossCheck: 'due' }, effects: [{ type: 'askNow' }] }
        : null,
    ),
  },
  {
    name: 'providers 2.1: a failure after another failure or after the money changes nothing',
    says: on('result.failed', (before) => (isIn(before, ...OPEN, 'expired') ? null : REPEAT)),
  },
  {
    name: 'providers 1.5: a temporary code keeps the attempt’s state and brings its ids',
    says: on('result.open', (before, event) =>
      isOver(before) || isFirstTrace(before, event) ? null : { facts: learnt(before, event) },
    ),
  },
  {
    name: 'providers 1.5: an unclear code is queried immediately, in every state before the money',
    says: on('result.open', (before, event) =>
      event.shouldAsk && !isOver(before) && !isFirstTrace(before, event) ? { effects: [{ type: 'askNow' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: an unlisted code raises an alarm in every state before the money',
    says: on('result.open', (before, { isStrange }) =>
      isStrange && !isOver(before) ? { effects: [alarm('strangeResult')] } : null,
    ),
  },
  {
    name: 'D7: the first message about an unknown prompt makes it pending and starts its query schedule',
    says: on('result.open', (before, event) =>
      isFirstTrace(before, event)
        ? { facts: { state: 'pending', ...learnt(before, event) }, effects: [{ type: 'scheduleQueries' }] }
        : null,
    ),
  },
  {
    name: 'providers 2.3: a temporary code after the money changes nothing',
    says: on('result.open', (before) => (isOver(before) ? REPEAT : null)),
  },
  // The cross-check of a callback's success, and refunds.
  {
    name: 'D7: the cross-check can agree during a refund',
    says: on('crosscheck.agreed', (before) =>
      isIn(before, 'refund_pending', 'refunded') && before.crossCheck === 'due'
        ? { facts: { crossCheck: 'agreed' } }
        : null,
    ),
  },
  {
    name: 'X11, D7: the cross-check agrees with a failure once',
    says: on('crosscheck.agreed', (before) =>
      before.state === 'failed' ? (before.crossCheck === 'due' ? { facts: { crossCheck: 'agreed' } } : REPEAT) : null,
    ),
  },
  {
    name: 'D7: the cross-check can contradict during a refund',
    says: on('crosscheck.mismatched', (before) =>
      isIn(before, 'refund_pending', 'refunded') && before.crossCheck === 'due'
        ? { facts: { crossCheck: 'mismatched' }, effects: [{ type: 'holdOrder' }] }
        : null,
    ),
  },
  {
    name: 'D7: a payment is cross-checked once',
    says: (before, { type }) =>
      isPaid(before) &&
      before.crossCheck !== 'due' &&
      (type === 'crosscheck.agreed' || type === 'crosscheck.mismatched')
        ? REPEAT
        : null,
  },
  {
    name: 'D8: the back office’s confirmation closes the refund entry',
    says: on('refund.confirmed', ({ state }) =>
      state === 'refund_pending' ? { effects: [{ type: 'closeRefund' }] } : null,
    ),
  },
  {
    name: 'providers 2.1: a repeated refund changes nothing',
    says: on('refund.due', (before) => (isIn(before, 'refund_pending', 'refunded') ? REPEAT : null)),
  },
  {
    name: 'providers 2.1: a repeated confirmation changes nothing',
    says: on('refund.confirmed', ({ state }) => (state === 'refunded' ? REPEAT : null)),
  },
];
