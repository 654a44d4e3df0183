import { and, assign, not, or, raise, setup, stateIn } from 'xstate';

/**
 * What may happen to an order, from the moment it is made (§4 Order status, providers 2.3).
 *
 * Never run as an actor: the row is the truth, `transition()` decides what an event does to it and the
 * repository commits that with a guarded update. Custom actions name what the caller has to do in the
 * same transaction; they are read, not executed.
 */

export interface OrderInput {
  readonly paymentMethod: 'mpesa' | 'cod';
  /** Epoch milliseconds until when an unpaid M-Pesa order is held (D12); null for cash on delivery. */
  readonly expiresAt: number | null;
}

export interface OrderContext extends OrderInput {
  readonly trackingNumber: string | null;
  /** Names of the payments that came in, so that a repeated message is known (D7). */
  readonly payments: readonly string[];
}

export type OrderMachineEvent =
  /** `hasStock`: the pieces are held, or could be held again. */
  | { readonly type: 'payment.succeeded'; readonly payment: string; readonly hasStock: boolean }
  | { readonly type: 'payment.failed' }
  | { readonly type: 'payment.mismatched' }
  /** Money came, and another amount than the price was told; nothing is paid by it (D27). */
  | { readonly type: 'payment.doubted'; readonly payment: string }
  | { readonly type: 'payment.clear' }
  /** The desk sends the money of a held order back. */
  | { readonly type: 'payment.giveBack' }
  | { readonly type: 'payment.deny' }
  /** The last open refund of this order was confirmed. */
  | { readonly type: 'refund.confirmed' }
  | { readonly type: 'expiry.due'; readonly now: number; readonly hasLiveAttempt: boolean }
  | { readonly type: 'order.replace'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'method.cash'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'shopper.cancel' }
  | { readonly type: 'staff.process' }
  | { readonly type: 'staff.ship'; readonly trackingNumber: string | null }
  | { readonly type: 'staff.deliver' }
  | { readonly type: 'staff.cancel' };

/** Raised by the status region itself, so that money and stock follow it. */
type InternalEvent = { readonly type: 'order.cancelled' } | { readonly type: 'order.reopened' };

/** What mails and messages are about (U25). */
export type OrderMessage = 'paid' | 'shipped' | 'delivered' | 'expired';

const readByCaller = (): never => {
  throw new Error('order: effects are read from transition(), never executed');
};

