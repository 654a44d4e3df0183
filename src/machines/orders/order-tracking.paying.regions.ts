import { getLinesToCheck } from '../../rules/orders/reorder.ts';
import { getDue } from '../../rules/orders/shown-order.ts';
import { getProofFor, createPush } from '../../rules/payment/payment.ts';
import { getKnownOrder, orderTrackingSetup, getPayerPhone } from './order-tracking.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import { slot } from '../slots.ts';

/** Paying a shown order: the payer, the prompt, and the time left. */

// Events that end a payment before it has started, shared by its states.
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
      description: 'The bar under the header has taken over the payment of this order.',
      guard: withEvent('isPaidThere'),
      target: 'underway',
      actions: withEvent('setInBar'),
    },
  },
});

const payable = {
  description: 'The order waits for its payment, no wait is required, and no dialog is open.',
  guard: 'canPay',
  target: 'confirmingPhone',
} as const;

export const paying = orderTrackingSetup.createStateConfig({
  description: 'Pays an order that waits for its M-Pesa payment (Q24, D12). The bar shows the payment itself (U5).',
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether a payment is under way.',
      always: [
        {
          description: 'The bar under the header shows the payment of this order.',
          guard: 'isInBar',
          target: 'underway',
        },
        { description: 'No payment is under way.', target: 'none' },
      ],
    },
    none: {
      description: 'No payment is under way. The shopper can start one for an unpaid order.',
      always: { description: 'The time to pay for the order is over (D12).', guard: 'isTimeOver', target: 'over' },
      on: {
        'pay.ask': [
          {
            description: 'The bar under the header shows the payment of another order, so this one must wait.',
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
      description: 'The shopper chooses the phone for the prompt.',
      entry: 'openPhone',
      on: {
        'phone.change': { actions: withEvent('setPhone') },
        'phone.confirm': [
          { description: 'No phone is typed (§5).', guard: 'isPhoneBlank' },
          {
            description: 'The text is not a Kenyan phone number (§5).',
            guard: 'isPhoneWrong',
            actions: 'refusePhone',
          },
          { description: 'The phone is valid.', target: 'pushing' },
        ],
        'dialog.cancel': 'deciding',
        ...timeEnds.on,
      },
    },
    pushing: {
      id: 'pushing',
      description: 'The prompt is being sent. The reply decides, even if the time ends meanwhile (T6).',
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) =>
          createPush({
            phone: getPayerPhone(context),
            amount: getDue(getKnownOrder(context)),
            orderId: context.orderId,
            proof: getProofFor(context.proof, getPayerPhone(context)),
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
                lines: getLinesToCheck(context.order).map(({ id, quantity }) => ({ id, quantity })),
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
            description: "The phone is not the shopper's own and must be proved with a code first (D25).",
            guard: withEvent('needsProof'),
            target: 'proving',
            actions: 'clearProof',
          },
          {
            description: 'The order cannot be paid in its current state, so it loads again.',
            guard: withEvent('cannotBePaid'),
            target: 'refused',
            actions: [withEvent('setNotPaid'), 'markStale'],
          },
          {
            description: 'The prompt could not be sent for another reason. The page shows the error.',
            target: 'refused',
            actions: withEvent('setNotPaid'),
          },
        ],
      },
    },
    proving: {
      id: 'proving',
      description: "The phone is not the shopper's own. A code must prove it before a prompt is sent (D25).",
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => ({ phone: getPayerPhone(context), userName: context.userName }),
        onDone: [proved('pushing'), { description: 'The shopper left the code screen.', target: 'deciding' }],
      },
      on: {
        'code.dismiss': 'deciding',
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    underway: {
      description: 'The bar under the header shows the payment. The order page offers no other (D8).',
      entry: 'clearPayProblem',
      always: { description: 'The order was cancelled meanwhile.', guard: 'isCancelled', target: 'none' },
      on: {
        'bar.idle': { target: 'deciding', actions: ['clearInBar', 'markStale'] },
      },
    },
    refused: {
      description: 'No payment could be started. The page shows the reason until the next action.',
      always: {
        description: 'The bar under the header shows the payment of this order.',
        guard: 'isInBar',
        target: 'underway',
      },
      on: {
        'pay.ask': [
          {
            description: 'The bar under the header shows the payment of another order, so this one must wait.',
            guard: 'isBarTaken',
            actions: 'setOtherUnderWay',
          },
          payable,
        ],
        'pay.useOwn': [
          {
            description: 'The bar under the header shows the payment of another order, so this one must wait.',
            guard: 'isOwnBarTaken',
            actions: 'setOtherUnderWay',
          },
          {
            description: "The refused phone must wait, but the shopper's own phone works immediately (D25).",
            guard: 'canUseOwn',
            target: 'pushing',
            actions: 'useOwnPhone',
          },
        ],
        ...timeEnds.on,
      },
    },
    over: {
      description: 'The time to pay is over. The server knows the result.',
      entry: 'clearPayProblem',
      always: {
        description: 'There is time left after all, e.g. after a clock was corrected (H13).',
        guard: 'isTimeLeft',
        target: 'deciding',
      },
    },
  },
});
