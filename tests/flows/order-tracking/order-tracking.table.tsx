import { failures } from '../../../model-testing.config.ts';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { OrderTexts } from '../../../src/views/orders/order-texts.tsx';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key, press } from 'model-testing/view/act';
import { orderTrackingDoes } from './order-tracking.judges.ts';
import { historyRows, RETRY_45, tickAt } from './order-tracking.history.ts';
import { LONG_ID, NOW } from './order-tracking.model.ts';
import { answered, askAgain, toOrder, refused, refusedOr401 } from './order-tracking.orders.ts';
import { parcelRows, toChoiceOrders, toParcelRowOrder } from './order-tracking.parcels.ts';
import { proofRows, getPushPhone } from './order-tracking.proof.ts';
import { orderTrackingView } from './order-tracking.view.tsx';
import { enterCode } from '../support/payment-proof.parts.ts';
import { ownOffered, proofAsked } from '../support/payment.samples.ts';
import { cableNow, cancelled, HELD_UNTIL, o1, o2, phoneNow, PLACED } from '../support/order.samples.ts';

const SUITE = 'tests/flows/order-tracking/order-tracking';

type Machine = typeof orderTrackingMachine;
type Live = LiveActor<Machine>;
type Where = { readonly from: string; readonly on: string; readonly when: string | null };

const EXPIRED = { type: 'session.ended' } as const;

/** Loads the order at 12:10 server time. Rows that count from the order's time start at that time. */
const load = (live: Live, row: Where) =>
  live.answer('loadOrder', {
    order: toParcelRowOrder(row) ?? toOrder(row),
    now: /^\d+ ms have passed since/.test(row.on) ? PLACED : NOW,
  });
const askCancel = async (live: Live, row: Where) => {
  await load(live, row);
  if (row.when?.startsWith('a payment of o1 is in the bar') === true)
    await live.emit('watchBar', { type: 'bar.paying', orderId: 'o1' });
  await live.send({ type: 'cancel.ask' });
};
const sendCancel = async (live: Live, row: Where) => {
  await askCancel(live, row);
  await live.send({ type: 'cancel.confirm' });
};
const askPhone = async (live: Live, row: Where) => {
  await load(live, row);
  await live.send({ type: 'pay.ask' });
};
const push = async (live: Live, row: Where) => {
  await askPhone(live, row);
  await live.send({ type: 'phone.change', phone: getPushPhone(row) });
  await live.send({ type: 'phone.confirm' });
};
const refusePush = async (live: Live, row: Where) => {
  await push(live, row);
  if (row.when?.startsWith('the own phone') === true) await live.fail('pushPrompt', ownOffered);
  else await live.fail('pushPrompt', row.when?.includes('45') === true ? RETRY_45 : failures['offline']);
};
const check = async (live: Live, row: Where) => {
  await load(live, row);
  await live.send({ type: 'reorder.ask' });
};
const overNow = tickAt(HELD_UNTIL);
const CANCEL_IN_DIALOG = press('button', 'Cancel order', { role: 'dialog', name: 'Cancel order' });

const gone = (words: string) =>
  words.includes("'{bad'")
    ? ({ type: 'session.read', session: 'unreadable' } as const)
    : ({ type: 'session.read', session: 'missing' } as const);

