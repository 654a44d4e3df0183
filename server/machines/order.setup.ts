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
    /** Ends the order's own refunds, because the parcel is on its way again or an owner decided against them. */
    dropRefund: readByCaller,
    /** The parcel comes back to the shelf, so the on-hand and reserved counts both go up. */
    returnToShelf: readByCaller,
    /** Adds what the rider, station or staff member owes to the cash ledger (OWN-P3). */
    oweCash: readByCaller,
    cancelCash: readByCaller,
    countCash: readByCaller,
    writeCashOff: readByCaller,
    setWaived: assign({ isWaived: (_, params: { isWaived: boolean }) => params.isWaived }),
    setCashOnDelivery: assign({ paymentMethod: 'cod', expiresAt: null }),
  },
  guards: {
    isCashOnDelivery: ({ context }) => context.paymentMethod === 'cod',
    isUnpaid: or([stateIn({ money: 'unpaid' }), stateIn({ money: 'partPaid' })]),
    /** Paid for a part only, which neither ends with another order nor with cash (PAY-C5). */
    isPartPaid: stateIn({ money: 'partPaid' }),
    isMoreThanDue: and(['canKeepMoney', ({ event }) => event.type === 'payment.succeeded' && event.isMore === true]),
    /** M-Pesa has shown the order's money (PAY-C4). */
    isProven: ({ event }) => !('isUnproven' in event) || event.isUnproven !== true,
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
    /** Each piece that needs a serial number has one (OWN-P5). */
    isNumbered: ({ event }) => !('isUnnumbered' in event) || event.isUnnumbered !== true,
    canShip: and([
      not(stateIn({ money: 'held' })),
      'isProven',
      'isNumbered',
      or([not('isUnpaid'), 'isCashOnDelivery']),
    ]),
    isShipped: stateIn({ status: 'shipped' }),
    isLeaving: or([stateIn({ status: 'pending' }), stateIn({ status: 'processing' })]),
    /** The parcel of an order whose money goes back stays with the shop (OWN-P1). */
    canDeliver: and(['isShipped', not(stateIn({ money: 'refundDue' })), not(stateIn({ money: 'refunded' }))]),
    canResend: and(['canDeliver', 'isSettled', 'isProven']),
    canHandOver: and(['isLeaving', 'canShip']),
    isPaidAtDoor: and(['canDeliver', 'isCashOnDelivery']),
    isPaidAtCounter: and(['isLeaving', 'isCashOnDelivery', 'isProven', 'isNumbered']),
    isUnpaidAtDoor: and(['isUnpaid', 'isPaidAtDoor']),
    isUnpaidAtCounter: and(['isUnpaid', 'isPaidAtCounter']),
    isLost: stateIn({ status: { cancelled: 'lost' } }),
    isInspected: ({ event }) => event.type === 'payment.clear' && event.isInspected === true,
    isOwedBack: or(['isLost', and([stateIn({ status: { cancelled: 'returned' } }), 'isInspected'])]),
    isWaived: ({ context }) => context.isWaived,
    isNotWaived: not('isWaived'),
    isComingBack: ({ event }) => event.type === 'refund.raised' && event.isBack,
    mayRaiseAgain: or(['isCancelled', 'isComingBack']),
    isBack: ({ event }) => event.type === 'refund.waived' && event.isBack,
    canDropRefund: ({ event }) => event.type === 'refund.waived' && event.isBack && !event.isApproved,
    isEnough: ({ event }) => event.type === 'cash.received' && event.amount >= event.missing,
    isUndoing: ({ event }, params: { step: string }) =>
      event.type === 'parcel.corrected' && event.undone === params.step,
    wasIn: ({ event }, params: { status: string }) =>
      event.type === 'parcel.corrected' && event.status === params.status,
    wasMoney: ({ event }, params: { in: readonly string[] }) =>
      event.type === 'parcel.corrected' && params.in.includes(event.money),
    wasPartPaid: ({ event }) => event.type === 'parcel.corrected' && event.money === 'partPaid',
    /** A payment came after the step that is undone. */
    hasLaterPayment: ({ context, event }) =>
      event.type === 'parcel.corrected' && context.payments.length > event.payments,
    /** More than what pays the order: a payment after the one that does. */
    hasExcess: ({ context, event }) =>
      event.type === 'parcel.corrected' &&
      (event.money === 'overpaid' || context.payments.length > Math.max(1, event.payments)),
    /** The delivery that is undone made the buyer pay in cash. */
    isUndoingCash: and([stateIn({ cash: 'owed' }), { type: 'isUndoing', params: { step: 'delivered' } }]),
    /** Cash and no later money, or for an unpaid order one M-Pesa payment that came meanwhile and is not refunded yet. */
    isPlainCash: or([
      and([stateIn({ money: 'paid' }), not('hasLaterPayment')]),
      and([stateIn({ money: 'overpaid' }), { type: 'wasMoney', params: { in: ['unpaid'] } }, not('hasExcess')]),
    ]),
    /** Steps after the one that is undone: counted cash, a decision about money, or further money for an order in parts. */
    isFollowed: or([
      stateIn({ cash: 'short' }),
      stateIn({ cash: 'counted' }),
      'isWaived',
      and([stateIn({ money: 'refunded' }), not({ type: 'wasMoney', params: { in: ['refunded'] } })]),
      and([
        stateIn({ money: 'refundDue' }),
        not({ type: 'isUndoing', params: { step: 'lost' } }),
        { type: 'wasMoney', params: { in: ['partPaid', 'paid', 'overpaid'] } },
      ]),
      and([stateIn({ money: 'refundDue' }), { type: 'wasMoney', params: { in: ['held'] } }]),
      and([stateIn({ money: 'refundDue' }), 'wasPartPaid', 'hasLaterPayment']),
      and(['isUndoingCash', not('isPlainCash')]),
    ]),
    canCorrect: not('isFollowed'),
    canUnship: and(['canCorrect', { type: 'wasIn', params: { status: 'processing' } }]),
    canShipAgain: and(['canCorrect', { type: 'wasIn', params: { status: 'shipped' } }]),
    canWaitAgain: and([
      'canUndoCash',
      not(stateIn({ money: 'overpaid' })),
      { type: 'wasIn', params: { status: 'pending' } },
    ]),
    canUndoCash: and(['isUndoingCash', 'canCorrect']),
    canUndoRestInCash: and(['canUndoCash', 'wasPartPaid']),
    /** Only then the loss made the refund. */
    canUndoLossRefund: and([
      { type: 'isUndoing', params: { step: 'lost' } },
      not({ type: 'wasMoney', params: { in: ['refundDue', 'refunded'] } }),
      'canCorrect',
    ]),
    canUndoSecondRefund: and(['canUndoLossRefund', 'hasExcess']),
    canUndoPartRefund: and(['canUndoLossRefund', 'wasPartPaid']),
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
