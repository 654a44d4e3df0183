import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import type { ReorderResult } from '../../../src/rules/orders/reorder.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import type { Act } from 'model-testing/view/act';
import { cableNow, cancelled, HELD_UNTIL, o1, o2, PLACED, phoneNow } from '../support/order.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

type Snapshot = SnapshotFrom<typeof orderHistoryMachine>;

/** 12:10 in Nairobi. */
export const NOW = PLACED + 600_000;
export const COURIER = 'https://courier.test/{number}';

/** Presses a button of one order. */
export const onOrder = (text: string, orderId: string) => press('button', `${text}, order ${orderId}`);

/** Nothing behind the dialog can be pressed while it is open. */
const behindDialog = (snapshot: Snapshot, act: Act) =>
  snapshot.matches({ listed: { cancel: 'asking' } }) || snapshot.matches({ listed: { cancel: 'sending' } })
    ? null
    : act;
/** No region is active except the message of an order. */
const isQuiet = (snapshot: Snapshot) => snapshot.matches({ listed: { list: 'still', parcel: 'none' } });

export const orderHistoryModel = defineModel({
  flow: 'order-history',
  machine: orderHistoryMachine,
  inputs: { 'no courier': { courierLink: null }, courier: { courierLink: COURIER } },
  events: {
    'list.retry': { '': {} },
    'details.toggle': { o1: { orderId: 'o1' }, 'no order': { orderId: 'o9' } },
    'package.track': { o2: { orderId: 'o2' }, o1: { orderId: 'o1' } },
    'cancel.ask': { o1: { orderId: 'o1' }, o2: { orderId: 'o2' } },
    'cancel.keep': { '': {} },
    'cancel.confirm': { '': {} },
    'reorder.ask': { o2: { orderId: 'o2' }, o1: { orderId: 'o1' } },
    'clock.tick': {
      sentBy: 'clock',
      cases: { 'in time': { now: HELD_UNTIL - 1 }, 'the time is over': { now: HELD_UNTIL } },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: defineActs<typeof orderHistoryMachine>({
    'list.retry': press('button', 'Try Again'),
    'details.toggle': ({ orderId }, snapshot) =>
      orderId === 'o9' ? null : behindDialog(snapshot, onOrder('View Details', orderId)),
    'package.track': ({ orderId }, snapshot) => behindDialog(snapshot, onOrder('Track Package', orderId)),
    'cancel.ask': ({ orderId }) => onOrder('Cancel order', orderId),
    'cancel.keep': [press('button', 'Keep order'), ...dismissModal('Cancel order')],
    'cancel.confirm': press('button', 'Cancel order'),
    'reorder.ask': ({ orderId }, snapshot) => behindDialog(snapshot, onOrder('Order again', orderId)),
  }),
  done: {
    loadOrders: {
      none: { orders: [], now: NOW },
      'o1 unpaid, o2 shipped': { orders: [o1, o2], now: NOW },
    },
    cancelOrder: {
      cancelled: { order: { ...o1, ...cancelled }, isPromptOpen: false },
      'no order': { order: null, isPromptOpen: false },
    },
    checkLines: { all: [phoneNow(), cableNow()], 'one of A': [phoneNow({ stock: 1 })], none: [] },
    copyNumber: { '': undefined },
  },
  fail: { cancelOrder: { 'moved on': new ApiError({ kind: 'refused', status: 409 }) } },
  // Other messages of an order, and which details are open, do not change what can happen.
  project: ({ orders, now, courierLink, isStale, listProblem, cancelProblem, reorderProblem }, snapshot) => ({
    orders: orders.map(({ status }) => status).join(),
    isOver: now >= HELD_UNTIL,
    courierLink,
    isStale,
    listProblem: listProblem?.text,
    said: isQuiet(snapshot) ? [cancelProblem?.text, reorderProblem?.text] : [],
  }),
  delays: { doubleClick: 500 },
  states: {
    loading: (s) => s.matches('loading'),
    empty: (s) => s.matches('empty'),
    listed: (s) => s.matches('listed'),
    failed: (s) => s.matches('failed'),
    left: (s) => s.matches('left'),
    gone: (s) => s.matches('gone'),
    'cancel.none': (s) => s.matches({ listed: { cancel: 'none' } }),
    'cancel.asking': (s) => s.matches({ listed: { cancel: 'asking' } }),
    'cancel.sending': (s) => s.matches({ listed: { cancel: 'sending' } }),
    'cancel.failed': (s) => s.matches({ listed: { cancel: 'failed' } }),
    'reorder.none': (s) => s.matches({ listed: { reorder: 'none' } }),
    'reorder.checking': (s) => s.matches({ listed: { reorder: 'checking' } }),
    'reorder.said': (s) => s.matches({ listed: { reorder: 'said' } }),
    'reorder.failed': (s) => s.matches({ listed: { reorder: 'failed' } }),
    toCart: (s) => s.matches('toCart'),
  },
  beyond: [
    {
      what: /^listed\.parcel\.opened: after doubleClick/,
      why: 'U12: the second press of a double click opens no second page; half a second later it is another press',
    },
    {
      what: /^listed\.cancel\.asking: clock\.tick/,
      why: "D12: the dialog goes with the time to pay, as on the order's own page (order-tracking)",
    },
  ],
  invariants: {
    'Track Package exists exactly when the status is shipped and a trackingNumber exists': ({ snapshot }) =>
      !snapshot.matches({ listed: { parcel: 'none' } }) ||
      snapshot.context.orders.every(
        ({ _id, status, trackingNumber }) =>
          snapshot.can({ type: 'package.track', orderId: _id }) === (status === 'shipped' && trackingNumber !== null),
      ),
    'opening details sends nothing': ({ step, started }) =>
      step?.event.type !== 'details.toggle' || started.length === 0,
    'nothing is cancelled without a yes in the dialog, and one yes sends one PUT': ({ step, before, started }) => {
      const sent = started.filter(({ slot }) => slot === 'cancelOrder').length;
      const isYes = step?.event.type === 'cancel.confirm' && before?.matches({ listed: { cancel: 'asking' } }) === true;
      return sent === (isYes ? 1 : 0);
    },
    'a line that is sold out or gone never enters the cart, and no more than the stock says': ({ effects }) =>
      effects.every(
        ({ type, params }) =>
          type !== 'addToCart' ||
          (params as ReorderResult).added.every(
            ({ product: { stock }, quantity }) => quantity >= 1 && (stock === null || quantity <= stock),
          ),
      ),
    "no payment is begun in this tab: it leads to the order's page": ({ calls }) =>
      calls.every(({ slot }) =>
        ['loadOrders', 'cancelOrder', 'checkLines', 'copyNumber', 'clock', 'watchSession'].includes(slot),
      ),
    'at most one call of a kind is open at a time': ({ calls }) =>
      ['loadOrders', 'cancelOrder', 'checkLines', 'copyNumber'].every(
        (slot) => calls.filter((call) => call.slot === slot && call.isOpen()).length <= 1,
      ),
    'it is the order whose button was pressed that is cancelled': ({ started }) =>
      started.every(({ slot, input }) => slot !== 'cancelOrder' || (input as { orderId: string }).orderId === 'o1'),
    'an order that was asked about again says nothing of the time before': ({ snapshot: { context }, snapshot }) =>
      (!snapshot.matches({ listed: { cancel: 'asking' } }) ||
        (context.cancelProblem === null && context.cancelTexts.length === 0)) &&
      (!snapshot.matches({ listed: { reorder: 'checking' } }) ||
        (context.reorderProblem === null && context.reorderTexts.length === 0)),
    'the list is asked for again only where the server says that it is not as it is shown': ({ step, started }) =>
      started.every(({ slot }) => slot !== 'loadOrders') ||
      /^(start|list\.retry)|no order|moved on|loadOrders/.test(step?.label ?? ''),
  },
});
