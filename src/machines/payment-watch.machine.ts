import { and, assign, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import type { EventObject } from 'xstate';
import { failedCall, isSignedOut, problem, problemOf } from '../rules/failure.ts';
import type { Problem } from '../rules/failure.ts';
import { PAYMENT_FAILED, PAYMENT_TIMED_OUT, POLL_INTERVAL_MS, pushFor, waitIn } from '../rules/payment.ts';
import type { PaymentNews, Push, Pushed } from '../rules/payment.ts';
import { endsAt, expiresAt, sendAgainAt, timesAt, timesFrom, timesPushed, timesTold } from '../rules/payment-times.ts';
import type { KnownTimes, PaymentTimes } from '../rules/payment-times.ts';

/**
 * Waits for one payment whose prompt is on the phone (the table's `pending`): asks the shop every 3 s, but only
 * while the page is seen and online. The checkout's payment and the bar under the header invoke it.
 *
 * `now` is the server's time as last heard (H13); as long as nobody has told it, time counts from 0. Deadlines
 * are compared with it, so a page that slept catches up with one tick; the timers meet them on their millisecond.
 */

export interface PaymentWatchInput {
  readonly checkoutRequestId: string;
  readonly orderId: string;
  /** Digits with country code. */
  readonly phone: string;
  /** Whole shillings. */
  readonly amount: number;
  /** Null where a payment is taken up again: the shop is asked at once, and its answer tells all of this. */
  readonly times: KnownTimes | null;
}

export interface PaymentWatchContext extends Omit<PaymentWatchInput, 'times'>, PaymentTimes {
  /** Taken up again, and the shop has not told yet. */
  readonly isResuming: boolean;
  readonly isVisible: boolean;
  /** `lost` as the browser says, `unreached` where only the last call did not get through. */
  readonly network: 'online' | 'lost' | 'unreached';
  /** Why Send again or Pay on delivery did not work; in the end, why the payment failed. */
  readonly problem: Problem | null;
}

export type PaymentWatchEvent =
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'payment.sendAgain' }
  | { readonly type: 'payment.payOnDelivery' };

export interface PaymentWatchOutput {
  /** `gone`: what was to be taken up again is no payment of this shopper (D17); `cash`: the order is paid on delivery. */
  readonly outcome: 'completed' | 'failed' | 'timedOut' | 'gone' | 'signedOut' | 'cash';
  /** Why there is no payment, for the shopper. */
  readonly reason: Problem | null;
  /** As the shop knows them. */
  readonly orderId: string;
  readonly phone: string;
  readonly amount: number;
}

const notProvided = (): never => {
  throw new Error('paymentWatch: src/compose.ts left a slot empty');
};
type ActionSlot<Params> = (scope: unknown, params: Params) => void;
interface Failed {
  readonly error: unknown;
}

