/** Kenya's time zone is UTC+3 without daylight saving time. */
export const NAIROBI_OFFSET_MS = 3 * 3_600_000;

/** Returns the date in Nairobi as YYYY-MM-DD. */
export function toNairobiDay(epochMs: number): string {
  return new Date(epochMs + NAIROBI_OFFSET_MS).toISOString().slice(0, 10);
}
