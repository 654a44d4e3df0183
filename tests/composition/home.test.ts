import { inCart, phones } from '../flows/support/samples.ts';
import { call, child, effect, listener, walkArea } from '../flows/support/walks.ts';
import { START } from '../flows/support/world.ts';
import type { World } from '../flows/support/world.ts';
import { SHELF } from '../support/fake-shop.ts';

const guest = { user: null };
const [phone] = SHELF;
const PAGES = { page: 1, limit: 12, total: 2, pages: 1 };
const section = (name: 'featured' | 'newArrivals') => (world: World) =>
  world.start('homeSection', { section: name, loaded: null });

/** A countdown to a deal that ends after `ms` milliseconds. */
const clock = (ms: number) => (world: World) =>
  world.start('flashCountdown', {
    known: { deals: [{ flashEndsAt: new Date(START + ms).toISOString() }], now: START },
    hasPlaceholder: true,
  });

walkArea('home', () => {
  call(
    'homeSection',
    'loadContent',
    {
      world: guest,
      act: section('featured'),
      does: [
        { sent: 'listProducts', query: { limit: '10', page: '1', featured: 'true' } },
        { done: 'loadContent', output: { products: SHELF, pagination: PAGES } },
      ],
    },
    'for Featured',
  );
  call(
    'homeSection',
    'loadContent',
    {
      act: section('newArrivals'),
      does: [
        { sent: 'listProducts', query: { limit: '10', sortBy: 'newest' }, token: 'T' },
        { done: 'loadContent', output: { products: SHELF, pagination: PAGES } },
      ],
    },
    'for New Arrivals',
  );
  child('homeSection', 'flashCountdown', {
    world: guest,
    act: (world) =>
      world.start('homeSection', { section: 'flash', loaded: { products: [], deals: { deals: [], now: START } } }),
    does: [],
  });
  call(
    'homeSection',
    'loadContent',
    {
      world: guest,
      act: (world) => world.start('homeSection', { section: 'hero', loaded: null }),
      does: [
        { sent: 'listBanners', query: { position: 'hero' } },
        { done: 'loadContent', output: { banners: [] } },
      ],
    },
    'for the hero',
  );
  call(
    'homeSection',
    'loadContent',
    {
      world: guest,
      act: (world) => world.start('homeSection', { section: 'brands', loaded: null }),
      does: [{ sent: 'listBrands' }, { done: 'loadContent', output: { brands: [] } }],
    },
    'for the brands',
  );
  call(
    'homeSection',
    'loadContent',
    {
      world: guest,
      act: (world) => world.start('homeSection', { section: 'popular', loaded: null }),
      does: [
        { sent: 'listFrequentlyBought', query: { limit: '5' } },
        { done: 'loadContent', output: { products: SHELF } },
      ],
    },
    'for the popular products',
  );
  call(
    'homeSection',
    'loadContent',
    {
      world: guest,
      act: (world) => world.start('homeSection', { section: 'flash', loaded: null }),
      does: [
        { sent: 'listFlashDeals' },
        { done: 'loadContent', output: { products: [], deals: { deals: [], now: START } } },
      ],
    },
    'for the deals',
  );
  listener('heroCarousel', 'watchPage', {
    world: guest,
    act: (world) => world.start('heroCarousel', { count: 2 }),
    starts: [{ heard: { type: 'motion.allowed' } }],
    listening: ['change', 'connection'],
    hears: [
      [
        ({ browser, fire }) => {
          browser.isReduced = true;
          fire('change');
        },
        [{ heard: { type: 'motion.reduced' } }],
      ],
      [
        ({ browser, fire }) => {
          browser.isVisible = false;
          fire('visibilitychange');
        },
        [{ heard: { type: 'page.hidden' } }],
      ],
    ],
  });
  listener('flashCountdown', 'clock', {
    world: guest,
    act: clock(60_000),
    starts: [{ heard: { type: 'clock.tick', now: START } }],
    listening: ['interval', 'visibilitychange'],
    hears: [
      [({ advance }) => advance(1_000), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
      [({ fire }) => fire('visibilitychange'), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
    ],
  });
  call('flashCountdown', 'loadDeals', {
    world: guest,
    open: clock(500),
    act: ({ advance }) => advance(1_000),
    does: [
      { heard: { type: 'clock.tick', now: START + 1_000 } },
      { sent: 'listFlashDeals' },
      { done: 'loadDeals', output: { deals: [], now: START + 1_000 } },
    ],
  });
  effect('homeSection', 'addToCart', {
    world: guest,
    open: async (world) => {
      section('featured')(world);
      await world.settle();
    },
    act: ({ actor }) => actor.send({ type: 'cart.add', product: phone }),
    does: [{ cart: { type: 'product.add', product: phone } }, ...inCart(phones(1))],
  });
});
