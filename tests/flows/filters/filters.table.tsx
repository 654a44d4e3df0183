import { expect } from 'vitest';
import type { filtersMachine } from '../../../src/machines/catalogue/filters.machine.ts';
import { getChosenBrands } from '../../../src/rules/catalogue/filters.ts';
import { listHeading, toListRequest, parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import type { ListQuery } from '../../../src/rules/catalogue/list-query.ts';
import type { LiveActor } from 'model-testing/model/live';
import { key } from 'model-testing/view/act';
import type { Page } from 'model-testing/view/page';
import type { Table } from 'model-testing/table/table';
import { createFacets } from '../support/catalogue.samples.ts';

type Live = LiveActor<typeof filtersMachine>;

const goTo = (live: Live, address: string) =>
  live.send({ type: 'address.changed', query: parseListQuery(new URL(address, 'http://shop/products').search) });

const LISTED = 'tests/flows/filters/filters.requirements.test.ts';
const ALL = createFacets('RAM', 'Screen Size');
const isLoading = (live: Live) => live.calls.some((call) => call.slot === 'loadFacets' && call.isOpen());

/** Starts a row at its address, with the same facets for all addresses. */
const showAddress = async (live: Live, address: string) => {
  await goTo(live, address);
  if (isLoading(live)) await live.answer('loadFacets', ALL);
};

const chips = ({ queryAllByRole }: Page): (string | null)[] =>
  queryAllByRole('button', { name: /^Remove filter: / }).map((chip: HTMLElement) => chip.textContent);

export const filtersTable: Table<typeof filtersMachine> = {
  start: { always: 'Sony in TVs', 'small screen': 'Sony in TVs' },
  reach: {
    reading: (live) => goTo(live, '?search=before'),
    ready: (live, { on }) => showAddress(live, /^(un)?tick|^choose spec/.test(on) ? '?' : '?search=before'),
    flashMode: (live) => goTo(live, '?deals=flash'),
    drawer: async (live, { from }) => {
      if (from === 'drawer.open') await live.send({ type: 'drawer.open' });
    },
  },
  when: [
    {
      'the address holds RAM=8GB after a category change': { after: moveWith8GB },
      'RAM was removed after a category change': {
        after: async (live) => {
          await moveWith8GB(live);
          await live.answer('loadFacets', createFacets('Screen Size'));
        },
      },
      'the address holds foo=bar': { after: (live) => goTo(live, '?foo=bar') },
      'page=2': {
        after: (live, { from }) => showAddress(live, from === 'flashMode' ? '?deals=flash&page=2' : '?page=2'),
      },
      'RAM=8GB': { after: (live) => showAddress(live, '?RAM=8GB') },
    },
    [/^(\/products)?\?/, { after: (live, { when }) => showAddress(live, when ?? '') }],
  ],
  on: [
    {
      'url changed(other filters)': (live) => goTo(live, '?category=tvs'),
      'url changed(the same without RAM)': (live) => goTo(live, '?category=tvs&brand=samsung'),
      'remove chip(RAM)': { type: 'filter.remove', filter: { kind: 'specification', name: 'RAM', value: '8GB' } },
      'remove chip(price)': { type: 'filter.remove', filter: { kind: 'price', minPrice: 1000, maxPrice: 5000 } },
      'open filters': { type: 'drawer.open' },
      close: { type: 'drawer.close' },
      Escape: key('Escape', 'button', 'Show products'),
    },
    [/^url changed\((?:Back to )?(\/\S*)\)$/, (live, [, address = '']) => goTo(live, address)],
    [/^(?:un)?tick brand\((\w+)\)$/, (_, [, slug = '']) => ({ type: 'brand.toggle', slug })],
    [
      /^choose specification\((.+), (.+)\)$/,
      (_, [, name = '', value = '']) => ({ type: 'specification.choose', name, value }),
    ],
    [/^choose category\((\w+)\)$/, (_, [, slug = '']) => ({ type: 'category.choose', slug })],
    [
      /^remove chip\(brand (\w+)\)$/,
      (_, [, slug = '']) => ({ type: 'filter.remove', filter: { kind: 'brand', slug } }),
    ],
    [/^clear all/, { type: 'filters.clear' }],
  ],
  calls: [
    {
      call: 'GET /products/facets',
      slot: 'loadFacets',
      input: ({ minPrice, maxPrice, ...args }) => ({
        ...args,
        ...(minPrice !== undefined && { minPrice: Number(minPrice), maxPrice: Number(maxPrice) }),
      }),
      answers: [
        {
          'brands and specifications': ALL,
          'a specification with empty name': {
            ...ALL,
            specifications: [...ALL.specifications, { name: ' ', values: [] }],
          },
          'a specification value that is empty': {
            ...ALL,
            specifications: [
              {
                name: 'RAM',
                values: [
                  { value: '', count: 1 },
                  { value: '8GB', count: 2 },
                ],
              },
            ],
          },
          'no brand, no specification': createFacets(),
          'only specifications with empty names': {
            brands: [],
            specifications: [{ name: '', values: [{ value: 'x', count: 1 }] }],
          },
          'group RAM missing': createFacets('Screen Size'),
          'no group foo': ALL,
        },
      ],
    },
  ],
  inside: { watchScreen: 'listens to this window, calls nothing' },
  does: [
    {
      "sidebar hidden, heading 'Flash Deals'": ({ page, snapshot }) =>
        expect([page.text, snapshot.context.query.deals]).toEqual(['', 'flash']),
      "heading is the category's name": { judgedBy: 'tests/flows/product-list/product-list.paths.test.tsx' },
      'sort newest, page 1, limit 12, no price sent, rating 0 not sent': ({ snapshot }) =>
        expect(toListRequest(snapshot.context.query)).toEqual({
          sortBy: 'newest',
          page: 1,
          limit: 12,
          activeOnly: true,
        }),
      'both brands ticked, two chips': ({ page, snapshot }) =>
        expect([chips(page), getChosenBrands(snapshot.context.query)]).toEqual([
          ['Samsung', 'Tecno'],
          ['samsung', 'tecno'],
        ]),
      'no brand ticked': ({ snapshot }) => expect(getChosenBrands(snapshot.context.query)).toEqual([]),
      'none of them is a filter, no chip; they stay in the address': ({ page, snapshot }) => {
        expect(chips(page)).toEqual([]);
        expect(snapshot.context.query.kept).toHaveLength(5);
      },
      'specification named brand = OEM; brand checkboxes untouched': ({ snapshot }) =>
        expect(snapshot.context.query).toEqual({ page: 1, specs: { brand: 'OEM' } }),
      'not flash mode, not a specification': ({ snapshot }) =>
        expect(snapshot.context.query).toEqual({ page: 1, specs: {} }),
      'page 1': ({ snapshot }) => expect(snapshot.context.query.page).toBe(1),
      'price is in the address: badge Active (price-filter)': ({ snapshot }) =>
        expect(snapshot.context.query).toMatchObject({ minPrice: 1000, maxPrice: 5000 }),
      'brands with counts, one radio group per specification': ({ page }) => {
        page.getByRole('checkbox', { name: 'Sony (3)' });
        for (const name of ['RAM', 'Screen Size']) page.getByRole('group', { name });
        expect(page.getAllByRole('radio')).toHaveLength(6);
      },
      'that specification is left out': ({ snapshot }) => expect(snapshot.context.facets).toEqual(ALL),
      'that value is left out': ({ page }) => expect(page.getAllByRole('radio')).toHaveLength(1),
      'earlier answer ignored': ({ live }) => expect(live.openCalls()).toHaveLength(1),
      'RAM removed from the address and from the chips, brand kept': (outcome) => {
        outcome.effect('replaceAddress', { query: parseListQuery('?category=tvs&brand=samsung') });
        expect(chips(outcome.page)).toEqual(['The Category', 'Samsung']);
      },
      'foo is no filter, no chip; it stays in the address': ({ page, snapshot }) =>
        expect([chips(page), snapshot.context.query.specs]).toEqual([[], { foo: 'bar' }]),
      'RAM leaves once the new facets lack it, and this is announced': (outcome) =>
        void outcome.effect('showAddress', { query: parseListQuery('?category=tvs&RAM=8GB') }),
      'search, sortBy and utm_source kept': ({ snapshot }) =>
        expect(snapshot.context.query).toMatchObject({ search: 'x', kept: [['utm_source', 'wa']] }),
      'controls follow the address': ({ page }) => expect(chips(page)).toEqual(['Samsung']),
    },
    [
      /^heading '(.*?)'(, sidebar hidden)?$/,
      ({ snapshot }, [, heading]) => expect(listHeading(snapshot.context.query, [])).toBe(heading),
    ],
    [
      /^(result count carries the query|select shows|unknown sort counts|same screen as)/,
      { judgedBy: 'tests/flows/product-list/product-list.paths.test.tsx' },
    ],
    [
      /^radio (\S+) in group ([^,]+)/,
      ({ snapshot }, [, value = '', name = '']) => expect(snapshot.context.query.specs).toEqual({ [name]: value }),
    ],
    [
      /^limit (\d+)$/,
      ({ snapshot }, [, limit]) => expect(toListRequest(snapshot.context.query).limit).toBe(Number(limit)),
    ],
    [/^address (.*)$/, (outcome, [, words = '']) => wrote(outcome, addressIn(words))],
    [
      /^(minPrice and maxPrice gone|category, brand, specifications, price and page gone)$/,
      (outcome) => {
        const { query } = outcome.snapshot.context;
        const { search: _, kept: __, ...filters } = query;
        expect(filters).toEqual({ page: 1, specs: {} });
        outcome.effect('showAddress', { query });
      },
    ],
    [/^as (in ready|clear all)$/, (outcome) => void outcome.effect('showAddress')],
  ],
  undrawn: { 'Flash Deals': 'tests/flows/product-list/product-list.paths.test.tsx: the heading' },
  elsewhere: [
    { rows: /: choose sort\(|: go to page\(/, by: LISTED },
    { rows: /^invariant: (reading the address back|unknown keys stay)/, by: 'tests/rules/list-query.test.ts' },
  ],
};

async function moveWith8GB(live: Live): Promise<void> {
  await goTo(live, '?category=phones&brand=samsung&RAM=8GB');
  await live.answer('loadFacets', ALL);
  await live.send({ type: 'category.choose', slug: 'tvs' });
}

function wrote(
  outcome: { effect: (type: string, params: unknown) => unknown; snapshot: { context: { query: ListQuery } } },
  search: string,
): void {
  expect(outcome.snapshot.context.query).toEqual(parseListQuery(search));
  outcome.effect('showAddress', { query: parseListQuery(search) });
}

/**
 * Returns the address that a row expects: `brand=tecno, page gone`, `/products?brand=samsung (page gone)` or
 * `without RAM`.
 */
function addressIn(words: string): string {
  const [address = ''] = words.replace(/^\/products/, '').split(/[\s:]|, /);
  return words.startsWith('without') || address === '' ? '' : `?${address.replace('?', '')}`.replace(/,$/, '');
}
