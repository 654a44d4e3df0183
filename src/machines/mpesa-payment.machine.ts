import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import type { OrderDraft } from '../../contract/orders.ts';
import type { LineChange } from '../rules/cart.ts';
import { isOrderCancelled, isSignedOut, problemOf } from '../rules/failure.ts';
import type { Problem } from '../rules/failure.ts';
import { MPESA_PHONE_HINT, mpesaPhone, prefilledMpesaPhone } from '../../contract/rules/mpesa-phone.ts';
import { pushFor, waitIn } from '../rules/payment.ts';
import type { Push, Pushed } from '../rules/payment.ts';
import type { KnownTimes } from '../rules/payment-times.ts';
import type { OrderPlacementOutput, orderPlacementMachine } from './order-placement.machine.ts';
import type { PaymentWatchOutput, paymentWatchMachine } from './payment-watch.machine.ts';

/**
 * One M-Pesa payment of the checkout: the phone, the order, the prompt, the wait and what came of it. An order that
 * was made is pushed again and never made again (D9).
 */

export interface MpesaPaymentInput {
  /** Null where an earlier payment is taken up again. */
  readonly draft: OrderDraft | null;
  /** The profile's, in whatever form. */
  readonly phone: string;
  /** The order's total in shillings. */
  readonly amount: number;
  /** The unpaid order that was made of this unchanged draft (D9). */
  readonly orderId: string | null;
  /** A payment from before a reload, to be taken up again. */
  readonly kept: { readonly orderId: string; readonly checkoutRequestId: string } | null;
}

export interface MpesaPaymentContext extends MpesaPaymentInput {
  /** As sent: digits with country code; empty until a phone is confirmed or the server tells. */
  readonly payer: string;
  readonly phoneError: string | null;
  readonly checkoutRequestId: string;
  /** Of the last push; null while a payment is taken up again. */
  readonly times: KnownTimes | null;
  readonly lines: readonly LineChange[];
  readonly problem: Problem | null;
  /** How long the server wants no other push (D8), ms; Try again counts it down from the first tick on. */
  readonly wait: number;
  /** Epoch ms; 0 as long as no tick has come since the failure. */
  readonly now: number;
  readonly retryAt: number;
}

export type MpesaPaymentEvent =
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  | { readonly type: 'dialog.cancel' }
  | { readonly type: 'payment.retry' }
  | { readonly type: 'payment.again' }
  | { readonly type: 'payment.dismiss' }
  | { readonly type: 'clock.tick'; readonly now: number };

export interface MpesaPaymentOutput {
  /** `done`: the order success page follows; `signedOut`: the login page follows. */
  readonly outcome: 'done' | 'changed' | 'dismissed' | 'signedOut';
  readonly orderId: string | null;
  /** What the shop refused to sell as it was (D5), else none. */
  readonly lines: readonly LineChange[];
}

const notProvided = (): never => {
  throw new Error('mpesaPayment: src/compose.ts left a slot empty');
};
type ActionSlot<Params> = (scope: unknown, params: Params) => void;
const machineSlot: unknown = fromPromise(notProvided);
interface Ordered {
  readonly orderId: string;
}

