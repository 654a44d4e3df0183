import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseMoment } from '../../../server/modules/catalogue/moment.rules.ts';
import { readAll, textIn } from './reading.ts';

const iso = (text: string, edge: 'start' | 'end') => parseMoment(text, edge)?.toISOString() ?? null;
const two = (value: number) => String(value).padStart(2, '0');
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];
MONTHS.push('September', 'October', 'November', 'December');

/** The ways in which people and spreadsheets write a date. */
const SPELLINGS: readonly ((year: number, month: number, day: number) => string)[] = [
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${y}/${m}/${d}`,
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${d}/${m}/${y}`,
  (y, m, d) => `${d}/${m}/${two(y % 100)}`,
  (y, m, d) => `${d}-${m}-${y}`,
  (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  (y, m, d) => `${d} ${MONTHS[m - 1]} ${y}`,
  (y, m, d) => `${d}-${MONTHS[m - 1]?.slice(0, 3)}-${two(y % 100)}`,
  (y, m, d) => `${MONTHS[m - 1]?.slice(0, 3)} ${d}, ${y}`,
  (y, m, d) => `Thursday, ${d} ${MONTHS[m - 1]} ${y}`,
  (y, m, d) => ` ${two(d)}/${two(m)}/${y} 00:00`,
  (y, m, d) => `${y}-${two(m)}-${two(d)} 00:00:00`,
  (y, m, d) => `${y}-${two(m)}-${two(d)}T00:00:00`,
];

describe('sale dates', () => {
  test('X73: reads every spelling of a date as the whole day in Nairobi', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2079-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...SPELLINGS), (at, spelt) => {
        const [y, m, d] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()] as const;
        const midnight = Date.UTC(y, m, d) - 3 * 3_600_000;
        expect(parseMoment(spelt(y, m + 1, d), 'start')?.getTime()).toBe(midnight);
        expect(parseMoment(spelt(y, m + 1, d), 'end')?.getTime()).toBe(midnight + 86_400_000 - 1);
      }),
    );
  });

  test.each([
    ['2026-12-31 18:00', '2026-12-31T15:00:00.000Z'],
    ['31/12/2026 18:00', '2026-12-31T15:00:00.000Z'],
    ['31/12/2026 6:30 pm', '2026-12-31T15:30:00.000Z'],
    ['31/12/2026 12:00 AM', '2026-12-31T20:59:59.999Z'],
    ['31 Dec 2026, 23:59:59', '2026-12-31T20:59:59.000Z'],
    ['2026-12-31T12:00:00Z', '2026-12-31T12:00:00.000Z'],
    ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000+03:00', '2026-12-31T09:00:00.000Z'],
    ['2026-12-31T12:00:00-05:00', '2026-12-31T17:00:00.000Z'],
    ['２０２６-12-31', '2026-12-31T20:59:59.999Z'],
  ])('X73: reads the end date %s', (text, expected) => {
    expect(iso(text, 'end')).toBe(expected);
  });

  test.each([
    '12/31/2026',
    '31/02/2026',
    '2026-13-01',
    'soon',
    '31/12',
    '31/12/2026 25:00',
    '31-12/2026',
    '46387',
    '0',
  ])('X73: rejects %s', (text) => {
    expect(iso(text, 'end')).toBeNull();
  });

  test.each([
    ['31/12/2026 12:30 am', '2026-12-30T21:30:00.000Z'],
    ['31/12/2026 12:30 PM', '2026-12-31T09:30:00.000Z'],
    ['31/12/2026 1:05pm', '2026-12-31T10:05:00.000Z'],
    ['31/12/2026 23:59:59.9', '2026-12-31T20:59:59.000Z'],
    ['31 December 2026 at 18:00', '2026-12-31T15:00:00.000Z'],
    ['31st Dec., 2026, 18:00', '2026-12-31T15:00:00.000Z'],
    ['Dec. 31st, 2026 18:00', '2026-12-31T15:00:00.000Z'],
    ['2nd Sept 2026', '2026-09-01T21:00:00.000Z'],
    ['3rd-Mar-26', '2026-03-02T21:00:00.000Z'],
    ['1/1/1990', '1989-12-31T21:00:00.000Z'],
    ['1/1/00', '1999-12-31T21:00:00.000Z'],
    ['2026-12-31 00:00 EAT', '2026-12-30T21:00:00.000Z'],
    ['2026-12-31 12:00 UTC', '2026-12-31T12:00:00.000Z'],
    ['2026-12-31 12:00 gmt', '2026-12-31T12:00:00.000Z'],
    ['2026-12-31T12:00z', '2026-12-31T12:00:00.000Z'],
    ['2026-12-31 12:00+0530', '2026-12-31T06:30:00.000Z'],
    ['2026-12-31 12:00 -01:15', '2026-12-31T13:15:00.000Z'],
    ...['Mon', 'Tue', 'Tues', 'Wed', 'Wednesday', 'Thu', 'Thurs', 'Fri', 'Sat', 'Saturday', 'sunday,'].map(
      (weekday) => [`${weekday} 2 June 2026`, '2026-06-01T21:00:00.000Z'],
    ),
  ])('X73: reads the start %s', (text, expected) => {
    expect(iso(text, 'start')).toBe(expected);
  });

  test.each([
    '31/12/1989',
    '31/12/2026 24:00',
    '31/12/2026 13:00 pm',
    '31/12/2026 10:60',
    '31/12/2026 10:59:60',
    '31/12/2026 10:59:59 pm EST',
    '2026-12-31x',
    '31/12/2026x',
    '31 Dec 2026x',
    'Dec 31 2026x',
    'on 2026-12-31',
    'on 31/12/2026',
    '2026-12/31',
    '2026-00-10',
    '2026-10-00',
    '31 Foo 2026',
    'Foo 31 2026',
    'Dec 31 26',
    'Someday 31/12/2026',
    '31/12/026',
  ])('X73: refuses the start %s', (text) => {
    expect(iso(text, 'start')).toBeNull();
  });

  test('X73: ends a day with its last millisecond, unless a zone says that it ends at midnight', () => {
    expect(iso('2026-12-31 00:00', 'end')).toBe('2026-12-31T20:59:59.999Z');
    expect(iso('2026-12-31 00:00', 'start')).toBe('2026-12-30T21:00:00.000Z');
    expect(iso('2026-12-31 00:00 EAT', 'end')).toBe('2026-12-30T21:00:00.000Z');
    expect(iso('2026-12-31 00:01', 'end')).toBe('2026-12-30T21:01:00.000Z');
  });

  test('X73: reads the same in every time zone of the machine', () => {
    const offsets = new Set<number>();
    for (const zone of ['America/New_York', 'Pacific/Auckland', 'UTC']) {
      vi.stubEnv('TZ', zone);
      offsets.add(new Date(2026, 11, 31).getTimezoneOffset());
      expect(iso('31/12/2026', 'end')).toBe('2026-12-31T20:59:59.999Z');
      expect(iso('31/12/2026 18:00', 'end')).toBe('2026-12-31T15:00:00.000Z');
    }
    vi.unstubAllEnvs();
    expect(offsets.size).toBe(3);
  });
});

