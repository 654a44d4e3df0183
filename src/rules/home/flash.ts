import { shop } from '../../../contract/shop.config.ts';

/** What the clock of the flash deals looks at. */
export interface EndingDeal {
  /** ISO 8601; one that is missing or unreadable does not count (H10). */
  readonly flashEndsAt: string | null;
}

/** How far ahead the clock runs without a deal (§4 Flash countdown, U1): 16 h 43 min 27 s. */
export const PLACEHOLDER_MS = 60_207_000;

/** Whether the clock runs without a deal (U1). */
export const HAS_PLACEHOLDER = shop.flashPlaceholder;

/** Epoch ms of the ends that can be read. */
export function endsOf(deals: readonly EndingDeal[]): readonly number[] {
  return deals.map(({ flashEndsAt }) => Date.parse(flashEndsAt ?? '')).filter((end) => !Number.isNaN(end));
}

/** The earliest end that is still ahead, or null (U2). */
export function nextEnd(ends: readonly number[], now: number): number | null {
  return ends.reduce<number | null>((best, end) => (end > now && (best === null || end < best) ? end : best), null);
}

/** Whether a deal ends between two moments: after the first, and not after the second. */
export function isEnding(ends: readonly number[], since: number, now: number): boolean {
  return ends.some((end) => end > since && end <= now);
}
