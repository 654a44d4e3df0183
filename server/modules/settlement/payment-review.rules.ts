import { Refusal } from '../../refusal.ts';
import type { OrderRow } from './stored-orders.repository.ts';
import * as texts from './settlement.texts.ts';

/**
 * Returns whether the order is unpaid and its payment is in doubt (D27). An order held after a cross-check counts as
 * paid (D7).
 */
export function isHeldUnpaid({ money, isPaid }: Pick<OrderRow, 'money' | 'isPaid'>): boolean {
  return money === 'held' && !isPaid;
}

/**
 * Throws `Refusal` `conflict` while the payment of the order is in doubt. The order must not be cancelled, changed or
 * paid meanwhile.
 */
export function assertNotUnderReview(order: Pick<OrderRow, 'money' | 'isPaid'>): void {
  if (isHeldUnpaid(order)) throw new Refusal('conflict', texts.checkingPayment);
}
