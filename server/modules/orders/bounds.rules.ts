import { ksh } from '../../../contract/rules/money.ts';

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

/** The text of the bound of cash on delivery that another `total` breaks; null where it breaks none. */
export function cashRefusal(
  { cashOrders, cashValue, firstCashValue }: Bounds,
  open: readonly OpenOrder[],
  total: number,
  hasDelivered: boolean,
): string | null {
  const cash = open.filter(({ paymentMethod }) => paymentMethod === 'cod');
  if (cash.length >= cashOrders) {
    return `You can have at most ${orders(cashOrders, 'open')} with cash on delivery. Please wait until one is delivered, cancel one, or pay with M-Pesa.`;
  }
  const together = cash.reduce((sum, { totalPrice }) => sum + totalPrice, total);
  if (!hasDelivered && together > firstCashValue) {
    return `Until your first order is delivered, your orders with cash on delivery may come to at most ${ksh(firstCashValue)} together. Please order less, or pay with M-Pesa.`;
  }
  if (together <= cashValue) return null;
  return `Your open orders with cash on delivery may come to at most ${ksh(cashValue)} together. Please order less, wait until one is delivered, or pay with M-Pesa.`;
}

/** The text where another M-Pesa order is one too many; null where it is not. */
export function mpesaBoundRefusal({ unpaidMpesa }: Bounds, open: readonly OpenOrder[]): string | null {
  const unpaid = open.filter(({ paymentMethod }) => paymentMethod === 'mpesa').length;
  if (unpaid < unpaidMpesa) return null;
  return `You can have at most ${orders(unpaidMpesa, 'unpaid M-Pesa')}. Please pay or cancel one of them first.`;
}

/** The text for the first product of which there would be too many pieces; null where there is none. */
export function piecesRefusal(
  { pieces }: Bounds,
  lines: readonly { readonly product: string; readonly name: string; readonly quantity: number }[],
  open: ReadonlyMap<string, number>,
): string | null {
  const tooMany = lines.find(({ product, quantity }) => quantity + (open.get(product) ?? 0) > pieces);
  if (tooMany === undefined) return null;
  return `You can have at most ${pieces} ${pieces === 1 ? 'piece' : 'pieces'} of ${tooMany.name} in your open orders. Please order fewer, or wait until an order is delivered.`;
}

function orders(count: number, which: string): string {
  return `${count} ${which} ${count === 1 ? 'order' : 'orders'}`;
}
