import { months } from '../../../contract/texts/times.ts';
import { formatNairobiTime } from './date.ts';

/** Formats a time as a day in words, `28 November 2026, 14:00`, in Nairobi (A50). Empty for an invalid time. */
export function formatNairobiDay(iso: string): string {
  const [, day = '', month = '', year = '', clock = ''] =
    /^(\d+)\/(\d+)\/(\d+), (.*)$/.exec(formatNairobiTime(iso)) ?? [];
  return day === '' ? '' : `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}, ${clock}`;
}
