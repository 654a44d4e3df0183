import { toShillings } from '../../../contract/rules/money.ts';
import { Refusal } from '../../refusal.ts';
import { getDue } from './part-payments.rules.ts';
import type { OrderRow, PaymentRow } from './stored-rows.rules.ts';
import * as texts from './settlement.texts.ts';

/** Throws `Refusal` `conflict` with `data.paid` and `data.due` while a part of the order is paid (PAY-C5). */
export function assertNotPartPaid(
  order: Pick<OrderRow, 'money' | 'totalPrice'>,
  payments: readonly Pick<PaymentRow, 'amount' | 'refunded'>[],
): void {
  if (order.money !== 'partPaid') return;
  const due = getDue(order, payments);
  const paid = toShillings(order.totalPrice - due);
  throw new Refusal('conflict', texts.partPaidOtherwise(paid, due), { data: { paid, due } });
}
