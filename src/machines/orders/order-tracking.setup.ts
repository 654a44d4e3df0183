import { and, assign, not, setup, stateIn } from 'xstate';
import type { Verification } from '../../../contract/auth.ts';
import type { Order } from '../../../contract/orders.ts';
import { isBlank } from '../../../contract/rules/clean-text.ts';
import { MPESA_PHONE_HINT, mpesaPhone, prefilledMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { SessionStanding } from '../../rules/account/stored-session.ts';
import { failedCall, isSignedOut, problem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { cancelProblem, mayCancel } from '../../rules/orders/cancel-order.ts';
import { choiceProblem, isTimeOver, orderIdOf, trackingProblem } from '../../rules/orders/order-tracking.ts';
import { mayReorder, reorderProblem } from '../../rules/orders/reorder.ts';
import type { LineNow, LineToCheck, Reordered } from '../../rules/orders/reorder.ts';
import { heldUntil, isHoldEnding, mayPay } from '../../rules/orders/shown-order.ts';
import type { FoundOrder } from '../../rules/payment/payment-record.ts';
import { ownPhoneIn, proofAfter, pushProblem, waitIn } from '../../rules/payment/payment.ts';
import type { Push, Pushed } from '../../rules/payment/payment.ts';
import { pushRefusal } from '../../rules/payment/push-refusal.ts';
import type { phoneVerificationMachine } from '../account/phone-verification.machine.ts';
import type { PhoneVerificationOutput } from '../account/phone-verification.types.ts';
import type { Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, notProvided } from '../slots.ts';
import * as texts from '../../texts/orders.ts';

/** Types, slots, guards and actions of order-tracking.machine.ts. */

export interface OrderTrackingInput {
  /** From the address; may be empty. */
  readonly orderId: string;
  readonly session: SessionStanding;
  /** The profile's phone in any format, or empty. */
  readonly phone: string;
  /** For the SMS with a code, if the payer's phone must be proved (D25). */
  readonly userName: string;
}

export interface OrderTrackingContext {
  readonly orderId: string;
  readonly session: SessionStanding;
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
  /** The shopper's own phone if a refusal offers it, because a prompt to it works immediately (D25); else empty. */
  readonly ownPhone: string;
  /** Until when the server accepts no other push. Epoch ms of its clock (D8). */
  readonly blockedUntil: number;
  readonly reorderProblem: Problem | null;
  readonly reorderTexts: readonly string[];
}

export interface Standing {
  readonly session: SessionStanding;
}
export interface Found {
  readonly order: Order;
  readonly now: number;
}

export type OrderTrackingEvent =
  | ({ readonly type: 'path.changed' } & OrderRef & Standing)
  /** The stored session, sent before each press (A26). */
  | ({ readonly type: 'session.read' } & Standing)
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

/** Messages of a newly opened order: none. */
export const NOTHING_SAID = {
  isStale: false,
  cancelProblem: null,
  isPromptLeft: false,
  phone: '',
  phoneError: null,
  payProblem: null,
  ownPhone: '',
  proof: null,
  blockedUntil: 0,
  reorderProblem: null,
  reorderTexts: [],
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
    loadOrder: callSlot<Found, OrderRef>(),
    /** Returns `null` when the server only confirms the cancellation. */
    cancelOrder: callSlot<Order | null, OrderRef>(),
    pushPrompt: callSlot<Pushed, Push>(),
    /** Proves a phone that is not the shopper's own (D25). */
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    /** Current data of the lines; a missing line is no longer sold. */
    checkLines: callSlot<readonly LineNow[], { lines: readonly LineToCheck[] }>(),
  },
  actions: {
    /** Removes token and user from the storage. The tab itself continues until the login follows (Q1). */
    endSession: notProvided,
    goToLogin: effectSlot<OrderRef & Pick<OrderTrackingContext, 'notice'>>(),
    goToOrder: effectSlot<OrderRef>(),
    /** Stores the payment in this browser; from now on the bar shows it (U5, Q28). */
    keepPayment: effectSlot<FoundOrder>(),
    addToCart: effectSlot<Reordered>(),
    goToCart: effectSlot<{ texts: readonly string[] }>(),
    setNotice: assign((_, { session }: Standing) => ({
      notice: session === 'missing' ? ('notLoggedIn' as const) : ('invalidSession' as const),
    })),
    setSession: assign((_, { session }: Standing) => ({ session })),
    setTyped: assign((_, { typed }: { typed: string }) => ({ typed, typedProblem: null })),
    refuseTyped: assign({ typedProblem: texts.orderIdIsRequired }),
    setOrderId: assign((_, { orderId }: OrderRef) => ({ orderId, ...NOTHING_SAID, order: null, problem: null })),
    clearChoice: assign({ orders: [], problem: null, typed: '', typedProblem: null }),
    setOrders: assign((_, orders: readonly Order[]) => ({ orders })),
    setChoiceProblem: assign((_, { error }: Failure) => ({ problem: choiceProblem(error) })),
    clearProblem: assign({ problem: null }),
    setOrder: assign((_, { order, now }: Found) => ({ order, now })),
    setProblem: assign((_, { error }: Failure) => ({ problem: trackingProblem(error) })),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    lookAnew: assign({ isSeen: true, inBar: null }),
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
    setCancelProblem: assign((_, { error }: Failure) => ({ cancelProblem: cancelProblem(error) })),
    openPhone: assign(({ context }) => ({
      phone: prefilledMpesaPhone(context.profilePhone),
      phoneError: null,
      payProblem: null,
      ownPhone: '',
    })),
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null })),
    refusePhone: assign({ phoneError: MPESA_PHONE_HINT }),
    setOtherUnderWay: assign({
      payProblem: problem(texts.anotherPayment),
      ownPhone: '',
    }),
    useOwnPhone: assign(({ context }) => ({
      phone: displayPhone(context.ownPhone),
      payProblem: null,
      ownPhone: '',
      blockedUntil: 0,
    })),
    setNotPaid: assign(({ context }, { error }: Failure) => ({
      proof: proofAfter(context.proof, error),
      payProblem: pushProblem(error),
      ownPhone: ownPhoneIn(error),
      // The dialog asks for the phone again, so the wait of one phone blocks no button (D25).
      blockedUntil: context.now + (pushRefusal(error).otherPhone ? 0 : waitIn(error)),
    })),
    setProof: assign((_, { verification }: PhoneVerificationOutput) => ({ proof: verification })),
    clearProof: assign({ proof: null }),
    clearPayProblem: assign({ payProblem: null, ownPhone: '' }),
    clearReorder: assign({ reorderProblem: null, reorderTexts: [] }),
    setReorderTexts: assign((_, { texts: reorderTexts }: Reordered) => ({ reorderTexts })),
    setReorderProblem: assign((_, { error }: Failure) => ({ reorderProblem: reorderProblem(error) })),
  },
  guards: {
    isMissing: (_, { session }: Standing) => session === 'missing',
    isUnreadable: (_, { session }: Standing) => session === 'unreadable',
    isPaidThere: ({ context }, { orderId }: OrderRef) => orderId === context.orderId && !isCancelled(context),
    isOther: ({ context }, { orderId }: OrderRef) => orderId !== context.orderId,
    isNoneNamed: ({ context }) => context.orderId === '',
    isTypedBlank: ({ context }) => context.typed.trim() === '',
    isListed: ({ context }, { orderId }: OrderRef) => context.orders.some(({ _id }) => _id === orderId),
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isForbidden: (_, { error }: Failure) => failedCall(error).status === 403,
    isUnknown: (_, { error }: Failure) => failedCall(error).status === 404,
    hasMovedOn: (_, { error }: Failure) => failedCall(error).status === 409,
    /** Except when it is only too early for another push (D8). */
    cannotBePaid: (_, { error }: Failure) => failedCall(error).status === 409 && waitIn(error) === 0,
    needsProof: (_, { error }: Failure) => pushRefusal(error).proof,
    isProved: (_, { verification }: PhoneVerificationOutput) => verification !== null,
    isStale: ({ context }) => context.isStale,
    /** Unpaid and by M-Pesa: it may be paid anywhere. */
    isHeld: ({ context }) => heldUntil(known(context)) !== null,
    mayCancel: and([({ context }) => mayCancel(known(context)), ...NO_DIALOG]),
    isCancelled: ({ context }) => isCancelled(context),
    isCancelTold: (_, order: Order | null) => order !== null,
    mayReorder: and([({ context }) => mayReorder(known(context)), ...NO_DIALOG]),
    isSomeLeft: (_, { added }: Reordered) => added.length > 0,
    canPay: and([
      ({ context }) => mayPay(known(context), context.now) && context.now >= context.blockedUntil,
      ...NO_DIALOG,
    ]),
    canUseOwn: and([({ context }) => context.ownPhone !== '' && mayPay(known(context), context.now), ...NO_DIALOG]),
    /** A tab shows one payment (U5). */
    isBarTaken: and([
      ({ context }) =>
        context.inBar !== null && context.inBar !== context.orderId && mayPay(known(context), context.now),
      ...NO_DIALOG,
    ]),
    isOwnBarTaken: and([
      ({ context }) =>
        context.ownPhone !== '' &&
        context.inBar !== null &&
        context.inBar !== context.orderId &&
        mayPay(known(context), context.now),
      ...NO_DIALOG,
    ]),
    isInBar: ({ context }) => context.inBar === context.orderId && !isCancelled(context),
    isPhoneBlank: ({ context }) => isBlank(context.phone),
    isPhoneWrong: ({ context }) => mpesaPhone(context.phone) === null,
    isTimeEnding: ({ context }, { now }: { now: number }) => isHoldEnding(known(context), context.now, now),
    isTimeOver: ({ context }) => isTimeOver(context.order, context.now),
    isTimeLeft: ({ context }) => !isTimeOver(context.order, context.now),
  },
  delays: { redirectAfterExpiry: 2_000 },
});

/** Returns the order id in the address or in the input. */
export function typedId({ typed, orders }: OrderTrackingContext): string {
  return orderIdOf(typed, orders);
}

/** Returns the shown order. Called only while one is shown. */
export function known({ order }: OrderTrackingContext): Order {
  if (order === null) throw new Error('no order is shown');
  return order;
}

function isCancelled(context: OrderTrackingContext): boolean {
  return known(context).status === 'cancelled';
}

/** Converts the typed phone to the format that is sent. */
export function payerOf({ phone }: OrderTrackingContext): string {
  return mpesaPhone(phone) ?? '';
}
