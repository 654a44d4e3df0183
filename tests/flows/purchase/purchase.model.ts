import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { byHandMachine } from '../../../src/machines/payment/by-hand.machine.ts';
import type { ByHandOutput } from '../../../src/machines/payment/by-hand.setup.ts';
import type { MpesaPaymentOutput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import type { OrderPlacementOutput } from '../../../src/machines/checkout/order-placement.machine.ts';
import { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import type { PurchaseInput } from '../../../src/machines/checkout/purchase.types.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';
import { HAND_REPORTS } from '../support/by-hand.samples.ts';
import { ORDER, START } from '../support/payment.samples.ts';
import { phoneLine, phoneNow } from '../support/shop.samples.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';
import { dismissModal } from '../support/modal.acts.ts';
import { makesOrder, stopped } from './purchase.samples.ts';

export const KEPT = 'b1b2c3d4-0000-4000-8000-000000000002';

export const details = deliveryDetails();
export const draftBy = (method: 'mpesa' | 'cod') => toHomeDeliveryDraft(createCart([phoneLine(2)]), details, method);

export const mpesa: PurchaseInput = {
  draft: draftBy('mpesa'),
  phone: '0712345678',
  userName: 'Jane',
  amount: 3000,
  orderId: null,
  kept: null,
  byHand: false,
  stopped: null,
  saving: { kind: 'none' },
  details,
};
const cash: PurchaseInput = { ...mpesa, draft: draftBy('cod') };

/** The output of the child that places the order. */
export const placement = (change: Partial<OrderPlacementOutput> = {}): OrderPlacementOutput => ({
  outcome: 'placed',
  orderId: ORDER,
  lines: [],
  problem: null,
  ...change,
});
export const notPlaced = (text: string): OrderPlacementOutput =>
  placement({ outcome: 'failed', orderId: '', problem: { text, requestId: null } });

/** The output of the child that pays the order. */
export const payment = (outcome: MpesaPaymentOutput['outcome'], text: string | null = null): MpesaPaymentOutput => ({
  outcome,
  problem: text === null ? null : { text, requestId: null },
});

/** The output of the child that pays by hand. */
export const byHand = (outcome: ByHandOutput['outcome'], change: Partial<ByHandOutput> = {}): ByHandOutput => ({
  outcome,
  problem: null,
  report: null,
  ...change,
});

const PHONE = /^254\d{9}$/;

const ENDS = ['ordered', 'cash', 'changed', 'failed', 'dismissed', 'signedOut'] as const;

type Told = 'failed' | 'otherWays' | 'timedOut' | 'underWay' | 'waiting' | 'proving';

/** A snapshot of that child while it runs. */
export const paying = (state: Told, tag: 'sendingAgain' | 'switching' | null = null) => ({
  context: { amount: 3000 },
  matches: (told: 'pending' | 'proving' | { readonly unpaid: string }) => {
    if (told === 'pending') return state === 'waiting';
    return (told === 'proving' ? told : told.unpaid) === state;
  },
  hasTag: (asked: string) => asked === tag,
});

export const CHANGED = [phoneNow({ now: 1600 })];

export const purchaseModel = defineModel({
  flow: 'purchase',
  machine: purchaseMachine.provide({
    actors: { orderPlacement: orderPlacementMachine, mpesaPayment: mpesaPaymentMachine, byHand: byHandMachine },
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
    'mpesa, phone of 011': { ...mpesa, phone: '0112345678' },
    'mpesa, by hand first': { ...mpesa, byHand: true },
    'mpesa, prompts stopped': { ...mpesa, stopped: stopped() },
    'mpesa, prompts stopped, kept order': { ...mpesa, orderId: ORDER, stopped: stopped() },
    'mpesa, prompts stopped, kept order o0': { ...mpesa, orderId: KEPT, stopped: stopped() },
    'mpesa, prompts stopped, no other way': { ...mpesa, stopped: stopped({ ways: [] }) },
    'mpesa, prompts slow': { ...mpesa, stopped: stopped({ prompt: 'slow', until: START + 40_000 }) },
    'mpesa, no phone': { ...mpesa, phone: '' },
    'mpesa, total 2999.5': { ...mpesa, amount: 2999.5 },
    'after a reload': {
      ...mpesa,
      draft: null,
      amount: 0,
      orderId: ORDER,
      kept: { orderId: ORDER, checkoutRequestId: 'ws_1', startedAt: START },
    },
    'after a reload, by hand': { ...mpesa, draft: null, amount: 0, orderId: ORDER, byHand: true },
  },
  events: {
    'phone.change': { kenyan: { phone: '0712 345-678' }, blank: { phone: '  ' }, wrong: { phone: '12' } },
    'phone.confirm': { '': {} },
    'phone.ask': { '': {} },
    'hand.choose': { '': {} },
    'cash.choose': { '': {} },
    'prompt.retry': { '': {} },
    'clock.tick': {
      sentBy: 'clock',
      cases: { now: { now: START }, '39 s later': { now: START + 39_000 }, '40 s later': { now: START + 40_000 } },
    },
    'dialog.cancel': { '': {} },
    'dialog.dismiss': { '': {} },
    'code.dismiss': { '': {} },
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
      unproved: payment('unproved'),
      'by hand': payment('byHand'),
      'signed out': payment('signedOut'),
    },
    byHand: {
      paid: byHand('paid', { report: HAND_REPORTS['paid, Ksh 500 too much'] }),
      'on delivery': byHand('onDelivery'),
      over: byHand('over', { problem: { text: 'This order has been cancelled.', requestId: null } }),
      prompt: byHand('prompt', { report: HAND_REPORTS['paid in part: 1000, due 2000'] }),
      dismissed: byHand('dismissed'),
      'signed out': byHand('signedOut'),
    },
  },
  childSnapshots: {
    mpesaPayment: {
      'how it goes': paying('underWay'),
      'a prompt that waits': paying('waiting'),
      'a failure': paying('failed'),
      'prompts that are stopped': paying('otherWays'),
      'a time-out': paying('timedOut'),
      'a code that is asked for': paying('proving'),
    },
  },
  project: (
    {
      draft,
      orderId,
      kept,
      phone,
      payer,
      phoneError,
      problem,
      lines,
      saving,
      amount,
      payment: last,
      byHand,
      returned,
      stopped: other,
      now,
    },
    snapshot,
  ) =>
    snapshot.status === 'done'
      ? snapshot.output
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
          other: snapshot.matches('stopped') ? [other, now] : undefined,
          byHand: snapshot.matches('confirmingPhone') ? undefined : byHand,
          returned: snapshot.matches('paid') ? returned : undefined,
        },
  limit: 4_000,
  delays: { successRedirect: 2_000, failureReset: 3_000 },
  acts: defineActs<typeof purchaseMachine>({
    'phone.change': ({ phone }) => fill('M-Pesa phone number', phone),
    'phone.confirm': press('button', 'Confirm'),
    'dialog.cancel': [
      press('button', 'Cancel'),
      key('Escape', 'dialog', 'Confirm Phone Number'),
      ...dismissModal('Confirm Phone Number'),
    ],
    'dialog.dismiss': [key('Escape', 'dialog', 'Pay with M-Pesa'), ...dismissModal('Pay with M-Pesa')],
    'code.dismiss': [key('Escape', 'dialog', 'Verify Your Phone Number'), ...dismissModal('Verify Your Phone Number')],
    'order.retry': (_, snapshot) => (snapshot.matches('stopped') ? null : press('button', 'Try again')),
    'hand.choose': press('button', 'Pay by hand'),
    'cash.choose': press('button', 'Pay on delivery'),
    'prompt.retry': (_, snapshot) => (snapshot.matches('stopped') ? press('button', /^Try again/) : null),
    'phone.ask': { sentIn: 'src/routes/checkout/checkout.route.tsx' },
  }),
  beyond: [
    {
      what: /phone\.confirm \[isPhoneBlank\]/,
      why: '§5: Confirm is off while the phone is blank, and this turns it off',
    },
    {
      what: /order\.retry \[hasNothingToOrder\]/,
      why: 'D12: a payment from before a reload has no draft to order again',
    },
    {
      what: /^paying: mpesaPayment tells/,
      why: 'Q19, U3: whatever the payment tells is shown; its own table has the rows',
    },
  ],
  states: {
    confirmingPhone: (snapshot) => snapshot.matches('confirmingPhone'),
    'placing.mpesa': (snapshot) => snapshot.matches('placingMpesa'),
    'placing.cash': (snapshot) => snapshot.matches('placingCod'),
    paying: (snapshot) => snapshot.matches({ paying: 'underWay' }) || snapshot.matches({ paying: 'waiting' }),
    byHand: (snapshot) => snapshot.matches('payingByHand'),
    proving: (snapshot) => snapshot.matches({ paying: 'proving' }),
    failed: (snapshot) => snapshot.matches({ paying: 'failed' }) || snapshot.matches({ orderless: 'dialog' }),
    otherWays: (snapshot) => snapshot.matches({ paying: 'otherWays' }) || snapshot.matches('stopped'),
    timedOut: (snapshot) => snapshot.matches({ paying: 'timedOut' }),
    failedBeside: (snapshot) => snapshot.hasTag('inline'),
    paid: (snapshot) => snapshot.matches('paid'),
    ordered: (snapshot) => snapshot.matches('ordered'),
    refused: (snapshot) => snapshot.matches('failed'),
    linesChanged: (snapshot) => snapshot.matches('changed'),
    dismissed: (snapshot) => snapshot.matches('dismissed') || snapshot.matches('cash'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    'one run makes at most one order, however often the shopper confirms or tries again': ({ started, before }) =>
      !started.some(makesOrder) || before === null || before.context.orderId === null,
    'an order that stands and is of this unchanged draft is paid or turned into cash, never placed again': ({
      started,
    }) =>
      started.every(({ slot, input }) => {
        if (slot !== 'orderPlacement') return true;
        const { draft, orderId } = input as { draft?: OrderDraft; orderId?: string | null };
        return orderId == null || draft?.paymentMethod === 'cod';
      }),
    'nothing is ordered or charged before the phone is confirmed': ({ started, snapshot: { context } }) =>
      started.every(({ slot, input }) => {
        // By hand nothing is charged; the shopper pays by itself.
        if (slot === 'byHand' || slot === 'clock') return true;
        const { draft, phone, prompt } = input as { draft: OrderDraft; phone: string; prompt: unknown };
        if (slot === 'orderPlacement')
          return draft.paymentMethod === 'cod' || context.byHand || PHONE.test(context.payer);
        return prompt !== null || PHONE.test(phone);
      }),
    'the ordered lines leave the cart once, and only when the order is paid or is cash on delivery': ({
      allEffects,
      snapshot,
      calls,
    }) => {
      // The payment itself removes lines that M-Pesa pays, by a prompt or by hand.
      const removed = allEffects.filter(({ type }) => type === 'removeOrdered').length;
      return (
        removed ===
        (snapshot.matches('ordered') && calls.every(({ slot }) => slot !== 'mpesaPayment' && slot !== 'byHand') ? 1 : 0)
      );
    },
    'key and record are kept as long as the order may still be paid or placed, and forgotten when it is paid, cash on delivery or cancelled':
      ({ allEffects, snapshot, calls }) =>
        // The payment itself forgets a cancelled order, and by hand every order that is final.
        allEffects.filter(({ type }) => type === 'forgetOrder').length ===
        ((snapshot.matches('paid') || snapshot.matches('ordered')) && calls.at(-1)?.slot !== 'byHand' ? 1 : 0),
    '/order-success is reached only with the orderId of an order that is paid or is cash on delivery': ({
      allEffects,
      effects,
      calls,
    }) =>
      effects.every(
        ({ type, params }) =>
          type !== 'goToOrderSuccess' ||
          ((params as { orderId: string }).orderId !== '' && calls.at(-1)?.slot === 'byHand') ||
          ((params as { orderId: string }).orderId !== '' &&
            allEffects.some(
              (one) =>
                one.type === 'forgetOrder' &&
                (one.params as { orderId: string }).orderId === (params as { orderId: string }).orderId,
            )),
      ),
    'at most one order is under way': ({ calls }) => calls.filter((call) => call.isOpen()).length <= 1,
    'one run makes at most one order for an unchanged draft, however often the shopper retries': ({
      started,
      before,
    }) => !started.some(makesOrder) || before === null || before.context.orderId === null,
    'at most one address call in one run, and none before the order stands': ({ allEffects, snapshot }) => {
      const saved = allEffects.filter(
        ({ type, params }) => type === 'saveAddress' && (params as PurchaseInput).saving.kind !== 'none',
      );
      return saved.length <= 1 && (saved.length === 0 || snapshot.context.saving.kind === 'none');
    },
    'completed never goes back to failed or timedOut': ({ before, snapshot }) =>
      before?.matches('paid') !== true || snapshot.matches('paid') || snapshot.matches('ordered'),
    'the amount is a whole number': ({ started }) =>
      started.every(
        ({ slot, input }) => slot !== 'mpesaPayment' || Number.isInteger((input as { amount: number }).amount),
      ),
    'no prompt asks for nothing, not even after a reload': ({ started }) =>
      started.every(({ slot, input }) => {
        if (slot !== 'mpesaPayment') return true;
        const { amount, prompt } = input as { amount: number; prompt: unknown };
        return prompt !== null || amount > 0;
      }),
    'why there is no order is told for three seconds, like every failure (U3)': ({ before, snapshot, at, deadlines }) =>
      before?.matches('orderless') === true ||
      !snapshot.matches({ orderless: 'dialog' }) ||
      deadlines[0] === at + 3_000,
    'what is saved of the address is what was filled in': ({ before, effects }) =>
      effects.every(
        ({ type, params }) =>
          type !== 'saveAddress' ||
          dequal(params, { saving: before?.context.saving, details: before?.context.details }),
      ),
    'the code screen shows only while an order stands that is not paid, and nothing is charged while it shows': ({
      snapshot,
      started,
    }) =>
      !snapshot.matches({ paying: 'proving' }) ||
      (snapshot.context.orderId !== null && started.every(({ slot }) => slot !== 'mpesaPayment')),
    'an end is one': ({ snapshot }) => !ENDS.some((end) => snapshot.matches(end)) || snapshot.status === 'done',
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output.outcome === snapshot.value,
    'changed lines are handed on, and no others': ({ snapshot: { output } }) =>
      output === undefined || output.lines.length === (output.outcome === 'changed' ? 1 : 0),
    'a phone that was asked for gets a prompt of its own, also after a payment that was taken up': ({
      started,
      snapshot: { context },
    }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'mpesaPayment' || context.payer === '' || (input as { prompt: unknown }).prompt === null,
      ),
    'a payment that begins is under way': ({ started, snapshot }) =>
      started.every(({ slot }) => slot !== 'mpesaPayment') || snapshot.context.payment === 'underWay',
    'why there was no order is not said while it is tried again': ({ snapshot }) =>
      !snapshot.matches('placingMpesa') || snapshot.context.problem === null,
    'by hand has an order: its number is the account (PAY-C1)': ({ started }) =>
      started.every(({ slot, input }) => slot !== 'byHand' || (input as { orderId: string }).orderId !== ''),
    'what goes back is of the payment by hand that was too much': ({ step, before, snapshot: { context } }) =>
      context.returned === (step?.label === 'byHand answers(paid)' ? 500 : (before?.context.returned ?? 0)),
    'a failure says why': ({ snapshot }) =>
      (snapshot.output?.outcome !== 'failed' && !snapshot.matches('orderless')) || snapshot.context.problem !== null,
  },
  equivalents: {
    ...Object.fromEntries(
      ['placingCod', 'placingMpesa'].flatMap((state) =>
        [1, 2].map((index) => [
          `swap ${state}: orderPlacement answers #${index}`,
          'the placing of an order comes to one thing',
        ]),
      ),
    ),
    'action setProblem for action 1 of placingCod: orderPlacement answers #4': 'what failed hands on no lines',
    'swap deciding: always #1': 'a payment that is kept has no draft to be paid in cash',
    'swap paying: mpesaPayment tells #1': 'a payment is in one state',
    'swap paying: mpesaPayment tells #2': 'a payment is in one state',
    'swap paying: mpesaPayment tells #3': 'a payment is in one state',
    'swap paying: mpesaPayment tells #4': 'a payment is in one state',
    'swap paying: mpesaPayment tells #5': 'a payment is in one state',
    'context payment begins otherwise': 'it is read while a payment is made, and each begins under way',
    'swap paying: mpesaPayment answers #1': 'a payment comes to one thing',
    'swap paying: mpesaPayment answers #2': 'a payment comes to one thing',
    'swap paying: mpesaPayment answers #3': 'a payment comes to one thing',
    'swap paying: mpesaPayment answers #4': 'a payment comes to one thing',
  },
});
