import { assign, setup } from 'xstate';
import type { AttemptAlarm, AttemptContext, AttemptEvent, CodeAlarm, ProviderIds } from './payment-attempt.types.ts';

/**
 * One attempt to collect the payment of one order by M-Pesa (providers 2.3). It handles every event in any order and
 * any number of times. A received payment overrides every failure, and only a listed code ends an attempt. The machine
 * never runs as an actor. The row is the source of truth: `transition()` decides, and the repository commits the result
 * with a guarded update. Custom actions name the side effects that the caller performs in the same transaction. They
 * are read, not executed.
 */

export const REQUEST_EXPIRED = 'The request expired.';
export const ORDER_CANCELLED = 'This order has been cancelled.';

const readByCaller = (): never => {
  throw new Error('payment attempt: effects are read from transition(), never executed');
};

export const paymentAttemptMachine = setup({
  types: { context: {} as AttemptContext, events: {} as AttemptEvent },
  actions: {
    /** Stores the payment and updates the order, once. */
    payOrder: readByCaller,
    /** Adds the receipt to a payment that is already stored. */
    fillReceipt: readByCaller,
    /** Schedules the status queries (D7). */
    scheduleQueries: readByCaller,
    /** Sends one status query as soon as the query budget allows it. */
    askNow: readByCaller,
    scheduleCrossCheck: readByCaller,
    /** Holds the order for review by the back office. */
    holdOrder: readByCaller,
    /** Stores the reported amount. It replaces the expected amount in every record of the payment. */
    keepAmount: readByCaller,
    /** Stores the payment with the reported amount. The order is held for review, or the money is refunded. */
    doubtPayment: readByCaller,
    /** Confirms that the payment has the right amount. */
    clearDoubt: readByCaller,
    /** Closes the refund. Updates the order when it was the last open refund. */
    closeRefund: readByCaller,
    alertBackOffice: readByCaller as (scope: unknown, params: { kind: AttemptAlarm }) => void,
    /** Accepts the event without a change. */
    ignoreRepeat: readByCaller,
    setPushedAt: assign({ pushedAt: (_, { now }: { now: number }) => now }),
    /** Does not overwrite known ids. */
    learnIds: assign(({ context, event }) => ({
      merchantRequestId: context.merchantRequestId ?? ('ids' in event ? event.ids.merchantRequestId : null),
      checkoutRequestId: context.checkoutRequestId ?? ('ids' in event ? event.ids.checkoutRequestId : null),
    })),
    /** Overwrites known ids, because the reply to the push request is the most reliable source. */
    takeIds: assign(({ event }) => (event.type === 'push.accepted' ? event.ids : {})),
    /** Keeps a cancelled order as the failure reason. */
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
  description: 'One payment prompt for one order, from before it is sent to the last message about it.',
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
  // Default handlers for the states before the payment arrives.
  on: {
    'amount.differs': [
      {
        description: 'This is the first report of a wrong amount (D27).',
        guard: 'isFirstAmount',
        actions: ['setToldAmount', 'keepAmount'],
      },
      { description: 'A wrong amount was reported before.', actions: 'ignoreRepeat' },
    ],
    'money.received': [
      {
        description: 'A query confirms a payment after a callback reported a wrong amount (D27).',
        guard: 'isDoubted',
        target: '.held',
        actions: ['learnIds', 'setDoubted', 'doubtPayment'],
      },
      {
        description: 'A query confirms the payment, so no further check is needed (Q16).',
        guard: { type: 'isByQuery', params: ({ event }) => event },
        target: '.paid',
        actions: ['learnIds', { type: 'setPaid', params: ({ event }) => event }, 'setAgreed', 'payOrder'],
      },
      {
        description: 'A callback reports the payment, and one query verifies it (D7).',
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
        description: "The shop's settings are wrong or the code is unknown, so the back office is alerted.",
        guard: { type: 'isAlarming', params: ({ event }) => event },
        target: '.closed.failed',
        actions: [
          'learnIds',
          { type: 'setFailure', params: ({ event }) => event },
          { type: 'alertBackOffice', params: ({ event }) => ({ kind: event.alarm ?? 'badSettings' }) },
        ],
      },
      {
        description: 'The shopper may have paid despite this code, so one query verifies it (D7).',
        guard: { type: 'mayHidePayment', params: ({ event }) => event },
        target: '.closed.failed',
        actions: ['learnIds', { type: 'setFailure', params: ({ event }) => event }, 'setCheckDue', 'askNow'],
      },
      {
        description: "The code is known, and the shop's settings are not the cause.",
        target: '.closed.failed',
        actions: ['learnIds', { type: 'setFailure', params: ({ event }) => event }],
      },
    ],
    'result.open': [
      {
        description: 'The reply is unexpected, so the back office is alerted.',
        guard: { type: 'isStrange', params: ({ event }) => event },
        actions: ['learnIds', { type: 'alertBackOffice', params: { kind: 'strangeResult' } }, 'askNow'],
      },
      {
        description: 'The result is not final, so one query is sent.',
        guard: { type: 'shouldAsk', params: ({ event }) => event },
        actions: ['learnIds', 'askNow'],
      },
      { description: 'No query is needed.', actions: 'learnIds' },
    ],
    'push.accepted': [
      {
        description: 'An earlier message had other ids for the prompt, so the back office is alerted.',
        guard: { type: 'hasOtherIds', params: ({ event }) => event },
        actions: ['takeIds', { type: 'alertBackOffice', params: { kind: 'idsDiffer' } }],
      },
      { description: 'No earlier message had other ids for the prompt.', actions: 'takeIds' },
    ],
    'push.refused': { actions: 'ignoreRepeat' },
    'push.unanswered': { actions: 'ignoreRepeat' },
    'deadline.passed': { actions: 'ignoreRepeat' },
    'order.cancelled': { actions: 'ignoreRepeat' },
  },
  states: {
    open: {
      description: 'The shopper can still pay. The shop sends no second prompt for the order.',
      initial: 'created',
      on: {
        'deadline.passed': { target: 'closed.expired', actions: 'setExpired' },
        'order.cancelled': { target: 'closed.expired', actions: 'setCancelled' },
      },
      states: {
        created: {
          description: 'Recorded, but not sent yet.',
          on: {
            'push.start': { target: 'requesting', actions: { type: 'setPushedAt', params: ({ event }) => event } },
            'push.unanswered': 'unknown',
            // Prompts stopped working after it was recorded (PAY-M2).
            'push.stopped': {
              target: '#paymentAttempt.closed.failed',
              actions: { type: 'setFailure', params: ({ event }) => event },
            },
          },
        },
        requesting: {
          description: 'The request is on its way to Daraja.',
          on: {
            'push.accepted': [
              {
                description: 'An earlier message had other ids for the prompt, so the back office is alerted.',
                guard: { type: 'hasOtherIds', params: ({ event }) => event },
                target: 'pending',
                actions: ['takeIds', { type: 'alertBackOffice', params: { kind: 'idsDiffer' } }, 'scheduleQueries'],
              },
              {
                description: 'No earlier message had other ids for the prompt.',
                target: 'pending',
                actions: ['takeIds', 'scheduleQueries'],
              },
            ],
            'push.refused': [
              {
                description: "The shop's settings are wrong or the code is unknown, so the back office is alerted.",
                guard: { type: 'isAlarming', params: ({ event }) => event },
                target: '#paymentAttempt.closed.failed',
                actions: [
                  { type: 'setFailure', params: ({ event }) => event },
                  { type: 'alertBackOffice', params: ({ event }) => ({ kind: event.alarm ?? 'badSettings' }) },
                ],
              },
              {
                description: "The code is known, and the shop's settings are not the cause.",
                target: '#paymentAttempt.closed.failed',
                actions: { type: 'setFailure', params: ({ event }) => event },
              },
            ],
            // A callback that was not final may have brought the ids of the prompt already.
            'push.unanswered': [
              {
                description: 'A message brought the ids of the prompt, so Daraja can be queried (D7).',
                guard: 'isNamed',
                target: 'unknown',
                actions: 'scheduleQueries',
              },
              {
                description: 'No message brought the ids of the prompt, so only its callback can settle it (Q17).',
                target: 'unknown',
              },
            ],
          },
        },
        pending: {
          description: 'Daraja accepted the request. The phone shows or has shown the prompt.',
          on: { 'push.accepted': { actions: 'ignoreRepeat' } },
        },
        unknown: {
          description: 'It is unknown whether the prompt reached the phone. The shopper may have paid.',
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
              description: 'The message brings the first ids of the prompt and is not unexpected.',
              guard: { type: 'isFirstTrace', params: ({ event }) => event },
              target: 'pending',
              actions: ['learnIds', 'scheduleQueries'],
            },
          },
        },
      },
    },
    closed: {
      description: 'The attempt has ended for the shopper. A late payment still counts.',
      initial: 'failed',
      states: {
        failed: {
          description: 'Daraja or the shopper declined. The first reason is kept.',
          on: {
            'result.failed': { actions: 'ignoreRepeat' },
            'crosscheck.agreed': [
              {
                description: 'The callback is not verified yet (D7).',
                guard: 'isCheckDue',
                actions: 'setAgreed',
              },
              { description: 'No callback waits for verification (D7).', actions: 'ignoreRepeat' },
            ],
          },
        },
        expired: {
          description:
            'No result arrived in time, or the order was cancelled. The shop queries Daraja for another day.',
          on: {
            'push.accepted': { actions: ['takeIds', 'scheduleQueries'] },
          },
        },
      },
    },
    held: {
      description: 'A payment with the wrong amount arrived. The back office reviews it.',
      on: {
        'money.received': [
          {
            description: 'The message is from a query, which reports no amount (Q16).',
            guard: { type: 'isByQuery', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'The message is from a callback with the right amount (D27).',
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
      description: 'The payment has arrived. No later message reverts it.',
      initial: 'succeeded',
      on: {
        'amount.differs': [
          {
            description: 'No receipt is known, and no wrong amount was reported before (D27).',
            guard: 'hasNoReceipt',
            actions: ['setToldAmount', 'keepAmount'],
          },
          { description: 'A receipt is known, or a wrong amount was reported before.', actions: 'ignoreRepeat' },
        ],
        'money.received': [
          {
            description: 'The message brings the first receipt (Q16).',
            guard: { type: 'isFirstReceipt', params: ({ event }) => event },
            actions: [{ type: 'setReceipt', params: ({ event }) => event }, 'fillReceipt'],
          },
          {
            description: 'The message brings a different receipt, so the back office is alerted.',
            guard: { type: 'isOtherReceipt', params: ({ event }) => event },
            actions: { type: 'alertBackOffice', params: { kind: 'secondReceipt' } },
          },
          { description: 'The message brings no receipt, or the known one.', actions: 'ignoreRepeat' },
        ],
        'result.failed': { actions: 'ignoreRepeat' },
        'result.open': { actions: 'ignoreRepeat' },
        'crosscheck.agreed': [
          { description: 'The callback is not verified yet (D7).', guard: 'isCheckDue', actions: 'setAgreed' },
          { description: 'No callback waits for verification (D7).', actions: 'ignoreRepeat' },
        ],
        'crosscheck.mismatched': [
          {
            description: 'The callback is not verified yet (D7).',
            guard: 'isCheckDue',
            actions: ['setMismatched', 'holdOrder'],
          },
          { description: 'No callback waits for verification (D7).', actions: 'ignoreRepeat' },
        ],
      },
      states: {
        succeeded: {
          description: 'The payment counts for its order.',
          on: {
            'refund.due': 'refundPending',
            'amount.differs': {
              description: 'No receipt is known, and no wrong amount was reported before (D27).',
              guard: 'hasNoReceipt',
              target: '#paymentAttempt.held',
              actions: ['setToldAmount', 'keepAmount', 'doubtPayment'],
            },
          },
        },
        refundPending: {
          description: 'The shop owes the shopper a refund.',
          on: {
            'refund.due': { actions: 'ignoreRepeat' },
            'refund.confirmed': { target: 'refunded', actions: 'closeRefund' },
          },
        },
        refunded: {
          description: 'The shopper has the money back.',
          on: { 'refund.due': { actions: 'ignoreRepeat' }, 'refund.confirmed': { actions: 'ignoreRepeat' } },
        },
      },
    },
  },
});
