import { isBlank } from '../../../contract/rules/clean-text.ts';
import { assign, setup } from 'xstate';
import { MPESA_PHONE_HINT, toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import type { AddressSaving, DeliveryDetails } from '../../rules/checkout/checkout.ts';
import type { Problem } from '../../rules/failure.ts';
import { getReturned } from '../../rules/payment/by-hand.ts';
import type { byHandMachine } from '../payment/by-hand.machine.ts';
import type { ByHandOutput } from '../payment/by-hand.setup.ts';
import type { mpesaPaymentMachine } from '../payment/mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from '../payment/mpesa-payment.setup.ts';
import type { OrderPlacementOutput, orderPlacementMachine } from './order-placement.machine.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseInput, PurchaseOutput } from './purchase.types.ts';
import type { OrderRef } from '../parts.ts';
import { effectSlot, listenerSlot, machineSlot, notProvided } from '../slots.ts';

interface PaymentSnapshot {
  readonly snapshot: {
    readonly context: { readonly amount: number };
    readonly matches: (
      state: 'pending' | 'proving' | { readonly unpaid: 'failed' | 'otherWays' | 'timedOut' },
    ) => boolean;
    readonly hasTag: (tag: 'sendingAgain' | 'switching') => boolean;
  };
}

/** The slots, actions, guards and delays of purchase.machine.ts. */
export const purchaseSetup = setup({
  types: {
    input: {} as PurchaseInput,
    context: {} as PurchaseContext,
    events: {} as PurchaseEvent,
    output: {} as PurchaseOutput,
    children: {} as { orderPlacement: 'orderPlacement'; mpesaPayment: 'mpesaPayment'; byHand: 'byHand' },
    /** `dialog`: over the page; `inline`: beside the form, which can be changed (U3). */
    tags: {} as 'dialog' | 'inline',
  },
  actors: {
    orderPlacement: machineSlot<typeof orderPlacementMachine>(),
    mpesaPayment: machineSlot<typeof mpesaPaymentMachine>(),
    byHand: machineSlot<typeof byHandMachine>(),
    /** Sends `clock.tick` immediately and every second. */
    clock: listenerSlot(),
  },
  actions: {
    /** Exactly once across tabs (U6, Q22). For M-Pesa the payment itself removes the lines. */
    removeOrdered: effectSlot<OrderRef>(),
    /** The shopper has seen that the prompt had no result: no page resumes it, and the order is kept. */
    forgetPrompt: effectSlot<OrderRef>(),
    /** The order is final, so its key is no longer needed (D9). */
    forgetOrder: effectSlot<OrderRef>(),
    /** Runs independently: if it fails, the order is still valid (A27). */
    saveAddress: effectSlot<{ saving: AddressSaving; details: DeliveryDetails }>(),
    goToOrderSuccess: effectSlot<OrderRef>(),
    goToLogin: notProvided,
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null })),
    refusePhone: assign({ phoneError: MPESA_PHONE_HINT }),
    /** A newly entered phone gets a new prompt. */
    setPayer: assign({ payer: ({ context }) => toMpesaPhone(context.phone) ?? '', kept: null }),
    /** A second order of the same press, after a cancelled one, does not save the address again. */
    setOrder: assign((_, { orderId }: OrderRef) => ({ orderId, saving: { kind: 'none' } as const })),
    clearOrder: assign({ orderId: null }),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    /** The order that waits for M-Pesa becomes one that is paid on delivery (D21). */
    chooseCash: assign({
      draft: ({ context }) => context.draft && { ...context.draft, paymentMethod: 'cod' as const },
    }),
    /** An earlier prompt is not followed any more. */
    chooseHand: assign({ byHand: true, kept: null, problem: null }),
    setReturned: assign((_, { report }: ByHandOutput) => ({ returned: report === null ? 0 : getReturned(report) })),
    /** A prompt for what is due, to a newly entered phone. */
    choosePrompt: assign(({ context }, { report }: ByHandOutput) => ({
      byHand: false,
      kept: null,
      amount: report?.due ?? context.amount,
    })),
    beginPayment: assign({ payment: 'underWay' }),
    /** The amount of a resumed payment comes from the server. */
    setPayment: assign((_, { snapshot }: PaymentSnapshot) => ({
      payment: getPaymentState(snapshot),
      amount: snapshot.context.amount,
    })),
    setOutcome: assign((_, { lines, problem }: Pick<PurchaseOutput, 'lines' | 'problem'>) => ({ lines, problem })),
    setProblem: assign((_, { problem }: { problem: Problem | null }) => ({ problem })),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isKept: ({ context }) => context.kept !== null,
    isByHand: ({ context }) => context.byHand,
    arePromptsStopped: ({ context }) => context.stopped !== null,
    hasHand: ({ context }) => context.stopped?.ways.includes('hand') === true,
    hasCash: ({ context }) => context.stopped?.ways.includes('cod') === true,
    hasCashAndOrder: ({ context }) => context.stopped?.ways.includes('cod') === true && context.orderId !== null,
    isWaitOver: ({ context: { stopped, now } }) => now >= (stopped?.until ?? 0),
    isByHandAndPlaced: ({ context }) => context.byHand && context.orderId !== null,
    isByCash: ({ context }) => context.draft?.paymentMethod === 'cod',
    isPhoneBlank: ({ context }) => isBlank(context.phone),
    isPhoneWrong: ({ context }) => toMpesaPhone(context.phone) === null,
    hasOrder: ({ context }) => context.orderId !== null,
    hasNothingToOrder: ({ context }) => context.draft === null,
    isPlacedByHand: ({ context }, { outcome }: OrderPlacementOutput) => context.byHand && outcome === 'placed',
    isPlaced: (_, { outcome }: OrderPlacementOutput) => outcome === 'placed',
    isChanged: (_, { outcome }: OrderPlacementOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: OrderPlacementOutput | MpesaPaymentOutput | ByHandOutput) => outcome === 'signedOut',
    hasFailed: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'failed' && getPaymentState(snapshot) === 'failed',
    hasOtherWays: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'otherWays' && getPaymentState(snapshot) === 'otherWays',
    hasTimedOut: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'timedOut' && getPaymentState(snapshot) === 'timedOut',
    isProving: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'proving' && getPaymentState(snapshot) === 'proving',
    isWaiting: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'waiting' && getPaymentState(snapshot) === 'waiting',
    isUnderWay: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'underWay' && getPaymentState(snapshot) === 'underWay',
    isPaid: (_, { outcome }: MpesaPaymentOutput | ByHandOutput) => outcome === 'paid',
    isOnDelivery: (_, { outcome }: MpesaPaymentOutput | ByHandOutput) => outcome === 'onDelivery',
    isHandChosen: (_, { outcome }: MpesaPaymentOutput) => outcome === 'byHand',
    isOver: (_, { outcome }: ByHandOutput) => outcome === 'over',
    isPromptChosen: (_, { outcome }: ByHandOutput) => outcome === 'prompt',
    isCancelled: (_, { outcome }: MpesaPaymentOutput) => outcome === 'cancelled',
    isUnproved: ({ context }, { outcome }: MpesaPaymentOutput) =>
      context.payment === 'proving' && outcome === 'unproved',
  },
  delays: { successRedirect: 2_000, failureReset: 3_000 },
});

function getPaymentState(snapshot: PaymentSnapshot['snapshot']): PurchaseContext['payment'] {
  if (snapshot.matches('proving')) return 'proving';
  if (snapshot.matches({ unpaid: 'failed' })) return 'failed';
  if (snapshot.matches({ unpaid: 'otherWays' })) return 'otherWays';
  if (snapshot.matches({ unpaid: 'timedOut' })) return 'timedOut';
  // Closing now would miss the reply of another prompt or of a change to cash.
  const isAnswered = !snapshot.hasTag('sendingAgain') && !snapshot.hasTag('switching');
  return snapshot.matches('pending') && isAnswered ? 'waiting' : 'underWay';
}
