/** Kenya uses UTC+3 all year (A50). */
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;

/**
 * Formats a time as shoppers in Kenya read it, `21/11/2026, 11:00`, independent of the phone's zone (A50). Custom code,
 * because Node and browsers disagree on en-KE. Empty for an invalid time.
 * @param iso ISO 8601
 */
export function formatNairobiTime(iso: string): string {
  const epochMs = Date.parse(iso);
  if (!Number.isFinite(epochMs)) return '';
  const text = new Date(epochMs + NAIROBI_OFFSET_MS).toISOString();
  return `${text.slice(0, 10).split('-').reverse().join('/')}, ${text.slice(11, 16)}`;
}

/** Formats only the time of day, `12:30`. Empty for an invalid time. */
export function formatNairobiClock(iso: string): string {
  return formatNairobiTime(iso).slice(-5);
}
