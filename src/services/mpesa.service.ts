import { checkPayment, openPayment, paymentStatus, stkPush } from '../../contract/mpesa.ts';
import type { OpenPayments, Payment } from '../../contract/mpesa.ts';
import { changePaymentMethod, getOrder } from '../../contract/orders.ts';
import type { StoredLine } from '../rules/payment/stored-payment.ts';
import type { Push } from '../rules/payment/payment.ts';
import type { Api } from './api.ts';
import { toProofPayload } from './proof.ts';

/**
 * Paying by M-Pesa. Every function rejects with `ApiError`; rules/payment/push-refusal.ts reads the reason of a 409.
 */
export function createMpesaService(call: Api) {
  return {
    /** Sends the prompt, or returns the live one (D8). */
    async push(
      { verificationData: proof, ...push }: Push,
      signal: AbortSignal,
    ): Promise<{ checkoutRequestId: string }> {
      const request = proof === undefined ? push : { ...push, verificationData: toProofPayload(proof) };
      const { data } = await call(stkPush, request, { signal });
      return data;
    },

    /** Fetches the state of the payment. 404 for a payment of another shopper (D17). */
    async status(checkoutRequestId: string, signal: AbortSignal): Promise<Payment> {
      const { data } = await call(paymentStatus, { checkoutRequestId }, { signal, once: true });
      return data;
    },

    /** Moves the query of this payment at M-Pesa to the front (U4). `status` returns its result. */
    async askFirst(checkoutRequestId: string, signal: AbortSignal): Promise<void> {
      await call(checkPayment, { checkoutRequestId }, { signal });
    },

    /** Fetches the shopper's payment whose prompt is still open, from any device, or else an order that has money. */
    async open(signal: AbortSignal): Promise<OpenPayments> {
      return (await call(openPayment, {}, { signal })).data;
    },

    /** Switches the order to pay on delivery (D21). */
    async switchToCash(orderId: string, signal: AbortSignal): Promise<void> {
      await call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, { signal });
    },

    /** Fetches the cart lines that the order contains. */
    async linesOf(orderId: string, signal: AbortSignal): Promise<readonly StoredLine[]> {
      const { data } = await call(getOrder, { id: orderId }, { signal });
      return data.order.orderItems.flatMap(({ product, quantity }) =>
        product === '' ? [] : [{ id: product, quantity }],
      );
    },
  };
}
