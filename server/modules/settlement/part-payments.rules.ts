import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { OrderRow } from './stored-rows.rules.ts';

interface Counted {
  readonly amount: number;
  readonly refunded: number;
}

/** Returns what the order's parts add up to, without what goes back. 0 when it is not paid in part (PAY-C4). */
export function getPaidPart({ money }: Pick<OrderRow, 'money'>, payments: readonly Counted[]): Shillings {
  if (money !== 'partPaid') return toShillings(0);
  return toShillings(payments.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0));
}

/** Returns what an order without a full payment still has to pay. Whole shillings (PAY-C5). */
export function getDue(order: Pick<OrderRow, 'money' | 'totalPrice'>, payments: readonly Counted[]): Shillings {
  return toShillings(Math.max(0, order.totalPrice - getPaidPart(order, payments)));
}

/** Returns whether a new payment is a part, what is due, or more, for an order without a full payment (PAY-C4). */
export function comparePayment(
  order: Pick<OrderRow, 'money' | 'totalPrice'>,
  others: readonly Counted[],
  amount: Shillings,
): 'part' | 'exact' | 'more' {
  // Every other payment goes back or is reviewed as a whole.
  if (order.money !== 'unpaid' && order.money !== 'partPaid') return 'exact';
  const due = getDue(order, others);
  if (amount === due) return 'exact';
  return amount < due ? 'part' : 'more';
}
