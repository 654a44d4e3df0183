/** Two prices, whole shillings. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/** The slider before its range is known; for display alone (A7, §9). */
export const UNLOADED_RANGE: PriceRange = { min: 0, max: 10_000 };
/** Where no range is known (§5 Price range, §9). */
const NO_RANGE: PriceRange = { min: 0, max: 1_000_000 };
const WIDENING = 1000;
const DERIVED_WIDENING = 100;
/** As much as the server takes. */
const HIGHEST_PRICE = 20_000_000;

/** The slider's range as the server tells it (§5 Price range). */
export function serverRange(told: {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}): PriceRange {
  if (told.minPrice === undefined || told.maxPrice === undefined) return NO_RANGE;
  const min = Math.floor(told.minPrice);
  const max = Math.ceil(told.maxPrice);
  return min < max ? { min, max } : { min, max: min + WIDENING };
}

/** The slider's range by the products that are shown, where the server does not tell it (§5 Filter options, A6). */
export function derivedRange(prices: readonly number[]): PriceRange {
  if (prices.length === 0) return NO_RANGE;
  const min = Math.floor(Math.min(...prices));
  const max = Math.ceil(Math.max(...prices));
  if (min < max) return { min, max };
  return max === 0 ? NO_RANGE : { min: Math.max(0, max - DERIVED_WIDENING), max };
}

/** What stands in the two inputs; anything that can be typed. */
export interface PriceDraft {
  readonly min: string;
  readonly max: string;
}

/** The applied prices as the inputs show them: the ends of the range where none is. */
export function draftOf(
  applied: { readonly minPrice?: number; readonly maxPrice?: number },
  { min, max }: PriceRange,
): PriceDraft {
  return { min: String(applied.minPrice ?? min), max: String(applied.maxPrice ?? max) };
}

/** What an input holds of a typed text: nothing costs less than 0 (§5 Price apply). */
export function typedPrice(text: string): string {
  return /^\s*[-\u2212]/.test(text) ? '0' : text;
}

/** What an input holds once it is left: the price that counts, in digits; the `end` of the range where it is none (X24). */
export function settledPrice(text: string, end: number): string {
  return String(within(amountOf(text) ?? end, 0, HIGHEST_PRICE));
}

/** Where the thumbs stand: inside the range, the minimum at least 1 below the maximum (§5 Price apply). */
export function thumbsOf(draft: PriceDraft, range: PriceRange): PriceRange {
  const max = within(amountOf(draft.max) ?? range.max, range.min + 1, range.max);
  return { min: within(amountOf(draft.min) ?? range.min, range.min, max - 1), max };
}

/** The draft after the thumb of the minimum was moved; the other one stays where it is. */
export function withMinThumb(draft: PriceDraft, range: PriceRange, value: number): PriceDraft {
  const { max } = thumbsOf(draft, range);
  return { ...draft, min: String(within(value, range.min, max - 1)) };
}

export function withMaxThumb(draft: PriceDraft, range: PriceRange, value: number): PriceDraft {
  const { min } = thumbsOf(draft, range);
  return { ...draft, max: String(within(value, min + 1, range.max)) };
}

/**
 * Prices that Apply writes into the address: none below 0, the lower one first. A price at its end of the range is left
 * out, so that a kept link also finds goods that come later and cost more or less than any of today (A7).
 */
export function appliedPrices(
  draft: PriceDraft,
  range: PriceRange,
): { readonly minPrice?: number; readonly maxPrice?: number } {
  const [one, other] = [amountOf(draft.min) ?? range.min, amountOf(draft.max) ?? range.max].map((price) =>
    within(price, 0, HIGHEST_PRICE),
  ) as [number, number];
  const [minPrice, maxPrice] = [Math.min(one, other), Math.max(one, other)];
  return { ...(minPrice !== range.min && { minPrice }), ...(maxPrice !== range.max && { maxPrice }) };
}

/** Whole shillings, or null for a text that is no number. */
function amountOf(typed: string): number | null {
  const text = typed.normalize('NFKC');
  const number = /^\s*-?[\d,]*\.?\d+\s*$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
  return Number.isFinite(number) ? Math.round(number) : null;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
