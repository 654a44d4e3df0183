// Sweden writes a date as 2026-11-27.
const NAIROBI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Kenya's time, whatever the zone of this machine: Safaricom's statement has the same (A50). */
export function timeOf(iso: string): string {
  return `${NAIROBI.format(new Date(iso))} EAT`;
}
