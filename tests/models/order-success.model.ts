import { orderSuccessMachine } from '../../src/machines/order-success.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const nothing = { isSignedIn: true, stateOrderId: '', addressOrderId: '' };

export const orderSuccessModel = defineModel({
  flow: 'order-success',
  machine: orderSuccessMachine,
  inputs: {
    'nothing known': nothing,
    'from the checkout': { ...nothing, stateOrderId: ORDER },
    'after a reload': { ...nothing, addressOrderId: ORDER },
    'both, and equal': { ...nothing, stateOrderId: ORDER, addressOrderId: ORDER },
    'both, and different': { ...nothing, stateOrderId: 'x', addressOrderId: 'y' },
    guest: { ...nothing, isSignedIn: false },
    'guest with an order': { isSignedIn: false, stateOrderId: ORDER, addressOrderId: '' },
  },
  events: { 'session.ended': { sentBy: 'watchSession', cases: { '': {} } } },
  done: { findLatestOrder: { 'an order': { orderId: ORDER }, none: { orderId: null } } },
  beyond: [
    {
      what: /^\(root\): session\.ended -> atLogin, from (looking|without)$/,
      why: '§6: a guest is led to the login from every page of a shopper',
    },
  ],
  delays: {},
  states: {
    shown: (snapshot) => snapshot.matches('shown'),
    looking: (snapshot) => snapshot.matches('looking'),
    without: (snapshot) => snapshot.matches('without'),
    atLogin: (snapshot) => snapshot.matches('atLogin'),
  },
  equivalents: {
    'context orderId begins otherwise': 'it is read where an order is shown, and set on the way there',
  },
  invariants: {
    'opening the page places no order and clears nothing': ({ calls, allEffects }) =>
      calls.every(({ slot }) => ['watchSession', 'findLatestOrder'].includes(slot)) &&
      allEffects.every(({ type }) => ['keepInAddress', 'goToLogin'].includes(type)),
    'a guest sees no order': ({ snapshot }) => snapshot.context.isSignedIn || snapshot.matches('atLogin'),
    "the state's id counts before the address's": ({ snapshot }) =>
      !snapshot.matches('shown') ||
      snapshot.context.stateOrderId === '' ||
      snapshot.context.orderId === snapshot.context.stateOrderId,
    'an id that the address lacks is written into it': ({ step, snapshot: { context }, effects }) =>
      step?.kind !== 'start' ||
      !context.isSignedIn ||
      context.stateOrderId === '' ||
      context.stateOrderId === context.addressOrderId ||
      effects.some(({ type }) => type === 'keepInAddress'),
    'the login ends the page': ({ snapshot }) => !snapshot.matches('atLogin') || snapshot.status === 'done',
    'an order is shown by its id': ({ snapshot }) => !snapshot.matches('shown') || snapshot.context.orderId !== '',
  },
});
