import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { orderId, success } from './fields.ts';
import { Claim } from './order-payment.ts';

/**
 * Sends the receipt of a payment by hand, "I have paid" (PAY-S1). `text` is the whole M-Pesa message or its receipt
 * number (`findReceipt`); nothing else of it is used or stored. Repeating the receipt of an open claim returns that claim.
 * 400 with `RECEIPT_HINT` without exactly one receipt. 409 with `ClaimRefusal` while another receipt is being checked, or
 * when the order needs no money. 429 for the sixth receipt within a day (PAY-S2).
 */
export const claimPayment = endpoint({
  method: 'POST',
  path: '/orders/:id/payment-claims',
  access: 'customer',
  request: v.strictObject({ id: orderId, text: v.string() }),
  reply: success(v.object({ claim: Claim })),
});

/** `data` of a 409 of `claimPayment`. */
export const ClaimRefusal = v.object({
  /**
   * `asking`: another receipt of this order is being checked, see `OrderPayment.claim`. `paid`: the order is paid, with a
   * receipt. `review`: the back office reviews the order's payment (D27). A later server may name others.
   */
  reason: v.string(),
});
