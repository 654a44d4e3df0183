import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { categoriesProblem, parseCategorySlug, getNavCategories } from '../../src/rules/catalogue/categories.ts';
import { manyCategories } from '../flows/support/catalogue.samples.ts';

test('A42: returns active top-level categories, sorted by order, then name', () => {
  const [phones, tvs, gaming, laptops, audio] = manyCategories(5);
  const given = [
    { ...phones, order: 2 },
    { ...tvs, order: 1 },
    { ...gaming, order: 1 },
    { ...laptops, isActive: false },
    { ...audio, parent: { _id: 'c1' } },
  ] as ReturnType<typeof manyCategories>;
  expect(getNavCategories(given).map(({ name }) => name)).toEqual(['Gaming', 'TVs', 'Phones']);
  expect(given.map(({ name }) => name)).toEqual(['Phones', 'TVs', 'Gaming', 'Laptops', 'Audio']);
});

test.each([
  ['/products?category=tvs', 'tvs'],
  ['/search?search=x&category=home%20appliances&page=2', 'home appliances'],
  ['/products?category=', null],
  ['/products?search=x', null],
  ['/products', null],
  ['/cart?category=tvs', null],
  ['/', null],
])('§2 Category nav bar: %s has the category %s', (path, slug) => expect(parseCategorySlug(path)).toBe(slug));

test.each([
  ['no network', { kind: 'offline', status: 0 }, 'Failed to load categories'],
  ['10 s', { kind: 'timeout', status: 0 }, 'Failed to load categories'],
  ['500', { kind: 'refused', status: 500, message: 'X' }, 'Failed to load categories'],
  ['a redirection', { kind: 'refused', status: 300 }, 'Failed to load categories'],
  ['success false', { kind: 'refused', status: 200 }, 'Failed to fetch categories'],
  ['a broken reply', { kind: 'broken', status: 200 }, 'Failed to fetch categories'],
  [
    'a limit',
    { kind: 'refused', status: 429, message: 'Please wait a minute and try again.' },
    'Please wait a minute and try again.',
  ],
] as const)('§8 Categories, A55: %s', (_, error, text) =>
  expect(categoriesProblem(new ApiError(error)).text).toBe(text),
);
