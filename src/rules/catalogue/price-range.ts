/** Two prices in whole shillings. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/** The slider's range before the real one is known; for display only (A7, §9). */
export const UNLOADED_RANGE: PriceRange = { min: 0, max: 10_000 };
/** The range when none is known (§5 Price range, §9). */
const NO_RANGE: PriceRange = { min: 0, max: 1_000_000 };
const WIDENING = 1000;
const DERIVED_WIDENING = 100;
/** The highest price that the server accepts. */
const HIGHEST_PRICE = 20_000_000;

/** Returns the slider's range from the server's reply (§5 Price range). */
export function toServerRange(told: {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}): PriceRange {
  if (told.minPrice === undefined || told.maxPrice === undefined) return NO_RANGE;
  const min = Math.floor(told.minPrice);
  const max = Math.ceil(told.maxPrice);
  return min < max ? { min, max } : { min, max: min + WIDENING };
}

/** Returns the slider's range from the listed products, when the server sends none (§5 Filter options, A6). */
export function toDerivedRange(prices: readonly number[]): PriceRange {
  if (prices.length === 0) return NO_RANGE;
  const min = Math.floor(Math.min(...prices));
  const max = Math.ceil(Math.max(...prices));
  if (min < max) return { min, max };
  return max === 0 ? NO_RANGE : { min: Math.max(0, max - DERIVED_WIDENING), max };
}

/** Text of the two inputs. It may be anything that can be typed. */
export interface PriceDraft {
  readonly min: string;
  readonly max: string;
}

/** Returns the input values of the applied prices, with the ends of the range for missing ones. */
export function toPriceDraft(
  applied: { readonly minPrice?: number; readonly maxPrice?: number },
  { min, max }: PriceRange,
): PriceDraft {
  return { min: String(applied.minPrice ?? min), max: String(applied.maxPrice ?? max) };
}

/** Returns the text that an input keeps while typing: negative prices become 0 (§5 Price apply). */
export function toTypedPrice(text: string): string {
  return /^\s*[-\u2212]/.test(text) ? '0' : text;
}

/**
 * Returns the text of an input after it loses focus: the price in digits, or the `end` of the range when there is none
 * (X24).
 */
export function toSettledPrice(text: string, end: number): string {
  return String(clamp(parseAmount(text) ?? end, 0, HIGHEST_PRICE));
}

/** Returns the thumb positions: inside the range, the minimum at least 1 below the maximum (§5 Price apply). */
export function toThumbPositions(draft: PriceDraft, range: PriceRange): PriceRange {
  const max = clamp(parseAmount(draft.max) ?? range.max, range.min + 1, range.max);
  return { min: clamp(parseAmount(draft.min) ?? range.min, range.min, max - 1), max };
}

/** Returns the draft after the minimum thumb moved. The other thumb stays. */
export function withMinThumb(draft: PriceDraft, range: PriceRange, value: number): PriceDraft {
  const { max } = toThumbPositions(draft, range);
  return { ...draft, min: String(clamp(value, range.min, max - 1)) };
}

export function withMaxThumb(draft: PriceDraft, range: PriceRange, value: number): PriceDraft {
  const { min } = toThumbPositions(draft, range);
  return { ...draft, max: String(clamp(value, min + 1, range.max)) };
}

/**
 * Returns the prices that Apply writes into the address: not below 0, the lower one first. A price at its end of the
 * range is left out, so that a saved link also finds products that are later cheaper or dearer than today's (A7).
 */
export function toAppliedPrices(
  draft: PriceDraft,
  range: PriceRange,
): { readonly minPrice?: number; readonly maxPrice?: number } {
  const [one, other] = [parseAmount(draft.min) ?? range.min, parseAmount(draft.max) ?? range.max].map((price) =>
    clamp(price, 0, HIGHEST_PRICE),
  ) as [number, number];
  const [minPrice, maxPrice] = [Math.min(one, other), Math.max(one, other)];
  return { ...(minPrice !== range.min && { minPrice }), ...(maxPrice !== range.max && { maxPrice }) };
}

/** Whole shillings, or `null` when the text is not a number. */
function parseAmount(typed: string): number | null {
  const text = typed.normalize('NFKC');
  const number = /^\s*-?[\d,]*\.?\d+\s*$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
  return Number.isFinite(number) ? Math.round(number) : null;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
