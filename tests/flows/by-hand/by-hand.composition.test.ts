import { vi } from 'vitest';
import type { ByHandEvent } from '../../../src/machines/payment/by-hand.setup.ts';
import { jane } from '../support/shop.samples.ts';
import { qrOf } from '../support/by-hand.samples.ts';
import { pickOrderId } from '../../support/fake-shop.ts';
import { ok, refused } from '../../support/tab.ts';
import { draft, FORGOTTEN, kept, linesGone, ORDER, phones, recorded, SWITCH } from '../support/samples.ts';
import { answer, call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START, uuid } from '../support/world.ts';
import type { World } from '../support/world.ts';

const iso = new Date(START).toISOString();
const ordered = { lines: [phones(2)], stored: { payment: kept({ orderId: ORDER }) } };
const CHOSEN = { type: 'hand.chosen', orderId: ORDER };
const KEPT = recorded(CHOSEN, kept({ orderId: ORDER, way: 'hand' }));
const CHECK = { sent: 'orderPayment', params: { id: ORDER }, token: 'T' };
const CHOOSE = { sent: 'chooseByHand', params: { id: ORDER }, body: {}, token: 'T' };
const REPORT = {
  status: 'pending',
  method: 'mpesa',
  isPaid: false,
  held: false,
  notice: null,
  total: 3000,
  paid: 0,
  due: 3000,
  prompt: 'open',
  retryAt: null,
  byHand: { kind: 'paybill', number: '123456', account: 'A1B2C3D4', amount: 3000, each: null, isFirst: false },
  cash: true,
  checking: false,
  receipts: [],
  claim: null,
  expiresAt: null,
};
const checked = (change: object = {}) => ({ done: 'checkOrder', output: { ...REPORT, now: START, ...change } });

/** Starts paying Jane's order by hand. */
const pay: Act = (world: World) => {
  world.books.orders.set(uuid(1), {
    draft: draft('mpesa'),
    order: pickOrderId(ORDER, draft('mpesa'), jane, iso),
  });
  world.start('byHand', { orderId: ORDER });
};
const shown: Act = async (world) => {
  await pay(world);
  await world.settle();
};
const after =
  (...events: readonly ByHandEvent[]): Act =>
  async (world) => {
    await shown(world);
    for (const event of events) world.actor.send(event);
  };
const send =
  (event: ByHandEvent): Act =>
  ({ actor }) =>
    actor.send(event);
const connection =
  (change: object, event: string): Act =>
  ({ browser, fire }) => {
    Object.assign(browser, change);
    fire(event);
  };
const LISTENING = ['change', 'connection', 'connection', 'session'];
const NARROW = { heard: { type: 'screen.narrow' } };
const WIDE = { heard: { type: 'screen.wide' } };
const QR = { sent: 'paymentQr', params: { id: ORDER }, token: 'T' };
const IMAGE = qrOf(3000);
/** On a wide screen, whose QR code the shop has. */
const wide: Act = ({ browser, server }) => {
  browser.isWide = true;
  server.answer('paymentQr', ok({ qr: IMAGE }));
};
const REFUSED = { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } as const;
const TYPED = { type: 'claim.change', text: 'SFF6XYZ123' } as const;
const CLAIM = { state: 'asking', text: 'We are asking M-Pesa about your payment.' };

