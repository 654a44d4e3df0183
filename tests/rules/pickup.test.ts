import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperatingHours } from '../../contract/pickup.ts';
import {
  formatStationAddress,
  getDeliveryChoice,
  HOME_DELIVERY,
  isSearchable,
  NO_PICKUP,
  findPickupPlaces,
} from '../../src/rules/checkout/pickup.ts';
import { formatOpeningHours } from '../../src/rules/opening-hours.ts';
import { s1, s2 } from '../flows/support/pickup.samples.ts';

const of = (open: string, close: string) => ({ open, close });
const day = of('08:00', '18:00');
const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day };

describe('§3: opening hours as text', () => {
  const usual = ['Monday to Friday 08:00 to 18:00', 'Closed on Saturday and Sunday'];

  test.each([
    ['no hours at all', undefined, usual],
    ['null', null, usual],
    ['no weekday', {}, usual],
    ['weekdays without times', { monday: of('', ''), sunday: of('08:00', '') }, usual],
    [
      'shorter hours on Saturday',
      { ...week, saturday: of('09:00', '13:00') },
      ['Monday to Friday 08:00 to 18:00', 'Saturday 09:00 to 13:00', 'Closed on Sunday'],
    ],
    ['one weekday', { monday: of('09:00', '17:00') }, ['Monday 09:00 to 17:00', 'Closed Tuesday to Sunday']],
    ['the same hours every day', { ...week, saturday: day, sunday: day }, ['Every day 08:00 to 18:00']],
    [
      'a closed day during the week',
      { monday: day, tuesday: day, thursday: day, friday: day, saturday: day },
      [
        'Monday and Tuesday 08:00 to 18:00',
        'Closed on Wednesday',
        'Thursday to Saturday 08:00 to 18:00',
        'Closed on Sunday',
      ],
    ],
    [
      'different hours each day',
      { monday: of('07:00', '12:00'), tuesday: day, wednesday: of('07:00', '12:00') },
      ['Monday 07:00 to 12:00', 'Tuesday 08:00 to 18:00', 'Wednesday 07:00 to 12:00', 'Closed Thursday to Sunday'],
    ],
  ] satisfies [string, OperatingHours | null | undefined, string[]][])('%s', (_, hours, lines) =>
    expect(formatOpeningHours(hours)).toEqual(lines),
  );

  test('each day of the week is in exactly one line', () => {
    const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const keys = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
    const some = fc.option(fc.constantFrom(day, of('09:00', '13:00')), { nil: undefined });
    fc.assert(
      fc.property(fc.array(some, { minLength: 7, maxLength: 7 }), (times) => {
        const hours = Object.fromEntries(
          keys.flatMap((key, index) => (times[index] ? [[key, times[index]]] : [])),
        ) as OperatingHours;
        const told = formatOpeningHours(hours).flatMap((line) => {
          if (line.startsWith('Every day')) return names;
          const [first = '', last = first] = line.match(/[A-Z][a-z]+day/g) ?? [];
          return names.slice(names.indexOf(first), names.indexOf(last) + 1);
        });
        expect(told).toEqual(names);
      }),
    );
  });
});

test.each([
  ['Waiyaki Way 7', 'Westlands', 'Waiyaki Way 7, Westlands'],
  ['Mpaka Road, Westlands', 'Westlands', 'Mpaka Road, Westlands'],
  ["Kenyatta Road, murang'a", 'Muranga', "Kenyatta Road, murang'a"],
])('§2: %s in %s is shown as %s', (address, city, line) => expect(formatStationAddress({ address, city })).toBe(line));

describe('U26: search over towns and station names', () => {
  const titles = (query: string, county = '', stations = [s1, s2]) =>
    findPickupPlaces(query, county, stations).map(({ town, station }) => station?.name ?? town);

  test.each([
    ['', false],
    [' ', false],
    ['w', false],
    [' w. ', false],
    ['we', true],
    ["w'e", true],
  ])('%j is searched: %s', (query, is) => {
    expect(isSearchable(query)).toBe(is);
    if (!is) expect(titles(query)).toEqual([]);
  });

  test('finds a town with its county, without stations', () => {
    expect(findPickupPlaces('westl', '', [])).toEqual([{ county: 'Nairobi', town: 'Westlands', station: null }]);
  });

  test('lists stations after the towns, with the constituency to send', () => {
    expect(titles('westlands')).toEqual(['Westlands', 'Westlands Mall', 'Sarit Corner']);
    expect(findPickupPlaces('sarit', '', [s1, s2])).toEqual([
      { county: 'Nairobi', town: 'Westlands', station: { id: 's2', name: 'Sarit Corner' } },
    ]);
  });

  test('the towns of the chosen county come first', () => {
    const inKenya = findPickupPlaces('central', '', []);
    const county = inKenya.at(-1)?.county ?? '';
    const near = inKenya.filter((place) => place.county === county);
    expect(findPickupPlaces('central', county, [])).toEqual([
      ...near,
      ...inKenya.filter((place) => place.county !== county),
    ]);
  });

  test('excludes stations of an earlier response that do not contain every word', () => {
    expect(titles('mall, westl')).toEqual(['Westlands Mall']);
    expect(titles('sarit nairobi')).toEqual(['Sarit Corner']);
    expect(titles('nyali')).toEqual(['Nyali']);
  });

  test('a station without a known town cannot be selected', () => {
    expect(titles('westlands mall', '', [{ ...s1, county: '' }])).toEqual([]);
  });
});

test('§4: reads the choice from the snapshot, and home delivery has no pickup fields', () => {
  expect(getDeliveryChoice({ context: { choice: NO_PICKUP } })).toBe(NO_PICKUP);
  expect(HOME_DELIVERY).toEqual({ method: 'home_delivery', county: '', town: '', station: null });
});

test('§3: ignores incomplete hours and joins three closed days to a range', () => {
  const nine = { open: '09:00', close: '17:00' };
  const half = { monday: { open: '09:00' }, tuesday: { close: '17:00' }, wednesday: { open: '', close: '17:00' } };
  expect(formatOpeningHours({ ...half, thursday: nine, friday: nine } as never)).toEqual([
    'Closed Monday to Wednesday',
    'Thursday and Friday 09:00 to 17:00',
    'Closed on Saturday and Sunday',
  ]);
  expect(NO_PICKUP).toEqual({ method: 'pickup_station', county: '', town: '', station: null });
});
