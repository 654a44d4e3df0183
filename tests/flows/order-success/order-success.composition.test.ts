import { jane } from '../support/shop.samples.ts';
import { draft } from '../support/samples.ts';
import { orderId, pickOrderId } from '../../support/fake-shop.ts';
import { call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START } from '../support/world.ts';

const page =
  (change: { isSignedIn?: boolean; stateOrderId?: string; addressOrderId?: string } = {}): Act =>
  (world) =>
    world.start('orderSuccess', { isSignedIn: true, stateOrderId: '', addressOrderId: '', ...change });
const AT_LOGIN = { navigated: '/auth/login', options: { replace: true, state: { origin: '/order-success' } } };
const DAYS = ['02', '01'] as const;
const orders = DAYS.map((day, index) =>
  pickOrderId(orderId(index + 1), draft('cod'), jane, `2026-01-${day}T08:00:00.000Z`),
);
const ordered: Act = ({ books }) =>
  orders.forEach((order, index) => books.orders.set(`k${index}`, { draft: draft('cod'), order }));
const signOut: Act = ({ app }) =>
  app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' });
const SIGNED_OUT = [
  { session: { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } },
  { removed: 'token' },
  { removed: 'user' },
];

walkArea('order-success', () => {
  listener('orderSuccess', 'watchSession', {
    act: page({ addressOrderId: orderId(1) }),
    starts: [],
    listening: ['session'],
    hears: [[signOut, [...SIGNED_OUT, { heard: { type: 'session.ended' } }, AT_LOGIN]]],
  });
  listener(
    'orderSuccess',
    'watchSession',
    {
      act: page({ addressOrderId: orderId(1) }),
      starts: [],
      listening: ['session'],
      hears: [
        [
          ({ app }) => app.session.send({ type: 'session.logout' }),
          [
            { session: { type: 'session.logout' } },
            { sent: 'logout', body: {}, token: 'T' },
            { removed: 'token' },
            { removed: 'user' },
            { assigned: '/auth/login' },
          ],
        ],
      ],
    },
    'during a logout, which navigates by itself (A25)',
  );
  call('orderSuccess', 'loadOrders', {
    open: ordered,
    act: page(),
    does: [
      { sent: 'listMyOrders', token: 'T' },
      { done: 'loadOrders', output: { orders, now: START } },
    ],
  });
  effect('orderSuccess', 'keepInAddress', {
    act: page({ stateOrderId: orderId(1) }),
    does: [
      {
        navigated: `/order-success?order=${orderId(1)}`,
        options: { replace: true, state: { orderId: orderId(1) } },
      },
    ],
  });
  effect('orderSuccess', 'goToLogin', { world: { user: null }, act: page({ isSignedIn: false }), does: [AT_LOGIN] });
});
