import { defineModel } from '../../../model-testing.config.ts';
import { paymentScreenMachine } from '../../../src/machines/payment/payment-screen.machine.ts';

const shown = { sentIn: 'src/routes/payment/shown-payment.ts' };

export const paymentScreenModel = defineModel({
  flow: 'payment-screen',
  machine: paymentScreenMachine,
  inputs: { '': undefined },
  events: {
    'checkout.took': { '': {} },
    'checkout.left': { '': {} },
    'bar.took': { '': {} },
    'bar.left': { '': {} },
    'bar.waits': { o1: { orderId: 'o1' } },
    'bar.rests': { '': {} },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: {
    'checkout.took': shown,
    'checkout.left': shown,
    'bar.took': shown,
    'bar.left': shown,
    'bar.waits': shown,
    'bar.rests': shown,
  },
  beyond: [{ what: /bar\.(waits|rests)/, why: 'D8: told to the page of the order (order-tracking)' }],
  done: {},
  delays: {},
  states: {
    nowhere: (snapshot) => snapshot.matches('nowhere'),
    bar: (snapshot) => snapshot.matches('bar'),
    checkout: (snapshot) => snapshot.matches('checkout'),
  },
  equivalents: {
    'add nowhere: checkout.left as in checkout': 'it leads where it is, and does nothing',
    'add checkout: checkout.took as in nowhere': 'it leads where it is, and does nothing',
  },
  invariants: {
    'the bar waits for the order that it says (D8)': ({ step, snapshot: { context } }) =>
      (step?.event.type !== 'bar.waits' || context.underWay === 'o1') &&
      (step?.event.type !== 'bar.rests' || context.underWay === null) &&
      (step?.kind !== 'start' || context.underWay === null),
    'what the bar waits for moves no payment to another screen': ({ step, before, snapshot }) =>
      before === null || !/^bar\.(waits|rests)$/.test(step?.event.type ?? '') || snapshot.value === before.value,
    'never two screens of one tab show or watch a payment': ({ step, before, snapshot }) =>
      step?.label !== 'bar.took' || before?.matches('checkout') !== true || snapshot.matches('checkout'),
    'who is not signed in is shown no payment': ({ step, snapshot }) =>
      step?.label !== 'watchSession sends session.ended' || snapshot.matches('nowhere'),
  },
});
