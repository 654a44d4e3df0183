import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { belongsTo } from '../../../contract/rules/counties.ts';
import { HOME_DELIVERY, NO_PICKUP } from '../../../src/rules/checkout/pickup.ts';
import type { deliveryMachine } from '../../../src/machines/checkout/delivery.machine.ts';
import type { Page } from 'model-testing/view/page';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { twin } from './delivery.model.ts';
import { s1, s2 } from '../support/pickup.samples.ts';
import { deliveryView } from './delivery.view.tsx';

type Machine = typeof deliveryMachine;

/** The labels of the options that a select offers. */
export const getOptions = (page: Page, name: string) =>
  [...(page.getByRole('combobox', { name }) as HTMLElement).querySelectorAll('option:not([hidden])')].map(
    ({ textContent }) => textContent,
  );

const chosenIn = (page: Page) =>
  (page.getAllByRole('radio') as HTMLInputElement[])
    .filter(({ name, checked }) => name === 'station' && checked)
    .map(({ value }) => value);

/** Expects that only the newest request is open. */
const onlyNewest = ({ live }: Outcome<Machine>) =>
  expect(live.openCalls().every((call) => call === live.calls.at(-1))).toBe(true);

export const deliveryTable: Table<Machine> = {
  view: deliveryView,
  start: { always: '' },
  when: [
    {
      'county Nairobi': { holds: ({ snapshot }) => snapshot.context.choice.county === 'Nairobi' },
      'Westlands is not in Mombasa': { holds: () => !belongsTo('Westlands', 'Mombasa') },
    },
  ],
  on: [
    {
      'choose county(one that also has this town)': { type: 'county.choose', county: twin.county },
      retry: { type: 'stations.retry' },
    },
    [
      /^choose delivery\((home_delivery|pickup_station)\)(, then pickup_station again)?$/,
      (_, [, method, again]) =>
        [method, ...(again === undefined ? [] : ['pickup_station'])].map((one) => ({
          type: 'delivery.choose' as const,
          method: one === 'home_delivery' ? ('home_delivery' as const) : ('pickup_station' as const),
        })),
    ],
    [/^choose county\((\w+)(?: again)?\)$/, (_, [, county = '']) => ({ type: 'county.choose', county })],
    [/^choose town\((\w+)(?: again)?\)$/, (_, [, town = '']) => ({ type: 'town.choose', town })],
    [/^choose station\((\w+)\)$/, (_, [, id = '']) => ({ type: 'station.choose', id })],
    [/^search\('(.*)'\)$/, (_, [, query = '']) => ({ type: 'search.change', query })],
    [
      /^pick from search\((\w+)\)$/,
      (_, [, town = '']) => [
        { type: 'search.change', query: town },
        { type: 'search.pick', place: { county: 'Nairobi', town, station: null } },
      ],
    ],
  ],
  calls: [
    {
      call: 'GET /pickup-stations/location',
      slot: 'loadStations',
      input: (args) => ('county' in args ? args : { county: twin.county, city: twin.town }),
      answers: [
        {
          's1, s2': [s1, s2],
          's1 only': [s1],
          'station without operatingHours': [{ ...s1, operatingHours: null }],
          "station with monday {open:'09:00', close:'17:00'}": [
            { ...s1, operatingHours: { monday: { open: '09:00', close: '17:00' } } },
          ],
          'no stations': [],
          'success false': failures['refused without words'],
          'broken reply': failures['broken'],
        },
      ],
    },
  ],
  inside: { searchStations: 'station names for the search, which only adds to what is found at once (U26)' },
  does: [
    {
      "label 'Free pickup', 47 counties listed": ({ page }) => {
        expect(page.getByRole('radio', { name: 'Free pickup' })).toHaveProperty('checked', true);
        expect(getOptions(page, 'County')).toHaveLength(47);
        expect(getOptions(page, 'Town')).toEqual([]);
      },
      'county, town and station cleared': ({ snapshot }) => expect(snapshot.context.choice).toEqual(HOME_DELIVERY),
      'nothing chosen': ({ snapshot, page }) => {
        expect(snapshot.context.choice).toEqual(NO_PICKUP);
        expect(chosenIn(page)).toEqual([]);
      },
      'towns of Mombasa listed': ({ page }) => {
        expect(getOptions(page, 'Town')).toContain('Nyali');
        expect(getOptions(page, 'Town')).not.toContain('Westlands');
      },
      'hours 08:00 to 18:00 Monday to Friday shown': ({ page }) =>
        void page.getByText('Monday to Friday 08:00 to 18:00'),
      'Monday 09:00 to 17:00 shown': ({ page }) => void page.getByText('Monday 09:00 to 17:00'),
      'no station chosen': ({ snapshot }) => expect(snapshot.context.choice.station).toBeNull(),
      'town cleared': ({ snapshot }) => expect(snapshot.context.choice).toEqual({ ...NO_PICKUP, county: 'Mombasa' }),
      'the answer for Westlands is ignored': onlyNewest,
      'station cleared first': ({ snapshot }) =>
        expect(snapshot.context.choice).toEqual({ ...NO_PICKUP, county: 'Nairobi', town: 'Kasarani' }),
      'nothing changes': ({ snapshot, before }) => expect(snapshot.context).toBe(before.context),
      'town and station cleared': ({ snapshot }) =>
        expect(snapshot.context.choice).toEqual({ ...NO_PICKUP, county: 'Mombasa' }),
      'town kept, station cleared': ({ snapshot }) =>
        expect(snapshot.context.choice).toEqual({ ...NO_PICKUP, ...twin }),
    },
    [/a late answer changes nothing$/, ({ live }) => expect(live.openCalls()).toEqual([])],
    [
      /^towns (\w+), (\w+) listed$/,
      ({ page }, [, ...towns]) => expect(getOptions(page, 'Town')).toEqual(expect.arrayContaining(towns)),
    ],
    [/^(\w+) listed$/, ({ page }, [, town]) => void page.getByRole('button', { name: `${town} Nairobi` })],
    [
      /^value sent is city=(\w+)$/,
      ({ started }, [, city]) => expect(started.map(({ input }) => input)).toEqual([{ county: 'Nairobi', city }]),
    ],
    [/^(s[12]) chosen$/, ({ page }, [, id]) => expect(chosenIn(page)).toEqual([id])],
  ],
};
