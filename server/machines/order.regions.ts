import { dueOfPart, kept, partPaid } from './order.part-paid.regions.ts';
import { orderSetup } from './order.setup.ts';

/** State of the order's money, independent of the order's progress. */

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
        'refund.confirmed': 'paid',
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
      },
    },
    held: {
      description: 'The payment is in doubt. The back office reviews it before the shop sends anything.',
      on: {
        'payment.clear': [
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
      description: 'The order will not be sent, so the shop owes a refund.',
      on: {
        'payment.succeeded': refundedToo,
        'payment.doubted': refundedToo,
        'refund.confirmed': 'refunded',
      },
    },
    refunded: {
      description: 'The shopper has the money back.',
      on: {
        'payment.succeeded': dueAgain,
        'payment.doubted': dueAgain,
      },
    },
  },
});
