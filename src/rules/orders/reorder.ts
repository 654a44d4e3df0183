import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { CartProduct, CartLine } from '../cart/cart.ts';
import { toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/orders.ts';

/** The shop's current data of an ordered line. Prices in whole shillings. */
export interface CurrentLine {
  readonly product: string;
  readonly now: number;
  /** Available pieces; `null` for no limit (U17). */
  readonly stock: number | null;
}

/** Products to add to the cart, and notices for the shopper. */
export interface ReorderResult {
  readonly added: readonly { readonly product: CartProduct; readonly quantity: number }[];
  readonly texts: readonly string[];
}

export type LineToCheck = Pick<CartLine, 'id' | 'quantity' | 'price'>;

type OrderWithItems = Pick<Order, 'orderItems'>;
type OrderedLine = Order['orderItems'][number];

/** Returns whether 'Order again' is offered: the reservation of a pending order would block the new one (D21, Q25). */
export function canReorder({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'pending';
}

/** Converts the lines of an order for the cart's check (Q25); empty without an order. */
export function getLinesToCheck(order: OrderWithItems | null): readonly LineToCheck[] {
  return (order?.orderItems ?? []).map(({ product, quantity, price }) => ({ id: product, quantity, price }));
}

/**
 * Returns the lines that can be ordered, at current prices and at most the available pieces, and a text for each change
 * (Q25, U17, A4).
 */
export function reorderLines(order: OrderWithItems | null, lines: readonly CurrentLine[]): ReorderResult {
  const checked = (order?.orderItems ?? []).map((item) => ({
    item,
    line: lines.find(({ product }) => product === item.product),
  }));
  const added = checked.flatMap(({ item, line }) => {
    const quantity = Math.min(item.quantity, line?.stock ?? item.quantity);
    return line === undefined || quantity < 1 ? [] : [{ product: toReorderedProduct(item, line), quantity }];
  });
  const changes = checked.flatMap(({ item, line }) => getLineTexts(item, line));
  return { added, texts: added.length > 0 ? changes : [texts.noneCanBeOrdered, ...changes] };
}

/** Returns the notices in the state of a navigation to the cart; none for other navigations. */
export function getNavigationTexts(state: unknown): readonly string[] {
  const carried = typeof state === 'object' && state !== null && 'texts' in state ? state.texts : [];
  return Array.isArray(carried) ? carried.filter((text) => typeof text === 'string') : [];
}

/** Returns why the lines could not be checked (Q4, Q25). */
export function toReorderProblem(error: unknown): Problem {
  return toProblem(error, texts.itemsNotChecked);
}

function toReorderedProduct({ name, image }: OrderedLine, { product, now, stock }: CurrentLine): CartProduct {
  return {
    _id: product,
    name,
    price: now,
    finalPrice: now,
    originalPrice: null,
    discount: null,
    images: [image],
    category: '',
    stock,
  };
}

function getLineTexts({ name, quantity, price }: OrderedLine, line: CurrentLine | undefined): readonly string[] {
  if (line === undefined) return [texts.noLongerSold(name)];
  const { now, stock } = line;
  if (stock !== null && stock < 1) return [texts.itemSoldOut(name)];
  const isShort = stock !== null && stock < quantity;
  return [
    ...(isShort ? [texts.onlySomeLeft(stock, name, quantity)] : []),
    ...(now === price ? [] : [texts.costsNow(name, formatKsh(now), formatKsh(price))]),
  ];
}
