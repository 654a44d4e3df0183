import type { Verification } from '../../../contract/auth.ts';
import type { Payment, PaymentStatus } from '../../../contract/mpesa.ts';
import { toFailedCall, createProblem, toProblem } from '../failure.ts';
import { isReplyUncertain } from '../failure-kinds.ts';
import type { Problem } from '../failure.ts';
import type { StoredPrompt } from './stored-payment.ts';
import { applyReportedTimes } from './payment-times.ts';
import type { PaymentTimes } from './payment-times.ts';
import { parsePushRefusal } from './push-refusal.ts';
import * as texts from '../../texts/payment.ts';

/** Shown when the reason is unknown (§4). */
export const PAYMENT_FAILED = texts.paymentFailed;
/** Shown when a prompt was not sent and the server gives no reason (§8). */
const NOT_SENT = texts.failedToInitiate;
/** Shown when the shop replies that it is busy (X19). */
export const SHOP_BUSY = texts.shopBusy;
/** Shown when the 10 minutes are over (§8). */
export const PAYMENT_TIMED_OUT = texts.timedOut;

/** A payment of an order whose prompt was accepted. */
export interface PaymentRef {
  readonly orderId: string;
  readonly checkoutRequestId: string;
}

/** Returns only the ids. */
export function toPaymentRef({ orderId, checkoutRequestId }: PaymentRef): PaymentRef {
  return { orderId, checkoutRequestId };
}

/** Returns the ids and the time when the first prompt of the try was accepted. */
export function toPrompt({ orderId, checkoutRequestId, startedAt }: StoredPrompt): StoredPrompt {
  return { orderId, checkoutRequestId, startedAt };
}

/** The server's report of a payment. Times are epoch ms of its clock; '' and 0 replace missing values. */
export interface PaymentReport {
  readonly status: PaymentStatus;
  /** Shown to the shopper; may be empty. */
  readonly failureReason: string;
  /** Advice after an unanswered prompt (PAY-M5). */
  readonly tips: readonly string[];
  /** The shop takes payments by hand (PAY-C1). */
  readonly hasHand: boolean;
  /** `cancelled` when the order can no longer be paid. */
  readonly orderStatus: string;
  readonly orderId: string;
  /** Digits with country code. */
  readonly phone: string;
  /** Whole shillings. */
  readonly amount: number;
  /** When the newest prompt was sent. */
  readonly pushedAt: number;
  /** When the first prompt of this try was sent (Q19). */
  readonly startedAt: number;
  /** When M-Pesa last answered a query about this prompt (U4); 0 when it has not. */
  readonly checkedAt: number;
  /** Whether M-Pesa can be queried about this prompt (Q17). */
  readonly isAskable: boolean;
  /** When the same phone may be prompted again after a failed payment (D8, X19). */
  readonly retryAt: number;
  /** When the server sent this report. */
  readonly now: number;
}

/**
 * Converts a payment to a report.
 * @param now epoch ms of the server clock (H13)
 */
export function toPaymentReport(payment: Payment, now: number): PaymentReport {
  const {
    status,
    failureReason,
    tips = [],
    byHand: hasHand = false,
    orderStatus = '',
    orderId,
    phoneNumber: phone,
    amount,
  } = payment;
  const pushedAt = toEpochMs(payment.pushedAt);
  return {
    status,
    failureReason,
    tips,
    hasHand,
    orderStatus,
    orderId,
    phone,
    amount,
    pushedAt,
    startedAt: toEpochMs(payment.startedAt) || pushedAt,
    checkedAt: toEpochMs(payment.checkedAt),
    isAskable: payment.isAskable,
    retryAt: toEpochMs(payment.retryAt),
    now,
  };
}

interface KnownPayment
  extends
    PaymentTimes,
    Pick<PaymentReport, 'orderId' | 'phone' | 'amount' | 'checkedAt' | 'isAskable' | 'tips' | 'hasHand'> {
  readonly ownPhone: string;
  readonly isResuming: boolean;
  readonly problem: Problem | null;
}

