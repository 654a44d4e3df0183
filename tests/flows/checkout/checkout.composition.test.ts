import { getTypedForm } from '../../../src/compose/checkout/checkout.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import type { KnownStock } from '../../../src/rules/cart/cart.ts';
import { toDeliveryDetails } from '../../../src/rules/checkout/checkout.ts';
import { expect } from 'vitest';
import { jane, getLimits } from '../support/shop.samples.ts';
import { orderId, PHONE } from '../../support/fake-shop.ts';
import { ok, refused } from '../../support/tab.ts';
import { cartRead, draft, inCart, inTurn, kept, phones, recorded } from '../support/samples.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { uuid } from '../support/world.ts';
import type { Entry, World } from '../support/world.ts';

const full = { lines: [phones(2)] };
const checkout = (world: World, user: typeof jane | null = jane, under: ReturnType<typeof kept> | null = null) =>
  world.start('checkout', {
    user,
    cart: world.cart.getSnapshot().context.cart,
    payments: ['cod', 'mpesa'],
    codMax: null,
    stock: {},
    mpesaMax: 250_000,
    kept: under,
    typed: getTypedForm(world.app.env),
  });
const open: Act = (world) => checkout(world);
const filled: Act = async (world) => {
  open(world);
  await world.settle();
};
/** The stock that the server reports. */
const STOCK: KnownStock = { [PHONE]: 3 };
const OPEN = { cart: { type: 'page.open' } };
const CLOSE = { cart: { type: 'page.close' } };
const CHECKED = { sent: 'checkCart', body: { items: [{ product: PHONE, quantity: 2, price: 1500 }] }, token: 'T' };
const cart = (quantity: number, changes: readonly object[] = [], price = 1500, stock = STOCK) => ({
  heard: { type: 'cart.changed', cart: createCart(quantity === 0 ? [] : [phones(quantity, price)]), stock, changes },
});
/** The cart event before the server has checked the prices. */
const unchecked = (quantity: number) => cart(quantity, [], 1500, {});
/** The page requests the shopper's payment limits when it opens. */
const ASKED = { sent: 'paymentLimits', token: 'T' };
const LIMITS = getLimits({ cashValue: { most: 300_000, open: 0 } });
const HEARD = { heard: { type: 'limits.changed', limits: { ...LIMITS, byHand: 'off' } } };
const KEPT = { heard: { type: 'payment.kept', kept: null } };
/** Effects of opening a filled cart. */
const OPENED = [
  unchecked(2),
  KEPT,
  OPEN,
  ASKED,
  { sent: 'getProfile', token: 'T' },
  CHECKED,
  HEARD,
  { done: 'loadUser', output: jane },
  cartRead(phones(2)),
  cart(2),
];
const AT_LOGIN = { navigated: '/auth/login', options: { replace: true, state: { origin: '/checkout' } } };
const placing = ({ actor }: World) => actor.send({ type: 'order.place' });
const now1600 = { product: PHONE, name: 'Phone A', was: 1500, now: 1600, stock: 3 };
const renamed = { ...jane, name: 'Jane N.' };
const REFUSED = { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } as const;
/** Everything that the checkout listens to. */
const LISTENING = ['cart', 'paymentRecord', 'session', 'session'];

