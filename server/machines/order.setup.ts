import { and, assign, not, or, raise, setup, stateIn } from 'xstate';
import type { InternalEvent, OrderContext, OrderInput, OrderMachineEvent, OrderMessage } from './order.types.ts';

const readByCaller = (): never => {
  throw new Error('order: effects are read from transition(), never executed');
};

/** Actions and guards of `order.machine.ts`. */
export const orderSetup = setup({
  types: {
    input: {} as OrderInput,
    context: {} as OrderContext,
    events: {} as OrderMachineEvent | InternalEvent,
  },
  actions: {
    /** Queues one message to the shopper. */
    queueMessage: readByCaller as (scope: unknown, params: { about: OrderMessage }) => void,
    /** Adds a refund for the back office and queues a message to the shopper. */
    queueRefund: readByCaller,
    /** Adds a refund of what the payment has too much (PAY-C4). */
    queueRest: readByCaller,
    alertBackOffice: readByCaller,
    /** The parcel leaves the shop, so the on-hand and reserved counts both go down. */
    takeFromShelf: readByCaller,
    /** Queries or closes the live payment attempt before the order may expire. */
    settleAttemptFirst: readByCaller,
    /** Accepts a repeated event without a change. */
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
    isUnpaid: or([stateIn({ money: 'unpaid' }), stateIn({ money: 'partPaid' })]),
    /** Paid for a part only, which neither ends with another order nor with cash (PAY-C5). */
    isPartPaid: stateIn({ money: 'partPaid' }),
    isMoreThanDue: and(['canKeepMoney', ({ event }) => event.type === 'payment.succeeded' && event.isMore === true]),
    isProven: ({ event }) => event.type !== 'staff.ship' || event.isUnproven !== true,
    isSettled: not(stateIn({ money: 'held' })),
    isSettledByNew: and([
      'isSettled',
      ({ context, event }) => event.type === 'payment.succeeded' && !context.payments.includes(event.payment),
    ]),
    isHeld: stateIn({ money: 'held' }),
    isHeldUnpaid: and([stateIn({ money: 'held' }), stateIn({ status: 'pending' })]),
    canDeny: not('isHeldUnpaid'),
    isSettledCash: and([not(stateIn({ money: 'held' })), 'isCashOnDelivery']),
    isCancelled: stateIn({ status: 'cancelled' }),
    canShip: and([not(stateIn({ money: 'held' })), 'isProven', or([not('isUnpaid'), 'isCashOnDelivery'])]),
    isPaidAtDoor: and([stateIn({ status: 'shipped' }), 'isCashOnDelivery']),
    isKnownPayment: ({ context }, params: { payment: string }) => context.payments.includes(params.payment),
    /** False for cash taken on delivery, because no provider knows that payment. */
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
    isFreeMpesa: and([not(stateIn({ money: 'held' })), not('isPartPaid'), 'isMpesa', 'hasNoLiveAttempt']),
    isOverdue: and([not(stateIn({ money: 'held' })), 'isTimeOver']),
    canExpire: and(['isOverdue', 'hasNoLiveAttempt']),
  },
});
