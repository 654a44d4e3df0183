import { assign, setup } from 'xstate';

/**
 * One try to collect the money of one order by M-Pesa (providers 2.3): what each event does to it, in whatever
 * order and however often events come. Money wins over every failure, and only a listed code ends an attempt.
 *
 * Never run as an actor: the row is the truth, `transition()` decides and the repository commits that with a
 * guarded update. Custom actions name what the caller has to do in the same transaction; they are read, not executed.
 */

/** Daraja's names of a prompt; null when a message does not bring them. */
export interface ProviderIds {
  readonly merchantRequestId: string | null;
  readonly checkoutRequestId: string | null;
}

export interface AttemptContext extends ProviderIds {
  /** When the request left for Daraja, epoch milliseconds. */
  readonly pushedAt: number | null;
  readonly resultCode: string | null;
  /** For the shopper. */
  readonly failureReason: string | null;
  /** Of the money that came in; null until a callback brings it (Q16). */
  readonly receipt: string | null;
  /** The one query that checks a callback's success (D7). */
  readonly crossCheck: 'due' | 'agreed' | 'mismatched' | 'dropped' | null;
}

export type AttemptEvent =
  | { readonly type: 'push.start'; readonly now: number }
  | { readonly type: 'push.accepted'; readonly ids: ProviderIds }
  /** Certainly not charged. */
  | { readonly type: 'push.refused'; readonly code: string; readonly reason: string; readonly isFault: boolean }
  /** Maybe charged: no answer, or none that can be believed; also after a restart in the middle. */
  | { readonly type: 'push.unanswered' }
  /** For the order's own amount. `isByQuery`: Daraja said so when asked, so nothing is left to check. */
  | {
      readonly type: 'money.received';
      readonly receipt: string | null;
      readonly ids: ProviderIds;
      readonly isByQuery: boolean;
    }
  /** A listed terminal code. `isFault`: the shop's own settings are wrong. */
  | {
      readonly type: 'result.failed';
      readonly code: string;
      readonly reason: string;
      readonly ids: ProviderIds;
      readonly isFault: boolean;
    }
  /** Not final. `shouldAsk`: one query is wanted; `isStrange`: people should know. */
  | {
      readonly type: 'result.open';
      readonly ids: ProviderIds;
      readonly shouldAsk: boolean;
      readonly isStrange: boolean;
    }
  /** No answer in time, or a new prompt takes its place (Q14). */
  | { readonly type: 'deadline.passed' }
  /** By its shopper or the staff: nobody waits for the money any more (F28). */
  | { readonly type: 'order.cancelled' }
  | { readonly type: 'crosscheck.agreed' }
  | { readonly type: 'crosscheck.mismatched' }
  | { readonly type: 'refund.due' }
  | { readonly type: 'refund.confirmed' };

