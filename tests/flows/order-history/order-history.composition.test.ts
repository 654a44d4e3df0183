import { afterEach, expect, vi } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import type { OrderHistoryEvent } from '../../../src/machines/orders/order-history.machine.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { jane } from '../support/shop.samples.ts';
import { orderId, pickOrderId, PHONE } from '../../support/fake-shop.ts';
import { draft, phones } from '../support/samples.ts';
import { answer, call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act, Step } from '../support/walks.ts';
import { START } from '../support/world.ts';
import type { Entry } from '../support/world.ts';

const PLACED = new Date(START - 60_000).toISOString();
const of = (n: number, change: Partial<Order> = {}): Order => ({
  ...pickOrderId(orderId(n), draft('cod'), jane, PLACED),
  ...change,
});
const pending = of(1);
const cancelled: Order = {
  ...pending,
  status: 'cancelled',
  cancelReason: 'shopper',
  updatedAt: new Date(START).toISOString(),
};
const shipped = of(2, { status: 'shipped', trackingNumber: 'TN1' });

/** Starts the tab with Jane's two orders. */
const tab =
  (courierLink: string | null = null): Act =>
  async (world) => {
    for (const order of [pending, shipped]) world.books.orders.set(order._id, { draft: draft('cod'), order });
    world.start('orderHistory', { courierLink });
    await world.settle();
  };
const send =
  (event: OrderHistoryEvent): Act =>
  ({ actor }) =>
    actor.send(event);
const withCourier = tab('https://courier.test/{number}');
const asked: Act = async (world) => {
  await tab()(world);
  world.actor.send({ type: 'cancel.ask', orderId: pending._id });
};
const TRACK = send({ type: 'package.track', orderId: shipped._id });
/** Copied texts, opened pages and log entries. */
let outside: Entry[] = [];
const watchOutside = () => {
  outside = [];
  const writeText = async (text: string) => void outside.push({ copied: text });
  const open = (url: string, target: string) => {
    outside.push({ opened: url, target });
    return {};
  };
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  vi.stubGlobal('window', { open });
  vi.spyOn(console, 'info').mockImplementation((...said: unknown[]) => void outside.push({ logged: said }));
};
const seenOutside = (...entries: Entry[]): Step => [() => expect(outside).toEqual(entries), []];
const watched =
  (open: Act): Act =>
  (world) => {
    watchOutside();
    return open(world);
  };

afterEach(() => vi.restoreAllMocks());

const signOut: Act = ({ app }) =>
  app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' });
const SIGNED_OUT = [
  { session: { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } },
  { removed: 'token' },
  { removed: 'user' },
];
const LIST = { sent: 'listMyOrders', token: 'T' };
const CHECK = {
  sent: 'checkCart',
  body: { items: [{ product: PHONE, quantity: 2, price: 1500 }] },
  token: 'T',
};
const CHECKED = {
  done: 'checkLines',
  output: [{ product: PHONE, name: 'Phone A', was: 1500, now: 1500, stock: 3 }],
};
/** A product as an order names it, without category and other prices. */
const ADDED = {
  _id: PHONE,
  name: 'Phone A',
  price: 1500,
  finalPrice: 1500,
  originalPrice: null,
  discount: null,
  images: ['/a.jpg'],
  category: '',
  stock: 3,
};
const IN_CART: readonly Entry[] = [
  { cart: { type: 'product.add', product: ADDED, quantity: 2 } },
  { stored: 'cart', value: createCart([{ ...phones(2), category: '' }]) },
  { cart: { type: 'cart.saved' } },
];
const AT_ORDER = { navigated: `/track-order/${shipped._id}` };
const AT_CART = { navigated: '/cart', options: { state: { texts: [] } } };

