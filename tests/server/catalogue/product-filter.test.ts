import { expect, test } from 'vitest';
import {
  isCountedOnDemand,
  isNarrowed,
  isPlainSearch,
  statementName,
  toFilter,
  toReach,
  toShownLimit,
  toSpecificationCandidates,
} from '../../../server/modules/catalogue/product-filter.rules.ts';
import { takeCommonest } from '../../../server/modules/catalogue/facets.rules.ts';

const PLAIN = toFilter({}, []);
const RAM = { name: 'RAM', value: '8 GB', products: 1 };

test('reads 48 rows for a page that ends there, 120 for a later one, and as many as needed behind them', () => {
  const reach = (limit: number, offset: number) => toReach({ limit, offset });
  expect([reach(48, 0), reach(12, 36), reach(12, 37)]).toEqual([48, 48, 120]);
  expect([reach(12, 108), reach(12, 109)]).toEqual([120, null]);
});

test('names a statement by its filters, and no statement that is rare', () => {
  const name = (more: Partial<typeof PLAIN>, isSlim = false) => statementName({ ...PLAIN, ...more }, isSlim);
  expect(name({})).toBe('products_0000_00_newest_48');
  expect(name({ category: 'tvs', sort: 'rating', offset: 40 })).toBe('products_1000_00_rating_120');
  expect(name({ brands: ['lg'], isFeatured: true })).toBe('products_0101_00_newest_48');
  expect(name({ minPrice: 0 })).toBe('products_0010_10_newest_48');
  expect(name({ category: 'tvs', minPrice: 1, maxPrice: 0 })).toBe('products_1010_11_newest_48');
  expect(name({ category: 'tvs', brands: ['lg'], isFeatured: true })).toBe('');
  for (const rare of [{ terms: [] }, { specifications: [RAM] }, { offset: 109 }]) expect(name(rare)).toBe('');
  expect(name({}, true)).toBe('');
});

test('A10: has the first page of the newest products without parameters, and page three after two', () => {
  expect(PLAIN).toEqual({
    category: null,
    brands: [],
    terms: null,
    minPrice: null,
    maxPrice: null,
    isFeatured: false,
    specifications: [],
    sort: 'newest',
    limit: 12,
    offset: 0,
  });
  expect(toFilter({ page: 3, limit: 20 }, [])).toMatchObject({ limit: 20, offset: 40 });
  expect(toFilter({ page: 2, limit: 1000 }, [])).toMatchObject({ limit: 1000, offset: 1000 });
});

test('U27: sorts a search by relevance unless the request has a known order', () => {
  expect(toFilter({ search: 'tv' }, []).sort).toBe('relevance');
  expect(toFilter({ search: 'tv', sortBy: 'length' }, []).sort).toBe('relevance');
  expect(toFilter({ search: 'tv', sortBy: 'price_low' }, []).sort).toBe('price_low');
  expect(toFilter({ search: ' ' }, [])).toMatchObject({ terms: null, sort: 'newest' });
});

test('X57: makes equal filters of equal selections: at most 50 brands, and specifications by name and value', () => {
  const brands = Array.from({ length: 51 }, (_, at) => `maker-${99 - at}`);
  const filter = toFilter({ brand: ` ${brands.join(' ,')},, maker-99`, category: ' tvs ' }, []);
  expect(filter).toMatchObject({ category: 'tvs', brands: brands.slice(0, 50).toReversed() });
  const given = ['RAM 8', 'RAM 4', 'Colour Red'].map((text) => text.split(' '));
  const { specifications } = toFilter(
    {},
    given.map(([name = '', value = '']) => ({ name, value, products: 1 })),
  );
  expect(specifications.map(({ name, value }) => `${name} ${value}`)).toEqual(['Colour Red', 'RAM 4', 'RAM 8']);
});

test('A5: takes the first ten unknown keys with a name and a value of 200 characters at most', () => {
  const long = 'x'.repeat(200);
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`key${at}`, 'v']));
  expect(toSpecificationCandidates(many).map(({ name }) => name)).toEqual(Object.keys(many).slice(0, 10));
  expect(toSpecificationCandidates({ [long]: long, [`${long}y`]: 'v', RAM: `${long}y` })).toEqual([
    { name: long, value: long },
  ]);
  expect(toSpecificationCandidates({ 'spec.page': 'A4', 'a.spec.b': '1' })).toEqual([
    { name: 'page', value: 'A4' },
    { name: 'a.spec.b', value: '1' },
  ]);
  const known = { category: 'a', brand: 'b', search: 'c', sortBy: 'd', featured: 'e', activeOnly: 'f', deals: 'g' };
  const numbers = { minPrice: 1, maxPrice: 2, page: 3, limit: 4 };
  expect(toSpecificationCandidates({ ...known, ...numbers, rating: '4', minRating: '5', utm_source: 'x' })).toEqual([]);
});

test('A12: shows eight bestsellers by default, at least one and at most 48', () => {
  expect([undefined, 0, 1, 48, 49].map((asked) => toShownLimit(asked))).toEqual([8, 1, 1, 48, 48]);
});

test('X57: counts a filter on demand for words, prices and specifications only', () => {
  const counted = (more: Partial<typeof PLAIN>) => isCountedOnDemand({ ...PLAIN, ...more });
  for (const more of [{ terms: [] }, { minPrice: 0 }, { maxPrice: 0 }, { specifications: [RAM] }])
    expect(counted(more), JSON.stringify(more)).toBe(true);
  for (const more of [{}, { category: 'tvs' }, { brands: ['lg'] }, { isFeatured: true }])
    expect(counted(more), JSON.stringify(more)).toBe(false);
});

test.each([
  { category: 'tvs' },
  { brands: ['lg'] },
  { minPrice: 0 },
  { maxPrice: 0 },
  { isFeatured: true },
  { specifications: [RAM] },
])('is no plain search, because %j narrows it', (more) => {
  const search = toFilter({ search: 'tv' }, []);
  expect([isNarrowed(search), isPlainSearch(search)]).toEqual([false, true]);
  expect([isNarrowed({ ...search, ...more }), isPlainSearch({ ...search, ...more })]).toEqual([true, false]);
});

test('U16: sorts names and values of the same count by their letters', () => {
  const counted = (name: string, value: string, products: number) => ({ name, value, products });
  const shown = takeCommonest([
    counted('B', 'y', 1),
    counted('B', 'x', 1),
    counted('A', 'v', 1),
    counted('A', 'w', 1),
    counted('C', 'one', 1),
    counted('C', 'two', 2),
  ]);
  expect(shown.map(({ name, value }) => `${name} ${value}`)).toEqual(['C two', 'C one', 'A v', 'A w', 'B x', 'B y']);
});
