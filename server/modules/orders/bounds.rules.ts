import type { PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import * as texts from './orders.texts.ts';

/** What a shopper may have open at once, where nothing was paid yet (D19). Sums in whole shillings. */
export interface Bounds {
  readonly cashOrders: number;
  readonly cashValue: number;
  /** Instead of `cashValue`, until a first order was delivered. */
  readonly firstCashValue: number;
  readonly unpaidMpesa: number;
  readonly pieces: number;
}

/** An order that holds stock and has cost nothing yet. */
export interface OpenOrder {
  readonly paymentMethod: 'mpesa' | 'cod';
  readonly totalPrice: number;
}

/** What the shopper may still order and pay, as the page shows it and `POST /orders` decides (A51, D19). */
export function paymentLimitsOf(
  { cashOrders, cashValue, firstCashValue, unpaidMpesa }: Bounds,
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

/** The text for the first product of which there would be too many pieces; null where there is none. */
export function piecesRefusal(
  { pieces }: Bounds,
  lines: readonly { readonly product: string; readonly name: string; readonly quantity: number }[],
  open: ReadonlyMap<string, number>,
): string | null {
  const tooMany = lines.find(({ product, quantity }) => quantity + (open.get(product) ?? 0) > pieces);
  if (tooMany === undefined) return null;
  return texts.tooManyPieces(pieces, tooMany.name);
}
