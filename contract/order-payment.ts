import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, orderId, shillings, success } from './fields.ts';
import { ORDER_STATUSES, PAYMENT_METHODS } from './orders.ts';

/** Numbers to pay to by hand in the M-Pesa menu (PAY-C1). */
export const ByHand = v.object({
  kind: v.picklist(['paybill', 'till']),
  number: v.string(),
  /** The order's 8 characters. `null` for a till, which asks for none. */
  account: v.nullable(v.string()),
  /** The amount that is still to pay. */
  amount: shillings,
  /** Most that M-Pesa takes in one payment, when the amount needs several. `null` when one is enough. */
  each: v.nullable(shillings),
  /** Whether the shop offers it before the prompt. */
  isFirst: v.boolean(),
});
export type ByHand = v.InferOutput<typeof ByHand>;

export const CLAIM_STATES = ['asking', 'staff', 'refused', 'accepted'] as const;
/** `asking`: M-Pesa is asked, for half an hour at most. `staff`: the shop decides. The others are ends. */
export type ClaimState = (typeof CLAIM_STATES)[number];

/** The newest receipt that the shopper sent for an order (PAY-S1), with a text for the shopper, shown unchanged. */
export const Claim = v.object({ state: v.picklist(CLAIM_STATES), text: v.string() });
export type Claim = v.InferOutput<typeof Claim>;

/** Payments of an order, and the ways to pay the rest (PAY-C1, PAY-C4). */
export const OrderPayment = v.object({
  status: v.picklist(ORDER_STATUSES),
  method: v.picklist(PAYMENT_METHODS),
  /** Paid in full. A cash order is paid when it is delivered. */
  isPaid: v.boolean(),
  /** A payment arrived, and the back office reviews it before the order counts as paid (D27). */
  held: v.boolean(),
  /** Notice about a late, repeated or wrong payment (D8, D27), shown unchanged, or `null`. */
  notice: v.nullable(v.string()),
  total: shillings,
  paid: shillings,
  /** 0 when nothing is to be paid by M-Pesa. */
  due: shillings,
  /** Whether M-Pesa's prompt works. `slow`: after `retryAt`. */
  prompt: v.picklist(['open', 'slow', 'closed']),
  retryAt: v.nullable(v.string()),
  /** `null` when nothing is due, or the shop does not offer it. */
  byHand: v.nullable(ByHand),
  /** Whether the order can become one that is paid on delivery. */
  cash: v.boolean(),
  /** A payment was seen, and M-Pesa is asked who made it. */
  checking: v.boolean(),
  /** Receipts that paid a part or the whole, oldest first. `null` for one that follows (Q16). */
  receipts: v.array(v.object({ receipt: v.nullable(v.string()), amount: shillings, at: v.string() })),
  /** `null` when nothing was sent, and when the order was paid otherwise after a refusal. */
  claim: v.nullable(Claim),
  /** End of the hold on an unpaid order (D12), or `null`. A payment that is checked moves it once (PAY-S2). */
  expiresAt: v.nullable(v.string()),
});
export type OrderPayment = v.InferOutput<typeof OrderPayment>;

export const orderPayment = endpoint({
  method: 'GET',
  path: '/orders/:id/payment',
  access: 'customer',
  request: v.strictObject({ id: orderId }),
  reply: success(OrderPayment),
});

/** The shopper pays this order by hand. The first time, one SMS has the numbers (PAY-C1). May be repeated. */
export const chooseByHand = endpoint({
  method: 'POST',
  path: '/orders/:id/pay-by-hand',
  access: 'customer',
  request: v.strictObject({ id: orderId }),
  reply: done,
});

/** The same numbers as a picture that the M-Pesa app scans (PAY-C1). */
export const PaymentQr = v.object({
  /** The amount in the code: that of the next payment. */
  amount: shillings,
  /** A PNG as a data URL. */
  image: v.pipe(v.string(), v.startsWith('data:image/png;base64,')),
});
export type PaymentQr = v.InferOutput<typeof PaymentQr>;

/** `qr` is `null` when there are no numbers to pay to, and when M-Pesa has given no code within 3 s. */
export const paymentQr = endpoint({
  method: 'GET',
  path: '/orders/:id/payment-qr',
  access: 'customer',
  request: v.strictObject({ id: orderId }),
  reply: success(v.object({ qr: v.nullable(PaymentQr) })),
});
