import type { Product } from '../../../contract/catalogue.ts';
import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import { toPriceView } from '../../../contract/rules/price.ts';

/** One line of the cart as stored under `cart` (§3 Cart). Price in whole shillings. */
export interface CartLine {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly category: string;
  readonly quantity: number;
}

export interface Cart {
  readonly items: readonly CartLine[];
  readonly totalQuantity: number;
  readonly totalAmount: number;
}

export const EMPTY_CART: Cart = { items: [], totalQuantity: 0, totalAmount: 0 };

/** Builds a cart. The stored totals are always derived, so they cannot drift (U19). */
export function createCart(items: readonly CartLine[]): Cart {
  return {
    items,
    totalQuantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    totalAmount: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  };
}

/** Returns whether the lines have the same fields in the same order. */
export function isSameLines(one: readonly CartLine[], other: readonly CartLine[]): boolean {
  const fields = (lines: readonly CartLine[]) =>
    lines.map(({ id, name, price, image, category, quantity }) => [id, name, price, image, category, quantity]);
  return JSON.stringify(fields(one)) === JSON.stringify(fields(other));
}

/** The fields of a product that the cart needs. */
export type CartProduct = Pick<
  Product,
  '_id' | 'name' | 'price' | 'finalPrice' | 'originalPrice' | 'discount' | 'images' | 'category' | 'stock'
>;

/** Returns a cart line at the price that is charged now (A4). */
export function toCartLine(product: CartProduct, quantity: number): CartLine {
  const { _id: id, name, images, category } = product;
  return {
    id,
    name,
    price: toPriceView(product).price,
    image: images[0] ?? '',
    category: typeof category === 'string' ? category : (category?.name ?? ''),
    quantity: Math.max(1, Math.trunc(quantity)),
  };
}

/** Adds n pieces, the same as adding one n times (U18). The line takes the newest price. */
export function addLine(items: readonly CartLine[], added: CartLine): CartLine[] {
  const held = items.find(({ id }) => id === added.id);
  if (held === undefined) return [...items, added];
  return items.map((line) => (line === held ? { ...added, quantity: held.quantity + added.quantity } : line));
}

export function removeLine(items: readonly CartLine[], id: string): CartLine[] {
  return items.filter((line) => line.id !== id);
}

/** Available pieces by product id, if the server has reported them (U17). */
export type KnownStock = Readonly<Record<string, number>>;

export function setLineQuantity(items: readonly CartLine[], id: string, quantity: number): CartLine[] {
  return items.map((line) => (line.id === id ? { ...line, quantity } : line));
}

/** Limits each line to its known stock and to the order limit, even for stored carts (U17, X23). */
export function limitLines(items: readonly CartLine[], stock: KnownStock): CartLine[] {
  return items.map((line) => ({ ...line, quantity: limitQuantity(line.quantity, stock[line.id] ?? null) }));
}

/** Clamps a quantity to the range from 1 to `mostOf(stock)` (§2 Cart, U17). */
export function limitQuantity(quantity: number, stock: number | null): number {
  return Math.max(1, Math.min(Math.trunc(quantity), maxQuantity(stock)));
}

/**
 * Returns the most pieces of a product that one order accepts. A sold-out line keeps its quantity until the shopper
 * removes it.
 */
export function maxQuantity(stock: number | null): number {
  return stock !== null && stock > 0 ? Math.min(stock, CART_LIMITS.pieces) : CART_LIMITS.pieces;
}

/** Removes what an order contained. Lines and pieces added meanwhile stay (U6, Q22). */
export function removeOrdered(
  items: readonly CartLine[],
  ordered: readonly { readonly id: string; readonly quantity: number }[],
): CartLine[] {
  return items.flatMap((line) => {
    const taken = ordered.find(({ id }) => id === line.id)?.quantity ?? 0;
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : [];
  });
}

/** The server's current data of one line; `was` is the cart's price (A4, D5). Prices in whole shillings. */
export interface LineChange {
  readonly product: string;
  readonly name: string;
  readonly was: number;
  readonly now: number;
  /** Available pieces; 0 also for a product that is no longer sold. */
  readonly stock: number;
}

/** Returns the checked lines with a different price or too few pieces, which the shopper must see (A4, U17). */
export function findLineChanges(items: readonly CartLine[], checked: readonly LineChange[]): LineChange[] {
  return items.flatMap((line) => {
    const { now = line.price, stock = line.quantity } = findLineCheck(line, checked) ?? {};
    const isChanged = now !== line.price || stock < line.quantity;
    return isChanged ? [{ product: line.id, name: line.name, was: line.price, now, stock }] : [];
  });
}

/**
 * Returns the lines at current prices. Quantities stay, because the server checks them when the order is placed (A4).
 */
export function repriceLines(items: readonly CartLine[], checked: readonly LineChange[]): CartLine[] {
  return items.map((line) => ({ ...line, price: findLineCheck(line, checked)?.now ?? line.price }));
}

/** Returns the available pieces of each checked line, by product id. */
export function toKnownStock(
  items: readonly CartLine[],
  checked: readonly LineChange[],
): Readonly<Record<string, number>> {
  const held = checked.filter(({ product }) => items.some(({ id }) => id === product));
  return Object.fromEntries(held.map(({ product, stock }) => [product, stock]));
}

/**
 * Returns the lines after the shopper accepts the changes: new prices, at most the available pieces, and no sold-out
 * lines (D5).
 */
export function acceptLineChanges(items: readonly CartLine[], changes: readonly LineChange[]): CartLine[] {
  return items.flatMap((line) => {
    const change = changes.find(({ product }) => product === line.id);
    if (change === undefined) return [line];
    const quantity = Math.min(line.quantity, change.stock);
    return quantity > 0 ? [{ ...line, price: change.now, quantity }] : [];
  });
}

/** `undefined` for a line that was added after the check started. */
function findLineCheck({ id }: CartLine, checked: readonly LineChange[]): LineChange | undefined {
  return checked.find(({ product }) => product === id);
}
