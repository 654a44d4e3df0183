import type { Order } from '../../../contract/orders.ts';
import type { OrderTrackingEvent, OrderTrackingInput } from '../../../src/machines/orders/order-tracking.setup.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { jane } from '../support/shop.samples.ts';
import { orderId, pickOrderId, PHONE, VERIFIED } from '../../support/fake-shop.ts';
import { refused } from '../../support/tab.ts';
import { draft, phones } from '../support/samples.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START } from '../support/world.ts';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const of = (n: number, change: Partial<Order> = {}): Order => ({
  ...pickOrderId(orderId(n), draft('mpesa'), jane, iso(START - 60_000)),
  expiresAt: iso(START + 1_740_000),
  updatedAt: iso(START),
  ...change,
});
const pending = of(1);
const shipped = of(2, { status: 'shipped', expiresAt: null });

/** Starts the page of an order, or the choice of an order without an id. */
const page =
  (orderId: string, input: Partial<OrderTrackingInput> = {}): Act =>
  async (world) => {
    for (const order of [pending, shipped]) world.books.orders.set(order._id, { draft: draft('mpesa'), order });
    world.start('orderTracking', { orderId, session: 'present', phone: '0712345678', userName: 'Jane', ...input });
    await world.settle();
  };
const send =
  (event: OrderTrackingEvent): Act =>
  ({ actor }) =>
    actor.send(event);
const shown = page(pending._id);
const after =
  (...events: readonly OrderTrackingEvent[]): Act =>
  async (world) => {
    await shown(world);
    for (const event of events) world.actor.send(event);
  };
const CUSTOMER = { type: 'customer.changed', stored: { token: null, user: null } };
const signOut: Act = ({ app }) =>
  app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' });
const SIGNED_OUT = [
  { session: { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } },
  { removed: 'token' },
  { removed: 'user' },
];
const LISTENING = ['connection', 'interval', 'paymentScreen', 'session', 'visibilitychange'];
const CHECK = { sent: 'checkCart', body: { items: [{ product: PHONE, quantity: 2, price: 1500 }] }, token: 'T' };
const CHECKED = {
  done: 'checkLines',
  output: [{ product: PHONE, name: 'Phone A', was: 1500, now: 1500, stock: 3 }],
};
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
const IN_CART = [
  { cart: { type: 'product.add', product: ADDED, quantity: 2 } },
  { stored: 'cart', value: createCart([{ ...phones(2), category: '' }]) },
  { cart: { type: 'cart.saved' } },
  { navigated: '/cart', options: { state: { texts: [] } } },
];

const PROMPT = { orderId: pending._id, checkoutRequestId: 'ws_1', startedAt: START };
const LINES = [{ id: PHONE, quantity: 2 }];
const PUSHED = [
  {
    sent: 'stkPush',
    body: { accountReference: 'A1B2C3D4', amount: 3000, orderId: pending._id, phoneNumber: '254712345678' },
    token: 'T',
  },
  { done: 'pushPrompt', output: { checkoutRequestId: 'ws_1', sentAt: START } },
  { paymentRecord: { type: 'payment.found', ...PROMPT, lines: LINES } },
  {
    stored: 'payment',
    value: { v: 4, user: 'u1', key: null, of: null, ...PROMPT, way: null, lines: LINES, replaces: null },
  },
  { paymentRecord: { type: 'record.saved' } },
];

/** The same push, with the proof of the phone. */
const [PUSH, ...PUSH_TAKEN] = PUSHED;
const PROVED = [{ ...PUSH, body: { ...PUSH?.body, verificationData: VERIFIED } }, ...PUSH_TAKEN];