walkArea('order-history', () => {
  call('orderHistory', 'loadOrders', {
    act: tab(),
    does: [LIST, { done: 'loadOrders', output: { orders: [pending, shipped], now: START } }],
  });
  call('orderHistory', 'cancelOrder', {
    open: asked,
    act: send({ type: 'cancel.confirm' }),
    does: [
      { sent: 'cancelOrder', params: { id: pending._id }, body: {}, token: 'T' },
      {
        done: 'cancelOrder',
        output: { order: cancelled, isPromptOpen: false },
      },
    ],
  });
  answer(
    'orderHistory',
    'cancelOrder',
    {
      open: async (world) => {
        await asked(world);
        paymentScreen(world.app.env).send({ type: 'bar.waits', orderId: pending._id });
      },
      act: send({ type: 'cancel.confirm' }),
      does: [
        { sent: 'cancelOrder', params: { id: pending._id }, body: {}, token: 'T' },
        { done: 'cancelOrder', output: { order: cancelled, isPromptOpen: true } },
      ],
    },
    'with an open prompt of the order',
  );
  call('orderHistory', 'checkLines', {
    open: tab(),
    act: send({ type: 'reorder.ask', orderId: shipped._id }),
    does: [CHECK, CHECKED, ...IN_CART, AT_CART],
  });
  effect('orderHistory', 'addToCart', {
    world: { lines: [{ ...phones(1), category: '' }] },
    open: tab(),
    act: send({ type: 'reorder.ask', orderId: shipped._id }),
    does: [
      CHECK,
      CHECKED,
      { cart: { type: 'product.add', product: ADDED, quantity: 2 } },
      { stored: 'cart', value: createCart([{ ...phones(3), category: '' }]) },
      { cart: { type: 'cart.saved' } },
      AT_CART,
    ],
  });
  effect('orderHistory', 'goToCart', {
    open: async (world) => {
      await tab()(world);
      world.books.products = world.books.products.map((product) => ({ ...product, stock: 1, price: 1600 }));
    },
    act: send({ type: 'reorder.ask', orderId: shipped._id }),
    does: [
      CHECK,
      { done: 'checkLines', output: [{ product: PHONE, name: 'Phone A', was: 1500, now: 1600, stock: 1 }] },
      {
        cart: { type: 'product.add', product: { ...ADDED, price: 1600, finalPrice: 1600, stock: 1 }, quantity: 1 },
      },
      { stored: 'cart', value: createCart([{ ...phones(1, 1600), category: '' }]) },
      { cart: { type: 'cart.saved' } },
      {
        navigated: '/cart',
        options: {
          state: {
            texts: [
              'Only 1 of Phone A left; you had ordered 2.',
              'Phone A costs Ksh\u00a01,600 now (Ksh\u00a01,500 when you ordered it).',
            ],
          },
        },
      },
    ],
  });
  listener('orderHistory', 'clock', {
    act: async (world) => {
      await tab()(world);
      await world.taken();
    },
    starts: [],
    listening: ['interval', 'session', 'visibilitychange'],
    hears: [
      [(world) => world.advance(999), []],
      [(world) => world.advance(1), [{ heard: { type: 'clock.tick', now: START + 1000 } }]],
      [({ fire }) => fire('visibilitychange'), [{ heard: { type: 'clock.tick', now: START + 1000 } }]],
    ],
  });
  listener('orderHistory', 'watchSession', {
    act: async (world) => {
      world.server.answer('listMyOrders', 'never');
      world.start('orderHistory', { courierLink: null });
      await world.taken();
    },
    starts: [],
    listening: ['session'],
    hears: [[signOut, [...SIGNED_OUT, { heard: { type: 'session.ended' } }, { aborted: 'listMyOrders' }]]],
  });
  answer('orderHistory', 'copyNumber', {
    open: watched(tab()),
    act: TRACK,
    does: [{ done: 'copyNumber', output: undefined }, AT_ORDER],
    next: [seenOutside({ copied: 'TN1' })],
  });
  effect(
    'orderHistory',
    'goToOrder',
    {
      open: async (world) => {
        await tab()(world);
        vi.stubGlobal('navigator', {});
      },
      act: TRACK,
      does: [{ failed: 'copyNumber', kind: expect.stringContaining('TypeError'), status: undefined }, AT_ORDER],
    },
    'without a clipboard',
  );
  effect('orderHistory', 'openCourier', {
    open: watched(withCourier),
    act: TRACK,
    does: [{ done: 'copyNumber', output: undefined }],
    next: [seenOutside({ copied: 'TN1' }, { opened: 'https://courier.test/TN1', target: '_blank' })],
  });
  effect('orderHistory', 'logOrder', {
    open: watched(tab()),
    act: send({ type: 'details.toggle', orderId: shipped._id }),
    does: [],
    next: [seenOutside({ logged: ['Order', shipped] })],
  });
});
