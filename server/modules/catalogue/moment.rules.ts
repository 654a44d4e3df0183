import { NAIROBI_OFFSET_MS } from '../../../contract/rules/nairobi.ts';

const DAY_MS = 24 * 3_600_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[\sT])/;
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=$|[\s,])/;
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?=$|[\s,])/i;
const NAME_AND_DAY = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,])/i;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+/i;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]m)?\s*(Z|UTC|GMT|EAT|[+-]\d{2}:?\d{2})?$/i;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Parses a date or time as people and spreadsheets write it. `null` when it cannot be parsed. The day comes before the
 * month, as in Kenya. A time without a zone is in Nairobi time. With the edge `end`, a day without a time becomes its
 * last millisecond. Spreadsheets write such a day with the time 00:00.
 */
export function parseMoment(text: string, edge: 'start' | 'end'): Date | null {
  const trimmed = text.normalize('NFKC').trim().replace(WEEKDAY, '');
  const found = parseDay(trimmed);
  if (found === null) return null;
  const midnight = toMidnight(found.day);
  const rest = trimmed.slice(found.length).replace(/^(?:T|,?\s+(?:at\s+)?)/i, '');
  if (midnight === null) return null;
  if (rest === '') return new Date(edge === 'end' ? toDayEnd(midnight) : midnight);
  const time = parseTime(rest);
  if (time === null) return null;
  if (edge === 'end' && time.ms === 0 && time.offset === null) return new Date(toDayEnd(midnight));
  return new Date(midnight + time.ms + NAIROBI_OFFSET_MS - (time.offset ?? NAIROBI_OFFSET_MS));
}

function parseDay(text: string): { readonly day: Day; readonly length: number } | null {
  const numbers = YEAR_FIRST.exec(text);
  if (numbers !== null) return { day: toDay(numbers[1], numbers[3], numbers[4]), length: numbers[0].length };
  const kenyan = DAY_FIRST.exec(text);
  if (kenyan !== null) return { day: toDay(kenyan[4], kenyan[3], kenyan[1]), length: kenyan[0].length };
  const named = DAY_AND_NAME.exec(text);
  if (named !== null) return { day: toDay(named[3], parseMonth(named[2]), named[1]), length: named[0].length };
  const american = NAME_AND_DAY.exec(text);
  if (american === null) return null;
  return { day: toDay(american[3], parseMonth(american[1]), american[2]), length: american[0].length };
}

function toDay(year = '', month: string | number = '', day = ''): Day {
  return { year: Number(year) + (year.length === 2 ? 2_000 : 0), month: Number(month), day: Number(day) };
}

/** Returns 0 when the name is not a month. */
function parseMonth(name = ''): number {
  return MONTHS.findIndex((month) => name.toLowerCase().startsWith(month)) + 1;
}

/** Returns midnight in Nairobi in epoch milliseconds, or `null` when the date does not exist. */
function toMidnight({ year, month, day }: Day): number | null {
  const utc = Date.UTC(year, month - 1, day);
  const back = new Date(utc);
  const isReal = year >= 1990 && back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return isReal ? utc - NAIROBI_OFFSET_MS : null;
}

const toDayEnd = (midnight: number) => midnight + DAY_MS - 1;

/**
 * Returns the milliseconds since midnight and the zone's offset from UTC. The offset is `null` when the text has no
 * zone.
 */
function parseTime(text: string): { readonly ms: number; readonly offset: number | null } | null {
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const [, hours = '', minutes = '', seconds = '0', half, zone] = found;
  if (Number(hours) > (half === undefined ? 23 : 12) || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  return { ms: ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000, offset: parseOffset(zone) };
}

function parseOffset(zone: string | undefined): number | null {
  if (zone === undefined || /^eat$/i.test(zone)) return zone === undefined ? null : NAIROBI_OFFSET_MS;
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (parts === null) return 0;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) * 60_000;
}
