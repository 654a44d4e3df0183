import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { phone, stored } from '../support/shop.samples.ts';
import { CABLE, PHONE } from '../../support/fake-shop.ts';
import { ok } from '../../support/tab.ts';
import { cables, cartRead, inCart, phones } from '../support/samples.ts';
import { call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const product = { ...phone, _id: PHONE };
const add = { type: 'product.add', product, quantity: 2 } as const;

const OPEN = { cart: { type: 'page.open' } };
const openPage: Act = ({ cart }) => cart.send({ type: 'page.open' });
const asked = (...lines: CartLine[]) => ({
  sent: 'checkCart',
  body: { items: lines.map(({ id, quantity, price }) => ({ product: id, quantity, price })) },
});
const checked = (change: object = {}) => ({
  product: PHONE,
  name: 'Phone A',
  was: 1500,
  now: 1500,
  stock: 3,
  ...change,
});
const CABLES = { product: CABLE, name: 'Cable B', was: 200, now: 200, stock: 99 };
const guest = { user: null, about: 'cart' } as const;
const withPhones = { ...guest, lines: [phones(2)] };
const start: Act = ({ cart }) => cart.start();
/** Lines that another tab has stored, before this tab receives the storage event. */
const elsewhere = ({ storage }: World) => void storage.values.set('cart', stored(phones(2), cables(1)));

walkArea('cart', () => {
  listener('cart', 'watchStorage', {
    world: withPhones,
    act: start,
    starts: [{ heard: { type: 'storage.read', text: stored(phones(2)) } }],
    listening: ['pageshow', 'storage'],
    hears: [
      [
        ({ fire, storage }) => {
          storage.values.set('cart', stored(phones(1)));
          fire('storage', { key: 'cart' });
        },
        [{ heard: { type: 'storage.changed', text: stored(phones(1)) } }],
      ],
      [({ fire }) => fire('storage', { key: 'token' }), []],
      [({ fire }) => fire('storage', { key: null }), [{ heard: { type: 'storage.changed', text: stored(phones(1)) } }]],
      [({ fire }) => fire('pageshow', { persisted: false }), []],
      [
        ({ fire }) => fire('pageshow', { persisted: true }),
        [{ heard: { type: 'storage.changed', text: stored(phones(1)) } }],
      ],
    ],
  });
  listener(
    'cart',
    'watchStorage',
    {
      world: { ...withPhones, isStorageRefused: true },
      act: start,
      starts: [{ heard: { type: 'storage.refused' } }],
      listening: ['pageshow', 'storage'],
      hears: [],
    },
    'with a refused storage (H10)',
  );
  listener('cart', 'watchFocus', {
    world: guest,
    open: start,
    act: openPage,
    starts: [OPEN],
    listening: ['focus'],
    hears: [[({ fire }) => fire('focus'), [{ heard: { type: 'window.focused' } }]]],
    leave: ({ cart }) => cart.send({ type: 'page.close' }),
    leaves: [{ cart: { type: 'page.close' } }],
  });
  call('cart', 'checkPrices', {
    world: { ...guest, lines: [phones(2), cables(1)] },
    open: start,
    act: openPage,
    does: [
      OPEN,
      asked(phones(2), cables(1)),
      cartRead(phones(2), cables(1)),
      { done: 'checkPrices', output: [checked(), CABLES] },
    ],
    next: [
      [
        ({ server, fire }) => {
          server.answer('checkCart', ok({ lines: [checked({ now: 1400 }), CABLES] }));
          fire('focus');
        },
        [
          { heard: { type: 'window.focused' } },
          asked(phones(2), cables(1)),
          cartRead(phones(2), cables(1)),
          { done: 'checkPrices', output: [checked({ now: 1400 }), CABLES] },
          ...inCart(phones(2, 1400), cables(1)),
        ],
      ],
    ],
  });
  effect('cart', 'saveCart', {
    world: guest,
    open: start,
    act: ({ cart }) => cart.send(add),
    does: [{ cart: add }, ...inCart(phones(2))],
    next: [
      [
        ({ cart, storage }) => {
          storage.isFull = true;
          cart.send({ type: 'quantity.decrease', id: PHONE });
        },
        [{ cart: { type: 'quantity.decrease', id: PHONE } }, { cart: { type: 'cart.notSaved' } }],
      ],
    ],
  });
  effect(
    'cart',
    'saveCart',
    {
      world: withPhones,
      open: (world) => {
        start(world);
        elsewhere(world);
      },
      act: ({ cart }) => cart.send({ type: 'quantity.decrease', id: PHONE }),
      does: [{ cart: { type: 'quantity.decrease', id: PHONE } }, ...inCart(phones(1), cables(1))],
    },
    'with lines of another tab before the storage event (H10)',
  );
});
