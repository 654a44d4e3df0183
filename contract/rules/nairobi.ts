/** Kenya has one time zone, without daylight saving time: UTC+3. */
export const NAIROBI_OFFSET_MS = 3 * 3_600_000;

/** Returns the day in Nairobi of a moment, as YYYY-MM-DD. */
export function nairobiDay(epochMs: number): string {
  return new Date(epochMs + NAIROBI_OFFSET_MS).toISOString().slice(0, 10);
}
