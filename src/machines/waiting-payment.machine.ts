import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import { isOrderCancelled, isSignedOut, problemOf } from '../rules/failure.ts';
import type { Problem } from '../rules/failure.ts';
import { pushFor, waitIn } from '../rules/payment.ts';
import type { Push, Pushed } from '../rules/payment.ts';
import { isSamePrompt, orNothing } from '../rules/waiting-payment.ts';
import type { FoundPayment, Prompt, WaitingPayment } from '../rules/waiting-payment.ts';
import type { PaymentWatchOutput, paymentWatchMachine } from './payment-watch.machine.ts';

/**
 * The bar under the header: wherever the shopper comes back, a payment that is still under way is found, by the
 * record of this browser or else at the server, and finishes there. It never makes an order (D9).
 */

export interface WaitingPaymentContext {
  readonly payment: WaitingPayment | null;
  /** Why there is no payment. */
  readonly problem: Problem | null;
  /** How long the server wants no other push (D8), ms; Try again counts it down from the first tick on. */
  readonly wait: number;
  /** Epoch ms; 0 as long as no tick has come since the failure. */
  readonly now: number;
  readonly retryAt: number;
  /** The prompt that the shopper does not want to see any more. */
  readonly dismissed: string;
}

export type WaitingPaymentEvent =
  | { readonly type: 'session.signedIn' }
  | { readonly type: 'session.ended' }
  /** Another tab keeps another payment, or none any more. */
  | { readonly type: 'record.changed'; readonly prompt: Prompt | null }
  | { readonly type: 'window.focused' }
  | { readonly type: 'path.changed'; readonly path: string }
  | { readonly type: 'checkout.took' }
  | { readonly type: 'checkout.left' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'payment.retry' }
  | { readonly type: 'notice.dismiss' };

const notProvided = (): never => {
  throw new Error('waitingPayment: src/compose.ts left a slot empty');
};
type ActionSlot<Params> = (scope: unknown, params: Params) => void;
const machineSlot: unknown = fromPromise(notProvided);
interface Failed {
  readonly error: unknown;
}
interface Ordered {
  readonly orderId: string;
}
interface Told {
  readonly prompt: Prompt | null;
}

