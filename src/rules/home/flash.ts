import { shop } from '../../../contract/shop.config.ts';

/** The part of a deal that the flash clock uses. */
export interface EndingDeal {
  /** ISO 8601. A missing or unreadable end is ignored (H10). */
  readonly flashEndsAt: string | null;
}

/** Time that the clock shows without a deal: 16 h 43 min 27 s (§4 Flash countdown, U1). Milliseconds. */
export const PLACEHOLDER_MS = 60_207_000;

/** Whether the clock runs without a deal (U1). */
export const HAS_PLACEHOLDER = shop.flashPlaceholder;

/** Returns the readable ends. Epoch ms. */
export function getDealEnds(deals: readonly EndingDeal[]): readonly number[] {
  return deals.map(({ flashEndsAt }) => Date.parse(flashEndsAt ?? '')).filter((end) => !Number.isNaN(end));
}

/** Returns the earliest end in the future, or `null` (U2). */
export function getNextEnd(ends: readonly number[], now: number): number | null {
  return ends.reduce<number | null>((best, end) => (end > now && (best === null || end < best) ? end : best), null);
}

/** Returns whether a deal ends after `since` and not after `now`. */
export function hasEndBetween(ends: readonly number[], since: number, now: number): boolean {
  return ends.some((end) => end > since && end <= now);
}
