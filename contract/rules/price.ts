/** What a product's price needs; everything but `price` may be missing in a foreign or old reply. */
export interface Priced {
  readonly price: number;
  readonly originalPrice?: number | null | undefined;
  readonly finalPrice?: number | null | undefined;
  readonly discount?: number | null | undefined;
}

/** Whole shillings to print and to put into the cart. */
export interface ShownPrice {
  /** Charged now. */
  readonly price: number;
  /** Struck through; null when there is no discount to show. */
  readonly original: number | null;
  /** Whole percent, 0 without an original price. */
  readonly discount: number;
  /** Shillings saved, 0 without an original price. */
  readonly savings: number;
}

/**
 * The price that a view prints (A2). The server sends normalised fields; where they are missing the two
 * formulas of §9 apply: a card reduces the price by the discount, the detail page raises it to the original.
 */
export function shownPrice(product: Priced, legacy: 'card' | 'detail' = 'card'): ShownPrice {
  const price = product.finalPrice ?? legacyPrice(product, legacy);
  const candidate = product.originalPrice ?? legacyOriginal(product, legacy);
  const original = candidate !== null && candidate > price ? candidate : null;
  return {
    price,
    original,
    discount: original === null ? 0 : discountPercent(original, price),
    savings: original === null ? 0 : original - price,
  };
}

/** The percent off, of what is charged now: whole, 0 where that is not lower than the original (§9, A2). */
export function discountPercent(original: number, charged: number): number {
  return original > charged ? Math.round(((original - charged) / original) * 100) : 0;
}

function legacyPrice({ price, originalPrice, discount }: Priced, legacy: 'card' | 'detail'): number {
  const isReduced = legacy === 'card' && originalPrice == null && isPercent(discount);
  return isReduced ? Math.round(price * (1 - (discount ?? 0) / 100)) : price;
}

function legacyOriginal({ price, finalPrice, discount }: Priced, legacy: 'card' | 'detail'): number | null {
  if (!isPercent(discount) || discount === 100) return legacy === 'card' ? price : null;
  if (legacy === 'card' || (finalPrice != null && finalPrice !== price)) return price;
  return Math.round(price / (1 - (discount ?? 0) / 100));
}

function isPercent(discount: number | null | undefined): boolean {
  return discount != null && discount > 0 && discount <= 100;
}
