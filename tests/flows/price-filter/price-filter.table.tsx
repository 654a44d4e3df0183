import { expect } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import type { LiveActor } from 'model-testing/model/live';
import { fill, press } from 'model-testing/view/act';
import type { Page } from 'model-testing/view/page';
import type { Table } from 'model-testing/table/table';

type Live = LiveActor<typeof priceFilterMachine>;

const goTo = (live: Live, search: string) =>
  live.send({ type: 'address.changed', query: parseListQuery(search === '' ? '' : `?${search}`) });

const range = (min: number, max: number) => ({ minPrice: min, maxPrice: max });
const apply = press('button', 'Apply Price Filter');
const applyPrices: Parameters<Live['send']>[0] = { type: 'price.apply' };

/** Types the values that a row starts with. `blank` empties the field. */
const typed =
  (min: string | undefined, max: string | undefined) =>
  async (live: Live): Promise<void> => {
    if (min !== undefined) await live.send({ type: 'min.change', text: min === 'blank' ? '' : min });
    if (max !== undefined) await live.send({ type: 'max.change', text: max === 'blank' ? '' : max });
  };

/** Types into a field and leaves it. */
const left = (name: string, text: string) => [fill(name, text), fill(name, text, { leave: true })];

/** The positions of both thumbs, `1000 and 5000`. Checks that each thumb's field shows the same value. */
const thumbs = ({ getByRole }: Page) =>
  ['Minimum price', 'Maximum price'].map((name) => Number(getByRole('slider', { name }).getAttribute('value')));
const typedIn = ({ getByRole }: Page) =>
  ['Min (Ksh)', 'Max (Ksh)'].map((name) => getByRole('textbox', { name }).getAttribute('value'));

