import type { KeptLine } from './kept-payment.ts';
import type { PaymentRef, PaymentReport } from './payment.ts';
import type { KnownTimes } from './payment-times.ts';

/** What the bar under the header knows of a payment. */
export interface WaitingPayment extends PaymentRef {
  /** Digits with country code; empty where only the server knows. */
  readonly phone: string;
  /** Whole shillings; 0 where only the server knows. */
  readonly amount: number;
  /** Null where only the server knows. */
  readonly times: KnownTimes | null;
}

export interface FoundPayment extends WaitingPayment {
  /**
   * What the order took out of the cart where this browser has no record of it; null where there is nothing to keep.
   */
  readonly lines: readonly KeptLine[] | null;
}

const NOTHING: FoundPayment = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, lines: null };

/** The payment of this browser's record; all but its ids only the server knows. */
export function foundByRecord({ orderId, checkoutRequestId }: PaymentRef): FoundPayment {
  return { ...NOTHING, orderId, checkoutRequestId };
}

/** The payment that the server reports as open. */
export function foundAtServer(
  checkoutRequestId: string,
  { orderId, phone, amount, pushedAt, startedAt, now }: PaymentReport,
  lines: FoundPayment['lines'],
): FoundPayment {
  return { orderId, checkoutRequestId, phone, amount, times: { pushedAt, startedAt, now }, lines };
}

/** What there is to be paid of it. */
export function paymentOf({ checkoutRequestId, times, ...payment }: WaitingPayment) {
  return { ...payment, prompt: { checkoutRequestId, times } };
}

export function orNothing<Payment extends WaitingPayment>(payment: Payment | null): Payment | FoundPayment {
  return payment ?? NOTHING;
}

export function isSamePrompt(one: PaymentRef | null, other: PaymentRef | null): boolean {
  return one?.orderId === other?.orderId && one?.checkoutRequestId === other?.checkoutRequestId;
}