export const paymentWatchMachine = setup({
  types: {
    input: {} as PaymentWatchInput,
    context: {} as PaymentWatchContext,
    events: {} as PaymentWatchEvent,
    output: {} as PaymentWatchOutput,
    tags: {} as 'offline' | 'expired' | 'sendingAgain' | 'switching' | 'over',
  },
  actors: {
    checkStatus: fromPromise<PaymentNews, { checkoutRequestId: string }>(notProvided),
    pushPrompt: fromPromise<Pushed, Push>(notProvided),
    switchToCash: fromPromise<unknown, { orderId: string }>(notProvided),
    /** Sends `page.hidden` and `network.lost`, at once where that is so, and `page.visible` and `network.back`. */
    watchPage: fromCallback<EventObject>(notProvided),
    /** Sends `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
    /** Sends `clock.tick` at once, each second and whenever the page is shown again. */
    clock: fromCallback<EventObject>(notProvided),
  },
  actions: {
    keepPrompt: notProvided as ActionSlot<{ checkoutRequestId: string }>,
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
    setNews: assign(({ context }, news: PaymentNews) => ({
      ...timesTold(context, news),
      isResuming: false,
      problem: news.status === 'failed' ? problem(news.failureReason || PAYMENT_FAILED) : null,
      orderId: news.orderId || context.orderId,
      phone: news.phone || context.phone,
      amount: news.amount || context.amount,
    })),
    setPushed: assign(({ context }, pushed: Pushed) => ({
      ...timesPushed(context, pushed),
      checkoutRequestId: pushed.checkoutRequestId,
      isResuming: false,
    })),
    setNotSent: assign(({ context }, { error }: Failed) => ({
      problem: problemOf(error, 'Failed to initiate M-Pesa payment'),
      blockedUntil: context.now + waitIn(error),
    })),
    setNotSwitched: assign((_, { error }: Failed) => ({ problem: problemOf(error, 'Failed to place order') })),
    setTimedOut: assign({ problem: problem(PAYMENT_TIMED_OUT) }),
    setFailed: assign({ problem: problem(PAYMENT_FAILED) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
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
    isAtRest: and([
      not(stateIn('#checking')),
      not(stateIn('#hidden')),
      not(stateIn('#sendingAgain')),
      not(stateIn('#switching')),
    ]),
    isCompleted: (_, { status }: PaymentNews) => status === 'completed',
    isFailed: (_, { status }: PaymentNews) => status === 'failed',
    isUnauthorized: (_, { error }: Failed) => isSignedOut(error),
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
  id: 'paymentWatch',
  description: 'Waits for the payment whose prompt is on the phone.',
  context: ({ input: { times, ...input } }) => ({
    ...input,
    ...timesFrom(times),
    isResuming: times === null,
    isVisible: true,
    network: 'online',
    problem: null,
  }),
  invoke: [
    { id: 'clock', src: 'clock' },
    { id: 'watchPage', src: 'watchPage' },
    { id: 'watchSession', src: 'watchSession' },
  ],
  initial: 'watching',
  on: {
    'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } },
    'page.hidden': { actions: 'hidePage' },
    'page.visible': { actions: 'showPage' },
    'network.lost': { actions: 'loseNetwork' },
    'network.back': { actions: 'findNetwork' },
    'session.ended': '.signedOut',
  },
  states: {
    watching: {
      id: 'watching',
      description: 'The prompt is out; the money may come at any moment.',
      type: 'parallel',
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
                  {
                    guard: { type: 'isCompleted', params: ({ event }) => event.output },
                    target: '#paymentWatch.completed',
                  },
                  {
                    guard: { type: 'isFailed', params: ({ event }) => event.output },
                    target: '#paymentWatch.failed',
                    actions: { type: 'setNews', params: ({ event }) => event.output },
                  },
                  {
                    guard: 'isResuming',
                    target: '#watching',
                    reenter: true,
                    actions: { type: 'setNews', params: ({ event }) => event.output },
                  },
                  { target: 'waiting' },
                ],
                onError: [
                  {
                    guard: { type: 'isUnauthorized', params: ({ event }) => event },
                    target: '#paymentWatch.signedOut',
                  },
                  { guard: { type: 'isForgotten', params: ({ event }) => event }, target: '#paymentWatch.gone' },
                  {
                    guard: { type: 'isUnknown', params: ({ event }) => event },
                    target: '#paymentWatch.failed',
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
              // The browser may have a network that does not lead to the shop; it will not tell when it does again.
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
              description:
                'The prompt has probably expired: pay on delivery, or, 120 s after the push, send another one (U4).',
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
                  target: '#watching',
                  reenter: true,
                  actions: [
                    { type: 'setPushed', params: ({ event }) => event.output },
                    {
                      type: 'keepPrompt',
                      params: ({ event }) => ({ checkoutRequestId: event.output.checkoutRequestId }),
                    },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isUnauthorized', params: ({ event }) => event },
                    target: '#paymentWatch.signedOut',
                  },
                  { target: 'expired', actions: { type: 'setNotSent', params: ({ event }) => event } },
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
                onDone: '#paymentWatch.cash',
                onError: [
                  {
                    guard: { type: 'isUnauthorized', params: ({ event }) => event },
                    target: '#paymentWatch.signedOut',
                  },
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
              always: { guard: 'isAtRest', target: '#paymentWatch.timedOut', actions: 'setTimedOut' },
            },
          },
        },
      },
    },

    completed: { type: 'final', description: 'The money is there.', output: 'completed' },
    failed: { type: 'final', description: 'The payment failed, and the reason is known.', output: 'failed' },
    timedOut: { type: 'final', description: 'Ten minutes have passed without news.', output: 'timedOut' },
    gone: { type: 'final', description: 'The shop knows no such payment.', output: 'gone' },
    signedOut: {
      type: 'final',
      description: 'The shopper is not logged in any more; the payment stays kept.',
      output: 'signedOut',
    },
    cash: { type: 'final', description: 'The order will be paid on delivery.', output: 'cash' },
  },
  output: ({ context: { problem: reason, orderId, phone, amount }, event }) => ({
    outcome: event.output as PaymentWatchOutput['outcome'],
    reason,
    orderId,
    phone,
    amount,
  }),
});
