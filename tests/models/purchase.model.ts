import { cartOf } from '../../src/rules/cart.ts';
import { homeDeliveryDraft } from '../../src/rules/checkout.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from '../../src/machines/mpesa-payment.types.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import type { OrderPlacementOutput } from '../../src/machines/order-placement.machine.ts';
import { purchaseMachine } from '../../src/machines/purchase.machine.ts';
import type { PurchaseInput } from '../../src/machines/purchase.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { ORDER, PAYER, START } from './payment.samples.ts';
import { phoneLine, phoneNow } from './shop.samples.ts';

const KEPT = 'b1b2c3d4-0000-4000-8000-000000000002';

export const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };
export const draftBy = (method: 'mpesa' | 'cod') => homeDeliveryDraft(cartOf([phoneLine(2)]), details, method);

export const mpesa: PurchaseInput = {
  draft: draftBy('mpesa'),
  phone: '0712345678',
  amount: 3000,
  orderId: null,
  kept: null,
  saving: { kind: 'none' },
  details,
};
const cash: PurchaseInput = { ...mpesa, draft: draftBy('cod') };

/** What the child that places the order comes to. */
export const placement = (change: Partial<OrderPlacementOutput> = {}): OrderPlacementOutput => ({
  outcome: 'placed',
  orderId: ORDER,
  lines: [],
  problem: null,
  ...change,
});
export const notPlaced = (text: string): OrderPlacementOutput =>
  placement({ outcome: 'failed', orderId: '', problem: { text, requestId: null } });

/** What the child that pays the order comes to. */
export const payment = (outcome: MpesaPaymentOutput['outcome'], text: string | null = null): MpesaPaymentOutput => ({
  outcome,
  problem: text === null ? null : { text, requestId: null },
});

type Told = 'failed' | 'timedOut' | 'underWay';

/** What that child tells on its way. */
export const paying = (state: Told, { phone = PAYER, amount = 3000 } = {}) => ({
  context: { phone, amount },
  matches: ({ unpaid }: { readonly unpaid: string }) => unpaid === state,
});

export const CHANGED = [phoneNow({ now: 1600 })];