/** What the payments desk has to look at. */
export type AttemptAlarm = 'badSettings' | 'strangeResult' | 'idsDiffer' | 'secondReceipt';

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
    /** The refund's entry is closed, and the order changed when it was the last. */
    closeRefund: readByCaller,
    alertDesk: readByCaller as (scope: unknown, params: { kind: AttemptAlarm }) => void,
    /** Accepted, and nothing changes. */
    ignoreRepeat: readByCaller,
    setPushedAt: assign({ pushedAt: (_, { now }: { now: number }) => now }),
    /** What is known already stays. */
    learnIds: assign(({ context }, { ids }: { ids: ProviderIds }) => ({
      merchantRequestId: context.merchantRequestId ?? ids.merchantRequestId,
      checkoutRequestId: context.checkoutRequestId ?? ids.checkoutRequestId,
    })),
    /** The answer to the push itself is the best source. */
    takeIds: assign((_, { ids }: { ids: ProviderIds }) => ids),
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
    setReceipt: assign({ receipt: (_, { receipt }: { receipt: string | null }) => receipt }),
    setCheckDue: assign({ crossCheck: 'due' }),
    setAgreed: assign({ crossCheck: 'agreed' }),
    setMismatched: assign({ crossCheck: 'mismatched' }),
  },
  guards: {
    isByQuery: (_, { isByQuery }: { isByQuery: boolean }) => isByQuery,
    isFault: (_, { isFault }: { isFault: boolean }) => isFault,
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
    crossCheck: null,
  },
  initial: 'open',
  // Holds wherever a state says nothing else: before the money is in.
  on: {
    'money.received': [
      {
        guard: { type: 'isByQuery', params: ({ event }) => event },
        target: '.paid',
        actions: [
          { type: 'learnIds', params: ({ event }) => event },
          { type: 'setPaid', params: ({ event }) => event },
          'setAgreed',
          'payOrder',
        ],
      },
      {
        target: '.paid',
        actions: [
          { type: 'learnIds', params: ({ event }) => event },
          { type: 'setPaid', params: ({ event }) => event },
          'setCheckDue',
          'payOrder',
          'scheduleCrossCheck',
        ],
      },
    ],
    'result.failed': [
      {
        guard: { type: 'isFault', params: ({ event }) => event },
        target: '.closed.failed',
        actions: [
          { type: 'learnIds', params: ({ event }) => event },
          { type: 'setFailure', params: ({ event }) => event },
          { type: 'alertDesk', params: { kind: 'badSettings' } },
        ],
      },
      {
        target: '.closed.failed',
        actions: [
          { type: 'learnIds', params: ({ event }) => event },
          { type: 'setFailure', params: ({ event }) => event },
        ],
      },
    ],
    'result.open': [
      {
        guard: { type: 'isStrange', params: ({ event }) => event },
        actions: [
          { type: 'learnIds', params: ({ event }) => event },
          { type: 'alertDesk', params: { kind: 'strangeResult' } },
          'askNow',
        ],
      },
      {
        guard: { type: 'shouldAsk', params: ({ event }) => event },
        actions: [{ type: 'learnIds', params: ({ event }) => event }, 'askNow'],
      },
      { actions: { type: 'learnIds', params: ({ event }) => event } },
    ],
    'push.accepted': [
      {
        guard: { type: 'hasOtherIds', params: ({ event }) => event },
        actions: [
          { type: 'takeIds', params: ({ event }) => event },
          { type: 'alertDesk', params: { kind: 'idsDiffer' } },
        ],
      },
      { actions: { type: 'takeIds', params: ({ event }) => event } },
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
                guard: { type: 'hasOtherIds', params: ({ event }) => event },
                target: 'pending',
                actions: [
                  { type: 'takeIds', params: ({ event }) => event },
                  { type: 'alertDesk', params: { kind: 'idsDiffer' } },
                  'scheduleQueries',
                ],
              },
              { target: 'pending', actions: [{ type: 'takeIds', params: ({ event }) => event }, 'scheduleQueries'] },
            ],
            'push.refused': [
              {
                guard: { type: 'isFault', params: ({ event }) => event },
                target: '#paymentAttempt.closed.failed',
                actions: [
                  { type: 'setFailure', params: ({ event }) => event },
                  { type: 'alertDesk', params: { kind: 'badSettings' } },
                ],
              },
              {
                target: '#paymentAttempt.closed.failed',
                actions: { type: 'setFailure', params: ({ event }) => event },
              },
            ],
            // A callback that was not final may have named the prompt already.
            'push.unanswered': [
              { guard: 'isNamed', target: 'unknown', actions: 'scheduleQueries' },
              { target: 'unknown' },
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
              actions: [{ type: 'takeIds', params: ({ event }) => event }, 'scheduleQueries'],
            },
            'push.refused': {
              target: '#paymentAttempt.closed.failed',
              actions: { type: 'setFailure', params: ({ event }) => event },
            },
            'result.open': {
              guard: { type: 'isFirstTrace', params: ({ event }) => event },
              target: 'pending',
              actions: [{ type: 'learnIds', params: ({ event }) => event }, 'scheduleQueries'],
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
          on: { 'result.failed': { actions: 'ignoreRepeat' } },
        },
        expired: {
          description: 'No answer in time, or the order was cancelled; Daraja is still asked for a day.',
          on: {
            'push.accepted': { actions: [{ type: 'takeIds', params: ({ event }) => event }, 'scheduleQueries'] },
          },
        },
      },
    },
    paid: {
      description: 'The money is in, and no later message takes that back.',
      initial: 'succeeded',
      on: {
        'money.received': [
          {
            guard: { type: 'isFirstReceipt', params: ({ event }) => event },
            actions: [{ type: 'setReceipt', params: ({ event }) => event }, 'fillReceipt'],
          },
          {
            guard: { type: 'isOtherReceipt', params: ({ event }) => event },
            actions: { type: 'alertDesk', params: { kind: 'secondReceipt' } },
          },
          { actions: 'ignoreRepeat' },
        ],
        'result.failed': { actions: 'ignoreRepeat' },
        'result.open': { actions: 'ignoreRepeat' },
        'crosscheck.agreed': [{ guard: 'isCheckDue', actions: 'setAgreed' }, { actions: 'ignoreRepeat' }],
        'crosscheck.mismatched': [
          { guard: 'isCheckDue', actions: ['setMismatched', 'holdOrder'] },
          { actions: 'ignoreRepeat' },
        ],
      },
      states: {
        succeeded: {
          description: 'Counts for its order.',
          on: { 'refund.due': 'refundPending' },
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
