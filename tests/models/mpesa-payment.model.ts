import { cartOf } from '../../src/rules/cart.ts';
import { orderDraft } from '../../src/rules/checkout.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import type { MpesaPaymentInput } from '../../src/machines/mpesa-payment.machine.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import type { OrderPlacementOutput } from '../../src/machines/order-placement.machine.ts';
import { paymentWatchMachine } from '../../src/machines/payment-watch.machine.ts';
import type { PaymentWatchOutput } from '../../src/machines/payment-watch.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { ORDER, orderGone, PAYER, START, waitAMoment } from './payment.samples.ts';
import { phoneLine, phoneNow } from './shop.samples.ts';

const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };
export const draft = orderDraft(
  cartOf([phoneLine(2)]),
  details,
  { method: 'home_delivery', county: '', town: '', station: null },
  'mpesa',
);
const input: MpesaPaymentInput = { draft, phone: '0712345678', amount: 3000, orderId: null, kept: null };

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

/** What the child that waits for the money comes to. */
export const watched = (outcome: PaymentWatchOutput['outcome'], reason: string | null = null): PaymentWatchOutput => ({
  outcome,
  reason: reason === null ? null : { text: reason, requestId: null },
  orderId: ORDER,
  phone: PAYER,
  amount: 3000,
});

export const mpesaPaymentModel = defineModel({
  flow: 'mpesa-payment',
  machine: mpesaPaymentMachine.provide({
    actors: { orderPlacement: orderPlacementMachine, paymentWatch: paymentWatchMachine },
  }),
  inputs: {
    '': input,
    'an order is kept': { ...input, orderId: ORDER },
    'replaces an order': { ...input, draft: { ...draft, replaces: ORDER } },
    'after a reload': { ...input, draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1' } },
    'phone of Nigeria': { ...input, phone: '+2348012345678' },
    'no phone': { ...input, phone: '' },
    'total 2999.5': { ...input, amount: 2999.5 },
  },
  events: {
    'phone.change': { kenyan: { phone: '0712 345-678' }, blank: { phone: '  ' }, wrong: { phone: '12' } },
    'phone.confirm': { '': {} },
    'dialog.cancel': { '': {} },
    'payment.retry': { '': {} },
    'payment.again': { '': {} },
    'payment.dismiss': { '': {} },
    'clock.tick': { sentBy: 'clock', cases: { now: { now: START }, '50 s later': { now: START + 50_000 } } },
  },
  done: {
    orderPlacement: {
      placed: placement(),
      changed: placement({ outcome: 'changed', orderId: '', lines: [phoneNow({ now: 1600 })] }),
      failed: notPlaced('Failed to place order'),
      'signed out': placement({ outcome: 'signedOut', orderId: '' }),
    },
    pushPrompt: { ws_1: { checkoutRequestId: 'ws_1', sentAt: START } },
    paymentWatch: {
      completed: watched('completed'),
      failed: watched('failed', 'You cancelled the payment.'),
      'failed, payer unknown': { ...watched('failed', 'You cancelled the payment.'), phone: '' },
      'timed out': watched('timedOut', 'Payment confirmation timed out. Please check your M-Pesa messages.'),
      gone: watched('gone'),
      'signed out': watched('signedOut'),
      cash: watched('cash'),
    },
  },
  fail: { pushPrompt: { 'wait 45 s': waitAMoment, 'order cancelled': orderGone } },
  project: (
    { draft: ordered, orderId, kept, phone, payer, phoneError, problem, wait, now, retryAt, times, amount },
    { status, output },
  ) =>
    status === 'done'
      ? output?.outcome
      : {
          draft: ordered === null ? 'none' : ordered.replaces,
          orderId,
          isKept: kept !== null && times === null,
          phone,
          payer,
          phoneError,
          amount,
          problem: problem?.text,
          mustWait: wait > 0 && (now === 0 || now < retryAt),
          isTold: wait > 0 && now > 0,
        },
  delays: { successRedirect: 2_000, failureReset: 3_000 },
  // The table's names; what happens while the money is waited for is told by payment-watch.
  states: {
    confirmingPhone: (snapshot) => snapshot.matches('confirmingPhone'),
    placingOrder: (snapshot) => snapshot.matches('placingOrder'),
    checkingOrder: (snapshot) => snapshot.matches('placingOrder'),
    requestingPush: (snapshot) => snapshot.matches('requestingPush'),
    resuming: (snapshot) => snapshot.matches('pending') && snapshot.context.times === null,
    pending: (snapshot) => snapshot.matches('pending'),
    'pending.waiting': (snapshot) => snapshot.matches('pending'),
    'pending.checking': (snapshot) => snapshot.matches('pending'),
    'pending.prompt.expired': (snapshot) => snapshot.matches('pending'),
    'pending.prompt.switching': (snapshot) => snapshot.matches('pending'),
    completed: (snapshot) => snapshot.matches('completed'),
    failed: (snapshot) => snapshot.matches('failed'),
    timedOut: (snapshot) => snapshot.matches('timedOut'),
    failedInline: (snapshot) => snapshot.matches('failedInline'),
    dismissed: (snapshot) => snapshot.matches('dismissed'),
    reviewChanges: (snapshot) => snapshot.matches('reviewChanges'),
    done: (snapshot) => snapshot.matches('done'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    'one run makes at most one order for an unchanged draft, however often the shopper retries': ({
      started,
      before,
      allEffects,
      calls,
    }) =>
      started.every(({ slot }) => slot !== 'orderPlacement') ||
      (before?.context.orderId === null &&
        calls
          .filter(({ slot }) => slot === 'orderPlacement')
          .every((call, at, all) => at === all.length - 1 || !call.isOpen()) &&
        allEffects.filter(({ type }) => type === 'keepOrder').length <=
          allEffects.filter(({ type }) => type === 'forgetOrder').length),
    'completed never goes back to failed or timedOut': ({ before, snapshot }) =>
      before?.matches('completed') !== true || snapshot.matches('completed') || snapshot.matches('done'),
    'the ordered lines leave the cart exactly once; lines added meanwhile stay': ({ allEffects, snapshot }) =>
      allEffects.filter(({ type }) => type === 'removeOrdered').length ===
      (snapshot.matches('completed') || snapshot.matches('done') ? 1 : 0),
    'the amount is a whole number': ({ started }) =>
      started.every(
        ({ input: given }) =>
          !(typeof given === 'object' && given !== null && 'amount' in given) || Number.isInteger(given.amount),
      ),
    'nobody is charged before a phone is confirmed': ({ started }) =>
      started.every(
        ({ slot, input: given }) =>
          slot !== 'pushPrompt' || /^254\d{9}$/.test((given as { phoneNumber: string }).phoneNumber),
      ),
    'a failure says why': ({ snapshot }) =>
      !['failed', 'timedOut', 'failedInline'].some((state) => snapshot.matches(state as 'failed')) ||
      snapshot.context.problem !== null,
    'no other push before the server wants one (D8)': ({ started, before }) =>
      before?.matches('failedInline') !== true ||
      before.context.wait === 0 ||
      started.length === 0 ||
      before.context.now >= before.context.retryAt,
  },
});