walkArea('order-tracking', () => {
  call('orderTracking', 'loadOrders', {
    act: page(''),
    does: [
      { sent: 'listMyOrders', token: 'T' },
      { done: 'loadOrders', output: [pending, shipped] },
    ],
  });
  call('orderTracking', 'loadOrder', {
    act: shown,
    does: [
      { sent: 'getOrder', params: { id: pending._id }, token: 'T' },
      { done: 'loadOrder', output: { order: pending, now: START } },
    ],
  });
  call('orderTracking', 'cancelOrder', {
    open: after({ type: 'cancel.ask' }),
    act: send({ type: 'cancel.confirm' }),
    does: [
      { sent: 'cancelOrder', params: { id: pending._id }, body: {}, token: 'T' },
      {
        done: 'cancelOrder',
        output: { ...pending, status: 'cancelled', cancelReason: 'shopper' },
      },
    ],
  });
  call('orderTracking', 'checkLines', {
    open: page(shipped._id),
    act: send({ type: 'reorder.ask' }),
    does: [CHECK, CHECKED, ...IN_CART],
  });
  effect('orderTracking', 'addToCart', {
    open: page(shipped._id),
    act: send({ type: 'reorder.ask' }),
    does: [CHECK, CHECKED, ...IN_CART],
  });
  effect('orderTracking', 'goToCart', {
    open: page(shipped._id),
    act: send({ type: 'reorder.ask' }),
    does: [CHECK, CHECKED, ...IN_CART],
  });
  call('orderTracking', 'pushPrompt', {
    open: after({ type: 'pay.ask' }),
    act: send({ type: 'phone.confirm' }),
    does: PUSHED,
  });
  child('orderTracking', 'phoneVerification', {
    open: async (world) => {
      world.server.answer('stkPush', refused(409, CONFIRM_FIRST, { proof: true }));
      await after({ type: 'pay.ask' })(world);
    },
    act: send({ type: 'phone.confirm' }),
    does: [
      ...PUSHED.slice(0, 1),
      { failed: 'pushPrompt', kind: 'refused', status: 409 },
      { sent: 'sendOtp', body: { phone: '254712345678', userName: 'Jane' }, token: 'T' },
    ],
    next: [
      [
        ({ actor, server }) => {
          server.answer('stkPush', (_request, _call, usual) => usual());
          actor.getSnapshot().children.phoneVerification.send({ type: 'code.verify', code: '123456' });
        },
        [
          { sent: 'verifyOtp', body: { pinId: 'P1', pin: '123456' }, token: 'T' },
          { done: 'phoneVerification', output: { verification: VERIFIED, credentials: null, failure: null } },
          ...PROVED,
        ],
      ],
    ],
  });
  effect('orderTracking', 'keepPayment', {
    open: after({ type: 'pay.ask' }),
    act: send({ type: 'phone.confirm' }),
    does: PUSHED,
  });
  effect('orderTracking', 'goToOrder', {
    open: page(''),
    act: send({ type: 'order.pick', orderId: pending._id }),
    does: [
      { navigated: `/track-order/${pending._id}` },
      { sent: 'getOrder', params: { id: pending._id }, token: 'T' },
      { done: 'loadOrder', output: { order: pending, now: START } },
    ],
  });
  effect('orderTracking', 'endSession', {
    open: shown,
    act: send({ type: 'session.read', session: 'unreadable' }),
    does: [
      { removed: 'token' },
      { removed: 'user' },
      { session: CUSTOMER },
      { heard: { type: 'session.ended' } },
      {
        navigated: '/auth/login',
        options: { replace: true, state: { origin: `/track-order/${pending._id}`, notice: 'invalidSession' } },
      },
    ],
  });
  effect('orderTracking', 'goToLogin', {
    open: async (world) => {
      await page('')(world);
      world.app.env.storage().removeItem('token');
    },
    act: send({ type: 'session.read', session: 'missing' }),
    does: [
      { session: { type: 'customer.changed', stored: { token: null, user: JSON.stringify(jane) } } },
      { heard: { type: 'session.ended' } },
      {
        navigated: '/auth/login',
        options: { replace: true, state: { origin: '/track-order', notice: 'notLoggedIn' } },
      },
    ],
  });
  listener('orderTracking', 'watchSession', {
    act: async (world) => {
      world.server.answer('getOrder', 'never');
      await shown(world);
      await world.taken();
    },
    starts: [],
    listening: ['session'],
    hears: [[signOut, [...SIGNED_OUT, { heard: { type: 'session.ended' } }, { aborted: 'getOrder' }]]],
  });
  listener('orderTracking', 'watchPage', {
    act: async (world) => {
      await shown(world);
      await world.taken();
    },
    starts: [],
    listening: LISTENING,
    hears: [
      [
        ({ browser, fire }) => {
          browser.isVisible = false;
          fire('visibilitychange');
        },
        [{ heard: { type: 'page.hidden' } }, { heard: { type: 'clock.tick', now: START } }],
      ],
    ],
  });
  listener('orderTracking', 'watchBar', {
    act: async (world) => {
      await shown(world);
      await world.taken();
    },
    starts: [],
    listening: LISTENING,
    hears: [
      [
        ({ app }) => paymentScreen(app.env).send({ type: 'bar.waits', orderId: pending._id }),
        [
          { paymentScreen: { type: 'bar.waits', orderId: pending._id } },
          { heard: { type: 'bar.idle' } },
          { heard: { type: 'bar.paying', orderId: pending._id } },
        ],
      ],
    ],
  });
  listener('orderTracking', 'clock', {
    act: async (world) => {
      await shown(world);
      await world.taken();
    },
    starts: [],
    listening: LISTENING,
    hears: [
      [(world) => world.advance(999), []],
      [(world) => world.advance(1), [{ heard: { type: 'clock.tick', now: START + 1000 } }]],
      [({ fire }) => fire('visibilitychange'), [{ heard: { type: 'clock.tick', now: START + 1000 } }]],
    ],
  });
});