walkArea('checkout', () => {
  child('checkout', 'delivery', {
    world: full,
    open: filled,
    act: ({ actor }) => {
      const { delivery } = actor.getSnapshot().children;
      delivery.send({ type: 'delivery.choose', method: 'pickup_station' });
      delivery.send({ type: 'county.choose', county: 'Nairobi' });
      delivery.send({ type: 'town.choose', town: 'Westlands' });
    },
    does: [{ sent: 'pickupStationsAt', query: { county: 'Nairobi', city: 'Westlands' }, token: 'T' }],
  });
  child('checkout', 'purchase', {
    world: full,
    open: async (world) => {
      await filled(world);
      world.server.answer('createOrder', 'never');
    },
    act: placing,
    does: [
      ...inTurn(recorded({ type: 'order.confirmed', draft: draft('cod'), key: uuid(1) }, kept({}))),
      { heard: { type: 'payment.kept', kept: kept({}) } },
      { sent: 'createOrder', body: draft('cod'), token: 'T', key: uuid(1) },
    ],
  });
  listener('checkout', 'watchKept', {
    world: { stored: { payment: kept({ key: null, of: null, orderId: orderId(1) }) } },
    act: open,
    starts: [
      unchecked(0),
      { heard: { type: 'payment.kept', kept: kept({ key: null, of: null, orderId: orderId(1) }) } },
      ASKED,
      HEARD,
    ],
    listening: LISTENING,
    leaves: [CLOSE],
    hears: [
      [
        ({ storage, fire }) => {
          storage.values.delete('payment');
          fire('storage', { key: 'payment' });
        },
        [KEPT],
      ],
    ],
  });
  listener('checkout', 'watchLimits', {
    world: { stored: { payment: kept({ key: null, of: null, orderId: orderId(1) }) }, lines: [] },
    act: (world) => checkout(world, jane, kept({ key: null, of: null, orderId: orderId(1) })),
    starts: [
      unchecked(0),
      { heard: { type: 'payment.kept', kept: kept({ key: null, of: null, orderId: orderId(1) }) } },
      { ...ASKED, query: { replaces: orderId(1) } },
      HEARD,
    ],
    listening: LISTENING,
    leaves: [CLOSE],
    hears: [],
  });
  listener('checkout', 'watchSession', {
    world: { lines: [] },
    act: open,
    starts: [unchecked(0), KEPT, ASKED, HEARD],
    listening: LISTENING,
    leaves: [CLOSE],
    hears: [
      [
        ({ app }) => app.session.send({ type: 'user.update', user: renamed }),
        [
          { session: { type: 'user.update', user: renamed } },
          { stored: 'user', value: renamed },
          { heard: { type: 'user.changed', user: renamed } },
        ],
      ],
      [
        ({ app }) => app.session.send(REFUSED),
        [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
      ],
    ],
  });
  listener('checkout', 'watchCart', {
    world: full,
    act: open,
    starts: OPENED,
    // The cart checks its prices on focus while a page shows them.
    listening: [...LISTENING, 'focus'],
    leaves: [CLOSE],
    hears: [
      [
        (world) => world.cart.send({ type: 'quantity.decrease', id: PHONE }),
        [{ cart: { type: 'quantity.decrease', id: PHONE } }, ...inCart(phones(1)), cart(1)],
      ],
      [
        ({ cart: of, server }) => {
          server.answer('checkCart', ok({ lines: [now1600] }));
          of.send({ type: 'page.open' });
        },
        [
          OPEN,
          { ...CHECKED, body: { items: [{ product: PHONE, quantity: 1, price: 1500 }] } },
          cartRead(phones(1)),
          ...inCart(phones(1, 1600)),
          cart(1, [now1600], 1600),
        ],
      ],
    ],
  });
  call('checkout', 'loadUser', {
    world: full,
    hangs: 'getProfile',
    waits: OPENED.filter(({ done }: Entry) => done !== 'loadUser'),
    act: open,
    does: OPENED,
  });
  effect('checkout', 'checkPrices', { world: full, act: open, does: OPENED });
  effect('checkout', 'dismissChanges', {
    world: full,
    open: async (world) => {
      world.server.answer('checkCart', ok({ lines: [now1600] }));
      await filled(world);
    },
    act: ({ actor }) => actor.send({ type: 'notice.dismiss' }),
    does: [{ cart: { type: 'notice.dismiss' } }, cart(2, [], 1600)],
  });
  effect('checkout', 'removeFromCart', {
    world: full,
    open: filled,
    act: ({ actor }) => actor.send({ type: 'line.remove', id: PHONE }),
    does: [{ cart: { type: 'line.remove', id: PHONE } }, ...inCart(), cart(0)],
  });
  effect('checkout', 'acceptChanges', {
    world: full,
    open: async (world) => {
      await filled(world);
      world.server.answer('createOrder', refused(409, 'Prices have changed.', { lines: [now1600] }));
      placing(world);
      await world.settle();
    },
    act: ({ actor }) => actor.send({ type: 'review.accept' }),
    does: [{ cart: { type: 'changes.accept', changes: [now1600] } }, ...inCart(phones(2, 1600)), cart(2, [], 1600)],
  });
  effect('checkout', 'keepTyped', {
    world: full,
    open: filled,
    act: ({ actor, app }) => {
      actor.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
      expect(getTypedForm(app.env)).toBeNull();
      app.session.send(REFUSED);
      actor.send({ type: 'field.change', field: 'city', value: 'Kiambu' });
      const details = { ...toDeliveryDetails(jane), address: 'Ngong Rd 5', city: 'Kiambu' };
      expect(getTypedForm(app.env)).toEqual({ owner: jane._id, details, savesAddress: true, payment: 'cod' });
    },
    does: [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
  });
  effect('checkout', 'goToLogin', {
    world: { user: null },
    act: (world) => checkout(world, null),
    does: [AT_LOGIN],
  });
});
