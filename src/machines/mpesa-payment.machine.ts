import { and, assign, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import type { EventObject } from 'xstate';
import { failedCall, isOrderCancelled, isSignedOut, problem, problemOf } from '../rules/failure.ts';
import {
  PAYMENT_FAILED,
  PAYMENT_TIMED_OUT,
  POLL_INTERVAL_MS,
  promptOf,
  pushFor,
  refOf,
  waitIn,
  withReport,
} from '../rules/payment.ts';
import type { PaymentRef, PaymentReport, Push, Pushed } from '../rules/payment.ts';
import type { KeptPrompt } from '../rules/kept-payment.ts';
import { endsAt, expiresAt, sendAgainAt, timesAt, timesFrom, timesPushed } from '../rules/payment-times.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.types.ts';
import { effectSlot, notProvided } from './slots.ts';

/**
 * Pays one order that stands by M-Pesa: sends the prompt, waits for the money, and tries again where none came. It
 * never makes an order (D9). The checkout's purchase and the bar under the header invoke it.
 *
 * `now` is the server's time as last heard (H13); as long as it is unknown, time counts from 0. Deadlines
 * are compared with it, so a page that slept catches up with one tick; the timers meet them on their millisecond.
 */

type Failed = { readonly error: unknown };
type Ordered = Pick<PaymentRef, 'orderId'>;
type Outcome = MpesaPaymentTypes['output']['outcome'];

export const mpesaPaymentMachine = setup({
  types: {} as MpesaPaymentTypes,
  actors: {
    pushPrompt: fromPromise<Pushed, Push>(notProvided),
    checkStatus: fromPromise<PaymentReport, { checkoutRequestId: string }>(notProvided),
    switchToCash: fromPromise<unknown, Ordered>(notProvided),
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
    forgetPrompt: effectSlot<Ordered>(),
    forgetOrder: effectSlot<Ordered>(),
    /** Exactly once, whichever tab or page comes first (U6). */
    removeOrdered: effectSlot<Ordered>(),
    hidePage: assign({ isVisible: false }),
    showPage: assign({
      isVisible: true,
      network: ({ context: { network } }) => (network === 'unreached' ? 'online' : network),
    }),
    loseNetwork: assign({ network: 'lost' }),
    missNetwork: assign({ network: ({ context: { network } }) => (network === 'online' ? 'unreached' : network) }),
    findNetwork: assign({ network: 'online' }),
    setNow: assign(({ context }, { now }: { now: number }) => timesAt(context, now)),
    reachExpiry: assign({ now: ({ context }) => Math.max(context.now, expiresAt(context)) }),
    reachSendAgain: assign({ now: ({ context }) => Math.max(context.now, sendAgainAt(context)) }),
    setReport: assign(({ context }, report: PaymentReport) => withReport(context, report)),
    /** Try again begins other 10 minutes (Q19). */
    beginRun: assign((_, { checkoutRequestId, sentAt }: Pushed) => ({
      ...timesFrom({ pushedAt: sentAt, startedAt: sentAt, now: sentAt }),
      checkoutRequestId,
      isResuming: false,
      isVisible: true,
      network: 'online' as const,
    })),
    /** Send again does not. */
    setPushed: assign(({ context }, pushed: Pushed) => ({
      ...timesPushed(context, pushed),
      checkoutRequestId: pushed.checkoutRequestId,
      isResuming: false,
    })),
    /** Counts from 0, so that the next tick moves the end of the wait along. */
    setNotSent: assign((_, { error }: Failed) => ({
      ...timesFrom(null),
      blockedUntil: waitIn(error),
      problem: problemOf(error, 'Failed to initiate M-Pesa payment'),
    })),
    setNotSentAgain: assign(({ context }, { error }: Failed) => ({
      problem: problemOf(error, 'Failed to initiate M-Pesa payment'),
      blockedUntil: context.now + waitIn(error),
    })),
    setNotSwitched: assign((_, { error }: Failed) => ({ problem: problemOf(error, 'Failed to place order') })),
    // What stopped Send again does not stop Try again.
    setTimedOut: assign({ problem: problem(PAYMENT_TIMED_OUT), blockedUntil: 0 }),
    setFailed: assign({ problem: problem(PAYMENT_FAILED), blockedUntil: 0 }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    hasPrompt: ({ context }) => context.checkoutRequestId !== '',
    isHidden: ({ context }) => !context.isVisible,
    isVisible: ({ context }) => context.isVisible,
    isOnline: ({ context }) => context.network === 'online',
    isOffline: ({ context }) => context.network !== 'online',
    canCheck: ({ context }) => context.isVisible && context.network === 'online',
    isResuming: ({ context }) => context.isResuming,
    canResume: ({ context }) => context.isResuming && context.isVisible && context.network === 'online',
    canReachAgain: ({ context }) => context.isVisible && context.network === 'unreached',
    isPromptOld: ({ context }) => context.now >= expiresAt(context),
    canSendAgain: and([({ context }) => context.now >= sendAgainAt(context), stateIn('#running')]),
    isRunning: stateIn('#running'),
    isRunOver: ({ context }) => context.now >= endsAt(context),
    // What is under way may still bring money or another way to pay, and a hidden page looks once more when it is seen.
    isAtRest: and(['#checking', '#hidden', '#sendingAgain', '#switching'].map((busy) => not(stateIn(busy)))),
    canRetry: ({ context }) => context.phone !== '' && context.now >= context.blockedUntil,
    isCompleted: (_, { status }: PaymentReport) => status === 'completed',
    isFailed: (_, { status }: PaymentReport) => status === 'failed',
    isUnauthorized: (_, { error }: Failed) => isSignedOut(error),
    isOrderCancelled: (_, { error }: Failed) => isOrderCancelled(error),
    isUnknown: (_, { error }: Failed) => failedCall(error).status === 404,
    isForgotten: ({ context }, { error }: Failed) => context.isResuming && failedCall(error).status === 404,
    isUnreached: (_, { error }: Failed) => failedCall(error).kind === 'offline',
  },
  delays: {
    pollInterval: POLL_INTERVAL_MS,
    reconnectInterval: 10_000,
    promptExpired: ({ context }) => Math.max(0, expiresAt(context) - context.now),
    sendAgainAllowed: ({ context }) => Math.max(0, sendAgainAt(context) - context.now),
    paymentTimeout: ({ context }) => Math.max(0, endsAt(context) - context.now),
  },
}).createMachine({
  id: 'mpesaPayment',
  description: 'Pays one order by M-Pesa, from the prompt to the money.',
  context: ({ input: { prompt, ...input } }) => ({
    ...input,
    ...timesFrom(prompt?.times ?? null),
    checkoutRequestId: prompt?.checkoutRequestId ?? '',
    isResuming: prompt !== null && prompt.times === null,
    isVisible: true,
    network: 'online',
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
          actions: [
            { type: 'beginRun', params: ({ event }) => event.output },
            { type: 'keepPrompt', params: ({ context }) => promptOf(context) },
          ],
        },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut' },
          {
            guard: { type: 'isOrderCancelled', params: ({ event }) => event },
            target: 'cancelled',
            actions: [
              { type: 'setNotSent', params: ({ event }) => event },
              { type: 'forgetOrder', params: ({ context }) => refOf(context) },
            ],
          },
          { target: 'unpaid.failed', actions: { type: 'setNotSent', params: ({ event }) => event } },
        ],
      },
    },

    pending: {
      id: 'pending',
      description: 'The prompt is on the phone; the money may come at any moment.',
      type: 'parallel',
      invoke: [
        { id: 'clock', src: 'clock' },
        { id: 'watchConnection', src: 'watchConnection' },
        { id: 'watchSession', src: 'watchSession' },
      ],
      on: {
        'page.hidden': { actions: 'hidePage' },
        'page.visible': { actions: 'showPage' },
        'network.lost': { actions: 'loseNetwork' },
        'network.back': { actions: 'findNetwork' },
        'session.ended': 'signedOut',
      },
      states: {
        polling: {
          description: 'Asks the shop whether the money has come.',
          initial: 'starting',
          states: {
            starting: {
              description: 'Is the first check made at once?',
              always: [{ guard: 'canResume', target: 'checking' }, { target: 'waiting' }],
            },
            waiting: {
              description: 'The next check is made 3 s after the last one.',
              always: [
                { guard: 'isOffline', target: 'offline' },
                { guard: 'isHidden', target: 'hidden' },
              ],
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
                  { guard: { type: 'isCompleted', params: ({ event }) => event.output }, target: '#paid' },
                  {
                    guard: { type: 'isFailed', params: ({ event }) => event.output },
                    target: '#failed',
                    actions: { type: 'setReport', params: ({ event }) => event.output },
                  },
                  {
                    guard: 'isResuming',
                    target: '#pending',
                    reenter: true,
                    actions: { type: 'setReport', params: ({ event }) => event.output },
                  },
                  { target: 'waiting' },
                ],
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#signedOut' },
                  {
                    guard: { type: 'isForgotten', params: ({ event }) => event },
                    target: '#gone',
                    actions: { type: 'forgetOrder', params: ({ context }) => refOf(context) },
                  },
                  {
                    guard: { type: 'isUnknown', params: ({ event }) => event },
                    target: '#failed',
                    actions: 'setFailed',
                  },
                  {
                    guard: { type: 'isUnreached', params: ({ event }) => event },
                    target: 'offline',
                    actions: 'missNetwork',
                  },
                  { target: 'waiting' },
                ],
              },
            },
            hidden: {
              id: 'hidden',
              description: 'Nobody looks at the page: no checks; one at once when it is seen again (U5).',
              always: [
                { guard: 'canCheck', target: 'checking' },
                { guard: 'isVisible', target: 'offline' },
              ],
            },
            offline: {
              description: 'There is no connection: no checks; one at once when it is back (U5).',
              tags: 'offline',
              always: [
                { guard: 'canCheck', target: 'checking' },
                { guard: 'isOnline', target: 'hidden' },
              ],
              // The browser may have a network that does not lead to the shop; no event says when it does again.
              after: { reconnectInterval: { guard: 'canReachAgain', target: 'checking', actions: 'findNetwork' } },
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
                  reenter: true,
                  actions: [
                    { type: 'setPushed', params: ({ event }) => event.output },
                    { type: 'keepPrompt', params: ({ context }) => promptOf(context) },
                  ],
                },
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#signedOut' },
                  { target: 'expired', actions: { type: 'setNotSentAgain', params: ({ event }) => event } },
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
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#signedOut' },
                  { target: 'expired', actions: { type: 'setNotSwitched', params: ({ event }) => event } },
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
              description: 'Only what is under way is waited for: the money wins.',
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
      on: { 'payment.retry': { guard: 'canRetry', target: 'requestingPush', actions: 'clearProblem' } },
      states: {
        failed: {
          id: 'failed',
          description: 'The payment failed, or the prompt could not be sent; Try again may count down (D8).',
          invoke: { id: 'clock', src: 'clock' },
          on: {
            'payment.dismiss': {
              target: '#dismissed',
              actions: { type: 'forgetPrompt', params: ({ context }) => refOf(context) },
            },
          },
        },
        timedOut: {
          id: 'timedOut',
          description: 'Ten minutes have passed without word; the money may still come, so that the prompt stays kept.',
          on: { 'payment.dismiss': '#dismissed', 'shopper.returned': '#stale' },
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
    gone: { id: 'gone', type: 'final', description: 'The shop knows no such payment.', output: 'gone' },
    cancelled: { type: 'final', description: 'The order cannot be paid any more (D12).', output: 'cancelled' },
    dismissed: { id: 'dismissed', type: 'final', description: 'The shopper has put it away.', output: 'dismissed' },
    stale: { id: 'stale', type: 'final', description: 'What became of it has to be found out again.', output: 'stale' },
    signedOut: { id: 'signedOut', type: 'final', description: 'Logged out; it stays kept.', output: 'signedOut' },
  },
  output: ({ context, event }) => ({ outcome: event.output as Outcome, problem: context.problem }),
});