export const waitingPaymentMachine = setup({
  types: {
    context: {} as WaitingPaymentContext,
    events: {} as WaitingPaymentEvent,
    children: {} as { paymentWatch: 'paymentWatch' },
    tags: {} as 'busy',
  },
  actors: {
    /** Sends `session.signedIn` and `session.ended`, the first at once where somebody is signed in. */
    watchSession: fromCallback<EventObject>(notProvided),
    /** Sends `record.changed`, for changes by other tabs only. */
    watchRecord: fromCallback<EventObject>(notProvided),
    /** Sends `window.focused`. */
    watchWindow: fromCallback<EventObject>(notProvided),
    /** Sends `checkout.took` while the checkout shows a payment itself, at once where it does, and `checkout.left`. */
    watchCheckout: fromCallback<EventObject>(notProvided),
    /** The payment of this browser's record, else the shopper's open one at the server. */
    findPayment: fromPromise<FoundPayment | null, void>(notProvided),
    paymentWatch: machineSlot as typeof paymentWatchMachine,
    pushPrompt: fromPromise<Pushed, Push>(notProvided),
    /** Sends `clock.tick` at once, each second and whenever the page is shown again. */
    clock: fromCallback<EventObject>(notProvided),
  },
  actions: {
    /** A payment that this browser did not begin, or lost, is kept here from now on. */
    keepPayment: notProvided as ActionSlot<FoundPayment>,
    keepPrompt: notProvided as ActionSlot<Prompt>,
    /** Exactly once, whichever tab or page comes first (U6). */
    removeOrdered: notProvided as ActionSlot<Ordered>,
    forgetPayment: notProvided as ActionSlot<Ordered>,
    /** The order stays kept, so that another try makes no second one (D9). */
    forgetPrompt: notProvided as ActionSlot<Ordered>,
    setPayment: assign((_, { lines: _lines, ...payment }: FoundPayment) => ({ payment })),
    setPushed: assign(({ context }, { checkoutRequestId, sentAt }: Pushed) => ({
      payment: { ...known(context), checkoutRequestId, times: { pushedAt: sentAt, startedAt: sentAt, now: sentAt } },
    })),
    setUnpaid: assign(({ context }, { reason, orderId, phone, amount }: PaymentWatchOutput) => ({
      payment: { ...known(context), orderId, phone, amount, times: null },
      problem: reason,
      wait: 0,
    })),
    setNotSent: assign((_, { error }: Failed) => ({
      problem: problemOf(error, 'Failed to initiate M-Pesa payment'),
      wait: waitIn(error),
      now: 0,
      retryAt: 0,
    })),
    setNow: assign(({ context }, { now }: { now: number }) => ({
      now: Math.max(context.now, now),
      retryAt: context.retryAt || now + context.wait,
    })),
    noteDismissed: assign({ dismissed: ({ context }) => known(context).checkoutRequestId }),
  },
  guards: {
    isAnother: ({ context }, { prompt }: Told) => prompt !== null && !isSamePrompt(context.payment, prompt),
    isAnotherOrNone: ({ context }, { prompt }: Told) => !isSamePrompt(context.payment, prompt),
    isNothing: ({ context }, { found }: { found: FoundPayment | null }) =>
      found === null || found.checkoutRequestId === context.dismissed,
    isKept: (_, { found }: { found: FoundPayment | null }) => found?.lines === null,
    canRetry: ({ context }) =>
      known(context).phone !== '' && (context.wait === 0 || (context.now !== 0 && context.now >= context.retryAt)),
    isUnauthorized: (_, { error }: Failed) => isSignedOut(error),
    isOrderCancelled: (_, { error }: Failed) => isOrderCancelled(error),
    isPaid: (_, { outcome }: PaymentWatchOutput) => outcome === 'completed',
    isByCash: (_, { outcome }: PaymentWatchOutput) => outcome === 'cash',
    isGone: (_, { outcome }: PaymentWatchOutput) => outcome === 'gone',
    isSignedOut: (_, { outcome }: PaymentWatchOutput) => outcome === 'signedOut',
    isTimedOut: (_, { outcome }: PaymentWatchOutput) => outcome === 'timedOut',
  },
}).createMachine({
  id: 'waitingPayment',
  description: 'The bar under the header that shows a payment which is still under way.',
  context: { payment: null, problem: null, wait: 0, now: 0, retryAt: 0, dismissed: '' },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'absent',
  on: { 'session.ended': '.absent' },
  states: {
    absent: {
      description: 'Nobody is signed in: there is no bar.',
      on: { 'session.signedIn': 'signedIn' },
    },

    signedIn: {
      description: 'A shopper is signed in, whose payment may be under way.',
      initial: 'looking',
      invoke: [
        { id: 'watchRecord', src: 'watchRecord' },
        { id: 'watchWindow', src: 'watchWindow' },
        { id: 'watchCheckout', src: 'watchCheckout' },
      ],
      on: { 'checkout.took': '.atCheckout' },
      states: {
        looking: {
          description: 'The record of this browser, and else the server, is asked for a payment.',
          invoke: {
            id: 'findPayment',
            src: 'findPayment',
            onDone: [
              { guard: { type: 'isNothing', params: ({ event }) => ({ found: event.output }) }, target: 'none' },
              {
                guard: { type: 'isKept', params: ({ event }) => ({ found: event.output }) },
                target: 'waiting',
                actions: { type: 'setPayment', params: ({ event }) => orNothing(event.output) },
              },
              {
                target: 'waiting',
                actions: [
                  { type: 'setPayment', params: ({ event }) => orNothing(event.output) },
                  { type: 'keepPayment', params: ({ event }) => orNothing(event.output) },
                ],
              },
            ],
            onError: 'none',
          },
        },

        none: {
          description: 'No payment is under way: there is no bar.',
          on: {
            'path.changed': 'looking',
            'window.focused': 'looking',
            'record.changed': { guard: { type: 'isAnother', params: ({ event }) => event }, target: 'looking' },
          },
        },

        atCheckout: {
          description: 'The checkout shows the payment itself: there is no bar.',
          on: { 'checkout.left': 'looking' },
        },

        waiting: {
          description: 'The prompt is on the phone, and the payment is waited for.',
          invoke: {
            id: 'paymentWatch',
            src: 'paymentWatch',
            input: ({ context }) => known(context),
            onDone: [
              { guard: { type: 'isPaid', params: ({ event }) => event.output }, target: 'ended.paid' },
              { guard: { type: 'isByCash', params: ({ event }) => event.output }, target: 'ended.onDelivery' },
              {
                guard: { type: 'isGone', params: ({ event }) => event.output },
                target: 'none',
                actions: { type: 'forgetPayment', params: ({ context }) => known(context) },
              },
              { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'none' },
              {
                guard: { type: 'isTimedOut', params: ({ event }) => event.output },
                target: 'unpaid.timedOut',
                actions: { type: 'setUnpaid', params: ({ event }) => event.output },
              },
              { target: 'unpaid.failed', actions: { type: 'setUnpaid', params: ({ event }) => event.output } },
            ],
          },
          on: {
            'record.changed': { guard: { type: 'isAnotherOrNone', params: ({ event }) => event }, target: 'looking' },
          },
        },

        unpaid: {
          description: 'No payment came of it: the bar says why, and Try again pushes the same order.',
          initial: 'failed',
          on: {
            'payment.retry': { guard: 'canRetry', target: 'pushing' },
            'record.changed': { guard: { type: 'isAnotherOrNone', params: ({ event }) => event }, target: 'looking' },
          },
          states: {
            failed: {
              description: 'The payment failed, or the prompt could not be sent.',
              invoke: { id: 'clock', src: 'clock' },
              on: {
                'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } },
                'notice.dismiss': {
                  target: '#waitingPayment.signedIn.none',
                  actions: { type: 'forgetPrompt', params: ({ context }) => known(context) },
                },
              },
            },
            timedOut: {
              description: 'Ten minutes have passed without news; when the shopper looks, the bar looks again.',
              on: {
                'path.changed': '#waitingPayment.signedIn.looking',
                'window.focused': '#waitingPayment.signedIn.looking',
                // Its money may still come, so that the record stays.
                'notice.dismiss': { target: '#waitingPayment.signedIn.none', actions: 'noteDismissed' },
              },
            },
          },
        },

        pushing: {
          description: 'Another prompt for the same order is being sent.',
          tags: 'busy',
          invoke: {
            id: 'pushPrompt',
            src: 'pushPrompt',
            input: ({ context }) => pushFor(known(context)),
            onDone: {
              target: 'waiting',
              actions: [
                { type: 'setPushed', params: ({ event }) => event.output },
                { type: 'keepPrompt', params: ({ context }) => known(context) },
              ],
            },
            onError: [
              { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'none' },
              {
                guard: { type: 'isOrderCancelled', params: ({ event }) => event },
                target: 'cancelled',
                actions: [
                  { type: 'setNotSent', params: ({ event }) => event },
                  { type: 'forgetPayment', params: ({ context }) => known(context) },
                ],
              },
              { target: 'unpaid.failed', actions: { type: 'setNotSent', params: ({ event }) => event } },
            ],
          },
        },

        ended: {
          description: 'The order is placed for good: its lines leave the cart, and the bar links to it.',
          initial: 'paid',
          entry: [
            { type: 'removeOrdered', params: ({ context }) => known(context) },
            { type: 'forgetPayment', params: ({ context }) => known(context) },
          ],
          on: {
            'notice.dismiss': 'none',
            'record.changed': { guard: { type: 'isAnother', params: ({ event }) => event }, target: 'looking' },
          },
          states: {
            paid: { description: 'The money is there: the bar thanks.' },
            onDelivery: { description: 'The order will be paid on delivery: the bar says so.' },
          },
        },

        cancelled: {
          description: 'The order was cancelled and cannot be paid any more: the bar says so.',
          on: { 'notice.dismiss': 'none' },
        },
      },
    },
  },
});

function known({ payment }: WaitingPaymentContext): WaitingPayment {
  return orNothing(payment);
}
