import type { Order, OrderStatus } from '../../../contract/orders.ts';
import * as texts from '../../texts/orders.ts';

/** What the badge of an order says (§4). */
export const STATUS_WORDS: Readonly<Record<OrderStatus, string>> = {
  pending: texts.pending,
  processing: texts.processing,
  shipped: texts.shipped,
  delivered: texts.delivered,
  cancelled: texts.cancelled,
};

/** The first 8 characters, by which shoppers and staff name an order (§9, A33). */
export function shortId(orderId: string): string {
  return orderId.slice(0, 8);
}

type Payable = Pick<Order, 'status' | 'paymentMethod' | 'isPaid' | 'expiresAt'>;

/** Until when an M-Pesa order waits for its payment, ISO 8601; null for one that does not (D12, Q24). */
export function heldUntil({ status, paymentMethod, isPaid, expiresAt }: Payable): string | null {
  return status === 'pending' && paymentMethod === 'mpesa' && !isPaid ? expiresAt : null;
}

/** @param now epoch ms by the server's clock (H13) */
export function mayPay(order: Payable, now: number): boolean {
  return now < Date.parse(heldUntil(order) ?? '');
}

/** Whether the time to pay for it goes by in between. */
export function isHoldEnding(order: Payable, before: number, now: number): boolean {
  return mayPay(order, before) && !mayPay(order, now);
}

/** The same, or it has come back with a clock that was put right (H13). */
export function isHoldChanged(order: Payable, before: number, now: number): boolean {
  return mayPay(order, before) !== mayPay(order, now);
}

/** Whether there is a package to track (§2 Orders tab). */
export function hasPackage({ status, trackingNumber }: Pick<Order, 'status' | 'trackingNumber'>): boolean {
  return status === 'shipped' && trackingNumber !== null && trackingNumber !== '';
}

/** The courier's page of a package; `link` is the shop's, with `{number}` in it (U12). */
export function courierPage(link: string, trackingNumber: string): string {
  return link.replace('{number}', encodeURIComponent(trackingNumber));
}

/** Why it was cancelled, where that is for the shopper to know (D12); what came of late money says it by itself. */
export function cancelledBecause({
  status,
  cancelReason,
  paymentNotice,
}: Pick<Order, 'status' | 'cancelReason' | 'paymentNotice'>): string | null {
  return status === 'cancelled' && cancelReason === 'expired' && paymentNotice === null ? texts.notPaidInTime : null;
}

/** The payment status in words (§2 Track order); a cancelled order waits for no payment (X19). */
export function paymentWords({ status, isPaid }: Pick<Order, 'status' | 'isPaid'>): string {
  if (isPaid) return texts.paid;
  return status === 'cancelled' ? texts.notPaid : texts.pendingPayment;
}

/** The M-Pesa receipt of an order, or that it follows; null where M-Pesa paid nothing (Q16). */
export function receiptWords({
  paymentMethod,
  isPaid,
  receipt,
}: Pick<Order, 'paymentMethod' | 'isPaid' | 'receipt'>): string | null {
  if (receipt !== null && receipt !== '') return receipt;
  return paymentMethod === 'mpesa' && isPaid ? texts.receiptNumberFollows : null;
}
