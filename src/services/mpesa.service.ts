import { checkPayment, openPayment, paymentStatus, stkPush } from '../../contract/mpesa.ts';
import type { Payment } from '../../contract/mpesa.ts';
import { changePaymentMethod, getOrder } from '../../contract/orders.ts';
import type { KeptLine } from '../rules/payment/kept-payment.ts';
import type { Push } from '../rules/payment/payment.ts';
import type { Api } from './api.ts';
import { proofOf } from './proof.ts';

/** Paying by M-Pesa. Every function rejects with ApiError; what a 409 says is read by rules/payment/push-refusal.ts. */
export function createMpesaService(call: Api) {
  return {
    /** Sends the prompt, or finds the one that is live (D8). */
    async push(
      { verificationData: proof, ...push }: Push,
      signal: AbortSignal,
    ): Promise<{ checkoutRequestId: string }> {
      const request = proof === undefined ? push : { ...push, verificationData: proofOf(proof) };
      const { data } = await call(stkPush, request, { signal });
      return data;
    },

    /** Where the payment stands; 404 for another's (D17). */
    async status(checkoutRequestId: string, signal: AbortSignal): Promise<Payment> {
      const { data } = await call(paymentStatus, { checkoutRequestId }, { signal, once: true });
      return data;
    },

    /** Has M-Pesa asked about this payment before all others (U4); `status` tells what it answered. */
    async askFirst(checkoutRequestId: string, signal: AbortSignal): Promise<void> {
      await call(checkPayment, { checkoutRequestId }, { signal });
    },

    /** The shopper's payment whose prompt is still open, wherever it was begun; null where there is none. */
    async open(signal: AbortSignal): Promise<Payment | null> {
      const { data } = await call(openPayment, {}, { signal });
      return data.payment;
    },

    /** Pay on delivery of the same order (D21). */
    async switchToCash(orderId: string, signal: AbortSignal): Promise<void> {
      await call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, { signal });
    },

    /** What the order took out of the cart. */
    async linesOf(orderId: string, signal: AbortSignal): Promise<readonly KeptLine[]> {
      const { data } = await call(getOrder, { id: orderId }, { signal });
      return data.order.orderItems.flatMap(({ product, quantity }) =>
        product === '' ? [] : [{ id: product, quantity }],
      );
    },
  };
}
