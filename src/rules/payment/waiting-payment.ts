import type { Payment } from '../../../contract/mpesa.ts';
import { keptOrder, keptPrompt } from './kept-payment.ts';
import type { KeptLine, KeptPayment } from './kept-payment.ts';
import { reportOf } from './payment.ts';
import type { PaymentRef } from './payment.ts';
import type { KnownTimes } from './payment-times.ts';

/** What the bar under the header knows of a payment. */
export interface WaitingPayment extends PaymentRef {
  /** Digits with country code; empty where only the server knows. */
  readonly phone: string;
  /** Whole shillings; 0 where only the server knows. */
  readonly amount: number;
  /** Null where only the server knows. */
  readonly times: KnownTimes | null;
  /** When the first prompt of this try was accepted, epoch ms by the server's clock (Q28). */
  readonly startedAt: number;
}

/** A payment that the server reports as open. */
export interface OpenPayment extends WaitingPayment {
  readonly times: KnownTimes;
}

const NOTHING: WaitingPayment = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, startedAt: 0 };

/** The payment of this browser's record; all but its ids only the server knows. Null where none is kept. */
export function foundByRecord(kept: KeptPayment | null): WaitingPayment | null {
  const prompt = keptPrompt(kept);
  return prompt && { ...NOTHING, ...prompt };
}

/**
 * The payment that the server reports as open; null for none.
 *
 * @param now epoch ms by the server's clock (H13)
 */
export function openOf(payment: Payment | null, now: number): OpenPayment | null {
  if (payment === null) return null;
  const { orderId, phone, amount, pushedAt, startedAt } = reportOf(payment, now);
  return {
    orderId,
    checkoutRequestId: payment.checkoutRequestId,
    phone,
    amount,
    times: { pushedAt, startedAt, now },
    startedAt: startedAt || now,
  };
}

/** What the record keeps of it from now on: the lines are null where the record has them already. */
export function toKeep({ orderId, checkoutRequestId, startedAt }: WaitingPayment, lines: readonly KeptLine[] | null) {
  return { orderId, checkoutRequestId, startedAt, lines };
}

export function isOrderKept(kept: KeptPayment | null, { orderId }: WaitingPayment): boolean {
  return keptOrder(kept, orderId) !== null;
}

/** What there is to be paid of it. */
export function paymentOf({ checkoutRequestId, times, startedAt, ...payment }: WaitingPayment) {
  return { ...payment, prompt: { checkoutRequestId, times, startedAt } };
}

export function orNothing(payment: WaitingPayment | null): WaitingPayment {
  return payment ?? NOTHING;
}

export function isSamePrompt(one: PaymentRef | null, other: PaymentRef | null): boolean {
  return one?.orderId === other?.orderId && one?.checkoutRequestId === other?.checkoutRequestId;
}
