import { HttpError } from '../../http/http-error.ts';
import type { OrderRow } from './stored-orders.repository.ts';

/** What the shopper is told while people look at money that came for an order which is not paid by it (D27). */
export const CHECKING_PAYMENT = 'We are checking your payment for this order. Please do not pay again.';

/** Whether money of the order is in doubt and nothing of it is paid (D27); one held by a cross-check is paid (D7). */
export function isHeldUnpaid({ money, isPaid }: Pick<OrderRow, 'money' | 'isPaid'>): boolean {
  return money === 'held' && !isPaid;
}

/** Throws HttpError 409 while money of the order is in doubt: it is not cancelled, changed or paid meanwhile. */
export function refuseHeld(order: Pick<OrderRow, 'money' | 'isPaid'>): void {
  if (isHeldUnpaid(order)) throw new HttpError(409, CHECKING_PAYMENT);
}
