import { describe, expect, test } from 'vitest';
import { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { LiveActor } from 'model-testing/model/live';

const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
const nothing = { isSignedIn: true, stateOrderId: '', addressOrderId: '' };

const started = async (input: Partial<typeof nothing>) => {
  const live = new LiveActor(orderSuccessMachine);
  await live.start({ ...nothing, ...input });
  return live;
};

describe('U21: which order the page shows', () => {
  test('U21: shows the order of the navigation state and writes it into the address', async () => {
    const { snapshot, effects, calls } = await started({ stateOrderId: ORDER });
    expect(snapshot.matches('shown')).toBe(true);
    expect(effects).toMatchObject([{ type: 'keepInAddress', params: { orderId: ORDER } }]);
    expect(calls.map(({ slot }) => slot)).toEqual(['watchSession']);
  });

  test('U21: ?order= is enough after a reload', async () => {
    const { snapshot, effects } = await started({ addressOrderId: ORDER });
    expect(snapshot.context.orderId).toBe(ORDER);
    expect(effects).toEqual([]);
  });

  test('U21: the navigation state has priority over the address', async () => {
    expect((await started({ stateOrderId: 'x', addressOrderId: 'y' })).snapshot.context.orderId).toBe('x');
  });

  test('U21: loads the orders when neither names one, also when the page is opened again', async () => {
    const live = await started({});
    expect(live.snapshot.matches('looking')).toBe(true);
    expect(live.calls.map(({ slot }) => slot)).toContain('loadOrders');
  });
});