walkArea('by-hand', () => {
  call('byHand', 'checkOrder', {
    world: ordered,
    act: pay,
    waits: [NARROW, ...KEPT, CHECK, CHOOSE],
    does: [NARROW, ...KEPT, CHECK, CHOOSE, checked()],
  });
  call('byHand', 'sendClaim', {
    world: ordered,
    open: after({ type: 'claim.open' }, TYPED),
    act: send({ type: 'claim.send' }),
    does: [
      { sent: 'claimPayment', params: { id: ORDER }, body: { text: 'SFF6XYZ123' }, token: 'T' },
      { done: 'sendClaim', output: CLAIM },
    ],
  });
  call('byHand', 'switchToCash', {
    world: ordered,
    open: shown,
    act: send({ type: 'hand.payOnDelivery' }),
    does: [
      SWITCH,
      { done: 'switchToCash', output: undefined },
      ...linesGone(kept({ orderId: ORDER, way: 'hand' })),
      ...FORGOTTEN,
    ],
  });
  answer('byHand', 'copyText', {
    world: ordered,
    open: async (world) => {
      vi.stubGlobal('navigator', { clipboard: { writeText: async () => undefined } });
      await shown(world);
    },
    act: send({ type: 'hand.copy', field: 'account' }),
    does: [{ done: 'copyText', output: undefined }],
  });
  call('byHand', 'loadQr', {
    world: ordered,
    open: wide,
    act: pay,
    hangs: 'paymentQr',
    waits: [WIDE, ...KEPT, CHECK, CHOOSE, checked(), QR],
    does: [WIDE, ...KEPT, CHECK, CHOOSE, checked(), QR, { done: 'loadQr', output: IMAGE }],
  });
  listener('byHand', 'watchScreen', {
    world: ordered,
    act: pay,
    starts: [NARROW, ...KEPT, CHECK, CHOOSE, checked()],
    listening: LISTENING,
    hears: [
      [connection({ isWide: true }, 'change'), [WIDE, QR, { done: 'loadQr', output: null }]],
      [connection({ isWide: false }, 'change'), [NARROW]],
    ],
  });
  listener('byHand', 'watchConnection', {
    world: ordered,
    open: () => undefined,
    act: pay,
    starts: [NARROW, ...KEPT, CHECK, CHOOSE, checked()],
    listening: LISTENING,
    hears: [
      [connection({ isVisible: false }, 'visibilitychange'), [{ heard: { type: 'page.hidden' } }]],
      [connection({ isVisible: true }, 'visibilitychange'), [{ heard: { type: 'page.visible' } }, CHECK, checked()]],
      [connection({ isOnline: false }, 'offline'), [{ heard: { type: 'network.lost' } }]],
      [connection({ isOnline: true }, 'online'), [{ heard: { type: 'network.back' } }, CHECK, checked()]],
    ],
  });
  listener('byHand', 'watchSession', {
    world: ordered,
    act: pay,
    starts: [NARROW, ...KEPT, CHECK, CHOOSE, checked()],
    listening: LISTENING,
    hears: [],
    leave: ({ app }) => app.session.send(REFUSED),
    leaves: [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
  });
  effect('byHand', 'keepByHand', { world: ordered, act: pay, does: [NARROW, ...KEPT, CHECK, CHOOSE, checked()] });
  effect(
    'byHand',
    'keepByHand',
    { act: pay, does: [NARROW, { paymentRecord: CHOSEN }, CHECK, CHOOSE, checked()] },
    'stores nothing of an order that this browser does not keep',
  );
  effect('byHand', 'removeOrdered', {
    world: ordered,
    open: ({ server }) =>
      server.answer(
        'orderPayment',
        ok({ ...REPORT, status: 'processing', isPaid: true, paid: 3000, due: 0, byHand: null }),
      ),
    act: pay,
    does: [
      NARROW,
      ...KEPT,
      CHECK,
      CHOOSE,
      checked({ status: 'processing', isPaid: true, paid: 3000, due: 0, byHand: null }),
      ...linesGone(kept({ orderId: ORDER, way: 'hand' })),
      ...FORGOTTEN,
    ],
  });
  effect('byHand', 'forgetOrder', {
    world: ordered,
    open: ({ server }) => server.answer('orderPayment', refused(404, 'Order not found')),
    act: pay,
    does: [NARROW, ...KEPT, CHECK, CHOOSE, { failed: 'checkOrder', kind: 'refused', status: 404 }, ...FORGOTTEN],
  });
});
