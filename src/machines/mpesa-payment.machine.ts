import { and, assign, fromCallback, fromPromise, not, or, setup, stateIn } from 'xstate';
import type { EventObject } from 'xstate';
import { failedCall, isOrderCancelled, isSignedOut, problem, problemOf } from '../rules/failure.ts';
import { PAYMENT_FAILED, PAYMENT_TIMED_OUT, promptOf, pushFor, refOf, waitIn, withReport } from '../rules/payment.ts';
import type { PaymentRef, PaymentReport, Push, Pushed } from '../rules/payment.ts';
import type { KeptPrompt } from '../rules/kept-payment.ts';
import { endsAt, expiresAt, sendAgainAt, timesAt, timesFrom, timesPushed, timesSince } from '../rules/payment-times.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.types.ts';
import { effectSlot, notProvided } from './slots.ts';

/**
 * Pays one order that stands by M-Pesa: sends the prompt, waits for the money, and tries again where none came. It
 * never makes an order (D9). The checkout's purchase and the bar under the header invoke it.
 *
 * `now` is the server's time as last heard (H13); as long as it is unknown, time counts from 0. Deadlines
 * are compared with it, so a page that slept catches up with one tick; the timers meet them on their millisecond.
 */

type Outcome = MpesaPaymentTypes['output']['outcome'];

// What a call came to; only its own answer leads to who asks.
const reportIn = (event: object) => (event as { readonly output: PaymentReport }).output;
const pushedIn = (event: object) => (event as { readonly output: Pushed }).output;
const errorIn = (event: object) => (event as { readonly error: unknown }).error;

/** What is under way may still bring money or another way to pay. */
const BUSY = ['#starting', '#checking', '#sendingAgain', '#switching'];

