import { and, assign, not, setup, stateIn } from 'xstate';
import type { Verification } from '../../../contract/auth.ts';
import type { Order } from '../../../contract/orders.ts';
import { isBlank } from '../../../contract/rules/clean-text.ts';
import { MPESA_PHONE_HINT, toMpesaPhone, getPrefilledMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { StoredSessionStatus } from '../../rules/account/stored-session.ts';
import { toFailedCall, createProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import { toCancelProblem, canCancel } from '../../rules/orders/cancel-order.ts';
import {
  toChoiceProblem,
  isPaymentTimeOver,
  parseOrderId,
  toTrackingProblem,
} from '../../rules/orders/order-tracking.ts';
import { canReorder, toReorderProblem } from '../../rules/orders/reorder.ts';
import type { CurrentLine, LineToCheck, ReorderResult } from '../../rules/orders/reorder.ts';
import { canPrompt, getPaymentDeadline, isPaymentTimeEnding, isPayable } from '../../rules/orders/shown-order.ts';
import type { FoundOrder } from '../../rules/payment/payment-record.ts';
import { getOfferedPhone, keepProofAfter, toPushProblem, getPushWait } from '../../rules/payment/payment.ts';
import type { Push, AcceptedPush } from '../../rules/payment/payment.ts';
import { parsePushRefusal } from '../../rules/payment/push-refusal.ts';
import type { phoneVerificationMachine } from '../account/phone-verification.machine.ts';
import type { PhoneVerificationOutput } from '../account/phone-verification.types.ts';
import type { Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, notProvided } from '../slots.ts';
import * as texts from '../../texts/orders.ts';

/** Types, slots, guards and actions of order-tracking.machine.ts. */

export interface OrderTrackingInput {
  /** From the address; may be empty. */
  readonly orderId: string;
  readonly session: StoredSessionStatus;
  /** The profile's phone in any format, or empty. */
  readonly phone: string;
  /** For the SMS with a code, if the payer's phone must be proved (D25). */
  readonly userName: string;
}

export interface OrderTrackingContext {
  readonly orderId: string;
  readonly session: StoredSessionStatus;
  /** Text of the input for an id. */
  readonly typed: string;
  readonly typedProblem: string | null;
  /** Orders to choose from. */
  readonly orders: readonly Order[];
  /** Why the orders or the order could not be loaded. */
  readonly problem: Problem | null;
  /** Why the shopper has to log in. */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
  /** The shown order. */
  readonly order: Order | null;
  /** Last known server time in epoch ms (H13). */
  readonly now: number;
  /** Whether the page is visible. */
  readonly isSeen: boolean;
  /** Whether the shown order is outdated. */
  readonly isStale: boolean;
  /** The order whose payment is under way in the bar under the header, or `null`. */
  readonly inBar: string | null;
  readonly cancelProblem: Problem | null;
  /** A prompt was open when the shopper confirmed the cancellation; it can still be paid. */
  readonly isPromptLeft: boolean;
  readonly profilePhone: string;
  readonly userName: string;
  /** Proof of a payer's phone. Sent with each push to it until one has a reply (D25). */
  readonly proof: Verification | null;
  /** Text in the dialog. */
  readonly phone: string;
  readonly phoneError: string | null;
  readonly payProblem: Problem | null;
  /** The shopper's own phone if `payProblem` offers it, because a prompt to it works immediately (D25); else empty. */
  readonly ownPhone: string;
  /** Until when the server accepts no other push. Epoch ms of its clock (D8). */
  readonly blockedUntil: number;
  readonly reorderProblem: Problem | null;
  readonly reorderTexts: readonly string[];
}

export interface SessionState {
  readonly session: StoredSessionStatus;
}
export interface OrderResult {
  readonly order: Order;
  readonly now: number;
}

export type OrderTrackingEvent =
  | ({ readonly type: 'path.changed' } & OrderRef & SessionState)
  /** The stored session, sent before each press (A26). */
  | ({ readonly type: 'session.read' } & SessionState)
  | { readonly type: 'session.ended' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | ({ readonly type: 'bar.paying' } & OrderRef)
  | { readonly type: 'bar.idle' }
  | { readonly type: 'id.change'; readonly typed: string }
  | { readonly type: 'id.submit' }
  | ({ readonly type: 'order.pick' } & OrderRef)
  | { readonly type: 'page.retry' }
  | { readonly type: 'cancel.ask' }
  | { readonly type: 'cancel.keep' }
  | { readonly type: 'cancel.confirm' }
  | { readonly type: 'pay.ask' }
  /** Sends the prompt to the shopper's own phone instead (D25). */
  | { readonly type: 'pay.useOwn' }
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  | { readonly type: 'dialog.cancel' }
  /** Escape on the code screen, which handles Back itself. */
  | { readonly type: 'code.dismiss' }
  | { readonly type: 'reorder.ask' };

/** State of the actions on a newly shown order. */
export const NOTHING_SAID = {
  isStale: false,
  cancelProblem: null,
  isPromptLeft: false,
  payProblem: null,
  proof: null,
  blockedUntil: 0,
  reorderProblem: null,
} as const;

// Controls behind an open dialog cannot be pressed.
const NO_DIALOG = ['#cancelAsking', '#cancelSending', '#confirmingPhone', '#pushing', '#proving'].map((open) =>
  not(stateIn(open)),
);

export const orderTrackingSetup = setup({
  types: {
    input: {} as OrderTrackingInput,
    context: {} as OrderTrackingContext,
    events: {} as OrderTrackingEvent,
    children: {} as { phoneVerification: 'phoneVerification' },
  },
  actors: {
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
    /** Sends `page.hidden` immediately if the page is hidden, and `page.visible`. */
    watchPage: listenerSlot(),
    /** Sends `bar.paying` while the bar under the header waits for a payment, also immediately, and `bar.idle`. */
    watchBar: listenerSlot(),
    /** Sends `clock.tick` each second and when the page is shown again. */
    clock: listenerSlot(),
    loadOrders: callSlot<readonly Order[]>(),
    loadOrder: callSlot<OrderResult, OrderRef>(),
    /** Returns `null` when the server only confirms the cancellation. */
    cancelOrder: callSlot<Order | null, OrderRef>(),
    pushPrompt: callSlot<AcceptedPush, Push>(),
    /** Proves a phone that is not the shopper's own (D25). */
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    /** Current data of the lines; a missing line is no longer sold. */
    checkLines: callSlot<readonly CurrentLine[], { lines: readonly LineToCheck[] }>(),
  },
  actions: {
    /** Removes token and user from the storage. The tab itself continues until the login follows (Q1). */
    endSession: notProvided,
    goToLogin: effectSlot<OrderRef & Pick<OrderTrackingContext, 'notice'>>(),
    goToOrder: effectSlot<OrderRef>(),
    /** Stores the payment in this browser; from now on the bar shows it (U5, Q28). */
    keepPayment: effectSlot<FoundOrder>(),
    addToCart: effectSlot<ReorderResult>(),
    goToCart: effectSlot<{ texts: readonly string[] }>(),
    setNotice: assign((_, { session }: SessionState) => ({
      notice: session === 'missing' ? ('notLoggedIn' as const) : ('invalidSession' as const),
    })),
    setSession: assign((_, { session }: SessionState) => ({ session })),
    setTyped: assign((_, { typed }: { typed: string }) => ({ typed, typedProblem: null })),
    refuseTyped: assign({ typedProblem: texts.orderIdIsRequired }),
    setOrderId: assign((_, { orderId }: OrderRef) => ({ orderId })),
    clearTyped: assign({ typed: '', typedProblem: null }),
    setOrders: assign((_, orders: readonly Order[]) => ({ orders, problem: null })),
    setChoiceProblem: assign((_, { error }: Failure) => ({ problem: toChoiceProblem(error) })),
    setOrder: assign((_, { order, now }: OrderResult) => ({ order, now, problem: null })),
    setProblem: assign((_, { error }: Failure) => ({ problem: toTrackingProblem(error) })),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    resetShown: assign({ ...NOTHING_SAID, isSeen: true, inBar: null }),
    setSeen: assign({ isSeen: true }),
    setHidden: assign({ isSeen: false }),
    markStale: assign({ isStale: true }),
    /** A hidden page refreshes when it is shown again (U5). */
    markStaleIfSeen: assign({ isStale: ({ context }) => context.isStale || context.isSeen }),
    clearStale: assign({ isStale: false }),
    setInBar: assign((_, { orderId }: OrderRef) => ({ inBar: orderId })),
    clearInBar: assign({ inBar: null }),
    clearCancelProblem: assign({ cancelProblem: null }),
    setCancelled: assign((_, order: Order | null) => ({ order })),
    /** Before the call, because the bar may learn of the cancellation before the reply arrives. */
    setPromptLeft: assign(({ context }) => ({ isPromptLeft: context.inBar === context.orderId })),
    setCancelProblem: assign((_, { error }: Failure) => ({ cancelProblem: toCancelProblem(error) })),
    openPhone: assign(({ context }) => ({
      phone: getPrefilledMpesaPhone(context.profilePhone),
      phoneError: null,
      payProblem: null,
    })),
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null })),
    refusePhone: assign({ phoneError: MPESA_PHONE_HINT }),
    setOtherUnderWay: assign({
      payProblem: createProblem(texts.anotherPayment),
      ownPhone: '',
    }),
    useOwnPhone: assign(({ context }) => ({
      phone: formatPhone(context.ownPhone),
      payProblem: null,
    })),
    setNotPaid: assign(({ context }, { error }: Failure) => ({
      proof: keepProofAfter(context.proof, error),
      payProblem: toPushProblem(error),
      ownPhone: getOfferedPhone(error),
      // The dialog asks for the phone again, so the wait of one phone blocks no button (D25).
      blockedUntil: context.now + (parsePushRefusal(error).otherPhone ? 0 : getPushWait(error)),
    })),
    setProof: assign((_, { verification }: PhoneVerificationOutput) => ({ proof: verification })),
    clearProof: assign({ proof: null }),
    clearPayProblem: assign({ payProblem: null }),
    clearReorder: assign({ reorderProblem: null }),
    setReorderTexts: assign((_, { texts: reorderTexts }: ReorderResult) => ({ reorderTexts })),
    setReorderProblem: assign((_, { error }: Failure) => ({ reorderProblem: toReorderProblem(error) })),
  },
  guards: {
    isMissing: (_, { session }: SessionState) => session === 'missing',
    isUnreadable: (_, { session }: SessionState) => session === 'unreadable',
    isPaidThere: ({ context }, { orderId }: OrderRef) => orderId === context.orderId && !isCancelled(context),
    isOther: ({ context }, { orderId }: OrderRef) => orderId !== context.orderId,
    isNoneNamed: ({ context }) => context.orderId === '',
    isTypedBlank: ({ context }) => context.typed.trim() === '',
    isListed: ({ context }, { orderId }: OrderRef) => context.orders.some(({ _id }) => _id === orderId),
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isForbidden: (_, { error }: Failure) => toFailedCall(error).status === 403,
    isUnknown: (_, { error }: Failure) => toFailedCall(error).status === 404,
    hasMovedOn: (_, { error }: Failure) => toFailedCall(error).status === 409,
    /** Except when it is only too early for another push (D8). */
    cannotBePaid: (_, { error }: Failure) => toFailedCall(error).status === 409 && getPushWait(error) === 0,
    needsProof: (_, { error }: Failure) => parsePushRefusal(error).proof,
    isProved: (_, { verification }: PhoneVerificationOutput) => verification !== null,
    isStale: ({ context }) => context.isStale,
    /** Unpaid and by M-Pesa: it may be paid anywhere. */
    isHeld: ({ context }) => getPaymentDeadline(getKnownOrder(context)) !== null,
    mayCancel: and([({ context }) => canCancel(getKnownOrder(context)), ...NO_DIALOG]),
    isCancelled: ({ context }) => isCancelled(context),
    isCancelTold: (_, order: Order | null) => order !== null,
    mayReorder: and([({ context }) => canReorder(getKnownOrder(context)), ...NO_DIALOG]),
    isSomeLeft: (_, { added }: ReorderResult) => added.length > 0,
    canPay: and([
      ({ context }) => canPrompt(getKnownOrder(context), context.now) && context.now >= context.blockedUntil,
      ...NO_DIALOG,
    ]),
    canUseOwn: and([
      ({ context }) => context.ownPhone !== '' && canPrompt(getKnownOrder(context), context.now),
      ...NO_DIALOG,
    ]),
    /** A tab shows one payment (U5). */
    isBarTaken: and([
      ({ context }) =>
        context.inBar !== null && context.inBar !== context.orderId && isPayable(getKnownOrder(context), context.now),
      ...NO_DIALOG,
    ]),
    isOwnBarTaken: and([
      ({ context }) =>
        context.ownPhone !== '' &&
        context.inBar !== null &&
        context.inBar !== context.orderId &&
        isPayable(getKnownOrder(context), context.now),
      ...NO_DIALOG,
    ]),
    isInBar: ({ context }) => context.inBar === context.orderId && !isCancelled(context),
    isPhoneBlank: ({ context }) => isBlank(context.phone),
    isPhoneWrong: ({ context }) => toMpesaPhone(context.phone) === null,
    isTimeEnding: ({ context }, { now }: { now: number }) =>
      isPaymentTimeEnding(getKnownOrder(context), context.now, now),
    isTimeOver: ({ context }) => isPaymentTimeOver(context.order, context.now),
    isTimeLeft: ({ context }) => !isPaymentTimeOver(context.order, context.now),
  },
  delays: { redirectAfterExpiry: 2_000 },
});

/** Returns the order id in the address or in the input. */
export function getTypedId({ typed, orders }: OrderTrackingContext): string {
  return parseOrderId(typed, orders);
}

/** Returns the shown order. Called only while one is shown. */
export function getKnownOrder({ order }: OrderTrackingContext): Order {
  if (order === null) throw new Error('no order is shown');
  return order;
}

function isCancelled(context: OrderTrackingContext): boolean {
  return getKnownOrder(context).status === 'cancelled';
}

/** Converts the typed phone to the format that is sent. */
export function getPayerPhone({ phone }: OrderTrackingContext): string {
  return toMpesaPhone(phone) ?? '';
}
