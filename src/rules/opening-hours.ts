import type { OperatingHours, Weekday } from '../../contract/pickup.ts';
import * as texts from '../../contract/texts/times.ts';

const DAYS: readonly (readonly [Weekday, string])[] = [
  ['monday', texts.monday],
  ['tuesday', texts.tuesday],
  ['wednesday', texts.wednesday],
  ['thursday', texts.thursday],
  ['friday', texts.friday],
  ['saturday', texts.saturday],
  ['sunday', texts.sunday],
];

const USUAL = { open: '08:00', close: '18:00' };

/** Opening hours of stations that list none (§3). */
const USUAL_HOURS: OperatingHours = { monday: USUAL, tuesday: USUAL, wednesday: USUAL, thursday: USUAL, friday: USUAL };

/** Formats opening hours as one line per group of days, in week order. A missing weekday is closed. */
export function formatOpeningHours(hours: OperatingHours | null | undefined): readonly string[] {
  const known = hours != null && DAYS.some(([day]) => getOpeningTimes(hours, day) !== '') ? hours : USUAL_HOURS;
  const groups: { times: string; days: string[] }[] = [];
  for (const [day, name] of DAYS) {
    const times = getOpeningTimes(known, day);
    const last = groups.at(-1);
    if (last?.times === times) last.days.push(name);
    else groups.push({ times, days: [name] });
  }
  return groups.map(({ times, days }) => (times === '' ? findClosedDays(days) : `${formatDaySpan(days)} ${times}`));
}

function getOpeningTimes(hours: OperatingHours, day: Weekday): string {
  const { open = '', close = '' } = hours[day] ?? {};
  return open === '' || close === '' ? '' : texts.openFromTo(open, close);
}

function findClosedDays(days: readonly string[]): string {
  return days.length > 2 ? texts.closedDays(formatDaySpan(days)) : texts.closedOnDays(formatDaySpan(days));
}

function formatDaySpan(days: readonly string[]): string {
  if (days.length === DAYS.length) return texts.everyDay;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return days.length > 2 ? texts.fromDayToDay(first, last) : days.join(texts.lastDaySeparator);
}
