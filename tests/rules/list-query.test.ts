import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { getFacets, getPriceRange, listProducts } from '../../contract/catalogue.ts';
import { facetsRequest, priceRangeRequest } from '../../src/rules/catalogue/filter-requests.ts';
import {
  canonicalListQuery,
  isSameListQuery,
  listHeading,
  toListRequest,
  LIST_SORTS,
  parseListQuery,
  formatListQuery,
} from '../../src/rules/catalogue/list-query.ts';
import type { ListQuery } from '../../src/rules/catalogue/list-query.ts';

const plain: ListQuery = { page: 1, specs: {} };

describe('§2 Products: the query of an address', () => {
  test.each<[string, ListQuery]>([
    ['', plain],
    [
      '?category=phones&brand=samsung,tecno&minPrice=1000&maxPrice=5000&RAM=8GB&sortBy=rating&page=2',
      {
        category: 'phones',
        brand: 'samsung,tecno',
        minPrice: 1000,
        maxPrice: 5000,
        sortBy: 'rating',
        page: 2,
        specs: { RAM: '8GB' },
      },
    ],
    ['?search=tv', { search: 'tv', page: 1, specs: {} }],
    ['?featured=true', { featured: true, page: 1, specs: {} }],
    ['?page=0', plain],
    ['?page=-1&minPrice=abc&sortBy=cheapest&category=', plain],
    ['?Screen%20size=55%22', { page: 1, specs: { 'Screen size': '55"' } }],
  ])('%s', (search, query) => expect(parseListQuery(search)).toEqual(query));

  test.each(['utm_source=wa', 'fbclid=x', 'gclid=x', 'ref=me', 'section=orders'])(
    'A5: %s changes nothing and stays in the address',
    (tracker) => {
      const query = parseListQuery(`?${tracker}`);
      expect(isSameListQuery(query, plain)).toBe(true);
      expect(toListRequest(query)).toEqual(toListRequest(plain));
      expect(formatListQuery({ ...query, page: 2 })).toBe(`?page=2&${tracker}`);
    },
  );

  test('A5: a specification with a reserved name is read from spec.name', () =>
    expect(parseListQuery('?spec.brand=OEM&brand=sony')).toMatchObject({ brand: 'sony', specs: { brand: 'OEM' } }));
});

test('§5, A5: parse(format(filters)) = filters, for any filters', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((it) => it.replace(/[\u0000-\u001f\u007f]/g, '').trim())
    .filter((it) => it !== '' && it.length <= 200);
  const name = fc.oneof(text, fc.constantFrom('RAM', 'brand', 'page', 'utm_x', 'spec.x', 'ref', '__proto__', 'deals'));
  const price = fc.nat(20_000_000);
  const query = fc
    .record(
      {
        category: text,
        brand: text,
        search: text,
        sortBy: fc.constantFrom(...LIST_SORTS),
        featured: fc.constant(true as const),
        deals: fc.constant('flash' as const),
        limit: fc.integer({ min: 1, max: 48 }),
        minPrice: price,
        maxPrice: price,
        page: fc.integer({ min: 1, max: 100_000 }),
        specs: fc.uniqueArray(fc.tuple(name, text), { selector: ([it]) => it, maxLength: 10 }),
        kept: fc.array(fc.tuple(fc.constantFrom('utm_source', 'fbclid', 'rating', 'activeOnly'), fc.string()), {
          minLength: 1,
          maxLength: 5,
        }),
      },
      { requiredKeys: ['page', 'specs'] },
    )
    .filter(({ minPrice = 0, maxPrice = minPrice }) => minPrice <= maxPrice)
    .map(({ specs, ...rest }): ListQuery => ({ ...rest, specs: Object.fromEntries(specs) }));
  fc.assert(
    fc.property(query, (it) => {
      const again = parseListQuery(formatListQuery(it));
      expect(again).toEqual(it);
      expect(isSameListQuery(again, it)).toBe(true);
    }),
  );
});

describe('the address of the filters', () => {
  test.each([
    ['0', 1],
    ['-5', 1],
    ['48', 48],
    ['49', 48],
    ['1000', 48],
    ['abc', 12],
    ['1.5', 12],
  ])('A10: limit=%s shows %i products a page', (limit, most) =>
    expect(toListRequest(parseListQuery(`?limit=${limit}`)).limit).toBe(most),
  );
  test('A8: never sends a rating', () =>
    expect(toListRequest(parseListQuery('?rating=4&minRating=3'))).toEqual(toListRequest(plain)));
  test('A43: only deals=flash sets the flash mode', () => {
    expect(parseListQuery('?deals=flash').deals).toBe('flash');
    expect(parseListQuery('?deals=other')).toEqual(plain);
  });
  test('§5: swaps the minimum and the maximum when they are reversed', () =>
    expect(parseListQuery('?minPrice=9&maxPrice=5')).toEqual({ ...plain, minPrice: 5, maxPrice: 9 }));
  test('A5: keeps parameters in the address that the server does not read as specifications', () => {
    const query = parseListQuery(`?RAM=${'x'.repeat(5_000)}&a=%00`);
    expect(query.specs).toEqual({});
    expect(parseListQuery(formatListQuery(query))).toEqual(query);
  });
  test('§5: separates brands with unescaped commas', () =>
    expect(formatListQuery({ ...plain, brand: 'samsung,tecno' })).toBe('?brand=samsung,tecno'));
});