describe('sales in a file', () => {
  const HEAD = 'ID,Type,Name,Published,Regular price,Sale price,Date sale price starts,Date sale price ends\n';
  /** Returns the stored sale for an import at noon UTC on 1 June 2026. */
  const sold = async (start: string, end: string) => {
    const { products, faults } = await readAll(textIn(1_000, `${HEAD}1,simple,A,1,1000,800,${start},${end}\n`));
    if (faults.length > 0) return faults;
    const { price, originalPrice, flashPrice, flashStartsAt, flashEndsAt } = products[0]!.sold;
    return [price, originalPrice, flashPrice, flashStartsAt?.toISOString(), flashEndsAt?.toISOString()];
  };

  test.each([
    ['', '', [800, 1000, null, undefined, undefined]],
    ['1/5/2026', '', [800, 1000, null, undefined, undefined]],
    ['2/6/2026', '', [1000, null, 800, '2026-06-01T21:00:00.000Z', undefined]],
    ['2/6/2026', '3/6/2026', [1000, null, 800, '2026-06-01T21:00:00.000Z', '2026-06-03T20:59:59.999Z']],
    ['', '1/6/2026', [1000, null, 800, undefined, '2026-06-01T20:59:59.999Z']],
    ['', '31/5/2026', [1000, null, null, undefined, undefined]],
    ['', '1 June 2026 14:59', [1000, null, null, undefined, undefined]],
    ['', '1 June 2026 15:00', [1000, null, null, undefined, undefined]],
    ['1 June 2026 15:00', '', [800, 1000, null, undefined, undefined]],
    ['1 June 2026 15:01', '', [1000, null, 800, '2026-06-01T12:01:00.000Z', undefined]],
    ['', '1 June 2026 15:01', [1000, null, 800, undefined, '2026-06-01T12:01:00.000Z']],
  ])('X73: stores a sale from %j to %j', async (start, end, expected) => {
    expect(await sold(start, end)).toEqual(expected);
  });

  test('X73: rejects a line with an unreadable date and names the column', async () => {
    expect(await sold('', '12/31/2026')).toEqual([
      "2: column 8 (Date sale price ends): '12/31/2026' is not a date like 2026-12-31, 31/12/2026 or 31 Dec 2026 18:00 (the day first)",
    ]);
    expect(await sold('soon', '')).toEqual([
      expect.stringMatching(/^2: column 7 \(Date sale price starts\): 'soon' is not a date/),
    ]);
    expect(await sold('3/6/2026', '2/6/2026')).toEqual([
      '2: column 8 (Date sale price ends): is before the start of the sale',
    ]);
  });

  test('X73: reads JSON dates by the same rules', async () => {
    const line = (flashEndsAt: string) => `{"name":"A","price":1000,"flashPrice":800,"flashEndsAt":"${flashEndsAt}"}\n`;
    const { products, faults } = await readAll(textIn(50, line('31/12/2026') + line('31.12')));
    expect(products[0]?.sold.flashEndsAt?.toISOString()).toBe('2026-12-31T20:59:59.999Z');
    expect(faults).toEqual([expect.stringMatching(/^2: flashEndsAt: '31\.12' is not a date/)]);
  });
});
