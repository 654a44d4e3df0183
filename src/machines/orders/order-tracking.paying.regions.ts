import { linesToCheck } from '../../rules/orders/reorder.ts';
import { proofFor, pushFor } from '../../rules/payment/payment.ts';
import { known, orderTrackingSetup, payerOf } from './order-tracking.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import { slot } from '../slots.ts';

/** Paying an order that is shown: who pays, the prompt, and the time that is left. */

// What may end a payment that is not begun yet, whatever else its states listen to.
const timeEnds = orderTrackingSetup.createStateConfig({
  on: {
    'clock.tick': {
      description: 'The time to pay for the order ends with this second (D12).',
      guard: withEvent('isTimeEnding'),
      target: 'over',
      actions: [withEvent('setNow'), 'markStaleIfSeen'],
    },
  },
});
const barTakesIt = orderTrackingSetup.createStateConfig({
  on: {
    'bar.paying': {
      description: 'The bar under the header has taken up the payment of this order.',
      guard: withEvent('isPaidThere'),
      target: 'underway',
      actions: withEvent('setInBar'),
    },
  },
});

const payable = {
  description: 'The order waits for its payment, no wait is asked for, and no dialog is open.',
  guard: 'canPay',
  target: 'confirmingPhone',
} as const;

export const paying = orderTrackingSetup.createStateConfig({
  description: "Paying an order that waits for its M-Pesa payment (Q24, D12). The payment itself is the bar's (U5).",
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is it being paid, and is there time to?',
      always: [
        {
          description: 'The bar under the header shows the payment of this order.',
          guard: 'isInBar',
          target: 'underway',
        },
        { description: 'The time to pay for the order is over (D12).', guard: 'isTimeOver', target: 'over' },
        { description: 'The order is not being paid, and its time is not over.', target: 'none' },
      ],
    },
    none: {
      description: 'No payment is under way; one may be begun where the order waits for it.',
      always: { description: 'The time to pay for the order is over (D12).', guard: 'isTimeOver', target: 'over' },
      on: {
        'pay.ask': [
          {
            description: 'The bar under the header shows the payment of another order, and this one waits for its own.',
            guard: 'isBarTaken',
            target: 'refused',
            actions: 'setOtherUnderWay',
          },
          payable,
        ],
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    confirmingPhone: {
      id: 'confirmingPhone',
      description: 'The shopper says which phone gets the prompt.',
      entry: 'openPhone',
      on: {
        'phone.change': { actions: withEvent('setPhone') },
        'phone.confirm': [
          { description: 'No phone is typed (§5).', guard: 'isPhoneBlank' },
          {
            description: 'What is typed is no Kenyan phone number (§5).',
            guard: 'isPhoneWrong',
            actions: 'refusePhone',
          },
          { description: 'The phone is right.', target: 'pushing' },
        ],
        'dialog.cancel': 'deciding',
        ...timeEnds.on,
      },
    },
    pushing: {
      id: 'pushing',
      description: 'The prompt is being sent; the answer decides, even if the time ends meanwhile (T6).',
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) =>
          pushFor({
            phone: payerOf(context),
            amount: known(context).totalPrice,
            orderId: context.orderId,
            proof: proofFor(context.proof, payerOf(context)),
          }),
        onDone: {
          target: 'underway',
          actions: [
            'clearProof',
            {
              type: 'keepPayment',
              params: ({ context, event }) => ({
                orderId: context.orderId,
                checkoutRequestId: event.output.checkoutRequestId,
                startedAt: event.output.sentAt,
                lines: linesToCheck(context.order).map(({ id, quantity }) => ({ id, quantity })),
              }),
            },
          ],
        },
        onError: [
          signedOut('#sessionExpired'),
          {
            description: 'The shop no longer knows the order.',
            guard: withEvent('isUnknown'),
            target: '#notFound',
            actions: withEvent('setProblem'),
          },
          {
            description: "The phone is not the shopper's own, and a code has to prove it first (D25).",
            guard: withEvent('needsProof'),
            target: 'proving',
            actions: 'clearProof',
          },
          {
            description: 'The order cannot be paid as it is now: it is asked for again.',
            guard: withEvent('cannotBePaid'),
            target: 'refused',
            actions: [withEvent('setNotPaid'), 'markStale'],
          },
          {
            description: 'The prompt could not be sent for another reason, and the page says why.',
            target: 'refused',
            actions: withEvent('setNotPaid'),
          },
        ],
      },
    },
    proving: {
      id: 'proving',
      description: 'The phone is not the shopper’s own: a code proves it before a prompt goes there (D25).',
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => ({ phone: payerOf(context), userName: context.userName }),
        onDone: [proved('pushing'), { description: 'The shopper left the code screen.', target: 'deciding' }],
      },
      on: {
        'code.dismiss': 'deciding',
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    underway: {
      description: 'The bar under the header shows the payment; the order itself offers none (D8).',
      entry: 'clearPayProblem',
      always: { description: 'The order was cancelled meanwhile.', guard: 'isCancelled', target: 'none' },
      on: {
        'bar.idle': { target: 'deciding', actions: ['clearInBar', 'markStale'] },
      },
    },
    refused: {
      description: 'No payment could be begun, and the page says why until the next act.',
      always: {
        description: 'The bar under the header shows the payment of this order.',
        guard: 'isInBar',
        target: 'underway',
      },
      on: {
        'pay.ask': [
          {
            description: 'The bar under the header shows the payment of another order, and this one waits for its own.',
            guard: 'isBarTaken',
            actions: 'setOtherUnderWay',
          },
          payable,
        ],
        'pay.useOwn': [
          {
            description: 'The bar under the header shows the payment of another order, and this one waits for its own.',
            guard: 'isOwnBarTaken',
            actions: 'setOtherUnderWay',
          },
          {
            description: "The refused phone has to wait, and the shopper's own works at once (D25).",
            guard: 'canUseOwn',
            target: 'pushing',
            actions: 'useOwnPhone',
          },
        ],
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    over: {
      description: 'The time to pay for it is over; what became of it says the server.',
      entry: 'clearPayProblem',
      always: {
        description: 'There is time left after all, as after a clock was put right (H13).',
        guard: 'isTimeLeft',
        target: 'deciding',
      },
    },
  },
});