export const priceFilterTable: Table<typeof priceFilterMachine> = {
  start: {
    always: 'no price',
    'minPrice or maxPrice in the address': 'a price',
    'neither in the address': 'no price',
  },
  reach: {
    unavailable: async (live) => {
      await live.send({ type: 'products.known', prices: null });
      await live.fail('loadRange', new ApiError({ kind: 'offline', status: 0 }));
    },
    ready: async (live, { from }) => {
      await live.answer('loadRange', range(500, 90_000));
      if (from === 'ready.pending') await live.send({ type: 'min.slide', value: 700 });
    },
  },
  when: [
    [/^address (minPrice=\S+)$/, { before: (live, { when }) => goTo(live, (when ?? '').replace('address ', '')) }],
    { 'products loaded with prices 500 to 90000': { before: { type: 'products.known', prices: [500, 90_000] } } },
    [
      /^products loaded, all at (0|700)$/,
      { before: (live, { when }) => knowAllAt(live, Number(/\d+$/.exec(when ?? ''))) },
    ],
    {
      'the products failed too': { before: { type: 'products.known', prices: null } },
      'range 500 to 90000': { holds: ({ snapshot }) => snapshot.context.range.min === 500 },
      'max 5000': { after: typed(undefined, '5000') },
      'min 1000': { after: typed('1000', undefined) },
      'min 0': { after: typed('0', undefined) },
      'max is at the applied value too': { because: 'the row before has moved the other thumb alone' },
    },
    [
      /^(?:typed )?min (-?\d+|blank), max (-?\d+|blank)/,
      {
        after: async (live, { when }) => {
          const [, min, max] = /min (-?\d+|blank), max (-?\d+|blank)/.exec(when ?? '') ?? [];
          if (when?.includes('page=3')) await goTo(live, 'page=3');
          await typed(min, max)(live);
        },
      },
    ],
    {
      'minPrice=1000&maxPrice=5000&page=2&brand=samsung': { before: (live, { when }) => goTo(live, when ?? '') },
      'nothing applied': { holds: ({ snapshot }) => snapshot.matches({ price: 'inactive' }) },
    },
  ],
  on: [
    {
      'start(category phones, brand samsung)': (live) => goTo(live, 'category=phones&brand=samsung'),
      'url changed(category tvs)': (live) => goTo(live, 'category=tvs'),
      'url changed(brand tecno)': (live) => goTo(live, 'brand=tecno&minPrice=1000&maxPrice=5000'),
      'url changed(no price)': (live) => goTo(live, ''),
      'move min thumb back to the applied value': { type: 'min.slide', value: 500 },
      'Enter in an input': apply,
      'apply twice (double click)': [apply, apply],
    },
    [/^url changed\((m\w+Price=[^\s,)]+)/, (live, [, search = '']) => goTo(live, search)],
    [/^move min thumb\((\d+)\)$/, (_, [, value]) => ({ type: 'min.slide', value: Number(value) })],
    [/^move max thumb\((\d+)\)$/, (_, [, value]) => ({ type: 'max.slide', value: Number(value) })],
    [/^type min\('(.*?)'\)$/, (_, [, text = '']) => ({ type: 'min.change', text })],
    [/^type min\('(.*?)'\), then apply$/, (_, [, text = '']) => [{ type: 'min.change', text }, applyPrices]],
    [/^type max\('(.*?)'\), then apply$/, (_, [, text = '']) => [{ type: 'max.change', text }, applyPrices]],
    [/^type min\('(.*?)'\), then leave the field$/, (_, [, text = '']) => left('Min (Ksh)', text)],
    [/^type max\('(.*?)'\), then leave the field$/, (_, [, text = '']) => left('Max (Ksh)', text)],
    [/^apply( \('Apply Price Filter'\))?$/, { type: 'price.apply' }],
    [/^clear price filter/, { type: 'price.clear' }],
  ],
  calls: [
    {
      call: 'GET /products/price-range',
      slot: 'loadRange',
      input: ({ activeOnly, ...args }) => ({ ...args, ...(activeOnly !== undefined && { activeOnly: true }) }),
      answers: [
        {
          'min 500, max 90000': range(500, 90_000),
          'min 499.9, max 90000.1': range(499.9, 90_000.1),
          'min 700, max 700': range(700, 700),
          'min 800, max 700': range(800, 700),
          'min 700, max 701': range(700, 701),
          'min 0, max 0': range(0, 0),
          'success, no minPrice or maxPrice': {},
        },
      ],
    },
  ],
  does: [
    {
      'no minPrice or maxPrice sent with the list': ({ snapshot }) =>
        expect(snapshot.context.query).not.toHaveProperty('minPrice'),
      'earlier answer ignored': ({ live }) => expect(live.openCalls()).toHaveLength(1),
      'input shows 0 (lower bound 0)': ({ page }) => expect(typedIn(page)[0]).toBe('0'),
      'minPrice and maxPrice gone from the address': ({ snapshot }) =>
        expect(snapshot.context.query).not.toHaveProperty('minPrice'),
      'badges gone': ({ page }) => expect(page.text).not.toMatch(/Pending|Active/),
      'the address keeps page=3': ({ snapshot }) => expect(snapshot.context.query).toEqual(parseListQuery('?page=3')),
      'price in the address kept': ({ snapshot }) => expect(snapshot.context.query.minPrice).toBe(1000),
    },
    [
      /^(?:slider|range) (\d+) to (\d+)/,
      ({ snapshot, page }, [, min, max]) => {
        expect(snapshot.context.range).toEqual({ min: Number(min), max: Number(max) });
        expect(thumbs(page)).toEqual([Number(min), Number(max)]);
      },
    ],
    [/^thumbs (\d+) and (\d+)/, ({ page }, [, min, max]) => expect(thumbs(page)).toEqual([Number(min), Number(max)])],
    [
      /^thumbs at the ends/,
      ({ snapshot, page }) => expect(thumbs(page)).toEqual([snapshot.context.range.min, snapshot.context.range.max]),
    ],
    [/^min input (\d+), nothing sent$/, ({ page }, [, min]) => expect(typedIn(page)[0]).toBe(min)],
    [/^max input (\d+)$/, ({ page }, [, max]) => expect(typedIn(page)[1]).toBe(max)],
    [/^min (\d+)$/, ({ page }, [, min]) => expect(typedIn(page)[0]).toBe(min)],
    [/^max (\d+)$/, ({ page }, [, max]) => expect(typedIn(page)[1]).toBe(max)],
    [
      /^address (\S+?)(?:,? page gone| \(.*\))?$/,
      (outcome, [, search = '']) => {
        outcome.effect('showAddress', { query: outcome.snapshot.context.query });
        expect(outcome.snapshot.context.query).toEqual(parseListQuery(`?${search}`));
      },
    ],
    [
      /^(as apply|one change of the address)$/,
      (outcome) => {
        outcome.effect('showAddress', { query: parseListQuery('?minPrice=1000&maxPrice=5000') });
      },
    ],
  ],
};

function knowAllAt(live: Live, price: number): Promise<void> {
  return live.send({ type: 'products.known', prices: [price, price] });
}
