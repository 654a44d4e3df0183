import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import { orderHistoryMachines } from '../../../src/compose/orders/order-history.ts';
import { at, o1, o2, paid, PLACED } from '../support/order.samples.ts';
import { jane } from '../support/shop.samples.ts';
import { CABLE, PHONE } from '../../support/fake-shop.ts';
import { ok, openTab, SharedStorage } from '../../support/tab.ts';
import type { Sent } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const [phone, cable] = o1.orderItems;
const delivered: Order = {
  ...o1,
  ...paid,
  status: 'delivered',
  orderItems: [
    { ...(phone ?? never()), product: PHONE },
    { ...(cable ?? never()), product: CABLE },
  ],
};
function never(): never {
  throw new Error('o1 has items');
}

/** A server with these orders and enough stock of their products. */
const shop =
  (...orders: readonly Order[]) =>
  ({ path }: Sent) =>
    path === '/cart/check'
      ? ok({
          lines: [
            { product: PHONE, name: 'Phone A', was: 1500, now: 1500, stock: 3 },
            { product: CABLE, name: 'Cable B', was: 200, now: 200, stock: 9 },
          ],
        })
      : path === '/orders/my'
        ? ok({ orders })
        : ('lost' as const);

/** Opens the orders tab and waits for its list. */
async function open(storage: SharedStorage, ...orders: readonly Order[]) {
  const tab = openTab({ storage, user: jane, server: shop(...orders) });
  tab.browser.now = PLACED;
  const history = createActor(tab.app.compose(orderHistoryMachines).orderHistory, { input: { courierLink: null } });
  history.start();
  await until(() => expect(history.getSnapshot().matches('loading')).toBe(false));
  return { ...tab, history, asked: (path: string) => tab.sent.filter((one) => one.path === path) };
}

test('§2: loads the orders again when the tab is opened again, and shows the same empty list', async () => {
  const storage = new SharedStorage();
  for (let time = 0; time < 2; time++) {
    const { history, asked } = await open(storage);
    expect(history.getSnapshot().matches('empty')).toBe(true);
    expect(asked('/orders/my')).toHaveLength(1);
  }
});

test('H4: a reload closes the dialog, and nothing is cancelled', async () => {
  const storage = new SharedStorage();
  const before = await open(storage, o1, o2);
  before.history.send({ type: 'cancel.ask', orderId: 'o1' });
  expect(before.history.getSnapshot().matches({ listed: { cancel: 'asking' } })).toBe(true);
  before.history.stop();
  const after = await open(storage, o1, o2);
  expect(after.history.getSnapshot().matches({ listed: { cancel: 'none' } })).toBe(true);
  expect([...before.asked('/orders/o1/cancel'), ...after.asked('/orders/o1/cancel')]).toEqual([]);
});

test('Q25: a reload during the check of the lines does not change the cart', async () => {
  const storage = new SharedStorage();
  const before = await open(storage, delivered);
  before.history.send({ type: 'reorder.ask', orderId: 'o1' });
  before.history.stop();
  // The call's module is still loading. A stopped actor sends no request afterwards.
  await vi.dynamicImportSettled();
  expect(before.asked('/cart/check')).toEqual([]);
  const after = await open(storage, delivered);
  expect(after.history.getSnapshot().matches({ listed: { reorder: 'none' } })).toBe(true);
  expect([before.lines(), after.lines()]).toEqual([[], []]);
});

test('U18, Q25: adds the ordered lines to the cart, once for a double press', async () => {
  const tab = await open(new SharedStorage(), delivered);
  const again = { type: 'reorder.ask', orderId: 'o1' } as const;
  tab.history.send(again);
  tab.history.send(again);
  await until(() => expect(tab.history.getSnapshot().matches('toCart')).toBe(true));
  expect(tab.asked('/cart/check')).toHaveLength(1);
  expect(tab.lines().map(({ name, quantity, price }) => [name, quantity, price])).toEqual([
    ['Phone A', 2, 1500],
    ['Cable B', 1, 200],
  ]);
  expect(tab.visits).toEqual([{ path: '/cart', options: { state: { texts: [] } } }]);
});

test('H10: keeps reordered lines in memory when the browser refuses to save the cart, and the cart shows it', async () => {
  const storage = new SharedStorage();
  const tab = await open(storage, delivered);
  storage.isRefused = true;
  tab.history.send({ type: 'reorder.ask', orderId: 'o1' });
  await until(() => expect(tab.history.getSnapshot().matches('toCart')).toBe(true));
  expect(tab.lines()).toHaveLength(2);
  expect(tab.cart.getSnapshot().matches({ storage: 'memoryOnly' })).toBe(true);
});

test('H13: the time to pay follows the server clock', async () => {
  const { history, browser } = await open(new SharedStorage(), { ...o1, expiresAt: at(PLACED + 1_000) });
  expect(history.getSnapshot().context.now).toBe(PLACED);
  browser.now = PLACED + 1_000;
  history.send({ type: 'clock.tick', now: browser.now });
  expect(history.getSnapshot().context.now).toBe(PLACED + 1_000);
});
