import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { PaymentMethod } from '../../../contract/orders.ts';
import { toHomeDeliveryDraft, toOrderDraft } from '../../../src/rules/checkout/checkout.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { toFailedCall } from '../../../src/rules/failure.ts';
import { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { atStation, phoneLine, phoneNow } from '../support/shop.samples.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

/** The unpaid order o0 of the tables. */
export const KEPT = 'b1b2c3d4-0000-4000-8000-000000000002';

const details = deliveryDetails();
const cart = createCart([phoneLine(2)]);

export const draftBy = (method: PaymentMethod) => toHomeDeliveryDraft(cart, details, method);

/** The refusal when the order to switch or to replace was cancelled at the server. */
export const cancelled = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'The payment method of this order can no longer be changed.',
  data: { orderStatus: 'cancelled' },
});
/** The refusal when the server has no such order. */
export const unknown = new ApiError({ kind: 'refused', status: 404, message: '', requestId: 'req-8' });

/** Failures after which the client cannot know what the server has done (D10). */
const LOST = ['server error', 'offline', 'timeout', 'broken'];

export const orderPlacementModel = defineModel({
  flow: 'order-placement',
  machine: orderPlacementMachine,
  inputs: {
    mpesa: { draft: draftBy('mpesa') },
    cod: { draft: draftBy('cod') },
    'cod, pickup': { draft: toOrderDraft(cart, details, atStation, 'cod') },
    'kept order': { draft: draftBy('cod'), orderId: KEPT },
  },
  events: {},
  done: {
    placeOrder: {
      placed: { outcome: 'placed', orderId: ORDER },
      changed: { outcome: 'changed', lines: [phoneNow({ now: 1600 })] },
    },
    findOrder: {
      'for M-Pesa': { orderId: ORDER, paymentMethod: 'mpesa', isCancelled: false },
      'on delivery': { orderId: ORDER, paymentMethod: 'cod', isCancelled: false },
      cancelled: { orderId: ORDER, paymentMethod: 'mpesa', isCancelled: true },
    },
    switchToCash: { '': undefined },
  },
  fail: { switchToCash: { cancelled, unknown }, placeOrder: { cancelled } },
  delays: {},
  states: {
    placing: (snapshot) => snapshot.matches('placing'),
    switching: (snapshot) => snapshot.matches('switching'),
    checking: (snapshot) => snapshot.matches('checking'),
    placed: ({ output }) => output?.outcome === 'placed',
    linesChanged: ({ output }) => output?.outcome === 'changed',
    refused: ({ output }) => output?.outcome === 'failed',
    signedOut: ({ output }) => output?.outcome === 'signedOut',
  },
  beyond: [
    {
      what: /^switching: .*\[isOrderCancelled\]/,
      why: 'D12, D9: a kept order that has expired meanwhile is over, so that its draft is a new order, without another press',
    },
    { what: /^placing: .*\[isNotReplaceable\]/, why: 'D21: what is paid or over is replaced by no later try either' },
  ],
  invariants: {
    'one run sends at most one POST /orders, or one PUT payment-method, never both': ({ calls, allEffects }) => {
      const sent = calls.filter(({ slot }) => slot !== 'findOrder');
      // A cancelled stored order gets a definite refusal. The draft is then a new order (D12).
      return sent.length === 1 || (sent.length === 2 && allEffects.some(({ type }) => type === 'forgetOrder'));
    },
    'one run asks by key at most once, and only after an answer was lost': ({ step, started, calls }) =>
      calls.filter(({ slot }) => slot === 'findOrder').length <= 1 &&
      started.every(
        ({ slot }) => slot !== 'findOrder' || LOST.some((kind) => step?.label.includes(`(${kind})`) ?? true),
      ),
    "'Failed to place order' is never said while nobody has looked for the order whose answer was lost": ({
      step,
      before,
      snapshot,
    }) =>
      !snapshot.matches('failed') ||
      before?.matches('checking') === true ||
      !LOST.some((kind) => step?.label.includes(`(${kind})`)),
    'no message of a 5xx is shown': ({ snapshot: { context } }) => context.problem?.text !== 'Internal error',
    'a kept order is never ordered again while it stands (D9, D21)': ({ snapshot, allEffects }) =>
      snapshot.context.orderId !== KEPT ||
      !snapshot.matches('placing') ||
      allEffects.some(({ type }) => type === 'forgetOrder'),
    'an order that is over, or cannot be replaced, is told to be done with (D9, D12, D21)': ({
      step,
      snapshot,
      effects,
    }) => {
      const did = effects.map(({ type }) => type).join();
      if (step?.label === 'switchToCash fails(cancelled)') return did === 'forgetOrder' && snapshot.matches('placing');
      if (step?.label === 'placeOrder fails(cancelled)') return did === 'forgetReplaced' && snapshot.matches('failed');
      return (
        step?.label !== 'findOrder answers(cancelled)' ||
        (did === 'keepOrder,forgetOrder' && snapshot.matches('failed'))
      );
    },
    'an order that was found is kept, however it is to be paid': ({ step, effects }) =>
      !step?.label.startsWith('findOrder answers') ||
      effects.some(({ type, params }) => type === 'keepOrder' && (params as { orderId: string }).orderId === ORDER),
    'what was confirmed is sent and looked for': ({ started, snapshot: { context } }) =>
      started.every(
        ({ slot, input }) => slot === 'switchToCash' || (input as { draft?: unknown }).draft === context.draft,
      ),
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output?.outcome === snapshot.value,
    'a refused token ends at the login': ({ step, snapshot: { output } }) =>
      !step?.label.includes('unauthorized') || output?.outcome === 'signedOut',
    'changed lines are handed on, and no others': ({ snapshot: { output } }) =>
      output === undefined || output.lines.length === (output.outcome === 'changed' ? 1 : 0),
    'a failure says why, and nothing else does': ({ snapshot: { output } }) =>
      output === undefined || (output.outcome === 'failed') === (output.problem !== null),
    'a placed order is kept, and has the id that it is handed on with': ({ snapshot: { output }, effects, calls }) =>
      output?.outcome !== 'placed' ||
      calls.at(-1)?.slot === 'switchToCash' ||
      effects.some(
        ({ type, params }) => type === 'keepOrder' && (params as { orderId: string }).orderId === output.orderId,
      ),
    'the request id of the lost answer is told, or else that of the look (H14)': ({
      before,
      step,
      snapshot: { output },
    }) =>
      before?.matches('checking') !== true ||
      output?.outcome !== 'failed' ||
      output.problem?.requestId === (before.context.problem?.requestId ?? toFailedCall(step?.event['error']).requestId),
  },
  equivalents: {
    'action setOrder for action 1 of placing: placeOrder answers #2':
      'what is not changed is an order, and nothing is called wrong while one is placed',
    "params another's for action 2 of placing: placeOrder answers #2": 'the order that was placed is set before',
    "params another's for action 2 of checking: findOrder answers #3": 'the order that was found is set before',
    'swap switching: switchToCash fails #1': 'no refused token tells of a cancelled order',
    'swap switching: switchToCash fails #2': 'a cancelled order is a 409, an unknown one a 404',
    'swap switching: switchToCash fails #3': 'a 404 is no lost answer',
    'swap placing: placeOrder fails #2': 'a 409 is no lost answer',
    'swap placing: placeOrder fails #1': 'a refused token is never a lost answer',
  },
});
