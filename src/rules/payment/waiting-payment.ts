import type { Payment } from '../../../contract/mpesa.ts';
import { findStoredOrder, findStoredPrompt } from './stored-payment.ts';
import type { StoredLine, StoredPayment } from './stored-payment.ts';
import { toPaymentReport } from './payment.ts';
import type { PaymentRef } from './payment.ts';
import type { KnownTimes } from './payment-times.ts';

/** The data of a payment for the bar under the header. */
export interface WaitingPayment extends PaymentRef {
  /** Digits with country code; empty when only the server knows it. */
  readonly phone: string;
  /** Whole shillings; 0 when only the server knows it. */
  readonly amount: number;
  /** `null` when only the server knows them. */
  readonly times: KnownTimes | null;
  /** Server time when the first prompt of this try was accepted. Epoch ms (Q28). */
  readonly startedAt: number;
}

/** A payment that the server reports as open. */
export interface OpenPayment extends WaitingPayment {
  readonly times: KnownTimes;
}

const NOTHING: WaitingPayment = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, startedAt: 0 };

/** Returns the data of an order without a prompt. */
export function toOrderRef(orderId: string): WaitingPayment {
  return { ...NOTHING, orderId };
}

/** Returns the payment of this browser's record, or `null`. Only the server knows more than its ids. */
export function toWaitingPayment(kept: StoredPayment | null): WaitingPayment | null {
  const prompt = findStoredPrompt(kept);
  return prompt && { ...NOTHING, ...prompt };
}

/**
 * Returns the payment that the server reports as open, or `null`.
 *
 * @param now epoch ms of the server clock (H13)
 */
export function toOpenPayment(payment: Payment | null, now: number): OpenPayment | null {
  if (payment === null) return null;
  const { orderId, phone, amount, pushedAt, startedAt } = toPaymentReport(payment, now);
  return {
    orderId,
    checkoutRequestId: payment.checkoutRequestId,
    phone,
    amount,
    times: { pushedAt, startedAt, now },
    startedAt: startedAt || now,
  };
}

/** Returns what the record keeps of the payment. The lines are `null` when the record already has them. */
export function toRecordedOrder(
  { orderId, checkoutRequestId, startedAt }: WaitingPayment,
  lines: readonly StoredLine[] | null,
) {
  return { orderId, checkoutRequestId, startedAt, lines };
}

export function isOrderStored(kept: StoredPayment | null, { orderId }: WaitingPayment): boolean {
  return findStoredOrder(kept, orderId) !== null;
}

/** Returns the input of the payment machine. */
export function toPaymentInput({ checkoutRequestId, times, startedAt, ...payment }: WaitingPayment) {
  return { ...payment, prompt: { checkoutRequestId, times, startedAt } };
}

export function nullIfEmpty(payment: WaitingPayment | null): WaitingPayment {
  return payment ?? NOTHING;
}

export function isSamePrompt(one: PaymentRef | null, other: PaymentRef | null): boolean {
  return one?.orderId === other?.orderId && one?.checkoutRequestId === other?.checkoutRequestId;
}
