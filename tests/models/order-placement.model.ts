import { ApiError } from '../../contract/errors.ts';
import { homeDeliveryDraft } from '../../src/rules/checkout.ts';
import { cartOf } from '../../src/rules/cart.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { phoneLine, phoneNow } from './shop.samples.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };

const draft = homeDeliveryDraft(cartOf([phoneLine(2)]), details, 'cod');

/** The kept order is cancelled at the server meanwhile. */
export const cancelled = new ApiError({
  kind: 'refused',
  status: 409,
  message: '',
  data: { orderStatus: 'cancelled' },
});
/** The order to be replaced is paid already. */
const orderPaid = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'This order has been paid.',
  requestId: 'req-8',
  data: { orderStatus: 'processing' },
});

export const orderPlacementModel = defineModel({
  flow: 'order-placement',
  machine: orderPlacementMachine,
  inputs: { '': { draft }, 'kept order': { draft, orderId: ORDER } },
  events: {},
  done: {
    placeOrder: {
      placed: { outcome: 'placed', orderId: ORDER },
      changed: { outcome: 'changed', lines: [phoneNow({ now: 1600 })] },
    },
    findOrder: { found: { orderId: ORDER } },
    switchToCash: { '': undefined },
  },
  fail: { switchToCash: { cancelled }, placeOrder: { 'not replaceable': orderPaid } },
  delays: {},
  // The names of the two tables that tell what happens here: the checkout's and the payment's.
  states: {
    placingCod: (snapshot) => snapshot.matches('placing') || snapshot.matches('switching'),
    checkingCod: (snapshot) => snapshot.matches('checking'),
    placingOrder: (snapshot) => snapshot.matches('placing'),
    checkingOrder: (snapshot) => snapshot.matches('checking'),
    ordered: ({ output }) => output?.outcome === 'placed',
    requestingPush: ({ output }) => output?.outcome === 'placed',
    editing: ({ output }) => output?.outcome === 'failed',
    failed: ({ output }) => output?.outcome === 'failed',
    reviewChanges: ({ output }) => output?.outcome === 'changed',
    signedOut: ({ output }) => output?.outcome === 'signedOut',
  },
  invariants: {
    'one try sends one order': ({ calls }) => calls.filter(({ slot }) => slot === 'placeOrder').length <= 1,
    'a kept order is never ordered again while it stands (D9, D21)': ({ snapshot, allEffects, calls }) =>
      snapshot.context.orderId !== ORDER ||
      calls.every(({ slot }) => slot !== 'placeOrder') ||
      snapshot.status === 'done' ||
      allEffects.some(({ type }) => type === 'forgetOrder'),
    'a lost answer is asked for before a failure is told': ({ snapshot, calls }) =>
      !snapshot.matches('failed') ||
      snapshot.context.problem?.text !== 'Failed to place order' ||
      snapshot.context.problem.requestId !== null ||
      calls.some(({ slot }) => slot === 'findOrder' || slot === 'switchToCash'),
    'an order that was made is kept, once, as soon as the shop says so (D9)': ({ step, effects }) =>
      effects.filter(({ type }) => type === 'keepOrder').length ===
      (step?.label === 'placeOrder answers(placed)' || step?.label === 'findOrder answers(found)' ? 1 : 0),
    'what cannot be replaced is not asked for again (D21)': ({ step, effects }) =>
      effects.some(({ type }) => type === 'forgetReplaced') === (step?.label === 'placeOrder fails(not replaceable)'),
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output?.outcome === snapshot.value,
    'a refused token ends at the login': ({ step, snapshot: { output } }) =>
      !step?.label.includes('unauthorized') || output?.outcome === 'signedOut',
    'changed lines are handed on': ({ snapshot: { output } }) =>
      output?.outcome !== 'changed' || output.lines.length === 1,
    'a failure says why': ({ snapshot: { output } }) => output?.outcome !== 'failed' || output.problem !== null,
    'a placed order has an id': ({ snapshot: { output } }) => output?.outcome !== 'placed' || output.orderId === ORDER,
  },
  equivalents: {
    'swap placing: placeOrder fails #1': 'a refused token is never a lost answer',
  },
});
