import { SHELF } from '../../support/fake-shop.ts';
import { inCart, phones } from '../support/samples.ts';
import { call, effect, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const guest = { user: null };
const [phone] = SHELF;
const open = (world: World) => world.start('productDetail', { idOrSlug: 'phone-a', loaded: null, isMissing: false });
/** Opens the page and chooses two pieces. */
const chosen = async (world: World) => {
  const actor = open(world);
  await world.settle();
  actor.send({ type: 'quantity.change', quantity: 2 });
};
const ADDED = [{ cart: { type: 'product.add', product: phone, quantity: 2 } }, ...inCart(phones(2))];
const adding = {
  world: guest,
  open: chosen,
  act: ({ actor }: World) => actor.send({ type: 'cart.add' }),
  does: [...ADDED, { navigated: '/cart' }],
};

walkArea('product-detail', () => {
  call('productDetail', 'loadProduct', {
    world: guest,
    act: open,
    does: [
      { sent: 'getProduct', params: { idOrSlug: 'phone-a' } },
      { done: 'loadProduct', output: phone },
    ],
  });
  effect('productDetail', 'addToCart', adding);
  effect('productDetail', 'goToCart', adding);
  effect('productDetail', 'goToCheckout', {
    ...adding,
    act: ({ actor }) => actor.send({ type: 'order.now' }),
    does: [...ADDED, { navigated: '/checkout' }],
  });
  effect('productDetail', 'goHome', {
    world: guest,
    act: (world) => world.start('productDetail', { idOrSlug: '', loaded: null, isMissing: false }),
    does: [{ navigated: '/', options: { replace: true } }],
  });
});
