import type { Verification } from '../../../contract/auth.ts';
import type { Payment, PaymentStatus } from '../../../contract/mpesa.ts';
import { failedCall, isAnswerLost, problem, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import type { KeptPrompt } from './kept-payment.ts';
import { timesReported } from './payment-times.ts';
import type { PaymentTimes } from './payment-times.ts';
import { pushRefusal } from './push-refusal.ts';
import * as texts from '../../texts/payment.ts';

/** Said where nobody knows why (§4). */
export const PAYMENT_FAILED = texts.paymentFailed;
/** Said where a prompt was not sent and the server gives no reason (§8). */
const NOT_SENT = texts.failedToInitiate;
/** Said where the shop answers that it is busy (X19). */
export const SHOP_BUSY = texts.shopBusy;
/** Said when the 10 minutes are over (§8). */
export const PAYMENT_TIMED_OUT = texts.timedOut;

/** A payment of an order whose prompt was accepted. */
export interface PaymentRef {
  readonly orderId: string;
  readonly checkoutRequestId: string;
}

/** Its ids alone. */
export function refOf({ orderId, checkoutRequestId }: PaymentRef): PaymentRef {
  return { orderId, checkoutRequestId };
}

/** Its ids, and when the first prompt of its try was accepted. */
export function promptOf({ orderId, checkoutRequestId, startedAt }: KeptPrompt): KeptPrompt {
  return { orderId, checkoutRequestId, startedAt };
}

/** What the server reports of a payment. Times are epoch ms by its clock; '' and 0 stand for what it leaves out. */
export interface PaymentReport {
  readonly status: PaymentStatus;
  /** For the shopper; may be empty. */
  readonly failureReason: string;
  /** `cancelled` where the order cannot be paid any more. */
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
  /** When M-Pesa last answered about this prompt (U4); 0 where it has not. */
  readonly checkedAt: number;
  /** Whether M-Pesa can be asked about this prompt (Q17). */
  readonly isAskable: boolean;
  /** Of a failed payment: when the same phone may be prompted again (D8, X19). */
  readonly retryAt: number;
  /** When this was reported. */
  readonly now: number;
}

/** @param now epoch ms by the server's clock (H13) */
export function reportOf(payment: Payment, now: number): PaymentReport {
  const { status, failureReason, orderStatus = '', orderId, phoneNumber: phone, amount } = payment;
  const pushedAt = epochMs(payment.pushedAt);
  return {
    status,
    failureReason,
    orderStatus,
    orderId,
    phone,
    amount,
    pushedAt,
    startedAt: epochMs(payment.startedAt) || pushedAt,
    checkedAt: epochMs(payment.checkedAt),
    isAskable: payment.isAskable,
    retryAt: epochMs(payment.retryAt),
    now,
  };
}

interface KnownPayment
  extends PaymentTimes, Pick<PaymentReport, 'orderId' | 'phone' | 'amount' | 'checkedAt' | 'isAskable'> {
  readonly ownPhone: string;
  readonly isResuming: boolean;
  readonly problem: Problem | null;
}

/** What is known of a payment after a report; what the report leaves out stays as it was. */
export function withReport(known: KnownPayment, report: PaymentReport): KnownPayment {
  const times = timesReported(known, report);
  const isFailed = report.status === 'failed';
  return {
    ...times,
    // What stopped Send again does not stop Try again: a failed payment says itself from when on.
    blockedUntil: isFailed ? times.now + waitUntilRetry(report) : times.blockedUntil,
    ownPhone: isFailed ? '' : known.ownPhone,
    isResuming: false,
    checkedAt: report.checkedAt,
    isAskable: report.isAskable,
    problem: isFailed ? problem(report.failureReason || PAYMENT_FAILED) : null,
    orderId: report.orderId || known.orderId,
    phone: report.phone || known.phone,
    amount: report.amount || known.amount,
  };
}

/** The body of POST /mpesa/stkpush. */
export interface Push {
  /** As typed; the server normalises and judges it. */
  readonly phoneNumber: string;
  /** Whole shillings; the server takes the order's and only compares (D6). */
  readonly amount: number;
  readonly orderId: string;
  /** What the prompt names: the order's short id in capitals (A33). */
  readonly accountReference: string;
  /** What the phone step answered, for a phone that had to be proved (D25). */
  readonly verificationData?: Verification;
}

/** An accepted push. */
export interface Pushed {
  readonly checkoutRequestId: string;
  /** When the answer came, epoch ms by the server's clock. */
  readonly sentAt: number;
}

interface PushedPayment extends Pick<PaymentReport, 'phone' | 'amount' | 'orderId'> {
  readonly proof: Verification | null;
}

export function pushFor({ phone, amount, orderId, proof }: PushedPayment): Push {
  const push = { phoneNumber: phone, amount, orderId, accountReference: orderId.slice(0, 8).toUpperCase() };
  return proof === null ? push : { ...push, verificationData: proof };
}

/** A proof goes with each push until one is answered, as nobody knows whether the server has used it up (D25). */
export function proofAfter(proof: Verification | null, error: unknown): Verification | null {
  return isAnswerLost(error) ? proof : null;
}

/** A proof goes with pushes to the phone that it proves, and with no other. */
export function proofFor(proof: Verification | null, phone: string): Verification | null {
  return proof?.msisdn === phone ? proof : null;
}

/** Whose phone is to be proved, and how the SMS calls the shopper. */
export function proverOf({ phone, userName }: { readonly phone: string; readonly userName: string | null }) {
  return { phone, userName: userName ?? '' };
}

/** Why no prompt was sent. A shop that is busy says when to come back, so the shopper reads that (X19). */
export function pushProblem(error: unknown): Problem {
  const { status } = failedCall(error);
  return problemOf(error, status === 503 ? SHOP_BUSY : NOT_SENT);
}

/** The account's own phone where a refused push offers it, else '' (D25). */
export function ownPhoneIn(error: unknown): string {
  return pushRefusal(error).ownPhone ?? '';
}

/** Milliseconds until the server takes another push (D8, H15); 0 where it says nothing of waiting. */
export function waitIn(error: unknown): number {
  const { retryAfter } = pushRefusal(error);
  return retryAfter === null ? (failedCall(error).retryAfter ?? 0) : retryAfter * 1000;
}

/** Milliseconds by the server's clock, so that a page whose clock is wrong waits as long (H13). */
function waitUntilRetry({ retryAt, now }: PaymentReport): number {
  return Math.max(0, retryAt - now);
}

function epochMs(iso: string): number {
  const at = Date.parse(iso);
  return Number.isFinite(at) ? at : 0;
}
