import { inspected, lost, raised, waivedByOwner } from './order.refund.regions.ts';
import { orderSetup } from './order.setup.ts';

/** Payments in parts (PAY-C4, PAY-C5). Only payments by hand arrive in parts; a prompt then asks for the rest. */

interface PaymentScope {
  readonly event: { readonly payment: string };
}

const paymentIn = ({ event: { payment } }: PaymentScope) => ({ payment });
const record = { type: 'recordPayment', params: paymentIn } as const;
const tellPaid = { type: 'queueMessage', params: { about: 'paid' } } as const;

const known = {
  description: 'This payment is already recorded (D7).',
  guard: { type: 'isKnownPayment', params: paymentIn },
  actions: 'ignoreRepeat',
} as const;

/** A payment that completes the price, or more. */
export const kept = [
  {
    description: 'It is more than what was due, and the order will be sent. The rest is refunded (PAY-C4).',
    guard: 'isMoreThanDue',
    target: 'overpaid',
    actions: [record, tellPaid, 'queueRest'],
  },
  {
    description: 'The order will be sent, or it expired and its items are still in stock (D12).',
    guard: 'canKeepMoney',
    target: 'paid',
    actions: [record, tellPaid],
  },
] as const;

/** The first part of the price. */
export const dueOfPart = [
  {
    description: 'The order will not be sent, and a part does not reopen it, so the part is refunded (PAY-C6).',
    guard: 'isCancelled',
    target: 'refundDue',
    actions: [record, 'queueRefund'],
  },
  {
    description: 'The order waits for the rest (PAY-C4).',
    target: 'partPaid',
    actions: [record],
  },
] as const;

/** Money for an order whose parcel is lost or back. The parts before it wait for the inspection (OWN-P1). */
const tooLate = {
  description: 'The parcel came back, so this payment is refunded (Q15).',
  guard: 'isCancelled',
  actions: [record, 'queueRefund'],
} as const;

export const partPaid = orderSetup.createStateConfig({
  description: 'A part of the price arrived. The order waits for the rest until it expires (PAY-C4).',
  on: {
    'payment.part': [
      known,
      tooLate,
      { description: 'The parts are still less than the price (PAY-C4).', actions: record },
    ],
    'payment.succeeded': [known, ...kept, tooLate],
    'payment.doubted': [
      known,
      tooLate,
      {
        description: 'This is a further payment, which the back office reviews (D27).',
        target: 'held',
        actions: [record, 'alertBackOffice'],
      },
    ],
    'payment.mismatched': {
      description: 'M-Pesa contradicts the message about a part. An unpaid order is not sent anyway (PAY-C4).',
      actions: 'alertBackOffice',
    },
    'staff.deliver': {
      description: 'The rest was paid in cash at the door (PAY-C5).',
      guard: 'isPaidAtDoor',
      target: 'paid',
    },
    'counter.handedOver': {
      description: 'The rest was paid in cash at the counter (PAY-C5).',
      guard: 'isPaidAtCounter',
      target: 'paid',
    },
    'parcel.lost': lost,
    'parcel.inspected': inspected,
    'refund.raised': raised,
    'refund.waived': waivedByOwner,
    'order.cancelled': {
      description: 'Each part is refunded (PAY-C5).',
      target: 'refundDue',
      actions: 'queueRefund',
    },
  },
});