export const mpesaPaymentMachine = setup({
  types: {
    input: {} as MpesaPaymentInput,
    context: {} as MpesaPaymentContext,
    events: {} as MpesaPaymentEvent,
    output: {} as MpesaPaymentOutput,
    children: {} as { orderPlacement: 'orderPlacement'; paymentWatch: 'paymentWatch' },
    tags: {} as 'dialog' | 'inline' | 'busy',
  },
  actors: {
    orderPlacement: machineSlot as typeof orderPlacementMachine,
    paymentWatch: machineSlot as typeof paymentWatchMachine,
    pushPrompt: fromPromise<Pushed, Push>(notProvided),
    /** Sends `clock.tick` at once, each second and whenever the page is shown again. */
    clock: fromCallback<EventObject>(notProvided),
  },
  actions: {
    keepOrder: notProvided as ActionSlot<Ordered>,
    keepPrompt: notProvided as ActionSlot<{ checkoutRequestId: string }>,
    /** Exactly once, whichever tab or page comes first (U6). */
    removeOrdered: notProvided,
    forgetPayment: notProvided,
    /** The shopper has seen that nothing came of it: no page takes it up again, and the order stays kept. */
    forgetPrompt: notProvided,
    forgetOrder: notProvided,
    goToOrderSuccess: notProvided as ActionSlot<Ordered>,
    goToLogin: notProvided,
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null })),
    refusePhone: assign({ phoneError: MPESA_PHONE_HINT }),
    setPayer: assign({ payer: ({ context }) => mpesaPhone(context.phone) ?? '' }),
    setOrder: assign({ orderId: (_, { orderId }: Ordered) => orderId }),
    clearOrder: assign({ orderId: null }),
    setLines: assign({ lines: (_, { lines }: OrderPlacementOutput) => lines }),
    setPushed: assign((_, { checkoutRequestId, sentAt }: Pushed) => ({
      checkoutRequestId,
      times: { pushedAt: sentAt, startedAt: sentAt, now: sentAt },
    })),
    setUnpaid: assign((_, { reason, orderId, phone, amount }: PaymentWatchOutput) => ({
      problem: reason,
      wait: 0,
      orderId,
      payer: phone,
      amount,
    })),
    setProblem: assign((_, { problem }: { problem: Problem | null }) => ({ problem, wait: 0 })),
    setNotSent: assign((_, { error }: { error: unknown }) => ({
      problem: problemOf(error, 'Failed to initiate M-Pesa payment'),
      wait: waitIn(error),
      now: 0,
      retryAt: 0,
    })),
    clearProblem: assign({ problem: null }),
    setNow: assign(({ context }, { now }: { now: number }) => ({
      now: Math.max(context.now, now),
      retryAt: context.retryAt || now + context.wait,
    })),
  },
  guards: {
    isKept: ({ context }) => context.kept !== null,
    isPhoneBlank: ({ context }) => context.phone.trim() === '',
    isPhoneWrong: ({ context }) => mpesaPhone(context.phone) === null,
    hasOrder: ({ context }) => context.orderId !== null,
    hasNothingToPay: ({ context }) => context.orderId === null && context.draft === null,
    isPayerUnknown: ({ context }) => context.payer === '',
    mustWait: ({ context }) => context.wait > 0 && (context.now === 0 || context.now < context.retryAt),
    isUnauthorized: (_, { error }: { error: unknown }) => isSignedOut(error),
    isOrderCancelled: (_, { error }: { error: unknown }) => isOrderCancelled(error),
    isPlaced: (_, { outcome }: OrderPlacementOutput) => outcome === 'placed',
    isChanged: (_, { outcome }: OrderPlacementOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: OrderPlacementOutput | PaymentWatchOutput) => outcome === 'signedOut',
    isPaid: (_, { outcome }: PaymentWatchOutput) => outcome === 'completed',
    isByCash: (_, { outcome }: PaymentWatchOutput) => outcome === 'cash',
    isTimedOut: (_, { outcome }: PaymentWatchOutput) => outcome === 'timedOut',
    isGone: (_, { outcome }: PaymentWatchOutput) => outcome === 'gone',
  },
  delays: { successRedirect: 2_000, failureReset: 3_000 },
}).createMachine({
  id: 'mpesaPayment',
  description: 'One payment by M-Pesa, from the phone to the order success page.',
  context: ({ input }) => ({
    ...input,
    amount: Math.ceil(input.amount),
    orderId: input.kept?.orderId ?? input.orderId,
    phone: prefilledMpesaPhone(input.phone),
    payer: '',
    phoneError: null,
    checkoutRequestId: input.kept?.checkoutRequestId ?? '',
    times: null,
    lines: [],
    problem: null,
    wait: 0,
    now: 0,
    retryAt: 0,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is there a payment from before a reload?',
      always: [{ guard: 'isKept', target: 'pending' }, { target: 'confirmingPhone' }],
    },

    confirmingPhone: {
      description: 'The shopper says which phone gets the prompt.',
      tags: 'dialog',
      on: {
        'phone.change': { actions: { type: 'setPhone', params: ({ event }) => event } },
        'phone.confirm': [
          { guard: 'isPhoneBlank' },
          { guard: 'isPhoneWrong', actions: 'refusePhone' },
          { guard: 'hasOrder', target: 'requestingPush', actions: 'setPayer' },
          { target: 'placingOrder', actions: 'setPayer' },
        ],
        'dialog.cancel': 'dismissed',
      },
    },

    placingOrder: {
      description: 'The order is being made, or, after a lost answer, looked for.',
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'orderPlacement',
        src: 'orderPlacement',
        input: ({ context }) => ({ draft: sent(context) }),
        onDone: [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event.output },
            target: 'requestingPush',
            actions: [
              { type: 'setOrder', params: ({ event }) => event.output },
              { type: 'keepOrder', params: ({ event }) => ({ orderId: event.output.orderId }) },
            ],
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'reviewChanges',
            actions: { type: 'setLines', params: ({ event }) => event.output },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          { target: 'failed', actions: { type: 'setProblem', params: ({ event }) => event.output } },
        ],
      },
    },

    requestingPush: {
      description: 'The prompt is being sent to the phone.',
      tags: ['dialog', 'busy'],
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) =>
          pushFor({ phone: context.payer, amount: context.amount, orderId: context.orderId ?? '' }),
        onDone: {
          target: 'pending',
          actions: [
            { type: 'setPushed', params: ({ event }) => event.output },
            { type: 'keepPrompt', params: ({ event }) => ({ checkoutRequestId: event.output.checkoutRequestId }) },
          ],
        },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut' },
          {
            guard: { type: 'isOrderCancelled', params: ({ event }) => event },
            target: 'failed',
            actions: [{ type: 'setNotSent', params: ({ event }) => event }, 'forgetOrder', 'clearOrder'],
          },
          { target: 'failed', actions: { type: 'setNotSent', params: ({ event }) => event } },
        ],
      },
    },

    pending: {
      description: 'The prompt is on the phone, perhaps since before a reload; the payment is waited for.',
      tags: 'dialog',
      invoke: {
        id: 'paymentWatch',
        src: 'paymentWatch',
        input: ({ context: { checkoutRequestId, orderId, payer, amount, times } }) => ({
          checkoutRequestId,
          orderId: orderId ?? '',
          phone: payer,
          amount,
          times,
        }),
        onDone: [
          { guard: { type: 'isPaid', params: ({ event }) => event.output }, target: 'completed' },
          {
            guard: { type: 'isByCash', params: ({ event }) => event.output },
            target: 'done',
            actions: 'removeOrdered',
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'dismissed',
            actions: 'forgetPayment',
          },
          {
            guard: { type: 'isTimedOut', params: ({ event }) => event.output },
            target: 'timedOut',
            actions: { type: 'setUnpaid', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setUnpaid', params: ({ event }) => event.output } },
        ],
      },
    },

    completed: {
      description: 'The money is there; the ordered lines have left the cart.',
      tags: 'dialog',
      entry: 'removeOrdered',
      after: { successRedirect: 'done' },
    },

    failed: {
      description: 'No payment came of it; the dialog says why.',
      tags: 'dialog',
      invoke: { id: 'clock', src: 'clock' },
      on: { 'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } } },
      after: { failureReset: { target: 'failedInline', actions: 'forgetPrompt' } },
    },

    timedOut: {
      description: 'Ten minutes have passed without news; the dialog says so.',
      tags: 'dialog',
      after: { failureReset: 'failedInline' },
    },

    failedInline: {
      description: 'The dialog has gone; the reason stands beside the form with Try again (U3).',
      tags: 'inline',
      invoke: { id: 'clock', src: 'clock' },
      on: {
        'clock.tick': { actions: { type: 'setNow', params: ({ event }) => event } },
        'payment.retry': [
          { guard: 'mustWait' },
          { guard: 'hasNothingToPay', target: 'dismissed' },
          { guard: 'isPayerUnknown', target: 'confirmingPhone', actions: 'clearProblem' },
          { guard: 'hasOrder', target: 'requestingPush', actions: 'clearProblem' },
          { target: 'placingOrder', actions: 'clearProblem' },
        ],
        'payment.again': [
          { guard: 'hasNothingToPay', target: 'dismissed' },
          { target: 'confirmingPhone', actions: 'clearProblem' },
        ],
        'payment.dismiss': 'dismissed',
      },
    },

    done: {
      type: 'final',
      description: 'The order success page follows.',
      entry: [
        'forgetPayment',
        { type: 'goToOrderSuccess', params: ({ context }) => ({ orderId: context.orderId ?? '' }) },
      ],
      output: 'done',
    },
    dismissed: { type: 'final', description: 'Back to the form; an order that was made is kept.', output: 'dismissed' },
    reviewChanges: {
      type: 'final',
      description: 'Prices or stock have changed; nothing was ordered.',
      output: 'changed',
    },
    signedOut: {
      type: 'final',
      description: 'The login page follows; the payment stays kept.',
      entry: 'goToLogin',
      output: 'signedOut',
    },
  },
  output: ({ context: { orderId, lines }, event }) => ({
    outcome: event.output as MpesaPaymentOutput['outcome'],
    orderId,
    lines,
  }),
});

/** Only a payment that is taken up again has no draft, and that has an order. */
function sent({ draft }: MpesaPaymentContext): OrderDraft {
  if (draft === null) throw new Error('mpesaPayment: there is nothing to order');
  return draft;
}
