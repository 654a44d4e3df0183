import { assign, setup } from 'xstate';
import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import type { LineChange } from '../../rules/cart/cart.ts';
import { failedCall, isAnswerLost, isOrderCancelled, isSignedOut, problemOf } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { pushRefusal } from '../../rules/payment/push-refusal.ts';
import { given, signedOut, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope, Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/checkout.ts';

/**
 * Places one order. The slots keep the draft's idempotency key, so that trying again never makes a second order
 * (D9); an answer that got lost is asked for by that key before the shopper hears of a failure (D10). An order of
 * this draft that waits for M-Pesa is turned into cash on delivery instead (D21).
 */

export interface OrderPlacementInput {
  readonly draft: OrderDraft;
  /** The unpaid order of this draft that is to be paid on delivery now; left out, an order is placed. */
  readonly orderId?: string | null;
}

export interface OrderPlacementContext {
  readonly draft: OrderDraft;
  /** Of the order that waits for M-Pesa or that was placed; empty where there is none. */
  readonly orderId: string;
  readonly lines: readonly LineChange[];
  /** While an order is looked for: what is said where there is none. */
  readonly problem: Problem | null;
}

/** The answer of POST /orders: an order, or the lines whose price or stock has changed (409, D5). */
export type Placement =
  | { readonly outcome: 'placed'; readonly orderId: string }
  | { readonly outcome: 'changed'; readonly lines: readonly LineChange[] };

/** The order that was made under the draft's key. */
export interface FoundOrder {
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
  readonly isCancelled: boolean;
}

export interface OrderPlacementOutput {
  readonly outcome: 'placed' | 'changed' | 'failed' | 'signedOut';
  /** Of a placed order, else empty. */
  readonly orderId: string;
  /** The changed lines, else none. */
  readonly lines: readonly LineChange[];
  /** Why it failed. */
  readonly problem: Problem | null;
}
interface Drafted {
  readonly draft: OrderDraft;
}

const orderOf = ({ context }: ContextScope<OrderPlacementContext>) => ({ orderId: context.orderId });
const draftOf = ({ context }: ContextScope<OrderPlacementContext>) => ({ draft: context.draft });
const foundOrder = ({ event }: EventScope<{ readonly output: FoundOrder }>) => ({ orderId: event.output.orderId });

const answerLost = {
  description: 'There was no answer, or none that is certain (D10).',
  guard: withEvent('isAnswerLost'),
  target: 'checking',
  actions: withEvent('setProblem'),
} as const;

const refused = {
  description: 'It was refused for another reason, and the shopper is told why.',
  target: 'failed',
  actions: withEvent('setProblem'),
} as const;

export const orderPlacementMachine = setup({
  types: {
    input: {} as OrderPlacementInput,
    context: {} as OrderPlacementContext,
    output: {} as OrderPlacementOutput,
  },
  actors: {
    placeOrder: callSlot<Placement, Drafted>(),
    /** The order that stands under the draft's key; rejects where there is none. */
    findOrder: callSlot<FoundOrder, Drafted>(),
    /** Cash on delivery for the order that waits for M-Pesa. */
    switchToCash: callSlot<void, OrderRef>(),
  },
  actions: {
    /** The order stands: from now on it is paid and never made again (D9). */
    keepOrder: effectSlot<OrderRef>(),
    /** The order to be replaced cannot be any more: the next try is an order beside it (D21). */
    forgetReplaced: notProvided,
    /** The kept order is over: the draft makes another one, under another key (D9). */
    forgetOrder: effectSlot<OrderRef>(),
    setPlacement: assign((_, placement: Placement) =>
      placement.outcome === 'placed' ? { orderId: placement.orderId } : { lines: placement.lines },
    ),
    setOrder: assign((_, { orderId }: OrderRef) => ({ orderId, problem: null })),
    setProblem: assign((_, { error }: Failure) => ({ problem: problemOf(error, texts.failedToPlaceOrder) })),
    clearProblem: assign({ problem: null }),
    /** Whatever is said of the looking is not about the order; a request id is better than none (H14). */
    setRequest: assign(({ context: { problem } }, { error }: Failure) => ({
      problem: problem && { ...problem, requestId: problem.requestId ?? failedCall(error).requestId },
    })),
  },
  guards: {
    hasOrder: ({ context }) => context.orderId !== '',
    isOrderCancelled: (_, { error }: Failure) => isOrderCancelled(error),
    isChanged: (_, { outcome }: Placement) => outcome === 'changed',
    isNotReplaceable: (_, { error }: Failure) => pushRefusal(error).orderStatus !== null,
    isUnknown: (_, { error }: Failure) => failedCall(error).status === 404,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isAnswerLost: (_, { error }: Failure) => isAnswerLost(error),
    isOver: (_, { isCancelled }: FoundOrder) => isCancelled,
    isPaidOtherwise: ({ context }, { paymentMethod }: FoundOrder) => paymentMethod !== context.draft.paymentMethod,
  },
}).createMachine({
  id: 'orderPlacement',
  description: 'Sends one order to the shop and finds out what became of it.',
  context: ({ input: { draft, orderId } }) => ({ draft, orderId: orderId ?? '', lines: [], problem: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is there an order of this draft that only has to be paid otherwise?',
      always: [
        {
          description: 'The order stands already and is only to be paid on delivery instead (D21).',
          guard: 'hasOrder',
          target: 'switching',
        },
        { description: 'There is no order yet.', target: 'placing' },
      ],
    },

    switching: {
      description: 'The order that waits for M-Pesa is turned into cash on delivery.',
      invoke: {
        ...slot('switchToCash'),
        input: orderOf,
        onDone: 'placed',
        onError: [
          signedOut('signedOut'),
          {
            description: 'That order was cancelled: the same purchase becomes another one.',
            guard: withEvent('isOrderCancelled'),
            target: 'placing',
            actions: given('forgetOrder', orderOf),
          },
          {
            description: 'The shop knows no such order.',
            guard: withEvent('isUnknown'),
            target: 'failed',
            actions: [given('forgetOrder', orderOf), withEvent('setProblem')],
          },
          answerLost,
          refused,
        ],
      },
    },

    placing: {
      description: 'The order is on its way.',
      invoke: {
        ...slot('placeOrder'),
        input: draftOf,
        onDone: [
          {
            description: 'Prices or stock have changed, and nothing was ordered (D5).',
            guard: withOutput('isChanged'),
            target: 'changed',
            actions: withOutput('setPlacement'),
          },
          {
            description: 'The order is placed.',
            target: 'placed',
            actions: [withOutput('setPlacement'), given('keepOrder', orderOf)],
          },
        ],
        onError: [
          signedOut('signedOut'),
          answerLost,
          {
            description: 'The order that it was to replace cannot be replaced any more, e.g. because it is paid (D21).',
            guard: withEvent('isNotReplaceable'),
            target: 'failed',
            actions: ['forgetReplaced', withEvent('setProblem')],
          },
          refused,
        ],
      },
    },

    checking: {
      description: 'No answer came, or none that is certain: the shop is asked what became of the order.',
      invoke: {
        ...slot('findOrder'),
        input: draftOf,
        onDone: [
          {
            description: 'The order was made, and was cancelled meanwhile.',
            guard: withOutput('isOver'),
            target: 'failed',
            actions: [given('keepOrder', foundOrder), given('forgetOrder', foundOrder)],
          },
          {
            description: 'The order was made, but to be paid in the other way.',
            guard: withOutput('isPaidOtherwise'),
            target: 'failed',
            actions: given('keepOrder', foundOrder),
          },
          {
            description: 'The order stands as it was sent: only the answer was lost (D10).',
            target: 'placed',
            actions: [withOutput('setOrder'), given('keepOrder', foundOrder)],
          },
        ],
        onError: [
          { ...signedOut('signedOut'), actions: 'clearProblem' },
          {
            description: 'There is no such order, or the shop could not be asked.',
            target: 'failed',
            actions: withEvent('setRequest'),
          },
        ],
      },
    },

    placed: { type: 'final', description: 'The order stands.', output: 'placed' },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: {
      type: 'final',
      description: 'As far as can be known nothing was ordered; another try sends the same key.',
      output: 'failed',
    },
    signedOut: {
      type: 'final',
      description: 'The shopper is not logged in any more; nothing was ordered.',
      output: 'signedOut',
    },
  },
  output: ({ context: { orderId, lines, problem }, event }) => ({
    outcome: event.output as OrderPlacementOutput['outcome'],
    orderId,
    lines,
    problem,
  }),
});
