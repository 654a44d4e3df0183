import type { PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import * as texts from './orders.texts.ts';

/** Limits for a shopper's unpaid orders (D19). Amounts in whole shillings. */
export interface OrderQuotas {
  readonly cashOrders: number;
  readonly cashValue: number;
  /** Replaces `cashValue` until the first order is delivered. */
  readonly firstCashValue: number;
  readonly unpaidMpesa: number;
  readonly pieces: number;
}

/** An unpaid order that holds stock. */
export interface OpenOrder {
  readonly paymentMethod: 'mpesa' | 'cod';
  readonly totalPrice: number;
}

/** Returns the remaining limits of the shopper. The checkout shows them and `POST /orders` enforces them (A51, D19). */
export function toPaymentLimits(
  { cashOrders, cashValue, firstCashValue, unpaidMpesa }: OrderQuotas,
  open: readonly OpenOrder[],
  { hasDelivered, mpesaMax, cashMax }: { hasDelivered: boolean; mpesaMax: number; cashMax: number | null },
): PaymentLimits {
  const cash = open.filter(({ paymentMethod }) => paymentMethod === 'cod');
  return {
    mpesaMax,
    unpaidMpesa: { most: unpaidMpesa, open: open.length - cash.length },
    cashMax,
    cashOrders: { most: cashOrders, open: cash.length },
    cashValue: {
      most: hasDelivered ? cashValue : firstCashValue,
      open: cash.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
    },
    isFirst: !hasDelivered && firstCashValue < cashValue,
  };
}

/** Returns the error message for the first product over the item limit, or `null`. */
export function toPiecesRefusal(
  { pieces }: OrderQuotas,
  lines: readonly { readonly product: string; readonly name: string; readonly quantity: number }[],
  open: ReadonlyMap<string, number>,
): string | null {
  const tooMany = lines.find(({ product, quantity }) => quantity + (open.get(product) ?? 0) > pieces);
  if (tooMany === undefined) return null;
  return texts.tooManyPieces(pieces, tooMany.name);
}
