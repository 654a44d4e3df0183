// Swedish dates look like 2026-11-27.
const NAIROBI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Formats a time in Kenya, in any time zone of the machine, because Safaricom's statements use it too (A50). */
export function formatTime(iso: string): string {
  return `${NAIROBI.format(new Date(iso))} EAT`;
}
