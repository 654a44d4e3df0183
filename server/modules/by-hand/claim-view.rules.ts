import type { Claim } from '../../../contract/order-payment.ts';
import { lateMoneyText, paidTwiceText } from '../messages/order-messages.texts.ts';
import type { ClaimRow } from '../settlement/claims.repository.ts';
import { getDue } from '../settlement/part-payments.rules.ts';
import type { OrderRow } from '../settlement/stored-orders.repository.ts';
import type { PaymentRow } from '../settlement/stored-rows.rules.ts';
import * as texts from './claims.texts.ts';

type ViewedOrder = Pick<OrderRow, 'money' | 'totalPrice' | 'status' | 'cancelReason' | 'isPaid'>;

/**
 * Returns what the shopper reads about a claim. `null` for a refusal after which the order was paid otherwise, and for money
 * that was taken off the order again.
 */
export function toClaimView(
  { state, receipt }: Pick<ClaimRow, 'state' | 'receipt'>,
  order: ViewedOrder,
  payments: readonly PaymentRow[],
): Claim | null {
  switch (state) {
    case 'asking':
    case 'waiting':
      return { state: 'asking', text: order.isPaid ? texts.askingReceipt : texts.asking };
    case 'for_staff':
      return { state: 'staff', text: texts.forStaff };
    case 'refused':
      return order.isPaid ? null : { state: 'refused', text: texts.refused };
    case 'accepted': {
      const payment = payments.find((it) => it.receipt === receipt);
      return payment === undefined ? null : { state: 'accepted', text: toMoneyText(payment, order, payments) };
    }
  }
}

/** Returns what became of the money of a receipt. */
function toMoneyText(
  { amount, refunded }: Pick<PaymentRow, 'amount' | 'refunded'>,
  order: ViewedOrder,
  payments: readonly PaymentRow[],
): string {
  if (refunded > 0 && order.status === 'cancelled') return lateMoneyText(refunded, order.cancelReason);
  if (refunded >= amount) return paidTwiceText(refunded);
  if (refunded > 0) return texts.receivedMore(refunded);
  return order.money === 'partPaid' ? texts.receivedPart(amount, getDue(order, payments)) : texts.received;
}

/** Returns the reply for a receipt that has already paid this order, or `null` (PAY-C3). */
export function toKnownReceipt(receipt: string, order: ViewedOrder, payments: readonly PaymentRow[]): Claim | null {
  if (!payments.some((it) => it.receipt === receipt)) return null;
  const isPart = order.money === 'partPaid' && order.status !== 'cancelled';
  return { state: 'refused', text: isPart ? texts.knownPart(getDue(order, payments)) : texts.known };
}
