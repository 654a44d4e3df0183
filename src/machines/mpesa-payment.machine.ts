import { promptOf, proverOf, pushFor, refOf } from '../rules/payment.ts';
import { timesFrom, timesSince } from '../rules/payment-times.ts';
import { mpesaPaymentSetup } from './mpesa-payment.setup.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.types.ts';

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
    problem: null,
  }),
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'starting',
  on: {
    'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } },
    'session.ended': '.signedOut',
  },
  states: {
    starting: {
      description: 'Is there a prompt to wait for already?',
      always: [{ guard: 'hasPrompt', target: 'pending' }, { target: 'requestingPush' }],
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
          { guard: 'isUnauthorized', target: 'signedOut' },
          { guard: 'isOrderCancelled', target: 'cancelled', actions: 'setNotSent' },
          { guard: 'needsProof', target: 'proving', actions: 'clearProof' },
          { guard: 'isProofAsked', target: 'unproved', actions: 'setNotSent' },
          { target: 'unpaid.failed', actions: 'setNotSent' },
        ],
      },
    },

    proving: {
      description: 'The phone is not the shopper’s own: a code proves it before a prompt goes there (D25).',
      tags: 'proving',
      invoke: {
        id: 'phoneVerification',
        src: 'phoneVerification',
        input: ({ context }) => proverOf(context),
        onDone: [
          {
            guard: { type: 'isProved', params: ({ event }) => event.output },
            target: 'requestingPush',
            actions: { type: 'setProof', params: ({ event }) => event.output },
          },
          { target: 'unproved' },
        ],
      },
    },

    pending: {
      id: 'pending',
      description: 'The prompt is on the phone; the money may come at any moment.',
      type: 'parallel',
      invoke: [
        { id: 'watchConnection', src: 'watchConnection' },
        { id: 'clock', src: 'clock' },
      ],
      states: {
        page: {
          description: 'Whether somebody looks at the page.',
          initial: 'seen',
          states: {
            seen: { id: 'seen', description: 'The page is in front.', on: { 'page.hidden': 'hidden' } },
            hidden: { id: 'hidden', description: 'Nobody looks at the page (U5).', on: { 'page.visible': 'seen' } },
          },
        },
        polling: {
          description: 'Asks the shop whether the money has come.',
          initial: 'starting',
          states: {
            starting: {
              id: 'starting',
              description: 'A payment that is taken up again is looked for at once, unless the page is hidden (U5).',
              always: { guard: 'isKnown', target: 'waiting' },
              // The time is told after how the page is.
              on: {
                'page.hidden': 'resting',
                'clock.tick': { target: 'checking', actions: { type: 'setNow', params: ({ event }) => event } },
              },
            },
            waiting: {
              description: 'The next check is made 3 s after the last one.',
              always: { guard: 'isAway', target: 'resting' },
              after: { pollInterval: 'checking' },
            },
            checking: {
              id: 'checking',
              description: 'The shop is being asked.',
              invoke: {
                id: 'checkStatus',
                src: 'checkStatus',
                input: ({ context }) => ({ checkoutRequestId: context.checkoutRequestId }),
                onDone: [
                  { guard: 'isCompleted', target: '#paid' },
                  { guard: 'isGone', target: '#cancelled', actions: 'setReport' },
                  { guard: 'isFailed', target: '#failed', actions: 'setReport' },
                  { guard: 'isResuming', target: '#pending', actions: 'setReport' },
                  { target: 'waiting' },
                ],
                onError: [
                  { guard: 'isUnauthorized', target: '#signedOut' },
                  { guard: 'isForgotten', target: '#gone' },
                  { guard: 'isUnknown', target: '#failed', actions: 'setFailed' },
                  { target: 'waiting' },
                ],
              },
            },
            resting: {
              description: 'Unseen or without a connection: one check at once on return (U5), else every 10 s (Q26).',
              on: { 'page.visible': 'checking', 'network.back': { guard: 'isSeen', target: 'checking' } },
              after: { reconnectInterval: { guard: 'isSeen', target: 'checking' } },
            },
          },
        },
        // After `polling`: of two regions that hear of one check, the first one's way out wins.
        network: {
          description: 'Whether the shop can be reached, as the browser says or as the last check met it.',
          initial: 'online',
          states: {
            online: {
              description: 'There is a connection.',
              on: {
                'network.lost': 'offline',
                'xstate.error.actor.checkStatus': { guard: 'hasMissedShop', target: 'offline' },
              },
            },
            offline: {
              id: 'offline',
              description: 'There is no connection, and the payment says so.',
              tags: 'offline',
              on: {
                'network.back': 'online',
                'xstate.done.actor.checkStatus': 'online',
                'xstate.error.actor.checkStatus': { guard: 'hasMetShop', target: 'online' },
              },
            },
          },
        },
        prompt: {
          description: 'The prompt on the phone and what can be done when it has expired.',
          initial: 'onPhone',
          states: {
            onPhone: {
              description: 'The phone asks for the PIN.',
              always: { guard: 'isPromptOld', target: 'expired' },
              after: { promptExpired: { target: 'expired', actions: 'reachExpiry' } },
            },
            expired: {
              description: 'It has probably expired: pay on delivery, or send another one 120 s after the push (U4).',
              tags: 'expired',
              after: { sendAgainAllowed: { actions: 'reachSendAgain' } },
              on: {
                'payment.sendAgain': { guard: 'canSendAgain', target: 'sendingAgain', actions: 'clearProblem' },
                'payment.payOnDelivery': { guard: 'isRunning', target: 'switching', actions: 'clearProblem' },
              },
            },
            sendingAgain: {
              id: 'sendingAgain',
              description: 'Another prompt is being sent; the old one is still looked at.',
              tags: ['expired', 'sendingAgain'],
              invoke: {
                id: 'pushPrompt',
                src: 'pushPrompt',
                input: ({ context }) => pushFor(context),
                onDone: {
                  target: '#pending',
                  actions: ['setPushed', { type: 'keepPrompt', params: ({ context }) => promptOf(context) }],
                },
                onError: [
                  { guard: 'isUnauthorized', target: '#signedOut' },
                  { guard: 'isOrderCancelled', target: '#cancelled', actions: 'setNotSentAgain' },
                  { guard: 'needsProof', target: 'proving', actions: 'clearProof' },
                  { target: 'expired', actions: 'setNotSentAgain' },
                ],
              },
            },
            proving: {
              description: 'A code proves the phone before another prompt goes there; the old one is still looked at.',
              tags: ['expired', 'proving'],
              invoke: {
                id: 'phoneVerification',
                src: 'phoneVerification',
                input: ({ context }) => proverOf(context),
                onDone: [
                  {
                    guard: { type: 'isProved', params: ({ event }) => event.output },
                    target: 'sendingAgain',
                    actions: { type: 'setProof', params: ({ event }) => event.output },
                  },
                  { target: 'expired' },
                ],
              },
            },
            switching: {
              id: 'switching',
              description: 'The order is being made one that is paid on delivery (D21).',
              tags: ['expired', 'switching'],
              invoke: {
                id: 'switchToCash',
                src: 'switchToCash',
                input: ({ context }) => ({ orderId: context.orderId }),
                onDone: '#onDelivery',
                onError: [
                  { guard: 'isUnauthorized', target: '#signedOut' },
                  { target: 'expired', actions: 'setNotSwitched' },
                ],
              },
            },
          },
        },
        limit: {
          description: 'The 10 minutes from the first prompt on (Q19).',
          initial: 'running',
          states: {
            running: {
              id: 'running',
              description: 'There is time left.',
              always: { guard: 'isRunOver', target: 'over' },
              after: { paymentTimeout: 'over' },
            },
            over: {
              description: 'What is under way is waited for: the money wins. Unseen, the page asks once more (Q27).',
              tags: 'over',
              always: { guard: 'isAtRestAndSeen', target: '#timedOut', actions: 'setTimedOut' },
              on: { 'page.visible': 'lastQuestion' },
            },
            lastQuestion: {
              description: 'Seen again after the ten minutes: the shop is asked once more (Q27).',
              tags: 'over',
              always: { guard: 'isAtRest', target: '#timedOut', actions: 'setTimedOut' },
            },
          },
        },
      },
    },

    unpaid: {
      description: 'No payment came of it, and the reason is known: Try again pushes the same order (U3).',
      initial: 'failed',
      on: {
        'payment.retry': { guard: 'canRetry', target: 'requestingPush', actions: 'clearProblem' },
        'payment.dismiss': {
          target: 'dismissed',
          actions: { type: 'forgetPrompt', params: ({ context }) => refOf(context) },
        },
      },
      states: {
        failed: {
          id: 'failed',
          description: 'The payment failed, or the prompt could not be sent; Try again may count down (D8).',
          invoke: { id: 'clock', src: 'clock' },
          after: { retryAllowed: { actions: 'reachRetry' } },
        },
        timedOut: {
          id: 'timedOut',
          description: 'Ten minutes have passed without word; the money may still come (U6).',
          initial: 'said',
          invoke: { id: 'watchConnection', src: 'watchConnection' },
          states: {
            said: {
              description: 'It is said that the time is over; who comes back to the shop has it looked at again.',
              on: { 'shopper.returned': 'asking', 'page.visible': 'asking' },
            },
            asking: {
              description: 'The shop is asked once, and what was said stands.',
              invoke: {
                id: 'checkStatus',
                src: 'checkStatus',
                input: ({ context }) => ({ checkoutRequestId: context.checkoutRequestId }),
                onDone: [
                  { guard: 'isCompleted', target: '#paid' },
                  { guard: 'isGone', target: '#cancelled', actions: 'setReport' },
                  { guard: 'isFailed', target: '#failed', actions: 'setReport' },
                  { target: 'said' },
                ],
                onError: [
                  { guard: 'isUnauthorized', target: '#signedOut' },
                  { guard: 'isUnknown', target: '#gone' },
                  { target: 'said' },
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
