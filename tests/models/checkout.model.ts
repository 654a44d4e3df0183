import { cartOf, EMPTY_CART } from '../../contract/rules/cart.ts';
import { checkoutMachine } from '../../src/machines/checkout.machine.ts';
import type { CheckoutInput } from '../../src/machines/checkout.machine.ts';
import { deliveryMachine } from '../../src/machines/delivery.machine.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import type { OrderPlacementOutput } from '../../src/machines/order-placement.machine.ts';
import { defineModel } from '../support/model/define.ts';
import { cableLine, jane, phoneLine, phoneNow } from './shop.samples.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const input: CheckoutInput = {
  user: jane, cart: cartOf([phoneLine(2)]), payments: ['cod'], codMax: null,
};

/** What the child that places the order comes to. */
export const placement = (change: Partial<OrderPlacementOutput> = {}): OrderPlacementOutput =>
  ({ outcome: 'placed', orderId: ORDER, lines: [], problem: null, ...change });

export const checkoutModel = defineModel({
  flow: 'checkout',
  machine: checkoutMachine.provide({ actors: { delivery: deliveryMachine, orderPlacement: orderPlacementMachine } }),
  inputs: {
    '': input,
    'empty cart': { ...input, cart: EMPTY_CART },
    guest: { ...input, user: null },
    'no addresses': { ...input, user: { ...jane, addresses: [] } },
    'cap 50000': { ...input, codMax: 50_000 },
    'cap 2000': { ...input, codMax: 2_000 },
  },
  events: {
    'cart.changed': {
      sentBy: 'watchCart',
      cases: {
        'A and B': { cart: cartOf([phoneLine(2), cableLine(1)]), changes: [] },
        'A cheaper': { cart: cartOf([phoneLine(2, 900)]), changes: [phoneNow({ now: 900 })] },
        empty: { cart: EMPTY_CART, changes: [] },
      },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'profile.retry': { '': {} },
    'field.change': {
      'another address': { field: 'address', value: 'Ngong Rd 5' },
      'the loaded address': { field: 'address', value: ' moi ave 1 ' },
    },
    'addressSaving.change': { off: { isOn: false } },
    'payment.change': { cod: { method: 'cod' }, mpesa: { method: 'mpesa' } },
    'line.remove': { A: { id: 'a' } },
    'notice.dismiss': { '': {} },
    'order.place': { '': {} },
    'review.accept': { '': {} },
    'review.back': { '': {} },
  },
  done: {
    loadUser: { 'with a default address': jane },
    orderPlacement: {
      placed: placement(),
      changed: placement({ outcome: 'changed', orderId: '', lines: [phoneNow({ now: 1600 })] }),
      failed: placement({ outcome: 'failed', orderId: '', problem: { text: 'Failed to place order', requestId: null } }),
      'signed out': placement({ outcome: 'signedOut', orderId: '' }),
    },
    delivery: {},
  },
  project: ({ user, cart, details, loaded, savesAddress, problem, codMax }, { status }) => status === 'done' ? null : ({
    signedIn: user !== null,
    isEmpty: cart.items.length === 0,
    isCapped: codMax === 2_000,
    isAboveCap: codMax !== null && cart.totalAmount > codMax,
    address: [details.address.trim().toLowerCase(), loaded.address],
    savesAddress,
    problem: problem?.text,
  }),
  delays: {},
  states: {
    empty: (snapshot) => snapshot.matches('empty'),
    loadingUser: (snapshot) => snapshot.matches('loadingUser'),
    editing: (snapshot) => snapshot.matches({ form: 'editing' }),
    'editing.unchangedAddress': (snapshot) => snapshot.matches({ form: { editing: 'unchangedAddress' } }),
    'editing.changedAddress': (snapshot) => snapshot.matches({ form: { editing: 'changedAddress' } }),
    userFailed: (snapshot) => snapshot.matches({ form: 'userFailed' }),
    placingCod: (snapshot) => snapshot.matches('placing'),
    reviewChanges: (snapshot) => snapshot.matches('reviewChanges'),
    ordered: (snapshot) => snapshot.matches('ordered'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    "delivery and tax are 0 and the total is the items' total": ({ snapshot: { context: { draft } } }) =>
      draft.shippingPrice === 0 && draft.taxPrice === 0 && draft.totalPrice === draft.itemsPrice &&
      draft.itemsPrice === draft.orderItems.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    'no POST /orders while any check of §5 fails': ({ started, before }) =>
      started.every(({ slot }) => slot !== 'orderPlacement') ||
      (before !== null && before.context.user !== null &&
        ['name', 'phone', 'address', 'city'].every((field) => before.context.details[field as 'name'].trim() !== '') &&
        before.context.details.country === 'Kenya'),
    'an address failure never blocks or hides an order': ({ effects }) =>
      effects.every(({ type }) => type !== 'saveAddress') || effects.some(({ type }) => type === 'goToOrderSuccess'),
    'at most one order is under way': ({ calls }) =>
      calls.filter((call) => call.slot === 'orderPlacement' && call.isOpen()).length <= 1,
    'lines leave the cart only for an order that stands': ({ effects }) =>
      effects.every(({ type }) => type !== 'removeOrdered') || effects.some(({ type }) => type === 'goToOrderSuccess'),
    'the cart is never touched by a failure': ({ snapshot, effects }) =>
      snapshot.matches('ordered') || effects.every(({ type }) => type !== 'removeOrdered'),
  },
});