/** Merges a report into what is known of a payment. Values that the report leaves out stay. */
export function applyReport(known: KnownPayment, report: PaymentReport): KnownPayment {
  const times = applyReportedTimes(known, report);
  const isFailed = report.status === 'failed';
  return {
    ...times,
    // A block of Send again does not block Try again: a failed payment names its own time.
    blockedUntil: isFailed ? times.now + getRetryWait(report) : times.blockedUntil,
    ownPhone: isFailed ? '' : known.ownPhone,
    isResuming: false,
    checkedAt: report.checkedAt,
    isAskable: report.isAskable,
    problem: isFailed ? createProblem(report.failureReason || PAYMENT_FAILED) : null,
    tips: report.tips,
    hasHand: report.hasHand,
    orderId: report.orderId || known.orderId,
    phone: report.phone || known.phone,
    amount: report.amount || known.amount,
  };
}

/** Body of POST /mpesa/stkpush. */
export interface Push {
  /** As typed. The server normalises and validates it. */
  readonly phoneNumber: string;
  /** Whole shillings. The server uses the order's amount and only compares this one (D6). */
  readonly amount: number;
  readonly orderId: string;
  /** The reference in the prompt: the order's short id in capitals (A33). */
  readonly accountReference: string;
  /** Result of the phone step, for a phone that had to be proved (D25). */
  readonly verificationData?: Verification;
}

/** An accepted push. */
export interface AcceptedPush {
  readonly checkoutRequestId: string;
  /** Server time of the reply. Epoch ms. */
  readonly sentAt: number;
}

interface PushInput extends Pick<PaymentReport, 'phone' | 'amount' | 'orderId'> {
  readonly proof: Verification | null;
}

export function createPush({ phone, amount, orderId, proof }: PushInput): Push {
  const push = { phoneNumber: phone, amount, orderId, accountReference: orderId.slice(0, 8).toUpperCase() };
  return proof === null ? push : { ...push, verificationData: proof };
}

/** Keeps the proof when no reply arrived, because the server may not have used it (D25). */
export function keepProofAfter(proof: Verification | null, error: unknown): Verification | null {
  return isReplyUncertain(error) ? proof : null;
}

/** Returns the proof if it proves this phone, else `null` (D25). */
export function getProofFor(proof: Verification | null, phone: string): Verification | null {
  return proof?.msisdn === phone ? proof : null;
}

/** Returns the phone to prove and the shopper's name for the SMS. */
export function toProofInput({ phone, userName }: { readonly phone: string; readonly userName: string | null }) {
  return { phone, userName: userName ?? '' };
}

/**
 * Returns why no prompt was sent. The message of a busy shop names the time of the next try, so the shopper reads it
 * (X19).
 */
export function toPushProblem(error: unknown): Problem {
  const { status } = toFailedCall(error);
  return toProblem(error, status === 503 ? SHOP_BUSY : NOT_SENT);
}

/** Returns the account's own phone if a refused push offers it, else '' (D25). */
export function getOfferedPhone(error: unknown): string {
  return parsePushRefusal(error).ownPhone ?? '';
}

/** Returns the milliseconds until the server accepts another push (D8, H15); 0 when it names no wait. */
export function getPushWait(error: unknown): number {
  const { retryAfter } = parsePushRefusal(error);
  return retryAfter === null ? (toFailedCall(error).retryAfter ?? 0) : retryAfter * 1000;
}

/** Milliseconds on the server clock, so that a page with a wrong clock waits equally long (H13). */
function getRetryWait({ retryAt, now }: PaymentReport): number {
  return Math.max(0, retryAt - now);
}

function toEpochMs(iso: string): number {
  const at = Date.parse(iso);
  return Number.isFinite(at) ? at : 0;
}
