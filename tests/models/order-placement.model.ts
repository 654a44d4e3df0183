import { homeDeliveryDraft } from '../../contract/rules/checkout.ts';
import { cartOf } from '../../contract/rules/cart.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { defineModel } from '../support/model/define.ts';
import { phoneLine, phoneNow } from './shop.samples.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };

export const orderPlacementModel = defineModel({
  flow: 'order-placement',
  machine: orderPlacementMachine,
  inputs: { '': { draft: homeDeliveryDraft(cartOf([phoneLine(2)]), details, 'cod') } },
  events: {},
  done: {
    placeOrder: {
      placed: { outcome: 'placed', orderId: ORDER },
      changed: { outcome: 'changed', lines: [phoneNow({ now: 1600 })] },
    },
    findOrder: { found: { orderId: ORDER } },
  },
  delays: {},
  states: {
    placing: (snapshot) => snapshot.matches('placing'),
    checking: (snapshot) => snapshot.matches('checking'),
  },
  invariants: {
    'one try sends one order': ({ calls }) => calls.filter(({ slot }) => slot === 'placeOrder').length === 1,
    'a lost answer is asked for before a failure is told': ({ snapshot, calls }) =>
      !snapshot.matches('failed') || snapshot.context.problem?.text !== 'Failed to place order' ||
      snapshot.context.problem.requestId !== null || calls.some(({ slot }) => slot === 'findOrder'),
    'a placed order has an id': ({ snapshot: { output } }) => output?.outcome !== 'placed' || output.orderId === ORDER,
  },
});
