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

/** Adds n pieces, the same as adding one n times (U18). The newest price becomes the line's. */
export function addLine(items: readonly CartLine[], added: CartLine): CartLine[] {
  const held = items.find(({ id }) => id === added.id);
  if (held === undefined) return [...items, added];
  return items.map((line) => (line === held ? { ...added, quantity: held.quantity + added.quantity } : line));
}

export function removeLine(items: readonly CartLine[], id: string): CartLine[] {
  return items.filter((line) => line.id !== id);
}

/** Never below 1, and not above `stock` where that is known and above 0 (§2 Cart, U17). */
export function setLineQuantity(
  items: readonly CartLine[], id: string, quantity: number, stock: number | null,
): CartLine[] {
  return items.map((line) => (line.id === id ? { ...line, quantity: boundedQuantity(quantity, stock) } : line));
}

export function boundedQuantity(quantity: number, stock: number | null): number {
  const most = stock !== null && stock > 0 ? stock : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(Math.trunc(quantity), most));
}

/** Takes away what an order took; lines and pieces added meanwhile stay (U6, Q22). */
export function removeOrdered(
  items: readonly CartLine[], ordered: readonly { readonly id: string; readonly quantity: number }[],
): CartLine[] {
  return items.flatMap((line) => {
    const taken = ordered.find(({ id }) => id === line.id)?.quantity ?? 0;
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : [];
  });
}
