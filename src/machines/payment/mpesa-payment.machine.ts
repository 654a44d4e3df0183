import { toPrompt, toProofInput, createPush, toPaymentRef } from '../../rules/payment/payment.ts';
import { createTimes, toTimesSince } from '../../rules/payment/payment-times.ts';
import {
  limit,
  network,
  page,
  paymentOver,
  polling,
  prompt,
  proofNeeded,
  pickRequest,
} from './mpesa-payment.regions.ts';
import { mpesaPaymentSetup } from './mpesa-payment.setup.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * Pays one existing order by an M-Pesa prompt: sends it, waits for the money, and can try again. Paying by hand is a
 * machine of its own (by-hand). It never creates an order (D9). The checkout's purchase and the bar under the header
 * invoke it.
 *
 * `now` is the last known server time (H13); until it is known, time counts from 0. Deadlines are compared with it, so
 * that one tick after a sleep updates everything. The timers only meet a deadline at its exact millisecond.
 */

type Outcome = MpesaPaymentTypes['output']['outcome'];

export const mpesaPaymentMachine = mpesaPaymentSetup.createMachine({
  id: 'mpesaPayment',
  description: 'Pays one order by M-Pesa, from the prompt to the money.',
  context: ({ input: { prompt, userName = null, ...input } }) => ({
    ...input,
    userName,
    proof: null,
    ...createTimes(prompt && (prompt.times ?? toTimesSince(prompt.startedAt))),
    checkoutRequestId: prompt?.checkoutRequestId ?? '',
    isResuming: prompt !== null && prompt.times === null,
    checkedAt: 0,
    isAskable: true,
    ownPhone: '',
    ways: [],
    tips: [],
    hasHand: false,
    problem: null,
  }),
  invoke: slot('watchSession'),
  initial: 'starting',
  on: {
    'clock.tick': { actions: withEvent('setNow') },
    'session.ended': '.signedOut',
  },
  states: {
    starting: {
      description: 'Decides whether a prompt already exists.',
      always: [
        {
          description: 'A prompt was accepted earlier, so its payment is resumed.',
          guard: 'hasPrompt',
          target: 'pending',
        },
        { description: 'No prompt has been sent yet.', target: 'requestingPush' },
      ],
    },

    requestingPush: {
      description: 'The prompt is being sent to the phone.',
      tags: 'pushing',
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) => createPush(context),
        onDone: {
          target: 'pending',
          actions: ['beginRun', { type: 'keepPrompt', params: ({ context }) => toPrompt(context) }],
        },
        onError: [
          signedOut('signedOut'),
          {
            description: 'The order is cancelled and can no longer be paid (D12).',
            guard: 'isOrderCancelled',
            target: 'cancelled',
            actions: 'setNotSent',
          },
          proofNeeded,
          {
            description: 'The phone must be proved with a code first, which is not possible here (D25).',
            guard: 'isProofAsked',
            target: 'unproved',
            actions: 'setNotSent',
          },
          {
            description: 'A part is paid by hand, or a payment by hand is being checked (PAY-C5, PAY-S2).',
            guard: 'isPaidByHand',
            target: 'byHand',
          },
          {
            description: 'M-Pesa sends no prompts right now. The dialog offers the other ways (PAY-M2, PAY-M3).',
            guard: 'arePromptsStopped',
            target: 'unpaid.otherWays',
            actions: 'setNotSent',
          },
          {
            description: 'The prompt could not be sent for another reason. The dialog shows the error.',
            target: 'unpaid.failed',
            actions: 'setNotSent',
          },
        ],
      },
    },

    proving: {
      description: "The phone is not the shopper's own. A code must prove it before a prompt is sent (D25).",
      tags: 'proving',
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => toProofInput(context),
        onDone: [proved('requestingPush'), { description: 'The shopper left the code screen.', target: 'unproved' }],
      },
    },

    pending: {
      id: 'pending',
      description: 'The prompt is on the phone. The money may arrive at any moment.',
      type: 'parallel',
      invoke: [slot('watchConnection'), slot('clock')],
      // `network` comes after `polling`: when two regions handle the same check, the transition of the first one wins.
      states: { page, polling, network, prompt, limit },
    },

    unpaid: {
      description:
        'The payment failed or timed out. The reason is shown, and Try again prompts for the same order (U3).',
      initial: 'failed',
      on: {
        'payment.retry': {
          description: 'The phone is known, and the wait that the shop named is over (D8).',
          guard: 'canRetry',
          target: 'requestingPush',
          actions: 'clearProblem',
        },
        'payment.useOwn': {
          description: "The refused phone must wait, but the shopper's own phone works immediately (D25).",
          guard: 'isOwnOffered',
          target: 'requestingPush',
          actions: 'useOwnPhone',
        },
        'payment.byHand': {
          description: 'The shopper pays in the M-Pesa menu, which the shop offers (PAY-C1).',
          guard: 'isHandOffered',
          target: 'byHand',
        },
        'payment.dismiss': {
          target: 'dismissed',
          actions: { type: 'forgetPrompt', params: ({ context }) => toPaymentRef(context) },
        },
      },
      states: {
        failed: {
          id: 'failed',
          description: 'The payment failed, or the prompt could not be sent; Try again may count down (D8).',
          invoke: slot('clock'),
          after: {
            retryAllowed: {
              description: 'When the wait that the shop named is over, e.g. 2 minutes for the same amount (D8).',
              actions: 'reachRetry',
            },
          },
        },
        otherWays: {
          id: 'otherWays',
          description: 'M-Pesa sends no prompts right now. Other ways to pay are offered, and Try again counts down.',
          invoke: slot('clock'),
          after: {
            retryAllowed: {
              description: 'When the wait that the shop named is over, e.g. 1 minute (PAY-M2, PAY-M3).',
              actions: 'reachRetry',
            },
          },
          on: {
            'payment.payOnDelivery': {
              description: 'The order may be paid on delivery (D19).',
              guard: 'hasCash',
              target: '#changingToCash',
              actions: 'clearProblem',
            },
          },
        },
        timedOut: {
          id: 'timedOut',
          description: 'Ten minutes have passed without a result. The money may still arrive (U6).',
          initial: 'said',
          invoke: slot('watchConnection'),
          states: {
            said: {
              description: 'The page shows that the time is over. Returning to the shop checks the payment again.',
              on: { 'shopper.returned': 'asking', 'page.visible': 'asking' },
            },
            asking: {
              description: 'The shop checks the payment once. The message stays.',
              invoke: {
                ...slot('checkStatus'),
                input: pickRequest,
                onDone: [
                  ...paymentOver,
                  { description: 'The payment is not over yet. The message stays.', target: 'said' },
                ],
                onError: [
                  signedOut('#signedOut'),
                  { description: 'The shop does not know the payment.', guard: 'isUnknown', target: '#gone' },
                  { description: 'There was no usable reply. The message stays.', target: 'said' },
                ],
              },
            },
          },
        },
      },
    },

    changingToCash: {
      id: 'changingToCash',
      description: 'No prompt was sent. The order is being changed to pay on delivery (PAY-M2, D21).',
      tags: 'switching',
      invoke: {
        ...slot('switchToCash'),
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: 'onDelivery',
        onError: [
          signedOut('signedOut'),
          {
            description: 'The order could not be changed. The dialog shows the error.',
            target: 'unpaid.otherWays',
            actions: 'setNotSwitched',
          },
        ],
      },
    },

    paid: {
      id: 'paid',
      type: 'final',
      description: 'The money has arrived. The ordered lines have left the cart.',
      entry: { type: 'removeOrdered', params: ({ context }) => toPaymentRef(context) },
      output: 'paid',
    },
    onDelivery: {
      id: 'onDelivery',
      type: 'final',
      description: 'The order will be paid on delivery. Its lines have left the cart.',
      entry: { type: 'removeOrdered', params: ({ context }) => toPaymentRef(context) },
      output: 'onDelivery',
    },
    byHand: {
      id: 'byHand',
      type: 'final',
      description: 'The order is paid by hand from here on (PAY-C1).',
      output: 'byHand',
    },
    gone: {
      id: 'gone',
      type: 'final',
      description: 'The shop does not know the payment.',
      entry: { type: 'forgetOrder', params: ({ context }) => toPaymentRef(context) },
      output: 'gone',
    },
    cancelled: {
      id: 'cancelled',
      type: 'final',
      description: 'The order can no longer be paid (D12).',
      entry: { type: 'forgetOrder', params: ({ context }) => toPaymentRef(context) },
      output: 'cancelled',
    },
    unproved: {
      type: 'final',
      description:
        'The phone was not proved: the shopper left the code screen, or the bar cannot ask for a code. The order is kept.',
      output: 'unproved',
    },
    dismissed: { type: 'final', description: 'The shopper has dismissed the payment.', output: 'dismissed' },
    signedOut: { id: 'signedOut', type: 'final', description: 'Logged out. The payment is kept.', output: 'signedOut' },
  },
  output: ({ context, event }) => ({ outcome: event.output as Outcome, problem: context.problem }),
});
