import type { KeptLine } from './kept-payment.ts';
import type { PaymentNews } from './payment.ts';
import type { KnownTimes } from './payment-times.ts';

/** A payment whose prompt was accepted. */
export interface Prompt {
  readonly orderId: string;
  readonly checkoutRequestId: string;
}

/** What the bar under the header knows of a payment. */
export interface WaitingPayment extends Prompt {
  /** Digits with country code; empty until the server tells. */
  readonly phone: string;
  /** Whole shillings; 0 until the server tells. */
  readonly amount: number;
  /** Null where only the server knows. */
  readonly times: KnownTimes | null;
}

export interface FoundPayment extends WaitingPayment {
  /** What the order took out of the cart where this browser has no record of it; null where there is nothing to keep. */
  readonly lines: readonly KeptLine[] | null;
}

const NOTHING: FoundPayment = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, lines: null };

/** The payment of this browser's record; all but its ids only the server knows. */
export function foundByRecord({ orderId, checkoutRequestId }: Prompt): FoundPayment {
  return { ...NOTHING, orderId, checkoutRequestId };
}

/** The payment that the server told of. */
export function foundAtServer(
  checkoutRequestId: string,
  { orderId, phone, amount, pushedAt, startedAt, now }: PaymentNews,
  lines: FoundPayment['lines'],
): FoundPayment {
  return { orderId, checkoutRequestId, phone, amount, times: { pushedAt, startedAt, now }, lines };
}

export function orNothing<Payment extends WaitingPayment>(payment: Payment | null): Payment | FoundPayment {
  return payment ?? NOTHING;
}

export function isSamePrompt(one: Prompt | null, other: Prompt | null): boolean {
  return one?.orderId === other?.orderId && one?.checkoutRequestId === other?.checkoutRequestId;
}
