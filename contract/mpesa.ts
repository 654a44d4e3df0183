import * as v from 'valibot';
import { VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { OrderPayment } from './order-payment.ts';
import { orderId, requiredText, shillings, success, text } from './fields.ts';

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
/** Payment status for the shopper. The server has more detailed states (providers 2.3). */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Sends a prompt to a phone (§7). `phoneNumber` as typed, `amount` in whole shillings. The server takes the amount from
 * the order and only compares it (D6). Returns the id of the live prompt if there is one (D8). 400 with a text when the
 * phone or Daraja refuses. 403 for another shopper's order. 409 when the order cannot be paid, when it must wait
 * (`data.retryAfter` in seconds, D8), while M-Pesa sends no prompts (`data.ways`, PAY-M2), or when the phone must be
 * verified first (`data.proof`, then the next call sends the result of the verification, D25). 429 for a fourth prompt in
 * a minute, or when another person's phone is over its limit.
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

/** Ways to pay an order without a prompt: by hand in the M-Pesa menu, on delivery. */
export const PAYMENT_WAYS = ['hand', 'cod'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** `data` of a refused `stkPush`. */
export const PushRefusal = v.object({
  /**
   * Set while M-Pesa sends no prompts: the ways that are open to this order, the surest one first (PAY-M2, PAY-M3). A
   * later server may name others.
   */
  ways: v.optional(v.array(v.string())),
  /** Seconds until the next prompt to the same phone (D8). */
  retryAfter: v.optional(v.number()),
  /** Set when a part of the order is paid: what is still to pay (PAY-C5). */
  due: v.optional(v.number()),
  /** A payment was seen, or its receipt was sent, and M-Pesa is asked about it. */
  checking: v.optional(v.boolean()),
  /** Status of an order that can no longer be paid, e.g. `cancelled`. */
  orderStatus: v.optional(v.string()),
  /** The phone must be verified first (D25). */
  proof: v.optional(v.boolean()),
  /** With 429: the wait applies only to this phone, and another one can be used now (D25). */
  otherPhone: v.optional(v.boolean()),
  /** With 429: the account's own phone, formatted, when it can be used now (D25). */
  ownPhone: v.optional(v.string()),
});

/** Advice after an unanswered prompt (PAY-M5). */
export const PAYMENT_TIPS = ['screen', 'sim', 'otherPhone'] as const;
export type PaymentTip = (typeof PAYMENT_TIPS)[number];

/** State of a payment. Times are ISO 8601 by the server's clock. */
export const Payment = v.object({
  status: v.picklist(PAYMENT_STATUSES),
  /** Text for the shopper. Empty unless `failed`. */
  failureReason: v.optional(v.string(), ''),
  /** `PAYMENT_TIPS` of an unanswered prompt. A later server may name others. */
  tips: v.optional(v.array(v.string())),
  /** Set only when the order is cancelled. */
  orderStatus: v.optional(v.literal('cancelled')),
  /** Id for `payment-status`. A new prompt for the same order has a new id. */
  checkoutRequestId: v.optional(v.string(), ''),
  orderId: v.optional(v.string(), ''),
  /** Whole shillings. */
  amount: v.optional(v.number(), 0),
  /** Digits with the country code. */
  phoneNumber: v.optional(v.string(), ''),
  /** When the prompt was sent. */
  pushedAt: v.optional(v.string(), ''),
  /** When the first prompt of this attempt was sent. The 10 minutes start then, also after "Send again" (Q19). */
  startedAt: v.optional(v.string(), ''),
  /** When M-Pesa last answered a query about this prompt. Empty without an answer. See `isOutcomeChecked` (U4). */
  checkedAt: v.optional(v.string(), ''),
  /** Whether M-Pesa can be queried about this prompt. False without Daraja's id (Q17). */
  isAskable: v.optional(v.boolean(), true),
  /** Whether the shop takes payments by hand (PAY-C1). */
  byHand: v.optional(v.boolean(), false),
  /** When the same phone may be prompted again after a failure, e.g. code 17 (D8). Empty: now. */
  retryAt: v.optional(v.string(), ''),
});
export type Payment = v.InferOutput<typeof Payment>;

/** Only for the owner, otherwise 404 (D17). Takes Daraja's id or the attempt's id (D10). Never queries Daraja. */
export const paymentStatus = endpoint({
  method: 'GET',
  path: '/mpesa/payment-status/:checkoutRequestId',
  access: 'customer',
  request: v.strictObject({ checkoutRequestId: requiredText(100) }),
  reply: success(Payment),
});

/**
 * Reports that no prompt arrived (U4). M-Pesa is queried about this payment with priority. Returns the current payment.
 * `checkedAt` changes after M-Pesa's answer. 404 as `paymentStatus`.
 */
export const checkPayment = endpoint({
  method: 'POST',
  path: '/mpesa/check-payment',
  access: 'customer',
  request: v.strictObject({ checkoutRequestId: requiredText(100) }),
  reply: success(Payment),
});

const OpenPayments = v.object({
  payment: v.nullable(Payment),
  order: v.optional(v.nullable(v.object({ orderId: v.string(), payment: OrderPayment })), null),
});
export type OpenPayments = v.InferOutput<typeof OpenPayments>;

/**
 * The shopper's payment with an open prompt, started on any device, or `null`. Without one, `order` is the newest order
 * that waits for its payment and has money or a claim (PAY-C4, PAY-S2).
 */
export const openPayment = endpoint({
  method: 'GET',
  path: '/mpesa/open-payment',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(OpenPayments),
});
