import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { MPESA_PHONE_REFUSED, toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { mpesaRefusal } from '../../../contract/rules/mpesa-limit.ts';
import { Refusal } from '../../refusal.ts';
import { getPushTime } from '../settlement/attempt-state.rules.ts';
import { assertNotUnderReview } from '../settlement/payment-review.rules.ts';
import type { AttemptRow } from '../settlement/attempts.repository.ts';
import type { OrderRow } from '../settlement/stored-orders.repository.ts';
import { SAME_AMOUNT_CODE } from '../../providers/mpesa-codes.rules.ts';
import { partPaid } from '../settlement/settlement.texts.ts';
import * as texts from './payments.texts.ts';

/** Maximum lengths that Daraja accepts, letters and digits only (providers 1.2). */
const LONGEST = { description: 13, reference: 12 } as const;
const LETTERS_OF_NAME = 4;

/** Returns the shop name for the prompt (PAY-M4). */
export function formatPromptDescription(shopName: string): string {
  return plainName(shopName).slice(0, LONGEST.description);
}

/** Returns the start of the shop name with the short order id in capitals, for the prompt (A33, PAY-M4). */
export function toReference(shopName: string, shortId: string): string {
  const name = plainName(shopName).slice(0, LETTERS_OF_NAME);
  return `${name}${shortId}`.toUpperCase().slice(0, LONGEST.reference);
}

/** Keeps letters and digits. Falls back to a fixed word, because Daraja refuses an empty description. */
function plainName(shopName: string): string {
  return shopName.normalize('NFKD').replaceAll(/[^\da-z]/gi, '') || 'Order';
}

/** Returns the phone in Daraja's format. Throws `Refusal` `invalid` for a phone that cannot have M-Pesa (A19). */
export function parsePhoneOrThrow(typed: string): Msisdn {
  const phone = toMpesaPhone(typed);
  if (phone === null)
    throw new Refusal('invalid', MPESA_PHONE_REFUSED, { fields: { phoneNumber: MPESA_PHONE_REFUSED } });
  return phone;
}

/**
 * Throws when the order cannot be paid by M-Pesa: `conflict`, with `data.orderStatus` when it never can be, with `data.due`
 * when another part of it is paid (PAY-C5), and `invalid` above the limit (A51).
 */
export function assertPayable(order: OrderRow, amount: Shillings, due: Shillings): void {
  const data = { orderStatus: order.status };
  if (order.status === 'cancelled') throw new Refusal('conflict', texts.cancelled, { data });
  assertNotUnderReview(order);
  if (order.paymentMethod !== 'mpesa') throw new Refusal('conflict', texts.paidOnDelivery, { data });
  // The client's amount is only compared (D6). A different amount means that the page shows outdated data.
  if (amount !== due && order.money === 'partPaid') {
    const paid = toShillings(order.totalPrice - due);
    throw new Refusal('conflict', partPaid(paid, due), { data: { paid, due } });
  }
  if (amount !== due) throw new Refusal('conflict', texts.amountDiffers);
  const tooMuch = mpesaRefusal(due);
  if (tooMuch !== null) throw new Refusal('invalid', tooMuch);
}

/**
 * Returns the milliseconds until Daraja accepts the same amount for the same phone again, or 0. Only code 17 causes a
 * wait. After any other result a new attempt is sent immediately (D8), and Daraja itself refuses it if necessary.
 * `recent` are the attempts for this phone and amount.
 */
export function getWaitAfterRefusal(recent: readonly AttemptRow[], now: Date, windowMs: number): number {
  const refused = recent
    .filter(({ resultCode }) => resultCode === SAME_AMOUNT_CODE)
    .map(({ updatedAt }) => updatedAt.getTime());
  const lastRefused = Math.max(...refused);
  if (refused.length === 0 || lastRefused + windowMs <= now.getTime()) return 0;
  // The two minutes start at the prompt that Daraja accepted. When no known prompt explains the refusal, they start at
  // the refusal.
  const taken = recent
    .filter(({ checkoutRequestId }) => checkoutRequestId !== null)
    .map((attempt) => getPushTime(attempt).getTime())
    .filter((at) => at + windowMs > lastRefused);
  const from = taken.length === 0 ? lastRefused : Math.max(...taken);
  return Math.max(0, from + windowMs - now.getTime());
}

/** Returns a `Refusal` `conflict` with `data.retryAfter` in whole seconds, which the button counts down (D8). */
export function toTooSoonRefusal(text: string, waitMs: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('conflict', text, { data: { retryAfter }, retryAfter });
}
