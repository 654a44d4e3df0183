/** Kenya keeps UTC+3 all year (A50). */
const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000;

/**
 * `21/11/2026, 11:00`: a moment as shoppers in Kenya read it, whatever the zone of the phone (A50). Our own
 * because Node and browsers disagree on en-KE. Empty for what is no moment.
 * @param iso ISO 8601
 */
export function nairobiTime(iso: string): string {
  const epochMs = Date.parse(iso);
  if (!Number.isFinite(epochMs)) return '';
  const text = new Date(epochMs + NAIROBI_OFFSET_MS).toISOString();
  return `${text.slice(0, 10).split('-').reverse().join('/')}, ${text.slice(11, 16)}`;
}

/** `12:30`: only the time of day of a moment, as above. Empty for what is no moment. */
export function nairobiClock(iso: string): string {
  return nairobiTime(iso).slice(-5);
}
