import { describe, expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { getFacets } from '../../../contract/catalogue.ts';
import type { Facets } from '../../../contract/catalogue.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { filtersMachines } from '../../../src/compose/catalogue/filters.ts';
import { productListMachines } from '../../../src/compose/catalogue/product-list.ts';
import type { ComposeEnv } from '../../../src/compose/env.ts';
import { parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import type { ListSort } from '../../../src/rules/catalogue/list-query.ts';
import { createFacets, createPage } from '../support/catalogue.samples.ts';
import { until } from '../../support/until.ts';

/** List, filters and price filter on one address bar, as in the route. `facets` is the response to the facets call. */
function page(search: string, facets?: Facets) {
  const history: string[] = [search];
  const asked: object[] = [];
  let tell = () => {};
  const env = {
    api: async () => async (endpoint: Endpoint, request: object) => {
      asked.push(request);
      return endpoint === getFacets && facets !== undefined ? { data: facets } : new Promise(() => {});
    },
    now: () => 0,
    on: () => () => undefined,
    place: () => ({ pathname: '/products', search: history.at(-1) ?? '', state: null }),
    navigate: (path: string, options?: { replace?: boolean }) => {
      if (options?.replace === true) history.pop();
      history.push(path.replace('/products', ''));
      tell();
    },
  } as unknown as ComposeEnv;
  const { filters, priceFilter } = filtersMachines(env);
  const query = parseListQuery(search);
  const list = createActor(productListMachines(env).productList, {
    input: { query, loaded: createPage(60, query.page) },
  }).start();
  const sidebar = createActor(filters, { input: { query, loaded: createFacets('RAM') } }).start();
  const price = createActor(priceFilter, { input: { query, loaded: { minPrice: 500, maxPrice: 90_000 } } }).start();
  tell = () => {
    const event = { type: 'address.changed', query: parseListQuery(history.at(-1) ?? '') } as const;
    for (const actor of [list, sidebar, price]) actor.send(event);
  };
  return { history, asked, list, sidebar, price };
}

describe('the filters and the list share the address', () => {
  test.each<[string, ListSort, string]>([
    ['?category=phones&page=4', 'price_low', '?category=phones&sortBy=price_low'],
    ['?search=tv', 'newest', '?search=tv&sortBy=newest'],
  ])('A53, U27: %s sorted by %s becomes %s, without a request for facets', (before, sortBy, after) => {
    const { history, list, sidebar } = page(before);
    list.send({ type: 'sort.choose', sortBy });
    expect(history.at(-1)).toBe(after);
    expect(sidebar.getSnapshot().matches({ facets: 'ready' })).toBe(true);
    expect(sidebar.getSnapshot().context.query).toEqual(parseListQuery(after));
  });

  test('§4 Filters, A53: choosing a brand keeps the sort order and removes the page', () => {
    const { history, list, sidebar, price } = page('?page=3');
    list.send({ type: 'sort.choose', sortBy: 'rating' });
    sidebar.send({ type: 'brand.toggle', slug: 'sony' });
    expect(history.at(-1)).toBe('?sortBy=rating&brand=sony');
    expect(list.getSnapshot().matches({ products: 'loading' })).toBe(true);
    expect(price.getSnapshot().matches({ range: 'loading' })).toBe(true);
  });

  test('A5: trackers stay in the address through every choice', () => {
    const { history, sidebar, price } = page('?utm_source=wa&fbclid=x');
    sidebar.send({ type: 'specification.choose', name: 'RAM', value: '8GB' });
    price.send({ type: 'min.slide', value: 1000 });
    price.send({ type: 'price.apply' });
    expect(history.at(-1)).toBe('?minPrice=1000&RAM=8GB&utm_source=wa&fbclid=x');
  });

  test('A7: nothing is applied before Apply is pressed', () => {
    const { history, price } = page('');
    price.send({ type: 'max.change', text: '9000' });
    expect(history).toEqual(['']);
    price.send({ type: 'price.apply' });
    expect(history).toEqual(['', '?maxPrice=9000']);
  });

  test('A9: another category removes the price', () => {
    const { history, sidebar } = page('?category=phones&minPrice=1000&brand=sony');
    sidebar.send({ type: 'category.choose', slug: null });
    expect(history.at(-1)).toBe('?brand=sony');
  });

  test('A9: another category removes filters that it lacks, keeps the brand, shows a notice and adds one history entry', async () => {
    const before = '?category=phones&brand=sony&RAM=8GB&utm_source=wa';
    const moved = '?category=tvs&brand=sony&utm_source=wa';
    const { history, sidebar } = page(before, createFacets('Screen Size'));
    sidebar.send({ type: 'category.choose', slug: 'tvs' });
    expect(history.map(parseListQuery)).toEqual([before, `${moved}&RAM=8GB`].map(parseListQuery));
    const { context } = await waitFor(sidebar, (snapshot) => snapshot.context.notice !== null);
    expect(history.map(parseListQuery)).toEqual([before, moved].map(parseListQuery));
    expect(context.notice).toBe('Some filters do not apply here and were removed.');
  });

  test('A9: the notice stays while the shop writes the address and the list is sorted, until another selection', async () => {
    const { sidebar, list } = page('?category=phones&brand=sony&RAM=8GB', createFacets('Screen Size'));
    sidebar.send({ type: 'category.choose', slug: 'tvs' });
    await waitFor(sidebar, (snapshot) => snapshot.matches({ facets: 'ready' }));
    list.send({ type: 'sort.choose', sortBy: 'price_low' });
    const getNotice = () => sidebar.getSnapshot().context.notice;
    expect(getNotice()).toBe('Some filters do not apply here and were removed.');
    sidebar.send({ type: 'filters.clear' });
    expect(getNotice()).toBeNull();
  });

  test('A8: the rating is 0 in the context and is never sent', async () => {
    const { asked, sidebar } = page('?rating=4&minRating=3', createFacets('RAM'));
    expect(sidebar.getSnapshot().context.rating).toBe(0);
    sidebar.send({ type: 'brand.toggle', slug: 'sony' });
    await waitFor(sidebar, (snapshot) => snapshot.matches({ facets: 'ready' }));
    expect(sidebar.getSnapshot().context.rating).toBe(0);
    await until(() => expect(asked).toHaveLength(3));
    for (const request of asked) expect(JSON.stringify(request)).not.toMatch(/rating/i);
  });
});
