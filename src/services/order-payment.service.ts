import { chooseByHand, orderPayment, paymentQr } from '../../contract/order-payment.ts';
import type { Claim, OrderPayment, PaymentQr } from '../../contract/order-payment.ts';
import { changePaymentMethod } from '../../contract/orders.ts';
import { claimPayment } from '../../contract/payment-claims.ts';
import type { Api } from './api.ts';

/** Paying an order by hand. Every function rejects with `ApiError`. */
export function createOrderPaymentService(call: Api) {
  return {
    /** Fetches what is paid of the order, and how the rest can be paid. */
    async check(orderId: string, signal: AbortSignal): Promise<OrderPayment> {
      return (await call(orderPayment, { id: orderId }, { signal, once: true })).data;
    },

    /** Fetches M-Pesa's QR code of the next payment, or `null` when there is none (PAY-C1). */
    async fetchQr(orderId: string, signal: AbortSignal): Promise<PaymentQr | null> {
      return (await call(paymentQr, { id: orderId }, { signal, once: true })).data.qr;
    },

    /** Tells the shop that the order is paid by hand; it sends the numbers once by SMS (PAY-C1). */
    async choose(orderId: string): Promise<void> {
      await call(chooseByHand, { id: orderId });
    },

    /** Sends a receipt, or the message that holds it (PAY-S1). */
    async claim(orderId: string, text: string, signal: AbortSignal): Promise<Claim> {
      return (await call(claimPayment, { id: orderId, text }, { signal })).data.claim;
    },

    /** Switches the order to pay on delivery (D21). */
    async switchToCash(orderId: string, signal: AbortSignal): Promise<void> {
      await call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, { signal });
    },
  };
}