export const mpesaPaymentMachine = setup({
  types: {} as MpesaPaymentTypes,
  actors: {
    pushPrompt: fromPromise<Pushed, Push>(notProvided),
    checkStatus: fromPromise<PaymentReport, { checkoutRequestId: string }>(notProvided),
    switchToCash: fromPromise<unknown, Pick<PaymentRef, 'orderId'>>(notProvided),
    /** Sends `page.hidden` and `network.lost`, at once where that is so, and `page.visible` and `network.back`. */
    watchConnection: fromCallback<EventObject>(notProvided),
    /** Sends `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
    /** Sends `clock.tick` at once, each second and whenever the page is shown again. */
    clock: fromCallback<EventObject>(notProvided),
  },
  actions: {
    /** With when the first prompt of this try was accepted, which Send again does not change (Q28). */
    keepPrompt: effectSlot<KeptPrompt>(),
    /** The shopper has seen that nothing came of it: no page takes it up again, and the order stays kept (D9). */
    forgetPrompt: effectSlot<PaymentRef>(),
    forgetOrder: effectSlot<PaymentRef>(),
    /** Exactly once, whichever tab or page comes first (U6). */
    removeOrdered: effectSlot<PaymentRef>(),
    setNow: assign(({ context }, { now }: { now: number }) => timesAt(context, now)),
    reachExpiry: assign({ now: ({ context }) => Math.max(context.now, expiresAt(context)) }),
    reachRetry: assign({ now: ({ context }) => Math.max(context.now, context.blockedUntil) }),
    reachSendAgain: assign({ now: ({ context }) => Math.max(context.now, sendAgainAt(context)) }),
    setReport: assign(({ context, event }) => withReport(context, reportIn(event))),
    /** Try again begins other 10 minutes, Send again does not (Q19). */
    beginRun: assign(({ event }) => ({
      ...timesFrom(timesSince(pushedIn(event).sentAt)),
      checkoutRequestId: pushedIn(event).checkoutRequestId,
      isResuming: false,
    })),
    setPushed: assign(({ context, event }) => ({
      ...timesPushed(context, pushedIn(event)),
      checkoutRequestId: pushedIn(event).checkoutRequestId,
      isResuming: false,
    })),
    /** Counts from 0, so that the next tick moves the end of the wait along. */
    setNotSent: assign(({ event }) => ({
      ...timesFrom(null),
      blockedUntil: waitIn(errorIn(event)),
      problem: problemOf(errorIn(event), 'Failed to initiate M-Pesa payment'),
    })),
    setNotSentAgain: assign(({ context, event }) => ({
      problem: problemOf(errorIn(event), 'Failed to initiate M-Pesa payment'),
      blockedUntil: context.now + waitIn(errorIn(event)),
    })),
    setNotSwitched: assign(({ event }) => ({ problem: problemOf(errorIn(event), 'Failed to place order') })),
    // What stopped Send again does not stop Try again.
    setTimedOut: assign({ problem: problem(PAYMENT_TIMED_OUT), blockedUntil: 0 }),
    setFailed: assign({ problem: problem(PAYMENT_FAILED), blockedUntil: 0 }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    hasPrompt: ({ context }) => context.checkoutRequestId !== '',
    isSeen: stateIn('#seen'),
    isAway: or([stateIn('#hidden'), stateIn('#offline')]),
    isResuming: ({ context }) => context.isResuming,
    isKnown: ({ context }) => !context.isResuming,
    isPromptOld: ({ context }) => context.now >= expiresAt(context),
    canSendAgain: and([({ context }) => context.now >= sendAgainAt(context), stateIn('#running')]),
    isRunning: stateIn('#running'),
    isRunOver: ({ context }) => context.now >= endsAt(context),
    isAtRest: and(BUSY.map((busy) => not(stateIn(busy)))),
    isAtRestAndSeen: and([stateIn('#seen'), ...BUSY.map((busy) => not(stateIn(busy)))]),
    canRetry: ({ context }) => context.phone !== '' && context.now >= context.blockedUntil,
    isCompleted: ({ event }) => reportIn(event).status === 'completed',
    isFailed: ({ event }) => reportIn(event).status === 'failed',
    isUnauthorized: ({ event }) => isSignedOut(errorIn(event)),
    isOrderCancelled: ({ event }) => isOrderCancelled(errorIn(event)),
    isUnknown: ({ event }) => failedCall(errorIn(event)).status === 404,
    isForgotten: ({ context, event }) => context.isResuming && failedCall(errorIn(event)).status === 404,
    hasMissedShop: ({ event }) => failedCall(errorIn(event)).kind === 'offline',
    hasMetShop: ({ event }) => failedCall(errorIn(event)).kind !== 'offline',
  },
  delays: {
    pollInterval: 3_000,
    reconnectInterval: 10_000,
    promptExpired: ({ context }) => Math.max(0, expiresAt(context) - context.now),
    sendAgainAllowed: ({ context }) => Math.max(0, sendAgainAt(context) - context.now),
    retryAllowed: ({ context }) => Math.max(0, context.blockedUntil - context.now),
    paymentTimeout: ({ context }) => Math.max(0, endsAt(context) - context.now),
  },
}).createMachine({
  id: 'mpesaPayment',
  description: 'Pays one order by M-Pesa, from the prompt to the money.',
  context: ({ input: { prompt, ...input } }) => ({
    ...input,
    ...timesFrom(prompt && (prompt.times ?? timesSince(prompt.startedAt))),
    checkoutRequestId: prompt?.checkoutRequestId ?? '',
    isResuming: prompt !== null && prompt.times === null,
    problem: null,
  }),
  initial: 'starting',
  on: { 'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } } },
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
          { target: 'unpaid.failed', actions: 'setNotSent' },
        ],
      },
    },

    pending: {
      id: 'pending',
      description: 'The prompt is on the phone; the money may come at any moment.',
      type: 'parallel',
      invoke: [
        { id: 'watchConnection', src: 'watchConnection' },
        { id: 'watchSession', src: 'watchSession' },
        { id: 'clock', src: 'clock' },
      ],
      on: { 'session.ended': 'signedOut' },
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
                  { target: 'expired', actions: 'setNotSentAgain' },
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
      type: 'final',
      description: 'The order cannot be paid any more (D12).',
      entry: { type: 'forgetOrder', params: ({ context }) => refOf(context) },
      output: 'cancelled',
    },
    dismissed: { type: 'final', description: 'The shopper has put it away.', output: 'dismissed' },
    signedOut: { id: 'signedOut', type: 'final', description: 'Logged out; it stays kept.', output: 'signedOut' },
  },
  output: ({ context, event }) => ({ outcome: event.output as Outcome, problem: context.problem }),
});
