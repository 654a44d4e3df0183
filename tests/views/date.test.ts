import { expect, test } from 'vitest';
import { formatNairobiDay } from '../../src/views/format/long-date.ts';
import { formatNairobiClock, formatNairobiTime } from '../../src/views/format/date.ts';

test.each([
  ['2026-11-21T08:00:00.000Z', '21/11/2026, 11:00'],
  ['2026-12-31T20:59:59.000Z', '31/12/2026, 23:59'],
  ['2026-12-31T21:00:00.000Z', '01/01/2027, 00:00'],
  ['2028-02-28T22:30:00+00:00', '29/02/2028, 01:30'],
  ['not a date', ''],
])('A50: %s is %s in Nairobi', (iso, shown) => expect(formatNairobiTime(iso)).toBe(shown));

test('A50: formats the time of day in Nairobi', () => {
  expect(formatNairobiClock('2026-11-21T09:30:00.000Z')).toBe('12:30');
  expect(formatNairobiClock('soon')).toBe('');
});

test.each([
  ['2026-11-28T11:00:00.000Z', '28 November 2026, 14:00'],
  ['2026-12-31T21:05:00.000Z', '1 January 2027, 00:05'],
  ['soon', ''],
  ['', ''],
])('A50: %s is the day %j in Nairobi', (iso, shown) => expect(formatNairobiDay(iso)).toBe(shown));
