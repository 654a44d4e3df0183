import { afterEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { AnyActor, AnyMachineSnapshot } from 'xstate';
import { filtersMachines } from '../../src/compose/catalogue/filters.ts';
import { homeMachines } from '../../src/compose/home/home.ts';
import { productListMachines } from '../../src/compose/catalogue/product-list.ts';
import { reviewsMachines } from '../../src/compose/catalogue/reviews.ts';
import { shellMachines } from '../../src/compose/shell/shell.ts';
import { parseListQuery } from '../../src/rules/catalogue/list-query.ts';
import { ok, openTab } from '../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

/** The composed app on a server whose responses report success but break the contract. */
const open = (data: unknown) => openTab({ server: () => ok(data) }).app;

function stands(actor: AnyActor, state: object) {
  actor.start();
  return waitFor(actor, (snapshot: AnyMachineSnapshot) => snapshot.matches(state));
}

/** Empty data, and data with the right field names but the wrong types. */
const BROKEN: readonly unknown[] = [
  null,
  'oops',
  {
    products: 'x',
    banners: 'x',
    brands: 5,
    flashDeals: [{}],
    categories: {},
    reviews: [1],
    specifications: 'x',
    minPrice: 'x',
  },
];

test.each(BROKEN)('Bad input: each part of the home page reports a failure for %j', async (data) => {
  const machine = open(data).compose(homeMachines).homeSection;
  for (const [section, text] of [
    ['hero', 'Failed to load banners'],
    ['flash', 'Failed to load flash deals. Please try again later.'],
    ['newArrivals', 'Failed to load new arrivals. Please try again later.'],
    ['brands', 'Failed to load brands'],
    ['popular', 'Unable to load products at this time.'],
    ['featured', 'Failed to load featured products'],
  ] as const) {
    const actor = createActor(machine, { input: { section, loaded: null } });
    await stands(actor, { items: 'failed' });
    expect(actor.getSnapshot().context.problem?.text).toBe(text);
    actor.stop();
  }
});

test.each(BROKEN)('Bad input: list, filters, prices, reviews and categories report a failure for %j', async (data) => {
  const app = open(data);
  const query = parseListQuery('?category=tvs');
  const list = createActor(app.compose(productListMachines).productList, { input: { query, loaded: null } });
  await stands(list, { products: 'failed' });
  expect(list.getSnapshot().context.problem?.text).toBe('Failed to load products');

  const { filters, priceFilter } = app.compose(filtersMachines);
  // Filters show 'No filters available for current selection'. The price filter shows 'Price range not available',
  // because the list failed too (A6).
  await stands(createActor(filters, { input: { query, loaded: null } }), { facets: 'failed' });
  const price = createActor(priceFilter, { input: { query, loaded: null } }).start();
  price.send({ type: 'products.known', prices: null });
  await stands(price, { range: 'unavailable' });

  const reviews = createActor(app.compose(reviewsMachines).reviews, { input: { productId: 'p1', shopper: null } });
  await stands(reviews, { list: 'failed' });
  expect(reviews.getSnapshot().context.listProblem?.text).toBe('Failed to load reviews');

  const bar = createActor(app.compose(shellMachines).categoryNav, { input: { loaded: null, path: '/' } });
  await stands(bar, { load: 'failed' });
  expect(bar.getSnapshot().context.problem?.text).toBe('Failed to fetch categories');
});
