import { and, assign, not, or, setup, stateIn } from 'xstate';
import type { Verification } from '../../../contract/auth.ts';
import { isOutcomeChecked } from '../../../contract/rules/payment-times.ts';
import { toFailedCall, createProblem, toProblem } from '../../rules/failure.ts';
import { isOrderCancelled, isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import type { StoredPrompt } from '../../rules/payment/stored-payment.ts';
import {
  getCashTime,
  getPaymentEnd,
  getExpiry,
  getSendAgainTime,
  setCurrentTime,
  createTimes,
  restartPrompt,
  toTimesSince,
} from '../../rules/payment/payment-times.ts';
import type { KnownTimes, PaymentTimes } from '../../rules/payment/payment-times.ts';
import {
  getOfferedPhone,
  PAYMENT_FAILED,
  PAYMENT_TIMED_OUT,
  keepProofAfter,
  toPushProblem,
  getPushWait,
  applyReport,
} from '../../rules/payment/payment.ts';
import type { PaymentRef, PaymentReport, Push, AcceptedPush } from '../../rules/payment/payment.ts';
import { parsePushRefusal } from '../../rules/payment/push-refusal.ts';
import type { phoneVerificationMachine } from '../account/phone-verification.machine.ts';
import type { PhoneVerificationOutput } from '../account/phone-verification.types.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot } from '../slots.ts';
import * as texts from '../../texts/payment.ts';

/** Types, slots, guards and actions of mpesa-payment.machine.ts. */

export interface MpesaPaymentInput {
  readonly orderId: string;
  /** Digits with country code; empty when only the server knows it. */
  readonly phone: string;
  /** Whole shillings; 0 when only the server knows it. */
  readonly amount: number;
  /** The shopper's name for the SMS with a code; omitted when no code can be requested (D25). */
  readonly userName?: string | null;
  /**
   * The prompt to wait for; `null` sends one. Its times are `null` for a resumed payment: the shop is checked
   * immediately, and its reply contains phone, amount and times. Until then the 10 minutes count from the stored
   * `startedAt` (Q28).
   */
  readonly prompt: {
    readonly checkoutRequestId: string;
    readonly times: KnownTimes | null;
    readonly startedAt: number;
  } | null;
}

export interface MpesaPaymentContext
  extends
    Omit<MpesaPaymentInput, 'prompt' | 'userName'>,
    PaymentTimes,
    Pick<PaymentReport, 'checkedAt' | 'isAskable' | 'tips' | 'hasHand'> {
  readonly userName: string | null;
  /** Proof of the phone. Sent with each push until one has a reply. */
  readonly proof: Verification | null;
  /** Id of the newest prompt; empty before the first one is sent. */
  readonly checkoutRequestId: string;
  /** The payment is resumed, and the shop has not replied yet. */
  readonly isResuming: boolean;
  /** Ways to pay while M-Pesa sends no prompts, the surest one first (PAY-M2); else empty. */
  readonly ways: readonly string[];
  /** The shopper's own phone if a refusal offers it, because a prompt to it works immediately (D25); else empty. */
  readonly ownPhone: string;
  /** Why Send again or Pay on delivery failed; at the end, why there is no payment. */
  readonly problem: Problem | null;
}

export type MpesaPaymentEvent =
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }
  | { readonly type: 'clock.tick'; readonly now: number }
  /** The shopper saw no prompt: M-Pesa is queried before another way to pay is offered (U4). */
  | { readonly type: 'payment.noPrompt' }
  | { readonly type: 'payment.sendAgain' }
  | { readonly type: 'payment.payOnDelivery' }
  /** Pays in the M-Pesa menu instead (PAY-C1). */
  | { readonly type: 'payment.byHand' }
  | { readonly type: 'payment.retry' }
  /** Sends the prompt to the shopper's own phone instead (D25). */
  | { readonly type: 'payment.useOwn' }
  | { readonly type: 'payment.dismiss' }
  /** The shopper has returned to the shop: a payment that timed out may have been paid meanwhile. */
  | { readonly type: 'shopper.returned' };

export interface MpesaPaymentOutput {
  /**
   * `gone`: the resumed payment does not belong to this shopper (D17); `cancelled`: the order can no longer be paid;
   * `unproved`: the shopper left the code screen; `byHand`: the order is paid by hand from here on.
   */
  readonly outcome: 'paid' | 'onDelivery' | 'byHand' | 'gone' | 'cancelled' | 'unproved' | 'dismissed' | 'signedOut';
  /** Why a cancelled order was not paid. */
  readonly problem: Problem | null;
}

