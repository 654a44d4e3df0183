import { describe, expect, test } from 'vitest';
import { priceRangeRequest } from '../../src/rules/catalogue/filter-requests.ts';
import {
  getActiveFilters,
  getChosenBrands,
  hasNoFilters,
  isSameSelection,
  removeAllFilters,
  removeFilter,
  removeUnnamedFacets,
  withBrand,
  withCategory,
  withPrices,
  withSpecification,
} from '../../src/rules/catalogue/filters.ts';
import type { ActiveFilter } from '../../src/rules/catalogue/filters.ts';
import type { ListQuery } from '../../src/rules/catalogue/list-query.ts';

const plain: ListQuery = { page: 1, specs: {} };
const full: ListQuery = {
  category: 'tvs',
  brand: 'sony,lg',
  minPrice: 100,
  maxPrice: 900,
  search: 'uhd',
  page: 3,
  specs: { RAM: '8GB', Size: '55' },
};

describe('§4 Filters: each change returns to the first page', () => {
  test.each<[string, ListQuery, ListQuery]>([
    ['a brand more', withBrand(full, 'lg tv'), { ...full, brand: 'sony,lg,lg tv', page: 1 }],
    ['a brand less', withBrand(full, 'sony'), { ...full, brand: 'lg', page: 1 }],
    ['the first brand', withBrand({ ...plain, page: 2 }, 'lg'), { ...plain, brand: 'lg' }],
    ['the last brand', withBrand({ ...plain, brand: 'lg', page: 2 }, 'lg'), plain],
    ['a specification', withSpecification(full, 'RAM', '4GB'), { ...full, page: 1, specs: { RAM: '4GB', Size: '55' } }],
    [
      'prices',
      withPrices(full, { maxPrice: 5 }),
      { ...plain, ...pick('category', 'brand', 'search', 'specs'), maxPrice: 5 },
    ],
    ['a category', withCategory(full, 'phones'), { ...plain, ...pick('brand', 'search', 'specs'), category: 'phones' }],
    ['no category', withCategory(full, null), { ...plain, ...pick('brand', 'search', 'specs') }],
  ])('%s', (_, changed, expected) => expect(changed).toStrictEqual(expected));
});

function pick(...names: readonly (keyof ListQuery)[]): Partial<ListQuery> {
  return Object.fromEntries(names.map((name) => [name, full[name]]));
}

describe('A5: the chips of the active filters', () => {
  const chips: readonly ActiveFilter[] = [
    { kind: 'category', slug: 'tvs' },
    { kind: 'price', minPrice: 100, maxPrice: 900 },
    { kind: 'brand', slug: 'sony' },
    { kind: 'brand', slug: 'lg' },
    { kind: 'specification', name: 'RAM', value: '8GB' },
  ];
  test('A5: come from the widest filter to the narrowest, with known specifications only', () => {
    expect(getActiveFilters(full, ['RAM'])).toEqual(chips);
    expect(getActiveFilters(plain, ['RAM'])).toEqual([]);
    expect(getActiveFilters({ ...plain, maxPrice: 9 }, [])).toEqual([{ kind: 'price', minPrice: null, maxPrice: 9 }]);
  });
  test('A43: the flash deals have none', () =>
    expect(getActiveFilters({ ...full, deals: 'flash' }, ['RAM'])).toEqual([]));
  test.each<[ActiveFilter, ListQuery]>([
    [
      { kind: 'category', slug: 'tvs' },
      { ...plain, ...pick('brand', 'search', 'specs') },
    ],
    [
      { kind: 'price', minPrice: 100, maxPrice: 900 },
      { ...plain, ...pick('category', 'brand', 'search', 'specs') },
    ],
    [
      { kind: 'brand', slug: 'sony' },
      { ...full, brand: 'lg', page: 1 },
    ],
    [
      { kind: 'specification', name: 'RAM', value: '8GB' },
      { ...full, page: 1, specs: { Size: '55' } },
    ],
  ])('removing %j leaves the others', (chip, left) => expect(removeFilter(full, chip)).toStrictEqual(left));
  test('removing all keeps search words and unknown parameters', () =>
    expect(removeAllFilters(full, ['RAM'])).toStrictEqual({ page: 1, search: 'uhd', specs: { Size: '55' } }));
});

test('U16: order and page do not change the selection', () => {
  expect(isSameSelection(full, { ...full, page: 1, sortBy: 'rating', limit: 12 })).toBe(true);
  expect(isSameSelection(full, { ...full, brand: 'lg' })).toBe(false);
});

test('§5 Filter options: nameless specifications and values are left out', () => {
  const value = (name: string) => ({ value: name, count: 1 });
  const brands = [{ _id: 'b', name: 'LG', slug: 'lg', count: 1 }] as never;
  const facets = {
    brands,
    specifications: [
      { name: 'RAM', values: [value('8GB'), value(' ')] },
      { name: ' ', values: [value('x')] },
      { name: 'Size', values: [value('')] },
    ],
  };
  const named = removeUnnamedFacets(facets);
  expect(named).toEqual({ brands, specifications: [{ name: 'RAM', values: [value('8GB')] }] });
  expect(hasNoFilters(named)).toBe(false);
  expect(hasNoFilters({ ...named, brands: [] })).toBe(false);
  expect(hasNoFilters({ ...named, specifications: [] })).toBe(false);
  expect(hasNoFilters({ brands: [], specifications: [] })).toBe(true);
});

test('the chosen brands have no spaces, blanks or duplicates', () => {
  expect(getChosenBrands({ ...plain, brand: ' lg, sony,,lg ' })).toEqual(['lg', 'sony']);
  expect(getChosenBrands(plain)).toEqual([]);
});

test('§7: the price range is that of the category and brand, of products on sale', () => {
  expect(priceRangeRequest(full)).toStrictEqual({ category: 'tvs', brand: 'sony,lg', activeOnly: true });
  expect(priceRangeRequest(plain)).toStrictEqual({ activeOnly: true });
});