export const orderTrackingTable: Table<Machine> = {
  // The same part shows the messages of an order on the way to the cart.
  view: (snapshot, send) =>
    snapshot.matches('toCart') ? (
      <OrderTexts texts={snapshot.context.reorderTexts} />
    ) : (
      orderTrackingView(snapshot, send)
    ),
  start: {
    '/track-order (GET /orders/my is called)': 'none',
    '/track-order/o1, token and readable user (GET /orders/o1 is called)': 'o1',
    "/track-order/o1, no token ('Please log in to view your orders', go to login)": 'no token',
    "/track-order/o1, token, user '{bad' (token and user are removed, 'Invalid user session. Please log in again.', go to login)":
      'unreadable',
    '/track-order/%20 (a blank id; GET /orders/my is called)': 'none',
    "/track-order, no token ('Please log in to view your orders', go to login)": 'none, no token',
    "/track-order, token, user '{bad' (token and user are removed, 'Invalid user session. Please log in again.', go to login)":
      'none, unreadable',
    'an order is shown without a parcel (beside it)': {
      input: 'o1',
      before: (live) => live.answer('loadOrder', { order: o1, now: NOW }),
    },
    'an order is shown (beside it)': {
      input: 'o1',
      before: (live) => live.answer('loadOrder', { order: o1, now: NOW }),
    },
  },
  input: ({ from }) => (from.startsWith('choosing') ? 'none' : 'o1'),
  reach: {
    choosing: () => undefined,
    'choosing.listed': (live, row) =>
      live.answer(
        'loadOrders',
        toChoiceOrders(row) ?? (row.on.includes('short id of one') ? [{ ...o1, _id: LONG_ID }, o2] : [o1, o2]),
      ),
    'choosing.failed': (live) => live.fail('loadOrders', failures['offline']),
    loading: async (live, { on }) => {
      if (on.includes('late, after url changed'))
        await live.send({ type: 'path.changed', orderId: 'o2', session: 'present' });
    },
    shown: async (live, row) => {
      await load(live, row);
      if (!row.on.includes('[asked again]')) return;
      await live.send({ type: 'cancel.ask' });
      await live.send({ type: 'cancel.confirm' });
      await live.fail('cancelOrder', refused(409, 'It has been packed.'));
    },
    ...parcelRows.reach,
    cancel: load,
    'cancel.asking': askCancel,
    'cancel.sending': sendCancel,
    'cancel.failed': async (live, row) => {
      await sendCancel(live, row);
      await live.fail('cancelOrder', failures['offline']);
    },
    pay: async (live, row) => {
      // A shopper without a Kenyan phone starts from the choice.
      if (live.snapshot.matches('choosing'))
        await live.send({ type: 'path.changed', orderId: 'o1', session: 'present' });
      await load(live, row);
    },
    'pay.confirmingPhone': askPhone,
    'pay.pushing': push,
    'pay.proving': async (live, row) => {
      await push(live, row);
      await live.fail('pushPrompt', proofAsked);
      if (/^(phone verified|a wrong code)/.test(row.on)) await enterCode(live);
    },
    'pay.underway': async (live, row) => {
      await push(live, row);
      await live.answer('pushPrompt', { checkoutRequestId: 'ws_1', sentAt: NOW });
      await live.emit('watchBar', { type: 'bar.paying', orderId: 'o1' });
      if (!row.on.startsWith('o1 is cancelled here')) return;
      await live.send({ type: 'cancel.ask' });
      await live.send({ type: 'cancel.confirm' });
    },
    'pay.refused': refusePush,
    'pay.over': async (live, row) => {
      await load(live, row);
      await live.emit('clock', overNow);
      if (row.on === 'page visible') {
        await live.answer('loadOrder', { order: o1, now: HELD_UNTIL });
        await live.emit('watchPage', { type: 'page.hidden' });
      }
    },
    reorder: load,
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
    ...proofRows.when,
    ...historyRows.when,
    [/page (?:was )?hidden$/, { after: (live) => live.emit('watchPage', { type: 'page.hidden' }) }],
    { 'status pending, M-Pesa, not paid; page visible': { holds: ({ snapshot }) => snapshot.context.isSeen } },
    [/^(?:status pending, )?M-Pesa, not paid/, { holds: ({ snapshot }) => snapshot.context.order?._id === 'o1' }],
    [/^cash on delivery/, { holds: ({ snapshot }) => snapshot.context.order?.paymentMethod === 'cod' }],
    {
      "the phone's clock shows 15:10": { because: "the machine is told the server's time" },
      "profile phone '0712345678'": { input: 'o1' },
    },
    [/^profile phone '\+2348|^no profile phone$/, { input: 'none' }],
    {
      'this browser keeps another order o0, unpaid, without a prompt': {
        because: 'the record keeps it: payment-record.paths.test.tsx',
      },
      '1000 of 3200 is received': { holds: ({ snapshot }) => snapshot.context.order?.part?.paid === 1000 },
      'data.due 2200': { because: 'the refusal says so' },
      'data.retryAfter 45': { because: 'the refusal says so' },
      'data.retryAfter was 45, 44 s ago': { after: (live) => live.emit('clock', tickAt(NOW + 44_000)) },
      'data.retryAfter was 45, 44999 ms ago': { after: (live) => live.emit('clock', tickAt(NOW + 44_999)) },
      'data.retryAfter was 45, 45000 ms ago': { after: (live) => live.emit('clock', tickAt(NOW + 45_000)) },
      'no wait is left': { holds: ({ snapshot: { context } }) => context.blockedUntil <= context.now },
      'A x 1 is in the cart already': { because: 'the cart adds what it is given (U18)' },
    },
  ],
  wait: async (live, ms) => {
    await live.advance(ms);
    if (live.snapshot.matches('shown')) await live.emit('clock', tickAt(live.snapshot.context.now + ms));
  },
  on: [
    {
      'GET /orders/my answers(data.orders [o1, o2])': (live) => live.answer('loadOrders', [o1, o2]),
      'GET /orders/o1 answers(late, after url changed to o2)': (live) =>
        live.calls.find(({ slot }) => slot === 'loadOrder')?.answer({ order: o1, now: NOW }),
      'Try Again (double click)': [{ type: 'page.retry' }, { type: 'page.retry' }],
      'Try Again': { type: 'page.retry' },
      'pick order(o2)': { type: 'order.pick', orderId: 'o2' },
      'the held time of the order is over': overNow,
      'press Cancel order': { type: 'cancel.ask' },
      'press Cancel order in the dialog': { type: 'cancel.confirm' },
      'press Cancel order in the dialog (double click)': CANCEL_IN_DIALOG,
      'press Keep order': press('button', 'Keep order'),
      'press Escape': (_, __, { from }) =>
        key('Escape', 'dialog', from.startsWith('pay') ? 'Confirm Phone Number' : 'Cancel order'),
      'press Pay with M-Pesa': (live) =>
        live.snapshot.can({ type: 'pay.ask' }) ? { type: 'pay.ask' } : press('button', /^Pay with M-Pesa/),
      'confirm again (double click)': press('button', 'Confirm'),
      'press Cancel': press('button', 'Cancel'),
    },
    ...parcelRows.on,
    ...proofRows.on,
    ...historyRows.on,
    [/^check session\((.*)\)$/, (_, [, words = '']) => gone(words)],
    [/^GET \/orders\/my answers\(data\.orders \[\]\)/, (live) => live.answer('loadOrders', [])],
    [
      /^GET \/orders\/o1 (answers|fails)\((.*)\) \[asked again/,
      async (live, [, kind, words = '']) => {
        await askAgain(live);
        if (kind === 'answers' && words.startsWith('data.order')) {
          return live.answer('loadOrder', { order: answered(words), now: live.snapshot.context.now });
        }
        const status = Number(/^\d+/.exec(words)?.[0] ?? 0);
        const error = status > 0 ? refusedOr401(status, words) : (failures['offline'] as Error);
        return live.fail('loadOrder', error);
      },
    ],
    [
      /^(?:Try Again|pick order\(o2\)|press [\w -]+)\((the token is gone|the stored user.*)\)$/,
      (_, [words]) => gone(words),
    ],
    [/^submit id\('o1'\)\((.*)\)$/, (_, [words]) => gone(words)],
    [/^submit id\('(.*?)'/, (_, [, typed = '']) => [{ type: 'id.change', typed }, { type: 'id.submit' }]],
    [
      /^url changed\(\/track-order(?:\/(o\d))?(?:, (.*))?\)$/,
      (_, [, orderId = '', words]) => ({
        type: 'path.changed',
        orderId,
        session: words === undefined ? 'present' : gone(words).session,
      }),
    ],
    [/^session became guest/, EXPIRED],
    [
      /^(View All Orders|View Your Orders)$/,
      (live, [, name = '']) => (live.snapshot.matches('sessionExpired') ? undefined : press('link', name)),
    ],
    [
      /^show order\(.*a payment of it is in the bar under the header\)$|^a payment of o1 begins in the bar/,
      { type: 'bar.paying', orderId: 'o1' },
    ],
    [/^show (order|timeline)\(/, LOOK],
    [/^(\d+) ms have passed since the order was placed/, (_, [, ms]) => tickAt(PLACED + Number(ms))],
    [/^(\d+) ms have passed$/, (live, [, ms]) => live.advance(Number(ms))],
    [
      /^confirm\(phone '(.*)'\)(?: \[again\])?$/,
      (_, [, phone = '']) => [
        { type: 'phone.change', phone },
        ...(phone.trim() === '' ? [] : [{ type: 'phone.confirm' as const }]),
      ],
    ],
    [
      /^POST \/mpesa\/stkpush answers\(success, (?:checkoutRequestId 'ws_1'|the )/,
      (live) => live.answer('pushPrompt', { checkoutRequestId: 'ws_1', sentAt: NOW }),
    ],
    [/^the bar says /, { type: 'bar.idle' }],
    [/^press Order again/, { type: 'reorder.ask' }],
  ],
  unseen: { forgetCode: 'of the code screen; its own table' },
  running: ['phoneVerification'],
  inside: {
    phoneVerification: 'runs in these rows; its own table has the rest',
    complete: 'nothing: the push carries the proof',
  },
  calls: [
    {
      call: 'GET /orders/my',
      slot: 'loadOrders',
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          '200 without data.orders': refused(200),
        },
      ],
    },
    {
      call: /^GET \/orders\/(?!my)/,
      slot: 'loadOrder',
      input: (_, { calls: [call = ''], on }) => ({
        orderId: decodeURIComponent(/^GET \/orders\/([^\s)]*)/.exec(call)?.[1] ?? ''),
        ...(on === '' && {}),
      }),
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
          'data.order status cancelled': { order: { ...o1, ...cancelled }, now: NOW },
        },
        [/^success true, no data\.order$|^the reply cannot be read$/, failures['broken']],
        ...(['pending', 'processing', 'shipped', 'delivered'] as const).map(
          (status) => [new RegExp(`^data\\.order status ${status}$`), { order: { ...o1, status }, now: NOW }] as const,
        ),
      ],
    },
    {
      call: /^PUT \/orders\/o1\/cancel/,
      slot: 'cancelOrder',
      input: () => ({ orderId: 'o1' }),
      answers: [
        {
          'data.order status cancelled': { ...o1, ...cancelled },
          'data.order status cancelled, expired': { ...o1, ...cancelled, cancelReason: 'expired' },
          'success true, no data.order': null,
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
          'the reply cannot be read': failures['broken'],
        },
      ],
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: (args) => args,
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
        },
        [/^success, no checkoutRequestId$|^the reply cannot be read$/, failures['broken']],
      ],
      fails: [{ "409, message 'Please wait 2 minutes before trying again.'": RETRY_45 }, ...proofRows.fails],
    },
    { call: 'POST /auth/send-otp', slot: 'sendOtp', input: ({ phone }) => ({ phone, userName: 'Jane' }) },
    { call: 'POST /auth/verify-termii-otp', slot: 'verifyOtp' },
    {
      call: 'POST /cart/check',
      slot: 'checkLines',
      input: ({ items }) => ({
        lines: (items as { product: string }[]).map(({ product: id, ...line }) => ({ id, ...line })),
      }),
      answers: [
        {
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
        [/^A stock 3, B stock 9(, prices as ordered)?$/, [phoneNow(), cableNow()]],
        [/^A stock 3, B (no longer sold|is not named in data\.lines)$/, [phoneNow()]],
      ],
    },
  ],
  says: {
    'the same reason': 'Please wait 2 minutes before trying again.',
  },
  undrawn: {
    'the text (see rows)': 'the rows have it',
    'choosing.failed': 'the rows have it',
    'reorder.failed': 'the rows have it',
    'pay.underway': 'the rows see that it is gone',
    'pay.over': 'the rows see that it is gone',
    ...Object.fromEntries(
      ['ready', 'refused', 'uncollected', 'lost', 'returned'].map((state) => [`parcel.${state}`, 'the rows have it']),
    ),
  },
  does: orderTrackingDoes,
  elsewhere: [
    { rows: /page reloaded$|\[the browser refuses to save the cart\]$/, by: `${SUITE}.requirements.test.ts` },
    {
      rows: /^invariant: (the progress bar and|the time to pay by)/,
      by: `${SUITE}.paths.test.tsx`,
    },
    {
      rows: /^invariant: (no collection code|the badge, the steps|a time to collect|the page never shows a reason|where money of)/,
      by: 'tests/views/parcel.test.tsx',
    },
  ],
};
