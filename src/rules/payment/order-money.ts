import type { OpenPayments } from '../../../contract/mpesa.ts';
import type { OrderPayment } from '../../../contract/order-payment.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { getReturned } from './by-hand.ts';
import { toOpenPayment } from './waiting-payment.ts';
import type { OpenPayment } from './waiting-payment.ts';
import * as texts from '../../texts/payment.ts';

/** Content of the bar under the header for an order without an open prompt (PAY-C4, PAY-S2). */
export interface OrderMoney {
  readonly orderId: string;
  readonly kind: 'paid' | 'onDelivery' | 'cancelled' | 'checking' | 'claimRefused' | 'partPaid' | 'none';
  readonly text: string;
  /** M-Pesa is being asked, so that the shopper must not pay again. The bar stays. */
  readonly isRunning: boolean;
}

/** Returns whether it is an order without an open prompt, not a payment. */
export function isOrderMoney(found: object | null): found is OrderMoney {
  return found !== null && 'kind' in found;
}

/** Returns what the shopper has to know of an order. */
export function toOrderMoney(orderId: string, payment: OrderPayment): OrderMoney {
  const is = (kind: OrderMoney['kind'], text: string, isRunning = false) => ({ orderId, kind, text, isRunning });
  const { status, method, isPaid, held, notice, claim, checking, paid, due } = payment;
  if (status === 'cancelled') return is('cancelled', notice ?? texts.orderCancelled);
  if (held) return is('checking', notice ?? texts.paymentHeld);
  if (isPaid) return is('paid', toPaidText(getReturned(payment)));
  if (method === 'cod') return is('onDelivery', texts.orderPlacedCash);
  if (claim?.state === 'asking') return is('checking', claim.text, true);
  if (checking) return is('checking', texts.paymentSeen, true);
  if (claim?.state === 'staff') return is('checking', claim.text);
  if (claim?.state === 'refused') return is('claimRefused', claim.text);
  if (paid > 0) return is('partPaid', texts.partReceived(formatKsh(paid), formatKsh(due)));
  return is('none', '');
}

/**
 * Returns what a shopper who has just come has to know, or `null`. A receipt that was refused is old news.
 */
export function findOrderMoney(
  found: { readonly orderId: string; readonly payment: OrderPayment } | null,
): OrderMoney | null {
  if (found === null) return null;
  const { orderId, payment } = found;
  const claim = payment.claim?.state === 'refused' ? null : payment.claim;
  const money = toOrderMoney(orderId, { ...payment, claim });
  return money.kind === 'checking' || money.kind === 'partPaid' ? money : null;
}

function toPaidText(back: number): string {
  return back === 0 ? texts.paymentReceived : texts.paymentReceivedWithRest(formatKsh(back));
}

/**
 * Returns the payment that the server reports as open, or else the order that has money; `null` without both.
 *
 * @param now epoch ms of the server clock (H13)
 */
export function findOpenMoney({ payment, order }: OpenPayments, now: number): OpenPayment | OrderMoney | null {
  return toOpenPayment(payment, now) ?? findOrderMoney(order);
}
