import { expect, test } from 'vitest';
import type { FlashDeal } from '../../contract/catalogue.ts';
import { flashProblem, getDealsPage } from '../../src/rules/catalogue/flash-deals.ts';
import type { ListSort } from '../../src/rules/catalogue/list-query.ts';
import { television } from '../flows/support/catalogue.samples.ts';

/** Id, price and rating, newest first. */
const GOODS = [
  ['tv', 30_000, 4],
  ['fan', 2_000, 3],
  ['phone', 15_000, 5],
  ['cable', 2_000, 2],
] as const;

const deals = GOODS.map(([_id, flashPrice, rating]): FlashDeal => ({
  _id,
  flashPrice,
  flashEndsAt: '2026-12-24T00:00:00.000Z',
  product: { ...television, _id, rating, finalPrice: flashPrice, flashPrice, isFlashDeal: true },
}));

test.each<[ListSort | undefined, readonly string[]]>([
  [undefined, ['tv', 'fan', 'phone', 'cable']],
  ['newest', ['tv', 'fan', 'phone', 'cable']],
  ['price_low', ['fan', 'cable', 'phone', 'tv']],
  ['price_high', ['tv', 'phone', 'fan', 'cable']],
  ['rating', ['phone', 'tv', 'fan', 'cable']],
])('A43: sorts the deals by %s', (sortBy, ids) => {
  const { products } = getDealsPage(deals, { page: 1, specs: {}, ...(sortBy && { sortBy }) });
  expect(products.map(({ _id }) => _id)).toEqual(ids);
});

test.each([
  [1, 3, ['tv', 'fan', 'phone'], { page: 1, limit: 3, total: 4, pages: 2 }],
  [2, 3, ['cable'], { page: 2, limit: 3, total: 4, pages: 2 }],
  [9, 3, ['cable'], { page: 2, limit: 3, total: 4, pages: 2 }],
  [2, 2, ['phone', 'cable'], { page: 2, limit: 2, total: 4, pages: 2 }],
])('A57: page %i of %i deals each', (page, limit, ids, pagination) => {
  const shown = getDealsPage(deals, { page, limit, specs: {} });
  expect(shown.products.map(({ _id }) => _id)).toEqual(ids);
  expect(shown.pagination).toEqual(pagination);
});

test('A43: no deals are one empty page', () =>
  expect(getDealsPage([], { page: 2, limit: 3, specs: {} })).toEqual({
    products: [],
    pagination: { page: 1, limit: 3, total: 0, pages: 0 },
  }));

test('§8: a failure without a reply has its own text', () =>
  expect(flashProblem(new Error('lost')).text).toBe('Failed to load flash deals. Please try again later.'));
