import { Refusal } from '../../refusal.ts';
import type { OrderRow } from './stored-orders.repository.ts';
import * as texts from './settlement.texts.ts';

/** Whether money of the order is in doubt and nothing of it is paid (D27); one held by a cross-check is paid (D7). */
export function isHeldUnpaid({ money, isPaid }: Pick<OrderRow, 'money' | 'isPaid'>): boolean {
  return money === 'held' && !isPaid;
}

/** Throws Refusal `conflict` while money of the order is in doubt: it is not cancelled, changed or paid meanwhile. */
export function refuseHeld(order: Pick<OrderRow, 'money' | 'isPaid'>): void {
  if (isHeldUnpaid(order)) throw new Refusal('conflict', texts.checkingPayment);
}
