import { failures } from '../../../model-testing.config.ts';
import type { Order } from '../../../contract/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import { OrderHistoryView } from '../../../src/views/orders/order-history.view.tsx';
import { OrderTexts } from '../../../src/views/orders/order-texts.tsx';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key, press } from 'model-testing/view/act';
import { orderHistoryDoes } from './order-history.judges.ts';
import { NOW, onOrder } from './order-history.model.ts';
import { parcelRows, reachParcel, toParcelRowOrder } from './order-history.parcels.ts';
import {
  at,
  cableNow,
  cancelled,
  cash,
  held,
  HELD_UNTIL,
  o1,
  o2,
  paid,
  phoneNow,
  PLACED,
  MONEY,
} from '../support/order.samples.ts';

type Machine = typeof orderHistoryMachine;
type Live = LiveActor<Machine>;
type Where = { readonly from: string; readonly on: string; readonly when: string | null };

const delivered: Order = { ...o1, ...paid, status: 'delivered', isDelivered: true, deliveredAt: at(NOW) };
const TOO_LATE = 'Ksh 3,200 goes back to you.';
const CANCEL_IN_DIALOG = press('button', 'Cancel order');

/** The order fields that the words of `show order(…)` describe. */
const SHOWN: readonly (readonly [RegExp, Partial<Order>])[] = [
  [/status pending/, { status: 'pending' }],
  [/status processing/, { status: 'processing' }],
  [/\bshipped/, { status: 'shipped' }],
  [/\bdelivered/, { status: 'delivered' }],
  [/status cancelled/, cancelled],
  [/cash on delivery/, cash],
  [/\bpaid\b|isPaid true|paidAt/, paid],
  [/not paid|isPaid false/, { isPaid: false, paidAt: null }],
  [/M-Pesa, not paid/, { expiresAt: at(HELD_UNTIL) }],
  [/trackingNumber TN1/, { trackingNumber: 'TN1' }],
  [/paidAt 2026-11-21T06/, { paidAt: '2026-11-21T06:00:00Z' }],
  [/_id '3f2a9c1e/, { _id: '3f2a9c1e-77aa-4c01-9d1e-0a1b2c3d4e5f' }],
  [
    /totalPrice 123456/,
    { totalPrice: 123_456, orderItems: [{ ...(o1.orderItems[0] ?? never()), quantity: 2, price: 1000 }] },
  ],
  [/held: true/, held],
  [/\bexpired/, { cancelReason: 'expired' }],
  [/nothing paid/, { isPaid: false, paidAt: null }],
  [
    /cancelled, expired, Ksh 3,200 came late/,
    { isPaid: false, paymentNotice: `Your payment came after the order had expired. ${TOO_LATE}` },
  ],
  [
    /cancelled, Ksh 3,200 came late/,
    { isPaid: false, paymentNotice: `Your payment came after the order had been cancelled. ${TOO_LATE}` },
  ],
  [/paid twice/, { status: 'processing', paymentNotice: `You paid twice. ${TOO_LATE}` }],
  ...MONEY,
];

function never(): never {
  throw new Error('o1 has items');
}

/** The orders of a row. */
function getOrders({ from, on, when }: Where): readonly Order[] {
  const parcel = toParcelRowOrder({ on, when });
  if (parcel !== null) return [parcel];
  const [, words] = /^show order\((.*)\)$/.exec(on) ?? [];
  if (words !== undefined) {
    const facts = SHOWN.filter(([pattern]) => pattern.test(words)).map(([, fact]) => fact);
    return [Object.assign({ ...o1 }, ...facts) as Order];
  }
  if (/Order again\(o1\)/.test(on) && on.includes('one line')) {
    return [{ ...delivered, orderItems: delivered.orderItems.slice(0, 1) }, o2];
  }
  if (from.startsWith('reorder')) return [delivered, o2];
  if (when?.includes('held: true') === true) return [held, o2];
  if (when === 'cash on delivery') return [{ ...o1, ...cash }, o2];
  return on.includes('Cancel order(o2') ? [o1, { ...o1, ...cash, _id: 'o2' }] : [o1, o2];
}

/** The server time of a row: 12:10 unless the row names another. */
const nowIn = (on: string) => (/now 12:30/.test(on) ? HELD_UNTIL : NOW);

const list = (live: Live, row: Where) => live.answer('loadOrders', { orders: getOrders(row), now: nowIn(row.on) });
const sendCancel = async (live: Live, row: Where) => {
  await list(live, row);
  await live.send({ type: 'cancel.ask', orderId: 'o1' });
  await live.send({ type: 'cancel.confirm' });
};
const check = async (live: Live, row: Where) => {
  await list(live, row);
  await live.send({ type: 'reorder.ask', orderId: 'o1' });
};
const refused = (status: number, message = '') => new ApiError({ kind: 'refused', status, message });

export const orderHistoryTable: Table<Machine> = {
  // The same part shows the messages of an order on the way to the cart.
  view: (snapshot, send) =>
    snapshot.matches('toCart') ? (
      <OrderTexts texts={snapshot.context.reorderTexts} />
    ) : (
      <OrderHistoryView snapshot={snapshot} send={send} />
    ),
  start: {
    'the tab is opened': 'no courier',
    'orders are listed (beside it)': {
      input: 'no courier',
      before: (live) => live.answer('loadOrders', { orders: [o1, o2], now: NOW }),
    },
  },
  reach: {
    listed: async (live, row) => {
      if (await reachParcel(live, row)) return;
      if (!row.on.includes('[asked again]')) return list(live, row);
      await sendCancel(live, row);
      await live.send({ type: 'details.toggle', orderId: 'o1' });
      await live.fail('cancelOrder', refused(409, 'It has been packed.'));
    },
    cancel: list,
    'cancel.asking': async (live, row) => {
      await list(live, row);
      await live.send({ type: 'cancel.ask', orderId: 'o1' });
    },
    'cancel.sending': sendCancel,
    'cancel.failed': async (live, row) => {
      await sendCancel(live, row);
      await live.fail('cancelOrder', failures['offline']);
    },
    reorder: list,
    'reorder.checking': check,
    'reorder.failed': async (live, row) => {
      await check(live, row);
      await live.fail('checkLines', failures['offline']);
    },
    'reorder.said': async (live, row) => {
      await check(live, row);
      await live.answer('checkLines', []);
    },
  },
  when: [
    ...parcelRows.when,
    {
      'o1 is closed': { holds: ({ snapshot: { context } }) => !context.opened.includes('o1') },
      'o1 is open': { after: { type: 'details.toggle', orderId: 'o1' } },
    },
    [/no courier link is configured/, { input: 'no courier' }],
    [/\ba courier link is configured/, { input: 'courier' }],
    [/the clipboard refuses/, { because: 'the act of the row has it refuse' }],
    {
      'status pending, M-Pesa, not paid': { holds: ({ snapshot }) => snapshot.context.orders[0] === o1 },
      'cash on delivery': {
        holds: ({ snapshot: { context } }) =>
          context.orders.every(({ _id, paymentMethod }) => _id !== 'o1' || paymentMethod === 'cod'),
      },
      'status pending, M-Pesa, not paid, held: true': {
        holds: ({ snapshot }) => snapshot.context.orders[0]?.held === true,
      },
      'M-Pesa, not paid': { holds: ({ snapshot }) => snapshot.context.orders[0] === o1 },
      'a payment of o1 is in the bar under the header': { because: 'the answer of the row tells of it' },
      'cancel.sending of o1': { because: 'the act of the row sends it' },
      'A x 1 is in the cart already': { because: 'the cart adds what it is given (U18)' },
    },
  ],
  on: [
    ...parcelRows.on,
    {
      "GET /orders/my answers(data.orders [o1 pending unpaid, o2 shipped with trackingNumber 'TN1'])": (live) =>
        live.answer('loadOrders', { orders: [o1, o2], now: NOW }),
      'GET /orders/my answers(data.orders [o1 processing, o2 shipped]) [asked again]': (live) =>
        live.answer('loadOrders', { orders: [{ ...o1, ...paid, status: 'processing' }, o2], now: NOW }),
      'Try Again (double click)': [{ type: 'list.retry' }, { type: 'list.retry' }],
      'Try Again': { type: 'list.retry' },
      'press View Details(o2, while o1 is open)': [
        { type: 'details.toggle', orderId: 'o1' },
        { type: 'details.toggle', orderId: 'o2' },
      ],
      'PUT /orders/o1/cancel answers(data.order status cancelled)': (live, _, { when }) =>
        live.answer('cancelOrder', {
          order: { ...o1, ...cancelled },
          isPromptOpen: when === 'a payment of o1 is in the bar under the header',
        }),
      'session became guest': { type: 'session.ended' },
      'press Cancel order(o2, while o1 is being cancelled)': [
        { type: 'cancel.ask', orderId: 'o1' },
        { type: 'cancel.confirm' },
        onOrder('Cancel order', 'o2'),
      ],
      'press Cancel order(o1)': { type: 'cancel.ask', orderId: 'o1' },
      'press Cancel order in the dialog': { type: 'cancel.confirm' },
      'press Cancel order in the dialog (double click)': CANCEL_IN_DIALOG,
      'press Keep order': press('button', 'Keep order'),
      'press Escape': key('Escape', 'dialog', 'Cancel order'),
    },
    [/^GET \/orders\/my answers\(data\.orders \[\]\)/, (live) => live.answer('loadOrders', { orders: [], now: NOW })],
    [/^show order\(/, LOOK],
    [/^press View Details\((o\d)\)$/, (_, [, orderId = '']) => ({ type: 'details.toggle', orderId })],
    [
      /^press (Track My Order|Pay with M-Pesa)\((o\d)\)/,
      (_, [, text = '', orderId = '']) => press('link', `${text}, order ${orderId}`),
    ],
    [
      /^press Track Package\(o2\)/,
      async (live, _, { on, when }) => {
        const pressed = { type: 'package.track', orderId: 'o2' } as const;
        await live.send(pressed);
        if (on.includes('double click')) await live.send(pressed);
        if (when?.includes('clipboard refuses') === true) await live.fail('copyNumber', new Error('denied'));
        else await live.answer('copyNumber', undefined);
        if (on.includes('double click')) await live.send(pressed);
      },
    ],
    [
      /^(\d+) ms have passed since the order was placed/,
      (_, [, ms]) => ({ type: 'clock.tick', now: PLACED + Number(ms) }),
    ],
    [/^press Order again\((o\d)\)/, (_, [, orderId = '']) => ({ type: 'reorder.ask', orderId })],
  ],
  calls: [
    {
      call: 'GET /orders/my',
      slot: 'loadOrders',
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'the reply cannot be read': failures['broken'],
        },
        [/^success false, no message$|without data\.orders$/, refused(200)],
      ],
    },
    {
      call: /^PUT \/orders\/o1\/cancel/,
      slot: 'cancelOrder',
      input: () => ({ orderId: 'o1' }),
      answers: [
        {
          'data.order status cancelled': { order: { ...o1, ...cancelled }, isPromptOpen: false },
          'data.order status cancelled, expired': {
            order: { ...o1, ...cancelled, cancelReason: 'expired' },
            isPromptOpen: false,
          },
          'success true, no data.order': { order: null, isPromptOpen: false },
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
          'the reply cannot be read': failures['broken'],
        },
      ],
    },
    {
      call: 'POST /cart/check',
      slot: 'checkLines',
      input: ({ items }) => ({
        lines: (items as { product: string }[]).map(({ product: id, ...line }) => ({ id, ...line })),
      }),
      answers: [
        {
          'A stock 3, B stock 9, prices as ordered': [phoneNow(), cableNow()],
          'A stock 2, exactly as many as ordered, B stock 9': [phoneNow({ stock: 2 }), cableNow()],
          'A now 1400, B now 200': [phoneNow({ now: 1400 }), cableNow()],
          'A now 1600, B now 200': [phoneNow({ now: 1600 }), cableNow()],
          'A stock 3, B stock 0': [phoneNow(), cableNow({ stock: 0 })],
          'A stock 1, B stock 9': [phoneNow({ stock: 1 }), cableNow()],
          'A stock 1, now 1400, B stock 0': [phoneNow({ stock: 1, now: 1400 }), cableNow({ stock: 0 })],
          'A stock 3, stock of B missing': [phoneNow(), cableNow({ stock: null })],
          'A stock 0, B stock 0': [phoneNow({ stock: 0 }), cableNow({ stock: 0 })],
          'A and B no longer sold': [],
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
          '200 without data.lines': failures['broken'],
        },
        [/^A stock 3, B (no longer sold|is not named in data\.lines)$/, [phoneNow()]],
      ],
    },
  ],
  inside: { copyNumber: "the browser's clipboard, no call" },
  undrawn: { 'the text (see rows)': 'the rows have it' },
  does: orderHistoryDoes,
  elsewhere: [
    { rows: /^invariant: (no collection code|the list and the order's page)/, by: 'tests/views/parcel.test.tsx' },
    { rows: /page reloaded$|^empty: open again$/, by: 'tests/flows/order-history/order-history.requirements.test.ts' },
    {
      rows: /\[the browser refuses to save the cart\]$/,
      by: 'tests/flows/order-history/order-history.requirements.test.ts',
    },
  ],
};