describe('§7: the request of the listing', () => {
  test('A5: a specification with a reserved name never becomes that filter', () =>
    expect(toListRequest({ ...plain, specs: { brand: 'OEM', page: 'A4' } })).toEqual({
      'spec.brand': 'OEM',
      'spec.page': 'A4',
      page: 1,
      sortBy: 'newest',
      limit: 12,
      activeOnly: true,
    }));
  test('Bad input: the requests of list, facets and price range are valid for any address', () => {
    const key = fc.constantFrom(
      'category',
      'brand',
      'search',
      'minPrice',
      'maxPrice',
      'sortBy',
      'page',
      'limit',
      'featured',
      'deals',
      'activeOnly',
      'rating',
      'RAM',
      'spec.page',
      'spec.',
      '__proto__',
      '',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('-1', '0', '999999', '999999999', '50000000', '\u0000x', '1e9', 'NaN', 'true', '[]'),
      fc.constantFrom('a'.repeat(199) + '😀', 'b,'.repeat(400), 'x'.repeat(5_000), '\u0007'.repeat(5_000)),
    );
    // A key may occur more than once.
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 12 }), (pairs) => {
        const query = parseListQuery(`?${new URLSearchParams(pairs).toString()}`);
        expect(v.safeParse(listProducts.request, toListRequest(query)).issues ?? []).toEqual([]);
        expect(v.safeParse(getFacets.request, facetsRequest(query)).issues ?? []).toEqual([]);
        expect(v.safeParse(getPriceRange.request, priceRangeRequest(query)).issues ?? []).toEqual([]);
        expect(query.page).toBeGreaterThanOrEqual(1);
        expect(isSameListQuery(parseListQuery(formatListQuery(query)), query)).toBe(true);
      }),
    );
  });
  test('A10, §9: requests twelve active products a page, newest first', () =>
    expect(toListRequest(plain)).toEqual({ page: 1, sortBy: 'newest', limit: 12, activeOnly: true }));
  test('U27: a search leaves the order to the server', () =>
    expect(toListRequest({ ...plain, search: 'tv' })).toEqual({ search: 'tv', page: 1, limit: 12, activeOnly: true }));
  test('sends specifications under their names', () =>
    expect(toListRequest({ ...plain, specs: { RAM: '8GB' }, featured: true })).toMatchObject({
      RAM: '8GB',
      featured: 'true',
    }));
});

describe('A44: the heading', () => {
  const named = [{ slug: 'tvs', name: 'TVs' }];
  test.each<[ListQuery, string]>([
    [plain, 'All Products'],
    [{ ...plain, category: 'tvs' }, 'TVs'],
    [{ ...plain, category: 'home-appliances' }, 'Home Appliances'],
    [{ ...plain, featured: true }, 'All Products'],
    [{ ...plain, search: 'tv' }, 'All Products'],
    [{ ...plain, category: 'tvs', deals: 'flash' }, 'Flash Deals'],
  ])('%o', (query, heading) => expect(listHeading(query, named)).toBe(heading));
});

