import type { FoundPayment } from '../../src/rules/waiting-payment.ts';
import type { PaymentWatchOutput } from '../../src/machines/payment-watch.machine.ts';
import { paymentWatchMachine } from '../../src/machines/payment-watch.machine.ts';
import { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { ORDER, orderGone, PAYER, START, waitAMoment } from './payment.samples.ts';

/** What the record of this browser tells. */
export const kept: FoundPayment = {
  orderId: ORDER,
  checkoutRequestId: 'ws_1',
  phone: '',
  amount: 0,
  times: null,
  lines: null,
};

/** What the server tells. */
export const open: FoundPayment = {
  ...kept,
  phone: PAYER,
  amount: 3000,
  times: { pushedAt: START, startedAt: START, now: START },
  lines: [{ id: 'a', quantity: 2 }],
};

/** What the wait comes to. */
export const ended = (outcome: PaymentWatchOutput['outcome'], text?: string, phone = PAYER): PaymentWatchOutput => ({
  outcome,
  reason: text === undefined ? null : { text, requestId: null },
  orderId: ORDER,
  phone,
  amount: 3000,
});

export const cancelledByShopper = ended('failed', 'You cancelled the payment.');
export const tooLong = ended('timedOut', 'Payment confirmation timed out. Please check your M-Pesa messages.');

const ws1 = { orderId: ORDER, checkoutRequestId: 'ws_1' };

export const waitingPaymentModel = defineModel({
  flow: 'waiting-payment',
  machine: waitingPaymentMachine.provide({ actors: { paymentWatch: paymentWatchMachine } }),
  inputs: { '': undefined },
  events: {
    'session.signedIn': { sentBy: 'watchSession', cases: { '': {} } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'record.changed': {
      sentBy: 'watchRecord',
      cases: { ws_1: { prompt: ws1 }, ws_2: { prompt: { ...ws1, checkoutRequestId: 'ws_2' } }, none: { prompt: null } },
    },
    'window.focused': { sentBy: 'watchWindow', cases: { '': {} } },
    'path.changed': { '': { path: '/cart' } },
    'checkout.took': { sentBy: 'watchCheckout', cases: { '': {} } },
    'checkout.left': { sentBy: 'watchCheckout', cases: { '': {} } },
    'clock.tick': { sentBy: 'clock', cases: { now: { now: START }, '45 s later': { now: START + 45_000 } } },
    'payment.retry': { '': {} },
    'notice.dismiss': { '': {} },
  },
  done: {
    findPayment: { 'kept here': kept, 'open at the server': open, none: null },
    paymentWatch: {
      completed: ended('completed'),
      cash: ended('cash'),
      gone: ended('gone'),
      'signed out': ended('signedOut'),
      'timed out': tooLong,
      cancelled: cancelledByShopper,
      'failed, phone unknown': ended('failed', 'Payment failed. Please try again.', ''),
    },
    pushPrompt: { ws_2: { checkoutRequestId: 'ws_2', sentAt: START } },
  },
  fail: { pushPrompt: { 'wait 45 s': waitAMoment, 'order cancelled': orderGone } },
  project: ({ payment, problem, wait, now, retryAt, dismissed }, snapshot) => ({
    payment,
    problem: problem?.text,
    dismissed,
    ...(snapshot.matches({ signedIn: 'unpaid' }) && { wait, now, retryAt }),
  }),
  delays: {},
  states: {
    absent: (snapshot) => snapshot.matches('absent'),
    looking: (snapshot) => snapshot.matches({ signedIn: 'looking' }),
    none: (snapshot) => snapshot.matches({ signedIn: 'none' }),
    atCheckout: (snapshot) => snapshot.matches({ signedIn: 'atCheckout' }),
    waiting: (snapshot) => snapshot.matches({ signedIn: 'waiting' }),
    pushing: (snapshot) => snapshot.matches({ signedIn: 'pushing' }),
    paid: (snapshot) => snapshot.matches({ signedIn: { ended: 'paid' } }),
    onDelivery: (snapshot) => snapshot.matches({ signedIn: { ended: 'onDelivery' } }),
    failed: (snapshot) => snapshot.matches({ signedIn: { unpaid: 'failed' } }),
    timedOut: (snapshot) => snapshot.matches({ signedIn: { unpaid: 'timedOut' } }),
    cancelled: (snapshot) => snapshot.matches({ signedIn: 'cancelled' }),
  },
  invariants: {
    'the bar never makes an order': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'placeOrder' && slot !== 'orderPlacement'),
    'nothing is called for a guest': ({ snapshot, calls }) =>
      !snapshot.matches('absent') || calls.every((call) => call.slot === 'watchSession' || !call.isOpen()),
    'a payment is watched in at most one place of a tab': ({ snapshot, calls }) =>
      calls.filter((call) => call.slot === 'paymentWatch' && call.isOpen()).length ===
      (snapshot.matches({ signedIn: 'waiting' }) ? 1 : 0),
    'what was paid is never shown as failed': ({ step, snapshot, before }) =>
      (step?.label !== 'paymentWatch answers(completed)' || snapshot.matches({ signedIn: { ended: 'paid' } })) &&
      (before?.matches({ signedIn: { ended: 'paid' } }) !== true || !snapshot.matches({ signedIn: 'unpaid' })),
    'the ordered lines leave the cart once, when the order is paid or turned into cash on delivery': ({
      snapshot,
      before,
      effects,
    }) => {
      const hasEnded = snapshot.matches({ signedIn: 'ended' }) && before?.matches({ signedIn: 'ended' }) !== true;
      return effects.filter(({ type }) => type === 'removeOrdered').length === (hasEnded ? 1 : 0);
    },
    'what a tab forgets is the payment on its bar': ({ effects }) =>
      effects.every(
        ({ type, params }) =>
          (!type.startsWith('forget') && type !== 'removeOrdered') || (params as { orderId: string }).orderId === ORDER,
      ),
    'while the server wants a wait, nothing is pushed (D8)': ({ started, before }) =>
      started.every(({ slot }) => slot !== 'pushPrompt') || before?.can({ type: 'payment.retry' }) === true,
    'a push is for the order and phone that are known': ({ started }) =>
      started.every(
        ({ slot, input }) => slot !== 'pushPrompt' || (input as { phoneNumber: string }).phoneNumber === PAYER,
      ),
    'what is watched is the newest prompt': ({ step, started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'paymentWatch' ||
          (input as { checkoutRequestId: string }).checkoutRequestId ===
            (step?.label === 'pushPrompt answers(ws_2)' ? 'ws_2' : 'ws_1'),
      ),
    'a prompt that was sent is kept': ({ step, effects }) =>
      step?.label !== 'pushPrompt answers(ws_2)' ||
      effects.some(
        ({ type, params }) =>
          type === 'keepPrompt' && (params as { checkoutRequestId: string }).checkoutRequestId === 'ws_2',
      ),
    'a found payment without a record gets one': ({ step, effects }) =>
      effects.some(({ type }) => type === 'keepPayment') ===
      (step?.label === 'findPayment answers(open at the server)' && effects.length > 0),
  },
});
