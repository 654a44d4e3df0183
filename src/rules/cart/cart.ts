import type { Product } from '../../../contract/catalogue.ts';
import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import { ksh } from '../../../contract/rules/money.ts';
import { shownPrice } from '../../../contract/rules/price.ts';
import * as texts from '../../texts/cart.ts';

/** One line of the cart as it is stored under `cart` (§3 Cart). Price in whole shillings. */
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

/** The stored totals are always derived, so they cannot drift (U19). */
export function cartOf(items: readonly CartLine[]): Cart {
  return {
    items,
    totalQuantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    totalAmount: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  };
}

/** Whether these are the same lines, at the same prices and in the same order. */
export function isSameLines(one: readonly CartLine[], other: readonly CartLine[]): boolean {
  const fields = (lines: readonly CartLine[]) =>
    lines.map(({ id, name, price, image, category, quantity }) => [id, name, price, image, category, quantity]);
  return JSON.stringify(fields(one)) === JSON.stringify(fields(other));
}

/** What of a product the cart takes; the rest of a listed product is ignored. */
export type Addable = Pick<
  Product,
  '_id' | 'name' | 'price' | 'finalPrice' | 'originalPrice' | 'discount' | 'images' | 'category' | 'stock'
>;

/** A line at the price that is charged now (A4). */
export function lineOf(product: Addable, quantity: number): CartLine {
  const { _id: id, name, images, category } = product;
  return {
    id,
    name,
    price: shownPrice(product).price,
    image: images[0] ?? '',
    category: typeof category === 'string' ? category : (category?.name ?? ''),
    quantity: Math.max(1, Math.trunc(quantity)),
  };
}

/** Adds n pieces, the same as adding one n times (U18). The newest price becomes the line's. */
export function addLine(items: readonly CartLine[], added: CartLine): CartLine[] {
  const held = items.find(({ id }) => id === added.id);
  if (held === undefined) return [...items, added];
  return items.map((line) => (line === held ? { ...added, quantity: held.quantity + added.quantity } : line));
}

export function removeLine(items: readonly CartLine[], id: string): CartLine[] {
  return items.filter((line) => line.id !== id);
}

/** Pieces by product id that can be ordered, as far as the server has said (U17). */
export type KnownStock = Readonly<Record<string, number>>;

export function setLineQuantity(items: readonly CartLine[], id: string, quantity: number): CartLine[] {
  return items.map((line) => (line.id === id ? { ...line, quantity } : line));
}

/** No line passes its known stock or an order's limit, however it was filled (U17, X23). */
export function boundedLines(items: readonly CartLine[], stock: KnownStock): CartLine[] {
  return items.map((line) => ({ ...line, quantity: boundedQuantity(line.quantity, stock[line.id] ?? null) }));
}

/** From 1 to `mostOf` the stock (§2 Cart, U17). */
export function boundedQuantity(quantity: number, stock: number | null): number {
  return Math.max(1, Math.min(Math.trunc(quantity), mostOf(stock)));
}

/** Pieces that one order takes of a product. A line that is sold out keeps its pieces until the shopper removes it. */
export function mostOf(stock: number | null): number {
  return stock !== null && stock > 0 ? Math.min(stock, CART_LIMITS.pieces) : CART_LIMITS.pieces;
}

export function isSoldOut({ id }: Pick<CartLine, 'id'>, stock: KnownStock): boolean {
  return stock[id] === 0;
}

/** What of the cart can be ordered: all but the lines that are sold out (X33). */
export function orderableOf({ items }: Pick<Cart, 'items'>, stock: KnownStock): Cart {
  return cartOf(items.filter((line) => !isSoldOut(line, stock)));
}

/** Why these lines cannot be one order, and what to do; null where they can (X33, X82). */
export function cartRefusal(cart: Pick<Cart, 'items'>, stock: KnownStock): string | null {
  const { items, totalAmount } = orderableOf(cart, stock);
  if (items.length === 0) return texts.allSoldOut;
  const { lines, total } = CART_LIMITS;
  const extra = items.length - lines;
  if (extra > 0) return texts.tooManyProducts(lines, extra);
  return totalAmount > total ? texts.tooMuchMoney(ksh(total), ksh(totalAmount - total)) : null;
}

/** Takes away what an order took; lines and pieces added meanwhile stay (U6, Q22). */
export function removeOrdered(
  items: readonly CartLine[],
  ordered: readonly { readonly id: string; readonly quantity: number }[],
): CartLine[] {
  return items.flatMap((line) => {
    const taken = ordered.find(({ id }) => id === line.id)?.quantity ?? 0;
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : [];
  });
}

/** What the server says about one line now; `was` is what the cart held (A4, D5). Prices in whole shillings. */
export interface LineChange {
  readonly product: string;
  readonly name: string;
  readonly was: number;
  readonly now: number;
  /** Pieces that can be ordered; 0 also for a product that is no longer sold. */
  readonly stock: number;
}

/** The checked lines that the shopper should hear about: another price, or too few pieces (A4, U17). */
export function changesOf(items: readonly CartLine[], checked: readonly LineChange[]): LineChange[] {
  return items.flatMap((line) => {
    const { now = line.price, stock = line.quantity } = checkOf(line, checked) ?? {};
    const isChanged = now !== line.price || stock < line.quantity;
    return isChanged ? [{ product: line.id, name: line.name, was: line.price, now, stock }] : [];
  });
}

/** The lines at today's prices; quantities stay, the server judges them when the order is placed (A4). */
export function repricedLines(items: readonly CartLine[], checked: readonly LineChange[]): CartLine[] {
  return items.map((line) => ({ ...line, price: checkOf(line, checked)?.now ?? line.price }));
}

/** What can be ordered of each line that was checked, by product id. */
export function stockOf(items: readonly CartLine[], checked: readonly LineChange[]): Readonly<Record<string, number>> {
  const held = checked.filter(({ product }) => items.some(({ id }) => id === product));
  return Object.fromEntries(held.map(({ product, stock }) => [product, stock]));
}

/** What the shopper accepts: new prices, no more pieces than there are, and nothing that is sold out (D5). */
export function acceptedLines(items: readonly CartLine[], changes: readonly LineChange[]): CartLine[] {
  return items.flatMap((line) => {
    const change = changes.find(({ product }) => product === line.id);
    if (change === undefined) return [line];
    const quantity = Math.min(line.quantity, change.stock);
    return quantity > 0 ? [{ ...line, price: change.now, quantity }] : [];
  });
}

/** Nothing for a line that came into the cart after the question: the answer is not about it. */
function checkOf({ id }: CartLine, checked: readonly LineChange[]): LineChange | undefined {
  return checked.find(({ product }) => product === id);
}
