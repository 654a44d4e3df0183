import { dueOfPart, kept, partPaid } from './order.part-paid.regions.ts';
import { inspected, lost, raised, waivedByOwner } from './order.refund.regions.ts';
import { orderSetup } from './order.setup.ts';

/** The order's money and the cash of its delivery, independent of its progress. */

interface PaymentScope {
  readonly event: { readonly payment: string };
}

const paymentIn = ({ event: { payment } }: PaymentScope) => ({ payment });
const record = { type: 'recordPayment', params: paymentIn } as const;
const isKnown = { type: 'isKnownPayment', params: paymentIn } as const;

const known = {
  description: 'This payment is already recorded (D7).',
  guard: isKnown,
  actions: 'ignoreRepeat',
} as const;

const refundedToo = [
  known,
  { description: 'This is a further payment, so it is refunded too (D8).', actions: [record, 'queueRefund'] },
] as const;

const dueAgain = [
  known,
  {
    description: 'This is a further payment, so it is refunded too (D8).',
    target: 'refundDue',
    actions: [record, 'queueRefund'],
  },
] as const;

const reviewedToo = [
  known,
  {
    description: 'This is a further payment, which the back office reviews too.',
    actions: [record, 'alertBackOffice'],
  },
] as const;

const waived = { type: 'setWaived', params: { isWaived: true } } as const;