describe('edge cases of an address', () => {
  test('an empty address gives the plain query', () => expect(parseListQuery('')).toStrictEqual(plain));
  test.each(LIST_SORTS)('A10: accepts the sort order %s', (sortBy) => {
    expect(parseListQuery(`?sortBy=${sortBy}`).sortBy).toBe(sortBy);
    expect(toListRequest({ ...plain, sortBy }).sortBy).toBe(sortBy);
  });
  test('A10: four sort orders', () => expect(LIST_SORTS).toEqual(['newest', 'price_low', 'price_high', 'rating']));
  test('A5: reserved names are not specifications', () =>
    expect(parseListQuery('?limit=5&deals=1&activeOnly=false&rating=4&minRating=3&featured=no&page=x')).toEqual({
      ...plain,
      limit: 5,
      kept: [
        ['activeOnly', 'false'],
        ['rating', '4'],
        ['minRating', '3'],
      ],
    }));
  test('A5: trackers are not specifications, similar names are', () => {
    expect(parseListQuery('?utm_source=x&fbclid=1&ref=y&section=z').specs).toEqual({});
    expect(parseListQuery('?my_utm_source=x&refresh=60Hz').specs).toEqual({ my_utm_source: 'x', refresh: '60Hz' });
  });
  test('ignores an empty specification', () => expect(parseListQuery('?RAM=&SSD=1TB').specs).toEqual({ SSD: '1TB' }));
  test('removes only a leading `spec.`', () =>
    expect(parseListQuery('?spec.page=A4&my.spec.x=1').specs).toEqual({ page: 'A4', 'my.spec.x': '1' }));
  test.each([
    ['category', 200],
    ['brand', 500],
    ['search', 200],
  ] as const)('%s has at most %i characters', (name, most) => {
    const read = (text: string) => parseListQuery(`?${new URLSearchParams({ [name]: text }).toString()}`)[name];
    expect(read('x'.repeat(most + 1))).toBe('x'.repeat(most));
    expect(read(`${'x'.repeat(most - 1)} y`)).toBe('x'.repeat(most - 1));
    expect(read(`${'x'.repeat(most - 1)}\u{1f600}`)).toBe('x'.repeat(most - 1));
    expect(read(`${' '.repeat(most)}y`)).toBe('y');
    expect(read('led\u0000tv')).toBe('led tv');
  });
  test.each([
    ['minPrice', 20_000_000],
    ['maxPrice', 20_000_000],
    ['page', 100_000],
  ] as const)('%s is at most %i', (name, most) => {
    expect(parseListQuery(`?${name}=${most}`)[name]).toBe(most);
    expect(parseListQuery(`?${name}=${most + 1}`)[name]).toBe(most);
  });
  test.each(['%2B5', '5.5', '5e3', '-5', 'five', '0x10'])('%s is not a price', (typed) =>
    expect(parseListQuery(`?minPrice=${typed}`).minPrice).toBeUndefined(),
  );
  test('accepts a price of 0, but not a page 0', () =>
    expect(parseListQuery('?minPrice=0&page=0')).toEqual({ ...plain, minPrice: 0 }));
  test('omits defaults and undefined fields when formatting', () => {
    expect(formatListQuery(plain)).toBe('');
    expect(formatListQuery({ ...plain, page: 2 })).toBe('?page=2');
    expect(formatListQuery({ ...plain, category: 'tvs', search: undefined } as never)).toBe('?category=tvs');
  });
  test('compares queries without the order of specifications', () => {
    const of = (specs: Record<string, string>, page = 1) => ({ page, specs });
    expect(isSameListQuery(of({ A: '1', B: '2' }), of({ B: '2', A: '1' }))).toBe(true);
    expect(isSameListQuery(of({ A: '12' }), of({ A: '21' }))).toBe(false);
    expect(isSameListQuery(of({ A: '1' }), of({ A: '1' }, 2))).toBe(false);
  });
});

describe('A10: the limits of an address', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}=${index}`).join('&');
  test('A10: ten specifications are read, and the address keeps the others', () => {
    const { specs, kept } = parseListQuery(`?${many(11)}`);
    expect(Object.keys(specs)).toHaveLength(10);
    expect(kept).toEqual([['s10', '10']]);
  });
  test('A10: the address keeps fifty other parameters', () => {
    expect(parseListQuery(`?${many(60)}`).kept).toHaveLength(50);
    expect(parseListQuery(`?${many(61)}`).kept).toHaveLength(50);
    expect(parseListQuery(`?${many(59)}`).kept).toHaveLength(49);
  });
  test.each([
    [200, { RAM: 'x'.repeat(200) }],
    [201, {}],
  ])('A10: a specification of %i characters', (length, specs) =>
    expect(parseListQuery(`?RAM=${'x'.repeat(length)}`).specs).toEqual(specs),
  );
  test('A10: a specification may have spaces around it, and a dot and `spec.` inside', () =>
    expect(parseListQuery('?RAM=%208GB&my.spec.x=1').specs).toEqual({ RAM: ' 8GB', 'my.spec.x': '1' }));
});

test.each([
  ['?minPrice=5', { minPrice: 5 }],
  ['?maxPrice=5', { maxPrice: 5 }],
  ['?minPrice=9&maxPrice=5', { minPrice: 5, maxPrice: 9 }],
])('§5 Price apply: reads the prices of %s', (search, prices) =>
  expect(parseListQuery(search)).toEqual({ ...plain, ...prices }),
);

test('the canonical address of a list names its page, but not its order', () =>
  expect(
    canonicalListQuery({
      ...plain,
      category: 'tvs',
      brand: 'lg',
      featured: true,
      deals: 'flash',
      page: 2,
      sortBy: 'rating',
    }),
  ).toBe('/products?category=tvs&brand=lg&featured=true&deals=flash&page=2'));
