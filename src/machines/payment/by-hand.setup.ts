import { assign, setup } from 'xstate';
import { isBlank } from '../../../contract/rules/clean-text.ts';
import { findReceipt, RECEIPT_HINT } from '../../../contract/rules/mpesa-receipt.ts';
import type { Claim, PaymentQr } from '../../../contract/order-payment.ts';
import { createProblem, toFailedCall, toProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import {
  canClaim,
  canPayOnDelivery,
  canPrompt,
  getHandText,
  parseClaimRefusal,
  toOpenClaim,
} from '../../rules/payment/by-hand.ts';
import type { HandField, HandReport } from '../../rules/payment/by-hand.ts';
import type { Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot } from '../slots.ts';
import * as texts from '../../texts/payment.ts';

/** Types, slots, guards and actions of by-hand.machine.ts. */

export type ByHandInput = OrderRef;

export interface ByHandContext extends ByHandInput {
  /** The last report of the server; `null` before the first reply. */
  readonly report: HandReport | null;
  /** The last question did not reach the shop. */
  readonly isOffline: boolean;
  /** The typed receipt, or the pasted message. It stays in the memory of this page (PAY-S1). */
  readonly text: string;
  /** Why the typed text holds no receipt. */
  readonly textError: string | null;
  /** The value that was copied last. */
  readonly copied: HandField;
  /** The amount whose QR code was asked for last, as it is copied. `null` when none is to be shown. */
  readonly qrAmount: string | null;
  /** The QR code of that amount, as a data URL; `null` without an answer. */
  readonly qrImage: string | null;
  /** Why the receipt was not sent, or the order was not changed; at the end, why there is no payment. */
  readonly problem: Problem | null;
}

export type ByHandEvent =
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }
  /** There is room for a QR code. */
  | { readonly type: 'screen.wide' }
  | { readonly type: 'screen.narrow' }
  | { readonly type: 'hand.copy'; readonly field: HandField }
  | { readonly type: 'hand.payOnDelivery' }
  /** Pays what is due by a prompt instead. */
  | { readonly type: 'hand.prompt' }
  /** Closes the dialog. The order's page shows the numbers, too. */
  | { readonly type: 'hand.close' }
  /** I have paid. */
  | { readonly type: 'claim.open' }
  | { readonly type: 'claim.change'; readonly text: string }
  | { readonly type: 'claim.send' }
  | { readonly type: 'claim.back' };

export interface ByHandOutput {
  /** `over`: the order can no longer be paid, or is not known; `prompt`: the shopper wants a prompt instead. */
  readonly outcome: 'paid' | 'onDelivery' | 'over' | 'prompt' | 'dismissed' | 'signedOut';
  /** Why an order that is over was not paid. */
  readonly problem: Problem | null;
  /** The server's last report. */
  readonly report: HandReport | null;
}

/** Whether M-Pesa is asked about a receipt, or the shop looks at it. */
const isIn = (state: Claim['state'], report: HandReport | null) => report?.claim?.state === state;

