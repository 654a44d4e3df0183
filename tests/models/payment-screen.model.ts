import { paymentScreenMachine } from '../../src/machines/payment-screen.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';

const shown = { sentIn: 'src/routes/shown-payment.ts' };

export const paymentScreenModel = defineModel({
  flow: 'payment-screen',
  machine: paymentScreenMachine,
  inputs: { '': undefined },
  events: {
    'checkout.took': { '': {} },
    'checkout.left': { '': {} },
    'bar.took': { '': {} },
    'bar.left': { '': {} },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: { 'checkout.took': shown, 'checkout.left': shown, 'bar.took': shown, 'bar.left': shown },
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
    'never two screens of one tab show or watch a payment': ({ step, before, snapshot }) =>
      step?.label !== 'bar.took' || before?.matches('checkout') !== true || snapshot.matches('checkout'),
    'who is not signed in is shown no payment': ({ step, snapshot }) =>
      step?.label !== 'watchSession sends session.ended' || snapshot.matches('nowhere'),
  },
});
