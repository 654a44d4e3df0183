import { cartOf } from '../../src/rules/cart.ts';
import { homeDeliveryDraft } from '../../src/rules/checkout.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from '../../src/machines/mpesa-payment.machine.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import type { OrderPlacementOutput } from '../../src/machines/order-placement.machine.ts';
import { orderingMachine } from '../../src/machines/ordering.machine.ts';
import type { OrderingInput } from '../../src/machines/ordering.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { phoneLine, phoneNow } from './shop.samples.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
const KEPT = 'b1b2c3d4-0000-4000-8000-000000000002';

export const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };
const draftBy = (method: 'mpesa' | 'cod') => homeDeliveryDraft(cartOf([phoneLine(2)]), details, method);

const mpesa: OrderingInput = {
  draft: draftBy('mpesa'),
  phone: '0712345678',
  amount: 3000,
  orderId: null,
  kept: null,
  saving: { kind: 'none' },
  details,
};
const cash: OrderingInput = { ...mpesa, draft: draftBy('cod') };

/** What the child that places the order comes to. */
export const placement = (change: Partial<OrderPlacementOutput> = {}): OrderPlacementOutput => ({
  outcome: 'placed',
  orderId: ORDER,
  lines: [],
  problem: null,
  ...change,
});

/** What the child that takes the payment comes to. */
export const payment = (
  outcome: MpesaPaymentOutput['outcome'],
  change: Partial<MpesaPaymentOutput> = {},
): MpesaPaymentOutput => ({ outcome, orderId: ORDER, lines: [], ...change });

/** What the payment tells on its way. */
export const paying = (tag: 'dialog' | 'inline', orderId: string | null) => ({
  context: { orderId },
  hasTag: (one: string) => one === tag,
});

const CHANGED = [phoneNow({ now: 1600 })];

export const orderingModel = defineModel({
  flow: 'ordering',
  machine: orderingMachine.provide({
    actors: { orderPlacement: orderPlacementMachine, mpesaPayment: mpesaPaymentMachine },
  }),
  inputs: {
    mpesa,
    cash,
    'cash, new address': { ...cash, saving: { kind: 'create' } },
    'cash, saved address': { ...cash, saving: { kind: 'makeDefault', id: 'd2' } },
    'cash, kept order': { ...cash, orderId: KEPT },
    'mpesa, new address': { ...mpesa, saving: { kind: 'create' } },
    'mpesa, saved address': { ...mpesa, saving: { kind: 'makeDefault', id: 'd2' } },
    'mpesa, kept order': { ...mpesa, orderId: KEPT },
    resumed: { ...mpesa, draft: null, orderId: KEPT, kept: { orderId: KEPT, checkoutRequestId: 'ws_1' } },
  },
  events: {},
  done: {
    orderPlacement: {
      placed: placement(),
      changed: placement({ outcome: 'changed', orderId: '', lines: CHANGED }),
      failed: placement({
        outcome: 'failed',
        orderId: '',
        problem: { text: 'Failed to place order', requestId: null },
      }),
      'signed out': placement({ outcome: 'signedOut', orderId: '' }),
    },
    mpesaPayment: {
      done: payment('done'),
      changed: payment('changed', { orderId: null, lines: CHANGED }),
      dismissed: payment('dismissed'),
      'signed out': payment('signedOut'),
    },
  },
  tells: {
    mpesaPayment: {
      dialog: paying('dialog', null),
      'order created': paying('dialog', ORDER),
      failure: paying('inline', ORDER),
      'the kept order': paying('dialog', KEPT),
    },
  },
  project: ({ draft, orderId, problem, lines, saving }) => ({
    by: draft?.paymentMethod,
    orderId,
    problem,
    lines,
    saving,
  }),
  delays: {},
  // The names of the checkout's table, which tells what happens here.
  states: {
    placingCod: (snapshot) => snapshot.matches('placing'),
    payingMpesa: (snapshot) => snapshot.matches({ paying: 'dialog' }),
    ordered: ({ output }) => output?.outcome === 'ordered',
    editing: (snapshot) =>
      snapshot.matches({ paying: 'inline' }) || ['failed', 'dismissed'].includes(snapshot.output?.outcome ?? ''),
    reviewChanges: ({ output }) => output?.outcome === 'changed',
    signedOut: ({ output }) => output?.outcome === 'signedOut',
  },
  invariants: {
    'at most one order is under way': ({ calls }) => calls.filter((call) => call.isOpen()).length <= 1,
    'the address is saved only for an order that stands, and once for each (A27)': ({ allEffects, calls }) => {
      const saved = allEffects.filter(({ type }) => type === 'saveAddress').length;
      return saved === 0 || calls[0]?.slot === 'mpesaPayment' || saved === 1;
    },
    'what M-Pesa pays leaves the cart by the payment itself': ({ calls, allEffects }) =>
      calls.every(({ slot }) => slot !== 'mpesaPayment') || allEffects.every(({ type }) => type === 'saveAddress'),
    'lines leave the cart only for an order that stands': ({ snapshot, effects }) =>
      snapshot.matches('ordered') || effects.every(({ type }) => type !== 'removeOrdered'),
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output?.outcome === snapshot.value,
    'changed lines are handed on': ({ snapshot: { output } }) =>
      output?.outcome !== 'changed' || output.lines.length === 1,
    'a failure says why': ({ snapshot: { output } }) => output?.outcome !== 'failed' || output.problem !== null,
  },
});