export const money = orderSetup.createStateConfig({
  description: 'State of the money.',
  initial: 'unpaid',
  states: {
    unpaid: {
      description: 'No payment has arrived.',
      on: {
        'payment.succeeded': [
          known,
          ...kept,
          {
            description: 'The order will not be sent, so the payment is refunded (Q15).',
            target: 'refundDue',
            actions: [record, 'queueRefund'],
          },
        ],
        'payment.part': [known, ...dueOfPart],
        'payment.doubted': [
          known,
          {
            description: 'The order is cancelled, so the payment is refunded (Q15).',
            guard: 'isCancelled',
            target: 'refundDue',
            actions: [record, 'queueRefund'],
          },
          {
            description: 'The order may still be sent, so the back office reviews the payment (D27).',
            target: 'held',
            actions: [record, 'alertBackOffice'],
          },
        ],
        'staff.deliver': {
          description: 'A parcel with cash on delivery was handed over (A35).',
          guard: 'isPaidAtDoor',
          target: 'paid',
        },
        'counter.handedOver': {
          description: 'The buyer paid in cash at the counter (A35).',
          guard: 'isPaidAtCounter',
          target: 'paid',
        },
      },
    },
    partPaid,
    paid: {
      description: 'The price was paid once.',
      on: {
        'payment.succeeded': [
          known,
          {
            description: 'This is a further payment, so it is refunded (D8).',
            target: 'overpaid',
            actions: [record, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'This is the payment that paid for the order (D27).',
            guard: isKnown,
            target: 'held',
            actions: 'alertBackOffice',
          },
          {
            description: 'This is a further payment with the wrong amount, so it is refunded (D27).',
            target: 'overpaid',
            actions: [record, 'queueRefund'],
          },
        ],
        'payment.failed': { actions: 'ignoreRepeat' },
        'payment.mismatched': {
          description: 'The order was paid by M-Pesa, not in cash.',
          guard: 'hasPayment',
          target: 'held',
          actions: 'alertBackOffice',
        },
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
        'parcel.lost': lost,
        'parcel.inspected': inspected,
        'refund.raised': raised,
        'refund.waived': waivedByOwner,
        'parcel.corrected': [
          {
            description: 'The delivery whose rest was paid in cash is undone, and nothing followed it (OWN-P4).',
            guard: 'canUndoRestInCash',
            target: 'partPaid',
          },
          {
            description: 'The delivery that was paid in cash is undone, and nothing followed it (OWN-P4).',
            guard: 'canUndoCash',
            target: 'unpaid',
          },
        ],
      },
    },
    overpaid: {
      description: 'The price was paid more than once. The shop refunds the excess.',
      on: {
        'payment.succeeded': [
          known,
          { description: 'This is a further payment, so it is refunded (D8).', actions: [record, 'queueRefund'] },
        ],
        'payment.doubted': [
          {
            description: 'This payment is already recorded, so the back office reviews it (D27).',
            guard: isKnown,
            actions: 'alertBackOffice',
          },
          {
            description: 'This is a further payment with the wrong amount, so it is refunded (D27).',
            actions: [record, 'queueRefund'],
          },
        ],
        'payment.mismatched': { actions: 'alertBackOffice' },
        'refund.confirmed': [
          {
            description: 'An owner decided against the refund of the other payment.',
            guard: 'isWaived',
            target: 'kept',
          },
          { description: 'The excess is refunded, or an owner dropped its refund (PAY-F1).', target: 'paid' },
        ],
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
        'parcel.lost': lost,
        'parcel.inspected': {
          description: 'No owner decided against the refund.',
          guard: 'isNotWaived',
          target: 'refundDue',
          actions: 'queueRefund',
        },
        'refund.raised': raised,
        'refund.waived': [
          { description: 'An owner decided so before.', guard: 'isWaived', actions: 'ignoreRepeat' },
          {
            description: 'The parcel came back, and an owner decides against the refund of the first payment (OWN-P1).',
            guard: 'isBack',
            actions: [waived, { type: 'queueMessage', params: { about: 'noRefund' } }],
          },
        ],
        'parcel.corrected': {
          description: 'The delivery that was paid in cash is undone, so the M-Pesa payment pays the order (OWN-P4).',
          guard: 'canUndoCash',
          target: 'paid',
          actions: ['dropRefund', { type: 'queueMessage', params: { about: 'paid' } }],
        },
      },
    },
    held: {
      description: 'The payment is in doubt. The back office reviews it before the shop sends anything.',
      on: {
        'payment.clear': [
          {
            description: 'The parcel is lost, or back and inspected, so the payment goes back (OWN-P1).',
            guard: 'isOwedBack',
            target: 'refundDue',
            actions: 'queueRefund',
          },
          {
            description: 'The back office accepts a payment with the wrong amount, so the order is now paid (D27).',
            guard: 'isHeldUnpaid',
            target: 'paid',
            actions: { type: 'queueMessage', params: { about: 'paid' } },
          },
          { description: 'The order was already paid, and the back office confirms it (D7).', target: 'paid' },
        ],
        // The money did arrive, so the back office can only accept it or refund it.
        'payment.deny': {
          description:
            'The order counted as paid before the review. A payment with the wrong amount cannot be denied (D27).',
          guard: 'canDeny',
          target: 'unpaid',
        },
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
        'payment.doubted': reviewedToo,
        'payment.succeeded': reviewedToo,
      },
    },
    refundDue: {
      description: 'The shopper gets the money back, which the shop still owes.',
      on: {
        'payment.succeeded': refundedToo,
        'payment.doubted': refundedToo,
        'refund.confirmed': 'refunded',
        'refund.dropped': {
          description: 'An owner decided that nothing goes back (PAY-F1).',
          target: 'kept',
          actions: waived,
        },
        'refund.raised': { actions: 'ignoreRepeat' },
        'refund.waived': {
          description: 'The parcel is lost or came back, and the refund is not approved (OWN-P1).',
          guard: 'canDropRefund',
          target: 'kept',
          actions: [waived, 'dropRefund', { type: 'queueMessage', params: { about: 'noRefund' } }],
        },
        'parcel.corrected': [
          {
            description: 'The loss that made the refund is undone. A part of the price is paid (OWN-P4).',
            guard: 'canUndoPartRefund',
            target: 'partPaid',
            actions: 'dropRefund',
          },
          {
            description: 'The loss that made the refund is undone. A second payment is still refunded (OWN-P4).',
            guard: 'canUndoSecondRefund',
            target: 'overpaid',
            actions: 'dropRefund',
          },
          {
            description: 'The loss that made the refund is undone (OWN-P4).',
            guard: 'canUndoLossRefund',
            target: 'paid',
            actions: 'dropRefund',
          },
        ],
      },
    },
    refunded: {
      description: 'The shopper has the money back.',
      on: {
        'payment.succeeded': dueAgain,
        'payment.doubted': dueAgain,
        'refund.raised': { actions: 'ignoreRepeat' },
      },
    },
    kept: {
      description: 'An owner decided against the refund, so the shop keeps the money.',
      on: {
        'payment.succeeded': refundedToo,
        'payment.doubted': refundedToo,
        'refund.raised': {
          description: 'The order is cancelled, or its parcel comes back.',
          guard: 'mayRaiseAgain',
          target: 'refundDue',
          actions: [{ type: 'setWaived', params: { isWaived: false } }, 'queueRefund'],
        },
        'refund.waived': { actions: 'ignoreRepeat' },
      },
    },
  },
});

/** The cash of an order that was paid on delivery, until it is in the shop (OWN-P3). For the shopper the order is paid. */
export const cash = orderSetup.createStateConfig({
  description: 'The cash of the delivery.',
  initial: 'none',
  states: {
    none: {
      description: 'No cash is owed for this order.',
      on: {
        'staff.deliver': {
          description: 'The buyer pays in cash at the door or at the station.',
          guard: 'isUnpaidAtDoor',
          target: 'owed',
          actions: 'oweCash',
        },
        'counter.handedOver': {
          description: 'The buyer pays in cash at the counter.',
          guard: 'isUnpaidAtCounter',
          target: 'owed',
          actions: 'oweCash',
        },
      },
    },
    owed: {
      description: 'The rider, the station or a member of the staff has the cash.',
      on: {
        'cash.received': [
          {
            description: 'The sum is what is owed, or more.',
            guard: 'isEnough',
            target: 'counted',
            actions: 'countCash',
          },
          { description: 'A part is missing.', target: 'short', actions: 'countCash' },
        ],
        'cash.writtenOff': { target: 'counted', actions: 'writeCashOff' },
        'parcel.corrected': {
          description: 'The delivery is undone, and nothing followed it (OWN-P4).',
          guard: 'canUndoCash',
          target: 'none',
          actions: 'cancelCash',
        },
      },
    },
    short: {
      description: 'A part of the cash is missing.',
      on: {
        'cash.received': [
          {
            description: 'The sum is what is missing, or more.',
            guard: 'isEnough',
            target: 'counted',
            actions: 'countCash',
          },
          { description: 'A part is still missing.', actions: 'countCash' },
        ],
        'cash.writtenOff': { target: 'counted', actions: 'writeCashOff' },
      },
    },
    counted: { description: 'The cash is in the shop, or an owner wrote off what is missing.' },
  },
});
