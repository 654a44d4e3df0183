import type { Payment, PaymentStatus } from '../../contract/mpesa.ts';
import { failedCall } from './failure.ts';
import { pushRefusal } from './push-refusal.ts';

/** §4, §9: how often a payment is looked at while its page is seen, ms. */
export const POLL_INTERVAL_MS = 3_000;

/** Said where nobody knows why (§4). */
export const PAYMENT_FAILED = 'Payment failed. Please try again.';
/** Said when the 10 minutes are over (§8). */
export const PAYMENT_TIMED_OUT = 'Payment confirmation timed out. Please check your M-Pesa messages.';

/** What the server tells of a payment. Times are epoch ms by its clock; '' and 0 stand for what it does not tell. */
export interface PaymentNews {
  readonly status: PaymentStatus;
  /** For the shopper; may be empty. */
  readonly failureReason: string;
  readonly orderId: string;
  /** Digits with country code. */
  readonly phone: string;
  /** Whole shillings. */
  readonly amount: number;
  /** When the newest prompt was sent. */
  readonly pushedAt: number;
  /** When the first prompt of this try was sent (Q19). */
  readonly startedAt: number;
  /** When this was told. */
  readonly now: number;
}

/** @param now epoch ms by the server's clock (H13) */
export function newsOf(payment: Payment, now: number): PaymentNews {
  const { status, failureReason, orderId, phoneNumber: phone, amount } = payment;
  const pushedAt = epochMs(payment.pushedAt);
  return {
    status,
    failureReason,
    orderId,
    phone,
    amount,
    pushedAt,
    startedAt: epochMs(payment.startedAt) || pushedAt,
    now,
  };
}

/** The body of POST /mpesa/stkpush. */
export interface Push {
  readonly phoneNumber: string;
  readonly amount: number;
  readonly orderId: string;
  /** What the prompt names: the order's short id in capitals (A33). */
  readonly accountReference: string;
}

/** An accepted push. */
export interface Pushed {
  readonly checkoutRequestId: string;
  /** When the answer came, epoch ms by the server's clock. */
  readonly sentAt: number;
}

export function pushFor({ phone, amount, orderId }: Pick<PaymentNews, 'phone' | 'amount' | 'orderId'>): Push {
  return { phoneNumber: phone, amount, orderId, accountReference: orderId.slice(0, 8).toUpperCase() };
}

/** Milliseconds until the server takes another push (D8, H15); 0 where it says nothing of waiting. */
export function waitIn(error: unknown): number {
  const { retryAfter } = pushRefusal(error);
  return retryAfter === null ? (failedCall(error).retryAfter ?? 0) : retryAfter * 1000;
}

function epochMs(iso: string): number {
  const at = Date.parse(iso);
  return Number.isFinite(at) ? at : 0;
}
