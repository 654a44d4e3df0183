import { tablet, wish } from './wishlist.samples.ts';
import { effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { Entry } from '../support/world.ts';

const A = JSON.stringify([wish.a]);
const guest = { user: null, about: 'wishlist' } as const;
const withA = { ...guest, stored: { wishlist: [wish.a] } };
const start: Act = ({ wishlist }) => wishlist.start();
const toggle = { type: 'product.toggle', product: tablet } as const;
const kept = (...wishes: readonly object[]): readonly Entry[] => [
  { stored: 'wishlist', value: wishes },
  { wishlist: { type: 'wishlist.saved' } },
];

walkArea('wishlist', () => {
  listener('wishlist', 'watchStorage', {
    world: withA,
    act: start,
    starts: [{ heard: { type: 'storage.read', text: A } }],
    listening: ['pageshow', 'storage'],
    hears: [
      [({ fire }) => fire('storage', { key: 'wishlist' }), [{ heard: { type: 'storage.changed', text: A } }]],
      [({ fire }) => fire('storage', { key: 'cart' }), []],
    ],
  });
  listener(
    'wishlist',
    'watchStorage',
    {
      world: { ...withA, isStorageRefused: true },
      act: start,
      starts: [{ heard: { type: 'storage.refused' } }],
      listening: ['pageshow', 'storage'],
      hears: [],
    },
    'with a refused storage (H10)',
  );
  effect('wishlist', 'saveWishlist', {
    world: withA,
    open: start,
    act: ({ wishlist }) => wishlist.send(toggle),
    does: [{ wishlist: toggle }, ...kept(wish.a, wish.b)],
    next: [
      [
        ({ wishlist, storage }) => {
          storage.isFull = true;
          wishlist.send({ type: 'wish.remove', id: 'a' });
        },
        [{ wishlist: { type: 'wish.remove', id: 'a' } }, { wishlist: { type: 'wishlist.notSaved' } }],
      ],
    ],
  });
  effect(
    'wishlist',
    'saveWishlist',
    {
      world: guest,
      open: (world) => {
        start(world);
        world.storage.values.set('wishlist', A);
      },
      act: ({ wishlist }) => wishlist.send(toggle),
      does: [{ wishlist: toggle }, ...kept(wish.a, wish.b)],
    },
    'with wishes of another tab before the storage event (H10)',
  );
  effect('wishlist', 'addToCart', {
    world: withA,
    open: start,
    act: ({ wishlist }) => wishlist.send({ type: 'cart.add', wish: wish.a }),
    does: [
      { wishlist: { type: 'cart.add', wish: wish.a } },
      {
        cart: {
          type: 'product.add',
          product: {
            _id: 'a',
            name: 'Phone A',
            price: 1500,
            finalPrice: 1500,
            originalPrice: null,
            discount: null,
            images: ['/a.jpg'],
            category: null,
            stock: null,
          },
        },
      },
      {
        stored: 'cart',
        value: {
          items: [{ id: 'a', name: 'Phone A', price: 1500, image: '/a.jpg', category: '', quantity: 1 }],
          totalQuantity: 1,
          totalAmount: 1500,
        },
      },
      { cart: { type: 'cart.saved' } },
    ],
  });
});
