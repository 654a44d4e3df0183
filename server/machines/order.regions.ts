import { orderSetup } from './order.setup.ts';

/** Where the money of an order is, beside how far the order has come. */

export const money = orderSetup.createStateConfig({
  description: 'Where the money is.',
  initial: 'unpaid',
  states: {
    unpaid: {
      description: 'Nothing has come in.',
      on: {
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'The order will be sent, or it had expired and its pieces can be held again (D12).',
            guard: 'canKeepMoney',
            target: 'paid',
            actions: [
              { type: 'recordPayment', params: ({ event }) => event },
              { type: 'queueMessage', params: { about: 'paid' } },
            ],
          },
          {
            description: 'The order will not be sent: its money goes back (Q15).',
            target: 'refundDue',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'The order is cancelled: its money goes back (Q15).',
            guard: 'isCancelled',
            target: 'refundDue',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
          {
            description: 'The order may still be sent, so people look at what came (D27).',
            target: 'held',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'],
          },
        ],
        'staff.deliver': {
          description: 'A parcel that is paid on delivery was handed over (A35).',
          guard: 'isPaidAtDoor',
          target: 'paid',
        },
      },
    },
    paid: {
      description: 'The price has come in once.',
      on: {
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back (D8).',
            target: 'overpaid',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'It is the payment that the order counts as paid by (D27).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            target: 'held',
            actions: 'alertDesk',
          },
          {
            description: 'It is a further payment, of another amount: it goes back (D27).',
            target: 'overpaid',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.failed': { actions: 'ignoreRepeat' },
        'payment.mismatched': {
          description: 'The money came by M-Pesa, not at the door.',
          guard: 'hasPayment',
          target: 'held',
          actions: 'alertDesk',
        },
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
      },
    },
    overpaid: {
      description: 'The price has come in more than once; what is too much goes back.',
      on: {
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back (D8).',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'It is a payment of this order, which people look at (D27).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'alertDesk',
          },
          {
            description: 'It is a further payment, of another amount: it goes back (D27).',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
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
            description: 'Another amount than the price had come, and the desk takes it: the order is paid now (D27).',
            guard: 'isHeldUnpaid',
            target: 'paid',
            actions: { type: 'queueMessage', params: { about: 'paid' } },
          },
          { description: 'The order was paid before, and the desk finds it right (D7).', target: 'paid' },
        ],
        // What came as another amount is taken or goes back: it came.
        'payment.deny': {
          description: 'The order had gone on as paid: what came as another amount cannot be denied (D27).',
          guard: 'canDeny',
          target: 'unpaid',
        },
        'order.cancelled': { target: 'refundDue', actions: 'queueRefund' },
        'payment.doubted': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment, which people look at too.',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'],
          },
        ],
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment, which people look at too.',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'alertDesk'],
          },
        ],
      },
    },
    refundDue: {
      description: 'The order will not be sent, so its money goes back.',
      on: {
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back too (D8).',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back too (D8).',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'refund.confirmed': 'refunded',
      },
    },
    refunded: {
      description: 'The money went back.',
      on: {
        'payment.succeeded': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back too (D8).',
            target: 'refundDue',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
        'payment.doubted': [
          {
            description: 'This payment is known already (D7).',
            guard: { type: 'isKnownPayment', params: ({ event }) => event },
            actions: 'ignoreRepeat',
          },
          {
            description: 'It is a further payment: it goes back too (D8).',
            target: 'refundDue',
            actions: [{ type: 'recordPayment', params: ({ event }) => event }, 'queueRefund'],
          },
        ],
      },
    },
  },
});
