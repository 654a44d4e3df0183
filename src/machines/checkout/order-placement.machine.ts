import { assign, setup } from 'xstate';
import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import type { LineChange } from '../../rules/cart/cart.ts';
import { toFailedCall, toProblem } from '../../rules/failure.ts';
import { isReplyUncertain, isOrderCancelled, isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import { parsePushRefusal } from '../../rules/payment/push-refusal.ts';
import { given, signedOut, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope, Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/checkout.ts';

/**
 * Places one order. The slots keep the draft's idempotency key, so that a retry never creates a second order (D9).
 * After a lost reply the order is looked up by that key before the shopper sees a failure (D10). If an order of this
 * draft waits for M-Pesa, it is changed to cash on delivery instead (D21).
 */

export interface OrderPlacementInput {
  readonly draft: OrderDraft;
  /** The unpaid order of this draft that changes to cash on delivery; omitted to place an order. */
  readonly orderId?: string | null;
}

export interface OrderPlacementContext {
  readonly draft: OrderDraft;
  /** Id of the order that waits for M-Pesa or was placed; may be empty. */
  readonly orderId: string;
  readonly lines: readonly LineChange[];
  /** During a lookup: the problem to show if the order is not found. */
  readonly problem: Problem | null;
}

/** The reply of POST /orders: an order, or the lines with a changed price or stock (409, D5). */
export type Placement =
  | { readonly outcome: 'placed'; readonly orderId: string }
  | { readonly outcome: 'changed'; readonly lines: readonly LineChange[] };

/** The order that was created under the draft's key. */
export interface FoundOrder {
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
  readonly isCancelled: boolean;
}

export interface OrderPlacementOutput {
  readonly outcome: 'placed' | 'changed' | 'failed' | 'signedOut';
  /** Id of a placed order, else empty. */
  readonly orderId: string;
  /** The changed lines, else none. */
  readonly lines: readonly LineChange[];
  /** Why it failed. */
  readonly problem: Problem | null;
}
interface DraftInput {
  readonly draft: OrderDraft;
}

const pickOrderId = ({ context }: ContextScope<OrderPlacementContext>) => ({ orderId: context.orderId });
const pickDraft = ({ context }: ContextScope<OrderPlacementContext>) => ({ draft: context.draft });
const foundOrder = ({ event }: EventScope<{ readonly output: FoundOrder }>) => ({ orderId: event.output.orderId });

const answerLost = {
  description: 'There was no reply, or an uncertain one (D10).',
  guard: withEvent('isAnswerLost'),
  target: 'checking',
  actions: withEvent('setProblem'),
} as const;

const refused = {
  description: 'The change was refused for another reason. The shopper sees the reason.',
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
    placeOrder: callSlot<Placement, DraftInput>(),
    /** The order under the draft's key; rejects when there is none. */
    findOrder: callSlot<FoundOrder, DraftInput>(),
    /** Changes the order that waits for M-Pesa to cash on delivery. */
    switchToCash: callSlot<void, OrderRef>(),
  },
  actions: {
    /** The order exists: from now on it is paid and never created again (D9). */
    keepOrder: effectSlot<OrderRef>(),
    /** The previous order can no longer be replaced, so the next try is an additional order (D21). */
    forgetReplaced: notProvided,
    /** The stored order has ended, so the draft creates a new one under a new key (D9). */
    forgetOrder: effectSlot<OrderRef>(),
    setPlacement: assign((_, placement: Placement) =>
      placement.outcome === 'placed' ? { orderId: placement.orderId } : { lines: placement.lines },
    ),
    setOrder: assign((_, { orderId }: OrderRef) => ({ orderId, problem: null })),
    setProblem: assign((_, { error }: Failure) => ({ problem: toProblem(error, texts.failedToPlaceOrder) })),
    clearProblem: assign({ problem: null }),
    /** The lookup's message does not concern the order, but its request id is better than none (H14). */
    setRequest: assign(({ context: { problem } }, { error }: Failure) => ({
      problem: problem && { ...problem, requestId: problem.requestId ?? toFailedCall(error).requestId },
    })),
  },
  guards: {
    hasOrder: ({ context }) => context.orderId !== '',
    isOrderCancelled: (_, { error }: Failure) => isOrderCancelled(error),
    isChanged: (_, { outcome }: Placement) => outcome === 'changed',
    isNotReplaceable: (_, { error }: Failure) => parsePushRefusal(error).orderStatus !== null,
    isUnknown: (_, { error }: Failure) => toFailedCall(error).status === 404,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isAnswerLost: (_, { error }: Failure) => isReplyUncertain(error),
    isOver: (_, { isCancelled }: FoundOrder) => isCancelled,
    isPaidOtherwise: ({ context }, { paymentMethod }: FoundOrder) => paymentMethod !== context.draft.paymentMethod,
  },
}).createMachine({
  id: 'orderPlacement',
  description: 'Sends one order to the shop and determines the result.',
  context: ({ input: { draft, orderId } }) => ({ draft, orderId: orderId ?? '', lines: [], problem: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether the order exists and only its payment method changes.',
      always: [
        {
          description: 'The order exists and only changes to pay on delivery (D21).',
          guard: 'hasOrder',
          target: 'switching',
        },
        { description: 'There is no order yet.', target: 'placing' },
      ],
    },

    switching: {
      description: 'The order that waits for M-Pesa is changed to cash on delivery.',
      invoke: {
        ...slot('switchToCash'),
        input: pickOrderId,
        onDone: 'placed',
        onError: [
          signedOut('signedOut'),
          {
            description: 'That order was cancelled, so the purchase creates a new one.',
            guard: withEvent('isOrderCancelled'),
            target: 'placing',
            actions: given('forgetOrder', pickOrderId),
          },
          {
            description: 'The shop does not know the order.',
            guard: withEvent('isUnknown'),
            target: 'failed',
            actions: [given('forgetOrder', pickOrderId), withEvent('setProblem')],
          },
          answerLost,
          refused,
        ],
      },
    },

    placing: {
      description: 'The order is being sent.',
      invoke: {
        ...slot('placeOrder'),
        input: pickDraft,
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
            actions: [withOutput('setPlacement'), given('keepOrder', pickOrderId)],
          },
        ],
        onError: [
          signedOut('signedOut'),
          answerLost,
          {
            description: 'The previous order can no longer be replaced, e.g. because it is paid (D21).',
            guard: withEvent('isNotReplaceable'),
            target: 'failed',
            actions: ['forgetReplaced', withEvent('setProblem')],
          },
          refused,
        ],
      },
    },

    checking: {
      description: 'There was no reply, or an uncertain one. The shop looks up the order.',
      invoke: {
        ...slot('findOrder'),
        input: pickDraft,
        onDone: [
          {
            description: 'The order was created and has been cancelled meanwhile.',
            guard: withOutput('isOver'),
            target: 'failed',
            actions: [given('keepOrder', foundOrder), given('forgetOrder', foundOrder)],
          },
          {
            description: 'The order was created with the other payment method.',
            guard: withOutput('isPaidOtherwise'),
            target: 'failed',
            actions: given('keepOrder', foundOrder),
          },
          {
            description: 'The order exists as sent. Only the reply was lost (D10).',
            target: 'placed',
            actions: [withOutput('setOrder'), given('keepOrder', foundOrder)],
          },
        ],
        onError: [
          { ...signedOut('signedOut'), actions: 'clearProblem' },
          {
            description: 'The order does not exist, or the lookup failed.',
            target: 'failed',
            actions: withEvent('setRequest'),
          },
        ],
      },
    },

    placed: { type: 'final', description: 'The order is placed.', output: 'placed' },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: {
      type: 'final',
      description: 'As far as known, nothing was ordered. Another try uses the same key.',
      output: 'failed',
    },
    signedOut: {
      type: 'final',
      description: 'The shopper is no longer logged in. Nothing was ordered.',
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
