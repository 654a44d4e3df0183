import type { Order, OrderStatus } from '../../../contract/orders.ts';
import * as texts from '../../texts/orders.ts';

/** Text of an order's badge (§4). */
export const STATUS_WORDS: Readonly<Record<OrderStatus, string>> = {
  pending: texts.pending,
  processing: texts.processing,
  shipped: texts.shipped,
  delivered: texts.delivered,
  cancelled: texts.cancelled,
};

/** Returns the first 8 characters, which shoppers and staff use as the order's name (§9, A33). */
export function shortId(orderId: string): string {
  return orderId.slice(0, 8);
}

type Payable = Pick<Order, 'status' | 'paymentMethod' | 'isPaid' | 'expiresAt'>;

/** Returns the deadline of an M-Pesa order that waits for its payment, ISO 8601; `null` for other orders (D12, Q24). */
export function heldUntil({ status, paymentMethod, isPaid, expiresAt }: Payable): string | null {
  return status === 'pending' && paymentMethod === 'mpesa' && !isPaid ? expiresAt : null;
}

/**
 * Returns whether the order may be paid now.
 * @param now epoch ms of the server clock (H13)
 */
export function mayPay(order: Payable, now: number): boolean {
  return now < Date.parse(heldUntil(order) ?? '');
}

/** Returns whether the time to pay ends between the two moments. */
export function isHoldEnding(order: Payable, before: number, now: number): boolean {
  return mayPay(order, before) && !mayPay(order, now);
}

/** Like `isHoldEnding`, but also `true` when a corrected clock restores the time to pay (H13). */
export function isHoldChanged(order: Payable, before: number, now: number): boolean {
  return mayPay(order, before) !== mayPay(order, now);
}

/** Returns whether there is a package to track (§2 Orders tab). */
export function hasPackage({ status, trackingNumber }: Pick<Order, 'status' | 'trackingNumber'>): boolean {
  return status === 'shipped' && trackingNumber !== null && trackingNumber !== '';
}

/** Returns the courier's page of a package; `link` is the shop's template with `{number}` in it (U12). */
export function courierPage(link: string, trackingNumber: string): string {
  return link.replace('{number}', encodeURIComponent(trackingNumber));
}

/**
 * Returns why the order was cancelled, if the shopper should know (D12). Notices about late money explain it
 * themselves.
 */
export function cancelledBecause({
  status,
  cancelReason,
  paymentNotice,
}: Pick<Order, 'status' | 'cancelReason' | 'paymentNotice'>): string | null {
  return status === 'cancelled' && cancelReason === 'expired' && paymentNotice === null ? texts.notPaidInTime : null;
}

/** Returns the payment status in words (§2 Track order). A cancelled order waits for no payment (X19). */
export function paymentWords({ status, isPaid }: Pick<Order, 'status' | 'isPaid'>): string {
  if (isPaid) return texts.paid;
  return status === 'cancelled' ? texts.notPaid : texts.pendingPayment;
}

/** Returns the M-Pesa receipt of an order, or the text that it follows; `null` when M-Pesa paid nothing (Q16). */
export function receiptWords({
  paymentMethod,
  isPaid,
  receipt,
}: Pick<Order, 'paymentMethod' | 'isPaid' | 'receipt'>): string | null {
  if (receipt !== null && receipt !== '') return receipt;
  return paymentMethod === 'mpesa' && isPaid ? texts.receiptNumberFollows : null;
}
