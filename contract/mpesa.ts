import * as v from 'valibot';
import { VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { orderId, requiredText, shillings, success, text } from './fields.ts';

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
/** What a shopper is told of a payment; the server keeps finer states (providers 2.3). */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Sends the prompt to a phone (§7). `phoneNumber` as typed, `amount` in whole shillings; the server takes the
 * amount from the order and only compares (D6). Answers the live prompt's id where one is live (D8).
 * 400 with a text where the phone or Daraja refuses, 403 for another's order, 409 where the order cannot be paid
 * or, with `data.retryAfter` in seconds, has to wait (D8), or, with `data.proof`, a code has to prove the phone first: the
 * next call carries what verify answered (D25). 429 for a fourth prompt in a minute,
 * or where a phone that is not the payer's had its prompts of the hour.
 */
export const stkPush = endpoint({
  method: 'POST',
  path: '/mpesa/stkpush',
  access: 'customer',
  request: v.strictObject({
    phoneNumber: text(40),
    amount: shillings,
    orderId,
    accountReference: text(40),
    verificationData: v.optional(VerificationData),
  }),
  reply: success(v.object({ checkoutRequestId: requiredText(100) })),
});

/** The `data` of a refused `stkPush`. */
export const PushRefusal = v.object({
  /** Seconds until the same phone may be asked again (D8). */
  retryAfter: v.optional(v.number()),
  /** Of an order that cannot be paid any more, e.g. `cancelled`. */
  orderStatus: v.optional(v.string()),
  /** The phone has to be proved by a code first (D25). */
  proof: v.optional(v.boolean()),
  /** Of a 429: the wait is of this phone alone, and a prompt to another one works at once (D25). */
  otherPhone: v.optional(v.boolean()),
  /** Of a 429: the account's own phone, as people write it, where a prompt to it works at once (D25). */
  ownPhone: v.optional(v.string()),
});

/** Where a payment stands. Times are ISO 8601 by the server's clock. */
export const Payment = v.object({
  status: v.picklist(PAYMENT_STATUSES),
  /** For the shopper; empty unless `failed`. */
  failureReason: v.optional(v.string(), ''),
  /** Of an order that is cancelled; missing for all others. */
  orderStatus: v.optional(v.literal('cancelled')),
  /** The id that `payment-status` takes; a new prompt for the same order has another. */
  checkoutRequestId: v.optional(v.string(), ''),
  orderId: v.optional(v.string(), ''),
  /** Whole shillings. */
  amount: v.optional(v.number(), 0),
  /** Digits with country code. */
  phoneNumber: v.optional(v.string(), ''),
  /** When the prompt was sent. */
  pushedAt: v.optional(v.string(), ''),
  /** When the first prompt of this try was sent: the 10 minutes run from then on, also over Send again (Q19). */
  startedAt: v.optional(v.string(), ''),
  /** When M-Pesa last answered a question about this prompt; see `isOutcomeChecked` (U4). Empty where it has not. */
  checkedAt: v.optional(v.string(), ''),
  /** Whether M-Pesa can be asked about this prompt: false where its id was never learnt (Q17). */
  isAskable: v.optional(v.boolean(), true),
  /** Of a failed payment: when the same phone may be prompted again, e.g. after code 17 (D8). Empty for at once. */
  retryAt: v.optional(v.string(), ''),
});
export type Payment = v.InferOutput<typeof Payment>;

/** Owner only, 404 otherwise (D17); takes Daraja's id and the attempt's own (D10). Never asks Daraja. */
export const paymentStatus = endpoint({
  method: 'GET',
  path: '/mpesa/payment-status/:checkoutRequestId',
  access: 'customer',
  request: v.strictObject({ checkoutRequestId: requiredText(100) }),
  reply: success(Payment),
});

/**
 * The shopper says that no prompt came (U4): M-Pesa is asked about this payment before all others. Answers the payment
 * as it is now; `checkedAt` moves on once M-Pesa has answered. 404 as `paymentStatus`.
 */
export const checkPayment = endpoint({
  method: 'POST',
  path: '/mpesa/check-payment',
  access: 'customer',
  request: v.strictObject({ checkoutRequestId: requiredText(100) }),
  reply: success(Payment),
});

/** The shopper's payment whose prompt is still open, wherever it was begun; null where there is none. */
export const openPayment = endpoint({
  method: 'GET',
  path: '/mpesa/open-payment',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(v.object({ payment: v.nullable(Payment) })),
});
