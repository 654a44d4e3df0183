import { expect, test } from 'vitest';
import type { FlashDeal } from '../../contract/catalogue.ts';
import { getDealsPage } from '../../src/rules/catalogue/flash-deals.ts';
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
