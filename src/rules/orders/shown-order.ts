import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';
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
export function formatShortId(orderId: string): string {
  return orderId.slice(0, 8);
}

type PayableOrder = Pick<Order, 'status' | 'paymentMethod' | 'isPaid' | 'expiresAt'>;

/** Returns the deadline of an M-Pesa order that waits for its payment, ISO 8601; `null` for other orders (D12, Q24). */
export function getPaymentDeadline({ status, paymentMethod, isPaid, expiresAt }: PayableOrder): string | null {
  return status === 'pending' && paymentMethod === 'mpesa' && !isPaid ? expiresAt : null;
}

/**
 * Returns whether the order may be paid now.
 * @param now epoch ms of the server clock (H13)
 */
export function isPayable(order: PayableOrder, now: number): boolean {
  return now < Date.parse(getPaymentDeadline(order) ?? '');
}

/** Returns whether it may be paid now: not while another payment is being checked (PAY-C4). */
export function canPay(order: PayableOrder & Pick<Order, 'checking'>, now: number): boolean {
  return isPayable(order, now) && order.checking !== true;
}

/** Returns whether a prompt may be sent now: it takes no more than one payment may have (A51). */
export function canPrompt(order: Parameters<typeof canPay>[0] & Parameters<typeof getDue>[0], now: number): boolean {
  return canPay(order, now) && getDue(order) <= shop.mpesaMax;
}

/** Returns what is still to pay of an order that is not paid: the rest if a part is paid (PAY-C5). Whole shillings. */
export function getDue({ totalPrice, part }: Pick<Order, 'totalPrice' | 'part'>): number {
  return part?.due ?? totalPrice;
}

/** Returns until when the order has to be paid, in words, with what then happens to a part that is paid (D12, PAY-C5). */
export function formatDeadline({ part }: Pick<Order, 'part'>, time: string): string {
  return part === null ? texts.payBy(time) : texts.payRestBy(formatKsh(part.due), time);
}

/** Returns whether the time to pay ends between the two moments. */
export function isPaymentTimeEnding(order: PayableOrder, before: number, now: number): boolean {
  return isPayable(order, before) && !isPayable(order, now);
}

/** Like `isPaymentTimeEnding`, but also `true` when a corrected clock restores the time to pay (H13). */
export function hasPaymentTimeChanged(order: PayableOrder, before: number, now: number): boolean {
  return isPayable(order, before) !== isPayable(order, now);
}

/** Returns whether there is a package to track (§2 Orders tab). */
export function hasPackage({ status, trackingNumber }: Pick<Order, 'status' | 'trackingNumber'>): boolean {
  return status === 'shipped' && trackingNumber !== null && trackingNumber !== '';
}

/** Returns the courier's page of a package; `link` is the shop's template with `{number}` in it (U12). */
export function getCourierPage(link: string, trackingNumber: string): string {
  return link.replace('{number}', encodeURIComponent(trackingNumber));
}

/**
 * Returns why the order was cancelled, if the shopper should know (D12). Notices about late money explain it
 * themselves.
 */
export function getCancelReason({
  status,
  cancelReason,
  paymentNotice,
}: Pick<Order, 'status' | 'cancelReason' | 'paymentNotice'>): string | null {
  return status === 'cancelled' && cancelReason === 'expired' && paymentNotice === null ? texts.notPaidInTime : null;
}

/** A notice in these words says only what each refund says with its day and receipt (PAY-F5, PAY-F1). */
const TOLD_BY_REFUNDS = /^(Ksh\s[\d,]+ goes back to you\.$|There is no refund for this order: )/;

/** Returns the server's notice about the money, unchanged; `null` without one, and where the refunds tell it. */
export function getPaymentNotice({ paymentNotice, refunds }: Pick<Order, 'paymentNotice' | 'refunds'>): string | null {
  return refunds.length > 0 && TOLD_BY_REFUNDS.test(paymentNotice ?? '') ? null : paymentNotice;
}

/** Returns the payment status in words (§2 Track order). A cancelled order waits for no payment (X19). */
export function formatPaymentStatus({ status, isPaid, part }: Pick<Order, 'status' | 'isPaid' | 'part'>): string {
  if (isPaid) return texts.paid;
  if (part !== null) return texts.paidInPart;
  return status === 'cancelled' ? texts.notPaid : texts.pendingPayment;
}

/** Returns what is paid and still due of an order that is paid in part, with labels; nothing for others (PAY-C5). */
export function getPartFacts({ part }: Pick<Order, 'part'>): readonly (readonly [string, string])[] {
  if (part === null) return [];
  return [
    [texts.received, formatKsh(part.paid)],
    [texts.stillToPay, formatKsh(part.due)],
  ];
}

/** Returns the M-Pesa receipt of an order, or the text that it follows; `null` when M-Pesa paid nothing (Q16). */
export function formatReceipt({
  paymentMethod,
  isPaid,
  receipt,
}: Pick<Order, 'paymentMethod' | 'isPaid' | 'receipt'>): string | null {
  if (receipt !== null && receipt !== '') return receipt;
  return paymentMethod === 'mpesa' && isPaid ? texts.receiptNumberFollows : null;
}
