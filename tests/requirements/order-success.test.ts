import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { orderSuccessMachines } from '../../src/compose/order-success.ts';
import { orderSuccessMachine } from '../../src/machines/order-success.machine.ts';
import { jane } from '../models/shop.samples.ts';
import { LiveActor } from '../../model-testing/model/live.ts';
import { ok, openTab } from '../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
const nothing = { isSignedIn: true, stateOrderId: '', addressOrderId: '' };

const started = async (input: Partial<typeof nothing>) => {
  const live = new LiveActor(orderSuccessMachine);
  await live.start({ ...nothing, ...input });
  return live;
};

describe('U21: which order the page is about', () => {
  test('U21: the order of the navigation state is shown and written into the address', async () => {
    const { snapshot, effects, calls } = await started({ stateOrderId: ORDER });
    expect(snapshot.matches('shown')).toBe(true);
    expect(effects).toMatchObject([{ type: 'keepInAddress', params: { orderId: ORDER } }]);
    expect(calls.map(({ slot }) => slot)).toEqual(['watchSession']);
  });

  test('U21: after a reload ?order= is enough', async () => {
    const { snapshot, effects } = await started({ addressOrderId: ORDER });
    expect(snapshot.context.orderId).toBe(ORDER);
    expect(effects).toEqual([]);
  });

  test('U21: the state counts before the address', async () => {
    expect((await started({ stateOrderId: 'x', addressOrderId: 'y' })).snapshot.context.orderId).toBe('x');
  });

  test('U21: with neither the latest order is looked up', async () => {
    const live = await started({});
    expect(live.snapshot.matches('looking')).toBe(true);
    expect(live.calls.map(({ slot }) => slot)).toContain('findLatestOrder');
  });

  test('U21, §7: GET /orders/my names several: the newest counts', async () => {
    const order = (id: string, createdAt: string) => ({
      _id: id,
      user: { _id: 'u1', name: 'Jane', email: 'j@example.com' },
      orderItems: [],
      shippingAddress: { address: 'a', city: 'c', postalCode: '00000', country: 'Kenya' },
      paymentMethod: 'cod',
      itemsPrice: 1,
      shippingPrice: 0,
      taxPrice: 0,
      totalPrice: 1,
      isPaid: false,
      paidAt: null,
      isDelivered: false,
      deliveredAt: null,
      status: 'pending',
      trackingNumber: null,
      createdAt,
      updatedAt: createdAt,
    });
    const { app, sent } = openTab({
      user: jane,
      server: ({ path }) =>
        path === '/orders/my'
          ? ok({ orders: [order('old', '2026-01-01T08:00:00.000Z'), order('new', '2026-01-02T08:00:00.000Z')] })
          : ok({ user: jane }),
    });
    const page = createActor(app.compose(orderSuccessMachines).orderSuccess, { input: nothing });
    page.start();
    await vi.waitFor(() => expect(page.getSnapshot().context.orderId).toBe('new'));
    expect(sent.map(({ path }) => path)).toContain('/orders/my');
  });
});
