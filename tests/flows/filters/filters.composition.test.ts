import { parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import { createFacets } from '../support/catalogue.samples.ts';
import { call, effect, listener, resize, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const guest = { user: null, place: { pathname: '/products', search: '?category=tvs&RAM=8GB' } };
const query = parseListQuery('?category=tvs&RAM=8GB');
const loaded = createFacets('RAM');
const none = { brands: [], specifications: [] };
const open = (world: World) => world.start('filters', { query, loaded });
const ASKED = { sent: 'getFacets', query: { category: 'tvs', RAM: '8GB', activeOnly: 'true' } };

walkArea('filters', () => {
  call('filters', 'loadFacets', {
    world: guest,
    act: (world) => world.start('filters', { query, loaded: null }),
    does: [ASKED, { done: 'loadFacets', output: none }],
  });
  effect('filters', 'showAddress', {
    world: guest,
    open,
    act: ({ actor }) => actor.send({ type: 'brand.toggle', slug: 'sony' }),
    does: [
      { navigated: '/products?category=tvs&brand=sony&RAM=8GB' },
      { sent: 'getFacets', query: { category: 'tvs', brand: 'sony', RAM: '8GB', activeOnly: 'true' } },
      { done: 'loadFacets', output: none },
    ],
  });
  effect('filters', 'replaceAddress', {
    world: guest,
    open,
    act: ({ actor }) => actor.send({ type: 'category.choose', slug: null }),
    does: [
      { navigated: '/products?RAM=8GB' },
      { sent: 'getFacets', query: { RAM: '8GB', activeOnly: 'true' } },
      { done: 'loadFacets', output: none },
      { navigated: '/products', options: { replace: true } },
      { sent: 'getFacets', query: { activeOnly: 'true' } },
      { done: 'loadFacets', output: none },
    ],
  });
  listener('filters', 'watchScreen', {
    world: guest,
    open,
    act: ({ actor }) => actor.send({ type: 'drawer.open' }),
    starts: [],
    listening: ['resize'],
    hears: [
      [resize(1039), []],
      [resize(1040), [{ heard: { type: 'screen.widened' } }]],
    ],
  });
  call('priceFilter', 'loadRange', {
    world: guest,
    act: (world) => world.start('priceFilter', { query, loaded: null }),
    does: [
      { sent: 'getPriceRange', query: { category: 'tvs', activeOnly: 'true' } },
      { done: 'loadRange', output: {} },
    ],
  });
  effect('priceFilter', 'showAddress', {
    world: guest,
    open: (world) => world.start('priceFilter', { query, loaded: { minPrice: 500, maxPrice: 900 } }),
    act: ({ actor }) => {
      actor.send({ type: 'min.slide', value: 600 });
      actor.send({ type: 'price.apply' });
    },
    does: [{ navigated: '/products?category=tvs&minPrice=600&RAM=8GB' }],
  });
});
