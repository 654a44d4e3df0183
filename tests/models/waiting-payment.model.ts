import type { OpenPayment } from '../../src/rules/waiting-payment.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from '../../src/machines/mpesa-payment.types.ts';
import { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { JUST_NOW, ORDER, PAYER, START } from './payment.samples.ts';
import { ordered, prompted } from './record.samples.ts';

/** What the record of this browser tells. */
export const kept = prompted({ orderId: ORDER });
/** Its order stands, and the answer to the push was lost. */
export const keptOrder = ordered({ orderId: ORDER });

/** What the server tells. */
export const open: OpenPayment = {
  orderId: ORDER,
  checkoutRequestId: 'ws_1',
  phone: PAYER,
  amount: 3000,
  times: JUST_NOW,
  startedAt: START,
};
export const lines = [{ id: 'a', quantity: 2 }];

/** What the payment comes to. */
export const ended = (outcome: MpesaPaymentOutput['outcome'], text?: string): MpesaPaymentOutput => ({
  outcome,
  problem: text === undefined ? null : { text, requestId: null },
});

/** What the payment tells on its way. */
export const watching = (checkoutRequestId: string) => ({ context: { checkoutRequestId } });

const ws1 = { orderId: ORDER, checkoutRequestId: 'ws_1' };

export const waitingPaymentModel = defineModel({
  flow: 'waiting-payment',
  machine: waitingPaymentMachine.provide({ actors: { mpesaPayment: mpesaPaymentMachine } }),
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
    'notice.dismiss': { '': {} },
  },
  done: {
    readRecord: { 'kept here': kept, 'an order without a prompt': keptOrder, nothing: null },
    findOpen: { open, none: null },
    loadLines: { '': lines },
    mpesaPayment: {
      paid: ended('paid'),
      'on delivery': ended('onDelivery'),
      gone: ended('gone'),
      cancelled: ended('cancelled', 'This order has been cancelled.'),
      dismissed: ended('dismissed'),
      stale: ended('stale'),
      'signed out': ended('signedOut'),
    },
  },
  tells: { mpesaPayment: { ws_1: watching('ws_1'), ws_2: watching('ws_2') } },
  project: ({ kept, payment, problem, dismissed }) => ({
    kept: kept?.orderId,
    payment,
    problem: problem?.text,
    dismissed,
  }),
  delays: {},
  states: {
    absent: (snapshot) => snapshot.matches('absent'),
    looking: (snapshot) => snapshot.matches({ signedIn: 'looking' }),
    none: (snapshot) => snapshot.matches({ signedIn: 'none' }),
    atCheckout: (snapshot) => snapshot.matches({ signedIn: 'atCheckout' }),
    // What happens while a payment is shown is told by mpesa-payment.
    waiting: (snapshot) => snapshot.matches({ signedIn: 'paying' }),
    pushing: (snapshot) => snapshot.matches({ signedIn: 'paying' }),
    failed: (snapshot) => snapshot.matches({ signedIn: 'paying' }),
    timedOut: (snapshot) => snapshot.matches({ signedIn: 'paying' }),
    paid: (snapshot) => snapshot.matches({ signedIn: { ended: 'paid' } }),
    onDelivery: (snapshot) => snapshot.matches({ signedIn: { ended: 'onDelivery' } }),
    cancelled: (snapshot) => snapshot.matches({ signedIn: 'cancelled' }),
  },
  invariants: {
    'the bar never makes an order': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'placeOrder' && slot !== 'orderPlacement'),
    'nothing is called for a guest': ({ snapshot, calls }) =>
      !snapshot.matches('absent') || calls.every((call) => call.slot === 'watchSession' || !call.isOpen()),
    'a payment is watched in at most one place of a tab': ({ snapshot, calls }) =>
      calls.filter((call) => call.slot === 'mpesaPayment' && call.isOpen()).length ===
      (snapshot.matches({ signedIn: 'paying' }) ? 1 : 0),
    'what was paid is never shown as failed': ({ step, snapshot }) =>
      step?.label !== 'mpesaPayment answers(paid)' || snapshot.matches({ signedIn: { ended: 'paid' } }),
    'the ordered lines leave the cart once, when the order is paid or turned into cash on delivery': ({
      snapshot,
      before,
      effects,
    }) => {
      // They leave by the payment itself; the bar forgets the order then, and only then.
      const hasEnded = snapshot.matches({ signedIn: 'ended' }) && before?.matches({ signedIn: 'ended' }) !== true;
      return effects.filter(({ type }) => type === 'forgetOrder').length === (hasEnded ? 1 : 0);
    },
    'what a tab forgets is the payment on its bar': ({ effects }) =>
      effects.every(({ type, params }) => type !== 'forgetOrder' || (params as { orderId: string }).orderId === ORDER),
    'what is taken up is the prompt that was found': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'mpesaPayment' ||
          (input as { prompt: { checkoutRequestId: string } }).prompt.checkoutRequestId === 'ws_1',
      ),
    'a found payment without a record gets one': ({ step, effects }) =>
      effects.some(({ type }) => type === 'keepPayment') ===
      ((step?.label === 'findOpen answers(open)' || step?.label === 'loadLines answers') && effects.length > 0),
  },
});
