import { Refusal } from '../../refusal.ts';
import type { OrderRow } from './stored-orders.repository.ts';

/** What the shopper is told while people look at money that came for an order which is not paid by it (D27). */
export const CHECKING_PAYMENT = 'We are checking your payment for this order. Please do not pay again.';

/** Whether money of the order is in doubt and nothing of it is paid (D27); one held by a cross-check is paid (D7). */
export function isHeldUnpaid({ money, isPaid }: Pick<OrderRow, 'money' | 'isPaid'>): boolean {
  return money === 'held' && !isPaid;
}

/** Throws Refusal `conflict` while money of the order is in doubt: it is not cancelled, changed or paid meanwhile. */
export function refuseHeld(order: Pick<OrderRow, 'money' | 'isPaid'>): void {
  if (isHeldUnpaid(order)) throw new Refusal('conflict', CHECKING_PAYMENT);
}
