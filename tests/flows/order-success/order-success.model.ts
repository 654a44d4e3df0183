import { defineModel } from '../../../model-testing.config.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { ApiError } from '../../../contract/errors.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

/** 12:00:00 server time. */
export const NOON = Date.UTC(2026, 10, 23, 12);
/** The order, placed `ago` ms before noon. */
export const placed = (ago: number, status: OrderStatus = 'pending') => ({
  _id: ORDER,
  status,
  createdAt: new Date(NOON - ago).toISOString(),
});

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
  done: {
    loadOrders: {
      'an order of this hour': { orders: [placed(1_200_000)], now: NOON },
      'an older one': { orders: [placed(3_601_000)], now: NOON },
      'a cancelled one': { orders: [placed(1_200_000, 'cancelled')], now: NOON },
      none: { orders: [], now: NOON },
    },
  },
  fail: { loadOrders: { forbidden: new ApiError({ kind: 'refused', status: 403, message: 'X' }) } },
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
      calls.every(({ slot }) => ['watchSession', 'loadOrders'].includes(slot)) &&
      allEffects.every(({ type }) => ['keepInAddress', 'goToLogin'].includes(type)),
    'an order that is older than an hour or cancelled is never called successfully placed, unless the navigation or the address names it':
      ({ step, snapshot }) => !snapshot.matches('shown') || !/older|cancelled/.test(step?.label ?? ''),
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
