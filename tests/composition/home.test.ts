import { inCart, phones } from './samples.ts';
import { call, effect, walkArea } from './walks.ts';
import type { World } from './world.ts';
import { SHELF } from '../support/fake-shop.ts';

const guest = { user: null };
const [phone] = SHELF;
const section = (name: 'featured' | 'newArrivals') => (world: World) =>
  world.start('homeSection', { section: name, loaded: null });

walkArea('home', () => {
  call(
    'homeSection',
    'loadProducts',
    {
      world: guest,
      act: section('featured'),
      does: [
        { sent: 'listProducts', query: { limit: '10', page: '1', featured: 'true' } },
        { done: 'loadProducts', output: SHELF },
      ],
    },
    'of Featured',
  );
  call(
    'homeSection',
    'loadProducts',
    {
      act: section('newArrivals'),
      does: [
        { sent: 'listProducts', query: { limit: '10', sortBy: 'newest' }, token: 'T' },
        { done: 'loadProducts', output: SHELF },
      ],
    },
    'of New Arrivals',
  );
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
