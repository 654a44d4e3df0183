import { assign, setup } from 'xstate';
import type { AttemptAlarm, AttemptContext, AttemptEvent, CodeAlarm, ProviderIds } from './payment-attempt.types.ts';

/**
 * One try to collect the money of one order by M-Pesa (providers 2.3): what each event does to it, in whatever
 * order and however often events come. Money wins over every failure, and only a listed code ends an attempt.
 *
 * Never run as an actor: the row is the truth, `transition()` decides and the repository commits that with a
 * guarded update. Custom actions name what the caller has to do in the same transaction; they are read, not executed.
 */

export const REQUEST_EXPIRED = 'The request expired.';
export const ORDER_CANCELLED = 'This order has been cancelled.';

const readByCaller = (): never => {
  throw new Error('payment attempt: effects are read from transition(), never executed');
};

export const paymentAttemptMachine = setup({
  types: { context: {} as AttemptContext, events: {} as AttemptEvent },
  actions: {
    /** The payment is stored and the order changed, once. */
    payOrder: readByCaller,
    /** The receipt of money that is stored already. */
    fillReceipt: readByCaller,
    /** The schedule of queries (D7). */
    scheduleQueries: readByCaller,
    /** One query as soon as there is a turn. */
    askNow: readByCaller,
    scheduleCrossCheck: readByCaller,
    /** The order waits for the payments desk. */
    holdOrder: readByCaller,
    /** What was told is stored, and counts wherever the money is written down. */
    keepAmount: readByCaller,
    /** The money is stored as it was told; its order waits for the payments desk, or sends it back. */
    doubtPayment: readByCaller,
    /** The money is the price after all. */
    clearDoubt: readByCaller,
    /** The refund's entry is closed, and the order changed when it was the last. */
    closeRefund: readByCaller,
    alertDesk: readByCaller as (scope: unknown, params: { kind: AttemptAlarm }) => void,
    /** Accepted, and nothing changes. */
    ignoreRepeat: readByCaller,
    setPushedAt: assign({ pushedAt: (_, { now }: { now: number }) => now }),
    /** What is known already stays. */
    learnIds: assign(({ context, event }) => ({
      merchantRequestId: context.merchantRequestId ?? ('ids' in event ? event.ids.merchantRequestId : null),
      checkoutRequestId: context.checkoutRequestId ?? ('ids' in event ? event.ids.checkoutRequestId : null),
    })),
    /** The answer to the push itself is the best source. */
    takeIds: assign(({ event }) => (event.type === 'push.accepted' ? event.ids : {})),
    /** That the order was cancelled stays the reason. */
    setFailure: assign(({ context }, { code, reason }: { code: string; reason: string }) => ({
      resultCode: code,
      failureReason: context.failureReason === ORDER_CANCELLED ? ORDER_CANCELLED : reason,
    })),
    setExpired: assign({ failureReason: REQUEST_EXPIRED }),
    setCancelled: assign({ failureReason: ORDER_CANCELLED }),
    setPaid: assign((_, { receipt }: { receipt: string | null }) => ({
      resultCode: '0',
      failureReason: null,
      receipt,
    })),
    setDoubted: assign({ resultCode: '0', failureReason: null, crossCheck: 'agreed' }),
    setToldAmount: assign({ toldAmount: ({ event }) => (event.type === 'amount.differs' ? event.amount : null) }),
    setReceipt: assign({ receipt: (_, { receipt }: { receipt: string | null }) => receipt }),
    setCheckDue: assign({ crossCheck: 'due' }),
    setAgreed: assign({ crossCheck: 'agreed' }),
    setMismatched: assign({ crossCheck: 'mismatched' }),
  },
  guards: {
    isByQuery: (_, { isByQuery }: { isByQuery: boolean }) => isByQuery,
    isFirstAmount: ({ context }) => context.toldAmount === null,
    isDoubted: ({ context, event }) =>
      event.type === 'money.received' && event.isByQuery && context.toldAmount !== null,
    hasNoReceipt: ({ context }) => context.toldAmount === null && context.receipt === null,
    isAlarming: (_, { alarm }: { alarm: CodeAlarm | null }) => alarm !== null,
    mayHidePayment: (_, { mayHidePayment }: { mayHidePayment: boolean }) => mayHidePayment,
    isStrange: (_, { isStrange }: { isStrange: boolean }) => isStrange,
    shouldAsk: (_, { shouldAsk }: { shouldAsk: boolean }) => shouldAsk,
    isFirstTrace: (_, { ids, isStrange }: { ids: ProviderIds; isStrange: boolean }) =>
      ids.checkoutRequestId !== null && !isStrange,
    hasOtherIds: ({ context }, { ids }: { ids: ProviderIds }) =>
      context.checkoutRequestId !== null && context.checkoutRequestId !== ids.checkoutRequestId,
    isFirstReceipt: ({ context }, { receipt }: { receipt: string | null }) =>
      context.receipt === null && receipt !== null,
    isOtherReceipt: ({ context }, { receipt }: { receipt: string | null }) =>
      receipt !== null && receipt !== context.receipt,
    isNamed: ({ context }) => context.checkoutRequestId !== null,
    isCheckDue: ({ context }) => context.crossCheck === 'due',
  },
}).createMachine({
  id: 'paymentAttempt',
  description:
    'One prompt for the money of one order, from the row written before it is sent to the last message about it.',
  context: {
    merchantRequestId: null,
    checkoutRequestId: null,
    pushedAt: null,
    resultCode: null,
    failureReason: null,
    receipt: null,
    toldAmount: null,
    crossCheck: null,
  },
  initial: 'open',
  // Holds wherever a state says nothing else: before the money is in.
  on: {
    'amount.differs': [
      {
        description: 'It is the first other amount that is told (D27).',
        guard: 'isFirstAmount',
        actions: ['setToldAmount', 'keepAmount'],
      },
      { description: 'Another amount was told before.', actions: 'ignoreRepeat' },
    ],
    'money.received': [
      {
        description: 'A query says paid, after a callback had told another amount (D27).',
        guard: 'isDoubted',
        target: '.held',
        actions: ['learnIds', 'setDoubted', 'doubtPayment'],
      },
      {
        description: 'A query says paid, so nothing is left to check (Q16).',
        guard: { type: 'isByQuery', params: ({ event }) => event },
        target: '.paid',
        actions: ['learnIds', { type: 'setPaid', params: ({ event }) => event }, 'setAgreed', 'payOrder'],
      },
      {
        description: 'A callback says paid: one query checks it (D7).',
        target: '.paid',
        actions: [
          'learnIds',
          { type: 'setPaid', params: ({ event }) => event },
          'setCheckDue',
          'payOrder',
          'scheduleCrossCheck',
        ],
      },
    ],
    'result.failed': [
      {
        description: "The shop's settings are wrong or the code is not known, and the desk hears of it.",
        guard: { type: 'isAlarming', params: ({ event }) => event },
        target: '.closed.failed',
        actions: [
          'learnIds',
          { type: 'setFailure', params: ({ event }) => event },
          { type: 'alertDesk', params: ({ event }) => ({ kind: event.alarm ?? 'badSettings' }) },
        ],
      },
      {
        description: 'A payment may hide behind the code, so one query checks it (D7).',
        guard: { type: 'mayHidePayment', params: ({ event }) => event },
        target: '.closed.failed',
        actions: ['learnIds', { type: 'setFailure', params: ({ event }) => event }, 'setCheckDue', 'askNow'],
      },
      {
        description: "The code is known, and it is no fault of the shop's settings.",
        target: '.closed.failed',
        actions: ['learnIds', { type: 'setFailure', params: ({ event }) => event }],
      },
    ],
    'result.open': [
      {
        description: 'The answer is a strange one, and the desk hears of it.',
        guard: { type: 'isStrange', params: ({ event }) => event },
        actions: ['learnIds', { type: 'alertDesk', params: { kind: 'strangeResult' } }, 'askNow'],
      },
      {
        description: 'One query is wanted, to know more.',
        guard: { type: 'shouldAsk', params: ({ event }) => event },
        actions: ['learnIds', 'askNow'],
      },
      { description: 'Nothing is to be asked.', actions: 'learnIds' },
    ],
    'push.accepted': [
      {
        description: 'A message had named the prompt otherwise, and the desk hears of it.',
        guard: { type: 'hasOtherIds', params: ({ event }) => event },
        actions: ['takeIds', { type: 'alertDesk', params: { kind: 'idsDiffer' } }],
      },
      { description: 'No message had named the prompt otherwise.', actions: 'takeIds' },
    ],
    'push.refused': { actions: 'ignoreRepeat' },
    'push.unanswered': { actions: 'ignoreRepeat' },
    'deadline.passed': { actions: 'ignoreRepeat' },
    'order.cancelled': { actions: 'ignoreRepeat' },
  },
  states: {
    open: {
      description: 'The shopper may still pay; no second prompt goes out for the order.',
      initial: 'created',
      on: {
        'deadline.passed': { target: 'closed.expired', actions: 'setExpired' },
        'order.cancelled': { target: 'closed.expired', actions: 'setCancelled' },
      },
      states: {
        created: {
          description: 'Written down, and nothing was sent yet.',
          on: {
            'push.start': { target: 'requesting', actions: { type: 'setPushedAt', params: ({ event }) => event } },
            'push.unanswered': 'unknown',
          },
        },
        requesting: {
          description: 'The request is on its way to Daraja.',
          on: {
            'push.accepted': [
              {
                description: 'A message had named the prompt otherwise, and the desk hears of it.',
                guard: { type: 'hasOtherIds', params: ({ event }) => event },
                target: 'pending',
                actions: ['takeIds', { type: 'alertDesk', params: { kind: 'idsDiffer' } }, 'scheduleQueries'],
              },
              {
                description: 'No message had named the prompt otherwise.',
                target: 'pending',
                actions: ['takeIds', 'scheduleQueries'],
              },
            ],
            'push.refused': [
              {
                description: "The shop's settings are wrong or the code is not known, and the desk hears of it.",
                guard: { type: 'isAlarming', params: ({ event }) => event },
                target: '#paymentAttempt.closed.failed',
                actions: [
                  { type: 'setFailure', params: ({ event }) => event },
                  { type: 'alertDesk', params: ({ event }) => ({ kind: event.alarm ?? 'badSettings' }) },
                ],
              },
              {
                description: "The code is known, and it is no fault of the shop's settings.",
                target: '#paymentAttempt.closed.failed',
                actions: { type: 'setFailure', params: ({ event }) => event },
              },
            ],
            // A callback that was not final may have named the prompt already.
            'push.unanswered': [
              {
                description: 'A message has named the prompt, so it can be asked about (D7).',
                guard: 'isNamed',
                target: 'unknown',
                actions: 'scheduleQueries',
              },
              {
                description: 'No message has named the prompt, so only its callback settles it (Q17).',
                target: 'unknown',
              },
            ],
          },
        },
        pending: {
          description: 'Daraja has taken the request, so the prompt is or was on the phone.',
          on: { 'push.accepted': { actions: 'ignoreRepeat' } },
        },
        unknown: {
          description: 'Nobody knows whether the prompt went out; it may have been paid.',
          on: {
            'push.accepted': {
              target: 'pending',
              actions: ['takeIds', 'scheduleQueries'],
            },
            'push.refused': {
              target: '#paymentAttempt.closed.failed',
              actions: { type: 'setFailure', params: ({ event }) => event },
            },
            'result.open': {
              description: 'It names the prompt for the first time, and is nothing strange.',
              guard: { type: 'isFirstTrace', params: ({ event }) => event },
              target: 'pending',
              actions: ['learnIds', 'scheduleQueries'],
            },
          },
        },
      },
    },
    closed: {
      description: 'Over for the shopper; money that still comes counts.',
      initial: 'failed',
      states: {
        failed: {
          description: 'Daraja or the shopper said no, and the first reason stays.',
          on: {
            'result.failed': { actions: 'ignoreRepeat' },
            'crosscheck.agreed': [
              {
                description: 'The check of the callback is still due (D7).',
                guard: 'isCheckDue',
                actions: 'setAgreed',
              },
              { description: 'No check of a callback is due any more (D7).', actions: 'ignoreRepeat' },
            ],
          },
        },
        expired: {
          description: 'No answer in time, or the order was cancelled; Daraja is still asked for a day.',
          on: {
            'push.accepted': { actions: ['takeIds', 'scheduleQueries'] },
          },
        },
      },
    },
    held: {
      description: 'Money came, and another amount than its own was told: people look at it.',
      on: {
        'money.received': [
          {
            description: 'It is from a query, which knows no amount (Q16).',
            guard: { type: 'isByQuery', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is from a callback, which tells the right amount (D27).',
            target: 'paid',
            actions: [{ type: 'setReceipt', params: ({ event }) => event }, 'clearDoubt'],
          },
        ],
        'money.taken': { target: 'paid', actions: 'clearDoubt' },
        'refund.due': 'paid.refundPending',
        'amount.differs': { actions: 'ignoreRepeat' },
        'result.failed': { actions: 'ignoreRepeat' },
        'result.open': { actions: 'ignoreRepeat' },
      },
    },
    paid: {
      description: 'The money is in, and no later message takes that back.',
      initial: 'succeeded',
      on: {
        'amount.differs': [
          {
            description: 'No receipt is known, and no other amount was told before (D27).',
            guard: 'hasNoReceipt',
            actions: ['setToldAmount', 'keepAmount'],
          },
          { description: 'A receipt is known, or another amount was told before.', actions: 'ignoreRepeat' },
        ],
        'money.received': [
          {
            description: 'It brings the first receipt (Q16).',
            guard: { type: 'isFirstReceipt', params: ({ event }) => event },
            actions: [{ type: 'setReceipt', params: ({ event }) => event }, 'fillReceipt'],
          },
          {
            description: 'It brings another receipt than the known one, and the desk hears of it.',
            guard: { type: 'isOtherReceipt', params: ({ event }) => event },
            actions: { type: 'alertDesk', params: { kind: 'secondReceipt' } },
          },
          { description: 'It brings no receipt, or the known one.', actions: 'ignoreRepeat' },
        ],
        'result.failed': { actions: 'ignoreRepeat' },
        'result.open': { actions: 'ignoreRepeat' },
        'crosscheck.agreed': [
          { description: 'The check of the callback is still due (D7).', guard: 'isCheckDue', actions: 'setAgreed' },
          { description: 'No check of a callback is due any more (D7).', actions: 'ignoreRepeat' },
        ],
        'crosscheck.mismatched': [
          {
            description: 'The check of the callback is still due (D7).',
            guard: 'isCheckDue',
            actions: ['setMismatched', 'holdOrder'],
          },
          { description: 'No check of a callback is due any more (D7).', actions: 'ignoreRepeat' },
        ],
      },
      states: {
        succeeded: {
          description: 'Counts for its order.',
          on: {
            'refund.due': 'refundPending',
            'amount.differs': {
              description: 'No receipt is known, and no other amount was told before (D27).',
              guard: 'hasNoReceipt',
              target: '#paymentAttempt.held',
              actions: ['setToldAmount', 'keepAmount', 'doubtPayment'],
            },
          },
        },
        refundPending: {
          description: 'Has to go back to the shopper.',
          on: {
            'refund.due': { actions: 'ignoreRepeat' },
            'refund.confirmed': { target: 'refunded', actions: 'closeRefund' },
          },
        },
        refunded: {
          description: 'Went back to the shopper.',
          on: { 'refund.due': { actions: 'ignoreRepeat' }, 'refund.confirmed': { actions: 'ignoreRepeat' } },
        },
      },
    },
  },
});