export const byHandSetup = setup({
  types: {
    input: {} as ByHandInput,
    context: {} as ByHandContext,
    events: {} as ByHandEvent,
    output: {} as ByHandOutput,
    /** `busy`: a call is running whose reply is needed, so the dialog stays. */
    tags: {} as 'busy',
  },
  actors: {
    checkOrder: callSlot<HandReport, OrderRef>(),
    sendClaim: callSlot<Claim, OrderRef & { text: string }>(),
    switchToCash: callSlot<unknown, OrderRef>(),
    /** M-Pesa's QR code of the next payment. */
    loadQr: callSlot<PaymentQr | null, OrderRef>(),
    /** To the clipboard. Rejects when the browser refuses. */
    copyText: callSlot<void, { text: string }>(),
    /** Sends `page.hidden` and `network.lost`, also immediately, and `page.visible` and `network.back`. */
    watchConnection: listenerSlot(),
    /** Sends `screen.wide` or `screen.narrow`, also immediately. */
    watchScreen: listenerSlot(),
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    /** A reload comes back to paying by hand. */
    keepByHand: effectSlot<OrderRef>(),
    /** Exactly once across tabs and pages (U6). */
    removeOrdered: effectSlot<OrderRef>(),
    /** The order is final, so its record is removed. */
    forgetOrder: effectSlot<OrderRef>(),
    setReport: assign((_, report: HandReport) => ({ report, isOffline: false })),
    setOffline: assign({ isOffline: true }),
    setOnline: assign({ isOffline: false }),
    setOver: assign((_, { notice }: HandReport) => ({ problem: createProblem(notice ?? texts.orderCancelled) })),
    setUnknown: assign({ problem: createProblem(texts.paymentFailed) }),
    setCopied: assign((_, { field }: { field: HandField }) => ({ copied: field })),
    setQrAmount: assign(({ context }) => ({ qrAmount: getQrAmount(context), qrImage: null })),
    setQr: assign((_, qr: PaymentQr | null) => ({ qrImage: qr?.image ?? null })),
    clearQr: assign({ qrAmount: null, qrImage: null }),
    setText: assign((_, { text }: { text: string }) => ({ text, textError: null, problem: null })),
    refuseText: assign({ textError: RECEIPT_HINT, problem: null }),
    clearProblem: assign({ textError: null, problem: null }),
    clearText: assign({ text: '' }),
    setClaim: assign(({ context }, claim: Claim) => ({ report: context.report && { ...context.report, claim } })),
    setOpenClaim: assign(({ context }, { error }: Failure) => ({
      report: context.report && { ...context.report, claim: toOpenClaim(error) },
    })),
    setNotSent: assign((_, { error }: Failure) => ({ problem: toProblem(error, texts.receiptNotSent) })),
    setNotSwitched: assign((_, { error }: Failure) => ({ problem: toProblem(error, texts.failedToPlaceOrder) })),
  },
  guards: {
    isPaid: (_, { isPaid }: HandReport) => isPaid,
    isOver: (_, { status }: HandReport) => status === 'cancelled',
    isOnDelivery: (_, { method }: HandReport) => method === 'cod',
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isUnknown: (_, { error }: Failure) => [403, 404].includes(toFailedCall(error).status),
    hasMissedShop: (_, { error }: Failure) => toFailedCall(error).kind === 'offline',
    hasReport: ({ context }) => context.report !== null,
    isAsking: ({ context }) => isIn('asking', context.report),
    isForStaff: ({ context }) => isIn('staff', context.report),
    isRefused: ({ context }) => isIn('refused', context.report),
    isAnswered: ({ context }) => !isIn('asking', context.report) && !isIn('staff', context.report),
    /** Sent on another device, or in another tab. */
    isNewlyAsking: (_, report: HandReport) => isIn('asking', report),
    isNewlyForStaff: ({ context }, report: HandReport) => isIn('staff', report) && !isIn('staff', context.report),
    isRefusedAtOnce: (_, { state }: Claim) => state === 'refused',
    isAnotherOpen: (_, { error }: Failure) => parseClaimRefusal(error) === 'asking',
    isAlreadyPaid: (_, { error }: Failure) => parseClaimRefusal(error) === 'paid',
    isReadable: ({ context }) => findReceipt(context.text) !== null,
    isTextBlank: ({ context }) => isBlank(context.text),
    canClaim: ({ context }) => context.report !== null && canClaim(context.report),
    canPrompt: ({ context }) => context.report !== null && canPrompt(context.report),
    canPayOnDelivery: ({ context }) => context.report !== null && canPayOnDelivery(context.report),
    canCopy: ({ context }, { field }: { field: HandField }) =>
      context.report !== null && getHandText(context.report, field) !== null,
    hasAmount: ({ context }) => getQrAmount(context) !== null,
    hasOtherAmount: ({ context }) => getQrAmount(context) !== context.qrAmount,
    /** The order may have been paid in part meanwhile. */
    isQrOfAmount: ({ context }, qr: PaymentQr | null) => qr !== null && String(qr.amount) === context.qrAmount,
  },
  delays: { pollInterval: 3_000, reconnectInterval: 10_000, copiedShown: 2_000, qrAtMost: 3_000 },
});

/** Returns the amount of the next payment. `null` while no numbers are shown. */
function getQrAmount({ report }: Pick<ByHandContext, 'report'>): string | null {
  return report && getHandText(report, 'amount');
}

/** Returns the text to copy. Called only for a field that can be copied. */
export function getCopiedText({ report, copied }: ByHandContext): string {
  return (report && getHandText(report, copied)) ?? '';
}