export const orderMachine = setup({
  types: {
    input: {} as OrderInput,
    context: {} as OrderContext,
    events: {} as OrderMachineEvent | InternalEvent,
  },
  actions: {
    /** A message to the shopper, once. */
    queueMessage: readByCaller as (scope: unknown, params: { about: OrderMessage }) => void,
    /** An entry for the payments desk, and a message to the shopper. */
    queueRefund: readByCaller,
    alertDesk: readByCaller,
    /** The parcel leaves: on hand and reserved go down together. */
    takeFromShelf: readByCaller,
    /** The prompt on the phone is asked about or ended before the order may expire. */
    settleAttemptFirst: readByCaller,
    /** Accepted, and nothing changes: the same thing was said before. */
    ignoreRepeat: readByCaller,
    announceCancelled: raise({ type: 'order.cancelled' }),
    announceReopened: raise({ type: 'order.reopened' }),
    recordPayment: assign({
      payments: ({ context }, params: { payment: string }) => [...context.payments, params.payment],
    }),
    setTrackingNumber: assign({
      trackingNumber: (_, params: { trackingNumber: string | null }) => params.trackingNumber,
    }),
    setCashOnDelivery: assign({ paymentMethod: 'cod', expiresAt: null }),
  },
  guards: {
    isCashOnDelivery: ({ context }) => context.paymentMethod === 'cod',
    isUnpaid: stateIn({ money: 'unpaid' }),
    isSettled: not(stateIn({ money: 'held' })),
    isHeld: stateIn({ money: 'held' }),
    isHeldUnpaid: and([stateIn({ money: 'held' }), stateIn({ status: 'pending' })]),
    canDeny: not('isHeldUnpaid'),
    isSettledCash: and([not(stateIn({ money: 'held' })), 'isCashOnDelivery']),
    isCancelled: stateIn({ status: 'cancelled' }),
    canShip: and([not(stateIn({ money: 'held' })), or([not(stateIn({ money: 'unpaid' })), 'isCashOnDelivery'])]),
    isPaidAtDoor: and([stateIn({ status: 'shipped' }), 'isCashOnDelivery']),
    isKnownPayment: ({ context }, params: { payment: string }) => context.payments.includes(params.payment),
    /** False for money taken at the door, which no provider knows. */
    hasPayment: ({ context }) => context.payments.length > 0,
    hasStock: ({ event }) => event.type === 'payment.succeeded' && event.hasStock,
    canReopen: and([stateIn({ status: { cancelled: 'expired' } }), stateIn({ money: 'unpaid' }), 'hasStock']),
    canKeepMoney: or([
      not(stateIn({ status: 'cancelled' })),
      and([stateIn({ status: { cancelled: 'expired' } }), 'hasStock']),
    ]),
    isMpesa: ({ context }) => context.paymentMethod === 'mpesa',
    hasNoLiveAttempt: ({ event }) => 'hasLiveAttempt' in event && !event.hasLiveAttempt,
    isTimeOver: ({ context, event }) =>
      event.type === 'expiry.due' && context.expiresAt !== null && event.now >= context.expiresAt,
    isFreeMpesa: and([not(stateIn({ money: 'held' })), 'isMpesa', 'hasNoLiveAttempt']),
    isOverdue: and([not(stateIn({ money: 'held' })), 'isTimeOver']),
    canExpire: and(['isOverdue', 'hasNoLiveAttempt']),
  },
}).createMachine({
  id: 'order',
  description: 'One order: how far it has come, where the money is and what happens to its stock.',
  context: ({ input }) => ({ ...input, trackingNumber: null, payments: [] }),
  type: 'parallel',
  states: {
    status: {
      description: 'How far the order has come.',
      initial: 'pending',
      states: {
        pending: {
          description: 'Placed; waits for its payment or, with cash on delivery, for the staff.',
          on: {
            'payment.succeeded': { guard: 'isSettled', target: 'processing' },
            'payment.failed': { actions: 'ignoreRepeat' },
            'payment.clear': { guard: 'isHeld', target: 'processing' },
            'payment.giveBack': { guard: 'isHeld', target: 'cancelled.byStaff' },
            'staff.process': { guard: 'isSettledCash', target: 'processing' },
            'staff.cancel': { guard: 'isSettled', target: 'cancelled.byStaff' },
            'shopper.cancel': { guard: 'isSettled', target: 'cancelled.byShopper' },
            'order.replace': { guard: 'isFreeMpesa', target: 'cancelled.replaced' },
            'method.cash': [
              { guard: 'isCashOnDelivery', actions: 'ignoreRepeat' },
              { guard: 'isFreeMpesa', actions: 'setCashOnDelivery' },
            ],
            'expiry.due': [
              {
                guard: 'canExpire',
                target: 'cancelled.expired',
                actions: { type: 'queueMessage', params: { about: 'expired' } },
              },
              { guard: 'isOverdue', actions: 'settleAttemptFirst' },
            ],
          },
        },
        processing: {
          description: 'Being packed: paid, or to be paid at the door.',
          on: {
            'staff.process': { actions: 'ignoreRepeat' },
            'staff.ship': {
              guard: 'canShip',
              target: 'shipped',
              actions: [
                { type: 'setTrackingNumber', params: ({ event }) => event },
                'takeFromShelf',
                { type: 'queueMessage', params: { about: 'shipped' } },
              ],
            },
            'payment.giveBack': { guard: 'isHeld', target: 'cancelled.byStaff' },
            'staff.cancel': { guard: 'isSettled', target: 'cancelled.byStaff' },
            'shopper.cancel': { guard: 'isUnpaid', target: 'cancelled.byShopper' },
            'method.cash': { actions: 'ignoreRepeat' },
          },
        },
        shipped: {
          description: 'On its way; nobody can cancel it any more.',
          on: {
            'staff.ship': { actions: 'ignoreRepeat' },
            'staff.deliver': { target: 'delivered', actions: { type: 'queueMessage', params: { about: 'delivered' } } },
          },
        },
        delivered: {
          description: 'In the hands of the shopper, for good.',
          on: { 'staff.deliver': { actions: 'ignoreRepeat' } },
        },
        cancelled: {
          description: 'Will not be sent; remembers who or what ended it.',
          entry: 'announceCancelled',
          initial: 'byStaff',
          on: {
            'shopper.cancel': { actions: 'ignoreRepeat' },
            'staff.cancel': { actions: 'ignoreRepeat' },
            'expiry.due': { actions: 'ignoreRepeat' },
          },
          states: {
            byStaff: { description: 'The shop could not or would not send it.' },
            byShopper: { description: 'The shopper changed their mind.' },
            replaced: {
              description: 'The shopper placed another order instead of this unpaid one.',
              on: { 'order.replace': { actions: 'ignoreRepeat' } },
            },
            expired: {
              description: 'Not paid in time; money that still comes reopens it while there is stock.',
              on: {
                // Whoever ordered anew does not want this one too: its late money goes back (D21, Q15).
                'order.replace': 'replaced',
                'payment.succeeded': {
                  guard: 'canReopen',
                  target: '#order.status.processing',
                  actions: 'announceReopened',
                },
              },
            },
          },
        },
      },
    },
    money: {
      description: 'Where the money is.',
      initial: 'unpaid',
      states: {
        unpaid: {
          description: 'Nothing has come in.',
          on: {
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              {
                guard: 'canKeepMoney',
                target: 'paid',
                actions: [
                  { type: 'recordPayment', params: ({ event }) => event },
                  { type: 'queueMessage', params: { about: 'paid' } },
                ],
              },
              {
                target: 'refundDue',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
            ],
            'payment.doubted': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              {
                guard: 'isCancelled',
                target: 'refundDue',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
              {
                target: 'held',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'],
              },
            ],
            'staff.deliver': { guard: 'isPaidAtDoor', target: 'paid' },
          },
        },
        paid: {
          description: 'The price has come in once.',
          on: {
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              {
                target: 'overpaid',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
            ],
            'payment.doubted': [
              {
                guard: { type: 'isKnownPayment', params: ({ event }) => event },
                target: 'held',
                actions: 'alertDesk',
              },
              {
                target: 'overpaid',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
            ],
            'payment.failed': { actions: 'ignoreRepeat' },
            'payment.mismatched': { guard: 'hasPayment', target: 'held', actions: 'alertDesk' },
            'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
          },
        },
        overpaid: {
          description: 'The price has come in more than once; what is too much goes back.',
          on: {
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'] },
            ],
            'payment.doubted': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'alertDesk' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'] },
            ],
            'payment.mismatched': { actions: 'alertDesk' },
            'refund.confirmed': 'paid',
            'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
          },
        },
        held: {
          description: 'The provider contradicts itself; people look at it before anything is sent.',
          on: {
            'payment.clear': [
              {
                guard: 'isHeldUnpaid',
                target: 'paid',
                actions: { type: 'queueMessage', params: { about: 'paid' } },
              },
              { target: 'paid' },
            ],
            // What came as another amount is taken or goes back: it came.
            'payment.deny': { guard: 'canDeny', target: 'unpaid' },
            'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
            'payment.doubted': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'] },
            ],
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'] },
            ],
          },
        },
        refundDue: {
          description: 'The order will not be sent, so its money goes back.',
          on: {
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'] },
            ],
            'payment.doubted': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              { actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'] },
            ],
            'refund.confirmed': 'refunded',
          },
        },
        refunded: {
          description: 'The money went back.',
          on: {
            'payment.succeeded': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              {
                target: 'refundDue',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
            ],
            'payment.doubted': [
              { guard: { type: 'isKnownPayment', params: ({ event }) => event }, actions: 'ignoreRepeat' },
              {
                target: 'refundDue',
                actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
              },
            ],
          },
        },
      },
    },
    stock: {
      description: 'What the order does to the pieces that can be sold.',
      initial: 'reserving',
      states: {
        reserving: {
          description: 'Cash on delivery takes its pieces at once, M-Pesa holds them for its payment.',
          always: [{ guard: 'isCashOnDelivery', target: 'committed' }, { target: 'held' }],
        },
        held: {
          description: 'Kept for the payment until the order expires.',
          on: {
            'payment.succeeded': { guard: 'isSettled', target: 'committed' },
            'payment.clear': { guard: 'isHeld', target: 'committed' },
            'method.cash': { guard: 'isFreeMpesa', target: 'committed' },
            'order.cancelled': 'released',
          },
        },
        committed: { description: 'Belongs to this order.', on: { 'order.cancelled': 'released' } },
        released: { description: 'For sale again.', on: { 'order.reopened': 'committed' } },
      },
    },
  },
});
