/** Price fields of a product. Older or other servers may omit all except `price`. */
export interface PriceFields {
  readonly price: number;
  readonly originalPrice?: number | null | undefined;
  readonly finalPrice?: number | null | undefined;
  readonly discount?: number | null | undefined;
}

/** Prices for display and the cart, in whole shillings. */
export interface PriceView {
  /** Current price. */
  readonly price: number;
  /** Struck-through price. `null` without a discount. */
  readonly original: number | null;
  /** Whole percent. 0 without an original price. */
  readonly discount: number;
  /** Savings in shillings. 0 without an original price. */
  readonly savings: number;
}

/**
 * Returns the price to display (A2). The server sends normalised fields. Without them the two formulas of §9 apply: a
 * card reduces the price by the discount, the detail page raises it to the original.
 */
export function toPriceView(product: PriceFields, legacy: 'card' | 'detail' = 'card'): PriceView {
  const price = product.finalPrice ?? getLegacyPrice(product, legacy);
  const candidate = product.originalPrice ?? getLegacyOriginal(product, legacy);
  const original = candidate !== null && candidate > price ? candidate : null;
  return {
    price,
    original,
    discount: original === null ? 0 : discountPercent(original, price),
    savings: original === null ? 0 : original - price,
  };
}

/** Returns the discount of the current price in whole percent. 0 when it is not lower than the original (§9, A2). */
export function discountPercent(original: number, charged: number): number {
  return original > charged ? Math.round(((original - charged) / original) * 100) : 0;
}

function getLegacyPrice({ price, originalPrice, discount }: PriceFields, legacy: 'card' | 'detail'): number {
  const isReduced = legacy === 'card' && originalPrice == null && isPercent(discount);
  return isReduced ? Math.round(price * (1 - (discount ?? 0) / 100)) : price;
}

function getLegacyOriginal({ price, finalPrice, discount }: PriceFields, legacy: 'card' | 'detail'): number | null {
  if (!isPercent(discount) || discount === 100) return legacy === 'card' ? price : null;
  if (legacy === 'card' || (finalPrice != null && finalPrice !== price)) return price;
  return Math.round(price / (1 - (discount ?? 0) / 100));
}

function isPercent(discount: number | null | undefined): boolean {
  return discount != null && discount > 0 && discount <= 100;
}