export const purchaseModel = defineModel({
  flow: 'purchase',
  machine: purchaseMachine.provide({
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
    'mpesa, kept order': { ...mpesa, orderId: ORDER },
    'mpesa, replaces an order': { ...mpesa, draft: { ...draftBy('mpesa'), replaces: KEPT } },
    'mpesa, phone of Nigeria': { ...mpesa, phone: '+2348012345678' },
    'mpesa, no phone': { ...mpesa, phone: '' },
    'mpesa, total 2999.5': { ...mpesa, amount: 2999.5 },
    'after a reload': {
      ...mpesa,
      draft: null,
      amount: 0,
      orderId: ORDER,
      kept: { orderId: ORDER, checkoutRequestId: 'ws_1', startedAt: START },
    },
  },
  events: {
    'phone.change': { kenyan: { phone: '0712 345-678' }, blank: { phone: '  ' }, wrong: { phone: '12' } },
    'phone.confirm': { '': {} },
    'phone.ask': { '': {} },
    'dialog.cancel': { '': {} },
    'order.retry': { '': {} },
  },
  done: {
    orderPlacement: {
      placed: placement(),
      changed: placement({ outcome: 'changed', orderId: '', lines: CHANGED }),
      failed: notPlaced('Failed to place order'),
      'signed out': placement({ outcome: 'signedOut', orderId: '' }),
    },
    mpesaPayment: {
      paid: payment('paid'),
      'on delivery': payment('onDelivery'),
      gone: payment('gone'),
      cancelled: payment('cancelled', 'This order has been cancelled.'),
      'signed out': payment('signedOut'),
    },
  },
  tells: {
    mpesaPayment: {
      'how it goes': paying('underWay'),
      'a failure': paying('failed'),
      'a failure, phone unknown': paying('failed', { phone: '' }),
      'a time-out': paying('timedOut'),
    },
  },
  project: (
    { draft, orderId, kept, phone, payer, phoneError, problem, lines, saving, amount, payment: last },
    { status, output },
  ) =>
    status === 'done'
      ? output
      : {
          by: draft?.paymentMethod,
          replaces: draft?.replaces,
          orderId,
          isKept: kept !== null,
          phone,
          payer,
          phoneError,
          problem,
          lines,
          saving,
          amount,
          last,
        },
  delays: { successRedirect: 2_000, failureReset: 3_000 },
  // The names of two tables, the checkout's and the payment's, which both tell what happens here.
  states: {
    placingCod: (snapshot) => snapshot.matches('placingCod'),
    payingMpesa: (snapshot) => snapshot.hasTag('dialog'),
    ordered: (snapshot) => snapshot.matches('ordered'),
    editing: (snapshot) =>
      snapshot.hasTag('inline') || ['failed', 'dismissed'].includes(snapshot.output?.outcome ?? ''),
    reviewChanges: (snapshot) => snapshot.matches('changed'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
    confirmingPhone: (snapshot) => snapshot.matches('confirmingPhone'),
    placingOrder: (snapshot) => snapshot.matches('placingMpesa'),
    checkingOrder: (snapshot) => snapshot.matches('placingMpesa'),
    requestingPush: (snapshot) => snapshot.matches({ paying: 'underWay' }),
    resuming: (snapshot) => snapshot.matches({ paying: 'underWay' }) && snapshot.context.kept !== null,
    pending: (snapshot) => snapshot.matches({ paying: 'underWay' }),
    'pending.checking': (snapshot) => snapshot.matches({ paying: 'underWay' }),
    'pending.prompt.expired': (snapshot) => snapshot.matches({ paying: 'underWay' }),
    'pending.prompt.switching': (snapshot) => snapshot.matches({ paying: 'underWay' }),
    completed: (snapshot) => snapshot.matches('paid'),
    failed: (snapshot) => snapshot.matches({ paying: 'failed' }) || snapshot.matches({ orderless: 'dialog' }),
    timedOut: (snapshot) => snapshot.matches({ paying: 'timedOut' }),
    failedInline: (snapshot) => snapshot.hasTag('inline'),
    dismissed: (snapshot) => snapshot.matches('dismissed'),
    done: (snapshot) => snapshot.matches('ordered'),
  },
  invariants: {
    'at most one order is under way': ({ calls }) => calls.filter((call) => call.isOpen()).length <= 1,
    'one run makes at most one order for an unchanged draft, however often the shopper retries': ({
      started,
      before,
    }) => started.every(({ slot }) => slot !== 'orderPlacement') || before === null || before.context.orderId === null,
    'the address is saved only for an order that stands, and once (A27)': ({ allEffects, snapshot }) => {
      const saved = allEffects.filter(
        ({ type, params }) => type === 'saveAddress' && (params as PurchaseInput).saving.kind !== 'none',
      );
      return saved.length <= 1 && (saved.length === 0 || snapshot.context.saving.kind === 'none');
    },
    'what M-Pesa pays leaves the cart by the payment itself': ({ calls, allEffects }) =>
      calls.every(({ slot }) => slot !== 'mpesaPayment') || allEffects.every(({ type }) => type !== 'removeOrdered'),
    'lines leave the cart only for an order that stands': ({ snapshot, effects }) =>
      snapshot.matches('ordered') || effects.every(({ type }) => type !== 'removeOrdered'),
    'completed never goes back to failed or timedOut': ({ before, snapshot }) =>
      before?.matches('paid') !== true || snapshot.matches('paid') || snapshot.matches('ordered'),
    'the amount is a whole number': ({ started }) =>
      started.every(
        ({ slot, input }) => slot !== 'mpesaPayment' || Number.isInteger((input as { amount: number }).amount),
      ),
    'nobody is charged before a phone is confirmed': ({ started }) =>
      started.every(({ slot, input }) => {
        const { phone, prompt } = input as { phone: string; prompt: unknown };
        return slot !== 'mpesaPayment' || prompt !== null || /^254\d{9}$/.test(phone);
      }),
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output.outcome === snapshot.value,
    'changed lines are handed on': ({ snapshot: { output } }) =>
      output?.outcome !== 'changed' || output.lines.length === 1,
    'a failure says why': ({ snapshot }) =>
      (snapshot.output?.outcome !== 'failed' && !snapshot.matches('orderless')) || snapshot.context.problem !== null,
  },
});
