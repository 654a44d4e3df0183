import { promptOf, proverOf, pushFor, refOf } from '../../rules/payment/payment.ts';
import { timesFrom, timesSince } from '../../rules/payment/payment-times.ts';
import { limit, network, page, paymentOver, polling, prompt, proofNeeded, requestOf } from './mpesa-payment.regions.ts';
import { mpesaPaymentSetup } from './mpesa-payment.setup.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * Pays one order that stands by M-Pesa: sends the prompt, waits for the money, and tries again where none came. It
 * never makes an order (D9). The checkout's purchase and the bar under the header invoke it.
 *
 * `now` is the server's time as last heard (H13); as long as it is unknown, time counts from 0. Deadlines
 * are compared with it, so a page that slept catches up with one tick; the timers meet them on their millisecond.
 */

type Outcome = MpesaPaymentTypes['output']['outcome'];

export const mpesaPaymentMachine = mpesaPaymentSetup.createMachine({
  id: 'mpesaPayment',
  description: 'Pays one order by M-Pesa, from the prompt to the money.',
  context: ({ input: { prompt, userName = null, ...input } }) => ({
    ...input,
    userName,
    proof: null,
    ...timesFrom(prompt && (prompt.times ?? timesSince(prompt.startedAt))),
    checkoutRequestId: prompt?.checkoutRequestId ?? '',
    isResuming: prompt !== null && prompt.times === null,
    checkedAt: 0,
    isAskable: true,
    ownPhone: '',
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
      description: 'Is there a prompt to wait for already?',
      always: [
        {
          description: 'A prompt was accepted before: its payment is taken up again.',
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
        input: ({ context }) => pushFor(context),
        onDone: {
          target: 'pending',
          actions: ['beginRun', { type: 'keepPrompt', params: ({ context }) => promptOf(context) }],
        },
        onError: [
          signedOut('signedOut'),
          {
            description: 'The order is cancelled and cannot be paid any more (D12).',
            guard: 'isOrderCancelled',
            target: 'cancelled',
            actions: 'setNotSent',
          },
          proofNeeded,
          {
            description: 'A code has to prove the phone first, and no code can be asked for here (D25).',
            guard: 'isProofAsked',
            target: 'unproved',
            actions: 'setNotSent',
          },
          {
            description: 'The prompt could not be sent for another reason, and the dialog says why.',
            target: 'unpaid.failed',
            actions: 'setNotSent',
          },
        ],
      },
    },

    proving: {
      description: 'The phone is not the shopper’s own: a code proves it before a prompt goes there (D25).',
      tags: 'proving',
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => proverOf(context),
        onDone: [proved('requestingPush'), { description: 'The shopper left the code screen.', target: 'unproved' }],
      },
    },

    pending: {
      id: 'pending',
      description: 'The prompt is on the phone; the money may come at any moment.',
      type: 'parallel',
      invoke: [slot('watchConnection'), slot('clock')],
      // `network` after `polling`: of two regions that hear of one check, the first one's way out wins.
      states: { page, polling, network, prompt, limit },
    },

    unpaid: {
      description: 'The payment failed or timed out, and the reason is shown: Try again pushes the same order (U3).',
      initial: 'failed',
      on: {
        'payment.retry': {
          description: 'The phone is known, and the wait that the shop named is over (D8).',
          guard: 'canRetry',
          target: 'requestingPush',
          actions: 'clearProblem',
        },
        'payment.useOwn': {
          description: "The refused phone has to wait, and the shopper's own works at once (D25).",
          guard: 'isOwnOffered',
          target: 'requestingPush',
          actions: 'useOwnPhone',
        },
        'payment.dismiss': {
          target: 'dismissed',
          actions: { type: 'forgetPrompt', params: ({ context }) => refOf(context) },
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
        timedOut: {
          id: 'timedOut',
          description: 'Ten minutes have passed without word; the money may still come (U6).',
          initial: 'said',
          invoke: slot('watchConnection'),
          states: {
            said: {
              description: 'It is said that the time is over; who comes back to the shop has it looked at again.',
              on: { 'shopper.returned': 'asking', 'page.visible': 'asking' },
            },
            asking: {
              description: 'The shop is asked once, and what was said stands.',
              invoke: {
                ...slot('checkStatus'),
                input: requestOf,
                onDone: [
                  ...paymentOver,
                  { description: 'It is not over yet, and what was said stands.', target: 'said' },
                ],
                onError: [
                  signedOut('#signedOut'),
                  { description: 'The shop knows no such payment.', guard: 'isUnknown', target: '#gone' },
                  { description: 'There was no usable answer: what was said stands.', target: 'said' },
                ],
              },
            },
          },
        },
      },
    },

    paid: {
      id: 'paid',
      type: 'final',
      description: 'The money is there; the ordered lines have left the cart.',
      entry: { type: 'removeOrdered', params: ({ context }) => refOf(context) },
      output: 'paid',
    },
    onDelivery: {
      id: 'onDelivery',
      type: 'final',
      description: 'The order will be paid on delivery; its lines have left the cart.',
      entry: { type: 'removeOrdered', params: ({ context }) => refOf(context) },
      output: 'onDelivery',
    },
    gone: {
      id: 'gone',
      type: 'final',
      description: 'The shop knows no such payment.',
      entry: { type: 'forgetOrder', params: ({ context }) => refOf(context) },
      output: 'gone',
    },
    cancelled: {
      id: 'cancelled',
      type: 'final',
      description: 'The order cannot be paid any more (D12).',
      entry: { type: 'forgetOrder', params: ({ context }) => refOf(context) },
      output: 'cancelled',
    },
    unproved: {
      type: 'final',
      description: 'Nobody proved the phone: the code screen was left, or the bar asks for none. The order stays kept.',
      output: 'unproved',
    },
    dismissed: { type: 'final', description: 'The shopper has put it away.', output: 'dismissed' },
    signedOut: { id: 'signedOut', type: 'final', description: 'Logged out; it stays kept.', output: 'signedOut' },
  },
  output: ({ context, event }) => ({ outcome: event.output as Outcome, problem: context.problem }),
});
