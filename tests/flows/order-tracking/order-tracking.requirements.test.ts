import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import {
  orderTrackingMachines,
  syncSessionFirst,
  getSessionStatus,
} from '../../../src/compose/orders/order-tracking.ts';
import { getOwnRecordNow } from '../../../src/compose/payment/payment-record.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import { o1, paid, PLACED } from '../support/order.samples.ts';
import { jane } from '../support/shop.samples.ts';
import { CABLE, PHONE } from '../../support/fake-shop.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import type { Answer, Sent } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const [phone, cable] = o1.orderItems;
const lines = [
  { ...(phone ?? never()), product: PHONE },
  { ...(cable ?? never()), product: CABLE },
];
const pending: Order = { ...o1, orderItems: lines };
const delivered: Order = { ...pending, ...paid, status: 'delivered' };
function never(): never {
  throw new Error('o1 has items');
}

/** A server with this order. `other` overrides single responses. */
const shop =
  (order: Order, other: (request: Sent) => Answer | null = () => null) =>
  (request: Sent): Answer => {
    const special = other(request);
    if (special !== null) return special;
    if (request.path === '/orders/o1') return ok({ order });
    if (request.path === '/mpesa/stkpush') return ok({ checkoutRequestId: 'ws_1' });
    return request.path === '/cart/check'
      ? ok({
          lines: [
            { product: PHONE, name: 'Phone A', was: 1500, now: 1500, stock: 3 },
            { product: CABLE, name: 'Cable B', was: 200, now: 200, stock: 9 },
          ],
        })
      : 'lost';
  };

/** Opens the page of o1 and waits until it is loaded. */
async function open(server: (request: Sent) => Answer, storage = new SharedStorage()) {
  const tab = openTab({ storage, user: jane, server });
  tab.browser.now = PLACED;
  const { env } = tab.app;
  const tracking = createActor(tab.app.compose(orderTrackingMachines).orderTracking, {
    input: { orderId: 'o1', session: getSessionStatus(env), phone: '0712345678', userName: 'Jane' },
  });
  tracking.start();
  await until(() => expect(tracking.getSnapshot().matches('loading')).toBe(false));
  const asked = (path: string) => tab.sent.filter((one) => one.path === path);
  return { ...tab, tracking, press: syncSessionFirst(env, tracking), asked };
}

test('H4, Q25: a reload drops what was started: nothing is cancelled, charged or put into the cart', async () => {
  const storage = new SharedStorage();
  const { press, tracking } = await open(shop(pending), storage);
  press({ type: 'cancel.ask' });
  press({ type: 'pay.ask' });
  tracking.stop();
  const again = await open(shop(pending), storage);
  expect(again.tracking.getSnapshot().value).toEqual({
    shown: { order: 'still', cancel: 'none', pay: 'none', reorder: 'none' },
  });
  expect(again.asked('/orders/o1/cancel')).toEqual([]);
  expect(again.asked('/mpesa/stkpush')).toEqual([]);
  expect(again.lines()).toEqual([]);
});

test('D8, Q28: stores an accepted push with its lines and offers no other push while the bar waits', async () => {
  const { app, press, tracking } = await open(shop(pending));
  press({ type: 'pay.ask' });
  press({ type: 'phone.confirm' });
  await until(() => expect(tracking.getSnapshot().matches({ shown: { pay: 'underway' } })).toBe(true));
  expect(getOwnRecordNow(app.env)).toMatchObject({
    orderId: 'o1',
    checkoutRequestId: 'ws_1',
    startedAt: PLACED,
    lines: [
      { id: PHONE, quantity: 2 },
      { id: CABLE, quantity: 1 },
    ],
  });
  paymentScreen(app.env).send({ type: 'bar.waits', orderId: 'o1' });
  expect(tracking.getSnapshot().context.inBar).toBe('o1');
  paymentScreen(app.env).send({ type: 'bar.rests' });
  expect(tracking.getSnapshot().value).toMatchObject({ shown: { order: 'asking', pay: 'none' } });
});

test('U5: refuses to pay while the bar waits for the payment of another order', async () => {
  const { app, press, tracking } = await open(shop(pending));
  paymentScreen(app.env).send({ type: 'bar.waits', orderId: 'o9' });
  press({ type: 'pay.ask' });
  expect(tracking.getSnapshot().context.payProblem?.text).toBe('Another payment is under way. Please finish it first.');
});

test('H10: a cart that the browser refuses to store keeps the lines until the page closes', async () => {
  const storage = new SharedStorage();
  const { press, tracking, lines, cart, visits } = await open(shop(delivered), storage);
  storage.isFull = true;
  press({ type: 'reorder.ask' });
  await until(() => expect(tracking.getSnapshot().matches('toCart')).toBe(true));
  expect(lines().map(({ id, quantity }) => [id, quantity])).toEqual([
    [PHONE, 2],
    [CABLE, 1],
  ]);
  expect(JSON.stringify(cart.getSnapshot().value)).toContain('memoryOnly');
  expect(visits.at(-1)?.path).toBe('/cart');
});

test('Q1: a rejected token leaves the storage immediately; the page shows it for two seconds and opens the login', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { storage, app, tracking, visits } = await open(
    shop(pending, ({ path }) => (path === '/orders/o1' ? refused(401, 'Please log in again.') : null)),
  );
  expect(tracking.getSnapshot().matches('sessionExpired')).toBe(true);
  expect([storage.values.get('token'), storage.values.get('user')]).toEqual([undefined, undefined]);
  expect(app.session.getSnapshot().hasTag('signedIn')).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tracking.getSnapshot().matches('toLogin')).toBe(true);
  expect(app.session.getSnapshot().hasTag('signedOut')).toBe(true);
  expect(visits.at(-1)).toEqual({
    path: '/auth/login',
    options: { replace: true, state: { origin: '/track-order/o1', notice: null } },
  });
});

test.each([
  ['the token is gone', null, 'notLoggedIn'],
  ['the stored user cannot be read', '{bad', 'invalidSession'],
])('A26: each press first checks the stored session: %s', async (_, user, notice) => {
  const { storage, press, visits, asked } = await open(shop(pending));
  if (user === null) storage.values.delete('token');
  else storage.values.set('user', user);
  press({ type: 'cancel.ask' });
  expect(visits.at(-1)).toEqual({
    path: '/auth/login',
    options: { replace: true, state: { origin: '/track-order/o1', notice } },
  });
  expect(storage.values.get('token')).toBeUndefined();
  expect(asked('/orders/o1/cancel')).toEqual([]);
});