/** Types for `setup`. */
export interface MpesaPaymentTypes {
  readonly children: { readonly phoneVerification: 'phoneVerification' };
  readonly input: MpesaPaymentInput;
  readonly context: MpesaPaymentContext;
  readonly events: MpesaPaymentEvent;
  readonly output: MpesaPaymentOutput;
  readonly tags:
    | 'pushing'
    | 'offline'
    | 'expired'
    | 'unsure'
    | 'asking'
    | 'sendingAgain'
    | 'switching'
    | 'over'
    | 'proving';
}

// Results of calls; only the transitions of that call read them.
const getReport = (event: object) => (event as { readonly output: PaymentReport }).output;
const getAcceptedPush = (event: object) => (event as { readonly output: AcceptedPush }).output;
const getError = (event: object) => (event as { readonly error: unknown }).error;

/** States whose calls may still bring money or another way to pay. */
const BUSY = ['#starting', '#checking', '#sendingAgain', '#switching'];

/** Initial values of a prompt that was just sent. */
const UNCHECKED = { isResuming: false, checkedAt: 0, isAskable: true, ownPhone: '' };
/** A block of Send again does not block Try again. */
const UNBLOCKED = { blockedUntil: 0, ownPhone: '' };

/** Setup for the machine and its regions. */
export const mpesaPaymentSetup = setup({
  types: {} as MpesaPaymentTypes,
  actors: {
    pushPrompt: callSlot<AcceptedPush, Push>(),
    checkStatus: callSlot<PaymentReport, { checkoutRequestId: string }>(),
    /** Proves a phone that is not the shopper's own (D25). */
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    /** Gives the query of this prompt at M-Pesa priority (U4). */
    askFirst: callSlot<unknown, { checkoutRequestId: string }>(),
    switchToCash: callSlot<unknown, Pick<PaymentRef, 'orderId'>>(),
    /** Sends `page.hidden` and `network.lost`, also immediately, and `page.visible` and `network.back`. */
    watchConnection: listenerSlot(),
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
    /** Sends `clock.tick` immediately, each second and when the page is hidden or shown. */
    clock: listenerSlot(),
  },
  actions: {
    /** Includes the time when the first prompt of this try was accepted, which Send again does not change (Q28). */
    keepPrompt: effectSlot<StoredPrompt>(),
    /** The shopper has seen that the payment had no result: no page resumes it, and the order is kept (D9). */
    forgetPrompt: effectSlot<PaymentRef>(),
    forgetOrder: effectSlot<PaymentRef>(),
    /** Exactly once across tabs and pages (U6). */
    removeOrdered: effectSlot<PaymentRef>(),
    setNow: assign(({ context }, { now }: { now: number }) => setCurrentTime(context, now)),
    reachExpiry: assign({ now: ({ context }) => Math.max(context.now, getExpiry(context)) }),
    reachRetry: assign({ now: ({ context }) => Math.max(context.now, context.blockedUntil) }),
    reachSendAgain: assign({ now: ({ context }) => Math.max(context.now, getSendAgainTime(context)) }),
    setChecked: assign(({ event }) => ({
      checkedAt: getReport(event).checkedAt,
      isAskable: getReport(event).isAskable,
    })),
    setReport: assign(({ context, event }) => applyReport(context, getReport(event))),
    /** Try again starts new 10 minutes, Send again does not (Q19). */
    beginRun: assign(({ event }) => ({
      ...createTimes(toTimesSince(getAcceptedPush(event).sentAt)),
      checkoutRequestId: getAcceptedPush(event).checkoutRequestId,
      ...UNCHECKED,
      proof: null,
    })),
    setPushed: assign(({ context, event }) => ({
      ...restartPrompt(context, getAcceptedPush(event)),
      checkoutRequestId: getAcceptedPush(event).checkoutRequestId,
      ...UNCHECKED,
      proof: null,
    })),
    /** Counts from 0, so that the next tick shifts the end of the wait. */
    setNotSent: assign(({ context, event }) => ({
      ...createTimes(null),
      proof: keepProofAfter(context.proof, getError(event)),
      blockedUntil: getPushWait(getError(event)),
      ownPhone: getOfferedPhone(getError(event)),
      ways: parsePushRefusal(getError(event)).ways ?? [],
      problem: toPushProblem(getError(event)),
    })),
    setNotSentAgain: assign(({ context, event }) => ({
      proof: keepProofAfter(context.proof, getError(event)),
      problem: toPushProblem(getError(event)),
      ownPhone: getOfferedPhone(getError(event)),
      blockedUntil: context.now + getPushWait(getError(event)),
    })),
    setNotSwitched: assign(({ event }) => ({ problem: toProblem(getError(event), texts.failedToPlaceOrder) })),
    setTimedOut: assign({ problem: createProblem(PAYMENT_TIMED_OUT), ...UNBLOCKED }),
    setFailed: assign({ problem: createProblem(PAYMENT_FAILED), ...UNBLOCKED }),
    /** The wait and the proof belong to the other phone. The offer stays until the prompt has a reply. */
    useOwnPhone: assign({
      phone: ({ context }) => context.ownPhone,
      proof: null,
      problem: null,
      tips: [],
      blockedUntil: 0,
    }),
    setProof: assign((_, { verification }: PhoneVerificationOutput) => ({ proof: verification })),
    clearProof: assign({ proof: null }),
    clearProblem: assign({ problem: null, tips: [] }),
  },
  guards: {
    hasPrompt: ({ context }) => context.checkoutRequestId !== '',
    isSeen: stateIn('#seen'),
    isAway: or([stateIn('#hidden'), stateIn('#offline')]),
    isResuming: ({ context }) => context.isResuming,
    isKnown: ({ context }) => !context.isResuming,
    isPromptOld: ({ context }) => context.now >= getExpiry(context),
    /** Until then the outcome may be "paid" (U4, Q17). */
    isOutcomeKnown: ({ context }) => isOutcomeKnown(context),
    isPromptDone: ({ context }) => context.now >= getExpiry(context) && isOutcomeKnown(context),
    canSendAgain: and([({ context }) => context.now >= getSendAgainTime(context), stateIn('#running')]),
    isOwnOffered: ({ context }) => context.ownPhone !== '',
    canUseOwn: and([({ context }) => context.ownPhone !== '', stateIn('#running')]),
    canPayByHand: and([({ context }) => context.now >= getCashTime(context), stateIn('#running')]),
    canPayOnDelivery: and([({ context }) => context.now >= getCashTime(context), stateIn('#running')]),
    isRunning: stateIn('#running'),
    isRunOver: ({ context }) => context.now >= getPaymentEnd(context),
    isAtRest: and(BUSY.map((busy) => not(stateIn(busy)))),
    isAtRestAndSeen: and([stateIn('#seen'), ...BUSY.map((busy) => not(stateIn(busy)))]),
    canRetry: ({ context }) => context.phone !== '' && context.now >= context.blockedUntil,
    isCompleted: ({ event }) => getReport(event).status === 'completed',
    /** The order has ended, including any money that came for it (D27, audit F28). */
    isGone: ({ event }) => getReport(event).status === 'failed' && getReport(event).orderStatus === 'cancelled',
    isFailed: ({ event }) => getReport(event).status === 'failed',
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isOrderCancelled: ({ event }) => isOrderCancelled(getError(event)),
    arePromptsStopped: ({ event }) => parsePushRefusal(getError(event)).ways !== null,
    /** By hand is among the ways that the shop has named. */
    isHandOffered: or([not(stateIn('#otherWays')), ({ context }) => context.ways.includes('hand')]),
    hasCash: ({ context }) => context.ways.includes('cod'),
    isPaidByHand: ({ event }) => parsePushRefusal(getError(event)).isByHand,
    isProofAsked: ({ event }) => parsePushRefusal(getError(event)).proof,
    /** Only if the shopper can enter a code here; the bar links to the order page instead (D25). */
    needsProof: ({ context, event }) => context.userName !== null && parsePushRefusal(getError(event)).proof,
    isProved: (_, { verification }: PhoneVerificationOutput) => verification !== null,
    isUnknown: ({ event }) => toFailedCall(getError(event)).status === 404,
    isForgotten: ({ context, event }) => context.isResuming && toFailedCall(getError(event)).status === 404,
    hasMissedShop: ({ event }) => toFailedCall(getError(event)).kind === 'offline',
    hasMetShop: ({ event }) => toFailedCall(getError(event)).kind !== 'offline',
  },
  delays: {
    pollInterval: 3_000,
    reconnectInterval: 10_000,
    askedLongEnough: 10_000,
    promptExpired: ({ context }) => Math.max(0, getExpiry(context) - context.now),
    sendAgainAllowed: ({ context }) => Math.max(0, getSendAgainTime(context) - context.now),
    retryAllowed: ({ context }) => Math.max(0, context.blockedUntil - context.now),
    paymentTimeout: ({ context }) => Math.max(0, getPaymentEnd(context) - context.now),
  },
});

function isOutcomeKnown({ pushedAt, checkedAt, isAskable }: MpesaPaymentTypes['context']): boolean {
  return !isAskable || isOutcomeChecked(pushedAt, checkedAt);
}
