import type { OrderRow } from './stored-orders.repository.ts';

/**
 * Whether all money of the order came when it was over, and goes back or went back (D27). Money that came in time keeps
 * `isPaid`, also where it is refunded later.
 */
export function hasOnlyLateMoney({ status, isPaid, money }: Pick<OrderRow, 'status' | 'isPaid' | 'money'>): boolean {
  return status === 'cancelled' && !isPaid && (money === 'refundDue' || money === 'refunded');
}
