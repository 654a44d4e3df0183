import { parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import { SHELF } from '../../support/fake-shop.ts';
import { inCart, phones } from '../support/samples.ts';
import { call, effect, listener, resize, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const guest = { user: null, place: { pathname: '/search', search: '?search=tv' } };
const [phone] = SHELF;
const page = { products: SHELF, pagination: { page: 1, limit: 12, total: 2, pages: 1 } };
const open = (world: World) =>
  world.start('productList', { query: parseListQuery('?search=tv&color=red&page=2'), loaded: null });
const opened = async (world: World) => {
  open(world);
  await world.settle();
};
const LIST = { search: 'tv', color: 'red', limit: '12', activeOnly: 'true' };
const LOADED = [
  { sent: 'listProducts', query: { ...LIST, page: '2' } },
  { done: 'loadProducts', output: page },
  // A57: the response is the last page.
  { navigated: '/search?search=tv&color=red', options: { replace: true } },
];

walkArea('product-list', () => {
  call('productList', 'loadProducts', {
    world: guest,
    open: (world) => world.start('productList', { query: parseListQuery(''), loaded: page }),
    act: ({ actor }) =>
      actor.send({ type: 'address.changed', query: parseListQuery('?category=tvs&minPrice=5&featured=true') }),
    does: [
      {
        sent: 'listProducts',
        query: {
          category: 'tvs',
          minPrice: '5',
          page: '1',
          sortBy: 'newest',
          featured: 'true',
          limit: '12',
          activeOnly: 'true',
        },
      },
      { done: 'loadProducts', output: page },
    ],
  });
  listener('productList', 'watchScreen', {
    world: guest,
    open: (world) => world.start('productList', { query: parseListQuery(''), loaded: page }),
    act: ({ actor }) => actor.send({ type: 'view.list' }),
    starts: [],
    listening: ['resize'],
    hears: [
      [resize(1040), []],
      [resize(1039), [{ heard: { type: 'screen.narrowed' } }]],
    ],
  });
  effect('productList', 'showAddress', {
    world: guest,
    act: open,
    does: LOADED,
    next: [
      [
        ({ actor }) => actor.send({ type: 'sort.choose', sortBy: 'price_low' }),
        [
          { navigated: '/search?search=tv&sortBy=price_low&color=red' },
          { sent: 'listProducts', query: { ...LIST, sortBy: 'price_low', page: '1' } },
          { done: 'loadProducts', output: page },
        ],
      ],
    ],
  });
  effect('productList', 'addToCart', {
    world: guest,
    open: opened,
    act: ({ actor }) => actor.send({ type: 'cart.add', product: phone }),
    does: [{ cart: { type: 'product.add', product: phone, quantity: 1 } }, ...inCart(phones(1))],
  });
  effect('productList', 'replaceAddress', {
    world: guest,
    act: (world) => world.start('productList', { query: parseListQuery('?search=tv&page=9'), loaded: page }),
    does: [{ navigated: '/search?search=tv', options: { replace: true } }],
  });
  call('productList', 'loadDeals', {
    world: guest,
    act: (world) => world.start('productList', { query: parseListQuery('?deals=flash'), loaded: null }),
    does: [{ sent: 'listFlashDeals' }, { done: 'loadDeals', output: [] }],
  });
});
