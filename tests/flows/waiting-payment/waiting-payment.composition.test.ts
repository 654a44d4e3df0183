import { createOrderActions } from '../../../src/compose/payment/mpesa-payment.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import { otieno } from '../support/account.samples.ts';
import { jane } from '../support/shop.samples.ts';
import { pickOrderId } from '../../support/fake-shop.ts';
import { ok, refused } from '../../support/tab.ts';
import {
  draft,
  FORGOTTEN,
  kept,
  linesGone,
  ORDER,
  payment,
  phones,
  PROMPT,
  recorded,
  STATUS,
} from '../support/samples.ts';
import { answer, call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START, uuid } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

const prompted = { lines: [phones(2)], stored: { payment: kept(PROMPT) } };
const bar = (world: World) => world.start('waitingPayment');
const opened: Act = async (world) => {
  bar(world);
  await world.settle();
};
/** Jane has an open payment that this browser has not stored. */
const elsewhere: Act = ({ server, books }) => {
  server.answer('openPayment', ok({ payment: payment({}) }));
  books.orders.set(uuid(1), {
    draft: draft('mpesa'),
    order: pickOrderId(ORDER, draft('mpesa'), jane, '2026-01-01T08:00:00.000Z'),
  });
};
const SIGNED_IN = [{ heard: { type: 'session.ended' } }, { heard: { type: 'session.signedIn' } }];
const nothing = { done: 'readRecord', output: null };
const FIND = { sent: 'openPayment', token: 'T' };
const NONE = [...SIGNED_IN, nothing, FIND, { done: 'findOpen', output: null }];
const OPEN = {
  orderId: ORDER,
  checkoutRequestId: PROMPT.checkoutRequestId,
  phone: '254712345678',
  amount: 3000,
  times: { pushedAt: START, startedAt: START - 5_000, now: START },
  startedAt: START - 5_000,
};
const LINES = [
  { sent: 'getOrder', params: { id: ORDER }, token: 'T' },
  { done: 'loadLines', output: kept({}).lines },
];
const FOUND = { orderId: ORDER, checkoutRequestId: PROMPT.checkoutRequestId, startedAt: START - 5_000 };
const ADOPTED = recorded(
  { type: 'payment.found', ...FOUND, lines: kept({}).lines },
  kept({ key: null, of: null, ...FOUND }),
);
const FROM_SERVER = [...SIGNED_IN, nothing, FIND, { done: 'findOpen', output: OPEN }, ...LINES, ...ADOPTED];
/** Jane's order has a part of its price. */
const REPORT = {
  status: 'pending',
  method: 'mpesa',
  isPaid: false,
  held: false,
  notice: null,
  total: 3000,
  paid: 1000,
  due: 2000,
  prompt: 'open',
  retryAt: null,
  byHand: null,
  cash: false,
  checking: false,
  receipts: [],
  claim: null,
  expiresAt: null,
};
const PART = {
  orderId: ORDER,
  kind: 'partPaid',
  text: 'We received Ksh\u00a01,000. Ksh\u00a02,000 is still to pay.',
  isRunning: false,
};
const CHECK = { sent: 'orderPayment', params: { id: ORDER }, token: 'T' };
const ordered = { lines: [phones(2)], stored: { payment: kept({ orderId: ORDER }) } };
const withPart: Act = async (world) => {
  world.server.answer('openPayment', ok({ payment: null, order: { orderId: ORDER, payment: REPORT } }));
  world.server.answer('orderPayment', ok(REPORT));
  await opened(world);
};
const SIGN_IN = { type: 'session.signedIn', token: 'T2', user: otieno, load: false } as const;
const paid: Act = ({ server }) => server.answer('paymentStatus', ok(payment({ status: 'completed' })));
const done = { done: 'mpesaPayment', output: { outcome: 'paid', problem: null } };
const TOOK = { type: 'checkout.took' };
const LEFT = { type: 'checkout.left' };
const screen =
  (type: 'checkout.took' | 'checkout.left' | 'bar.took' | 'bar.left'): Act =>
  ({ app }) =>
    paymentScreen(app.env).send({ type });
const connection =
  (change: object, event: string): Act =>
  ({ browser, fire }) => {
    Object.assign(browser, change);
    fire(event);
  };
const LOOKED = [nothing, FIND, { failed: 'findOpen', kind: 'refused', status: 404 }];
/** The server does not report whether a payment is open. */
const UNREACHED = [...SIGNED_IN, ...LOOKED];
/** Everything that the bar without a payment listens to. */
const LISTENING = ['focus', 'pageshow', 'paymentScreen', 'session', 'storage'];

walkArea('waiting-payment', () => {
  listener('waitingPayment', 'watchSession', {
    world: { user: null },
    act: bar,
    starts: [{ heard: { type: 'session.ended' } }],
    listening: ['session'],
    hears: [
      [
        ({ app }) => app.session.send(SIGN_IN),
        [
          { session: SIGN_IN },
          { removed: 'token' },
          { removed: 'user' },
          { stored: 'user', value: otieno },
          { stored: 'token', value: 'T2' },
          ...SIGNED_IN,
          nothing,
          { ...FIND, token: 'T2' },
          { done: 'findOpen', output: null },
        ],
      ],
    ],
  });
  listener('waitingPayment', 'watchRecord', {
    act: bar,
    starts: NONE,
    listening: LISTENING,
    hears: [
      [
        ({ storage, fire }) => {
          storage.values.set('payment', JSON.stringify(kept({ orderId: ORDER })));
          fire('storage', { key: 'payment' });
        },
        [{ heard: { type: 'record.changed', prompt: null } }],
      ],
      [
        ({ storage, fire }) => {
          storage.values.set('payment', JSON.stringify(kept({ ...PROMPT, user: 'somebody else' })));
          fire('storage', { key: 'payment' });
        },
        [{ heard: { type: 'record.changed', prompt: null } }],
      ],
    ],
  });
  listener('waitingPayment', 'watchWindow', {
    act: bar,
    starts: NONE,
    listening: LISTENING,
    hears: [[({ fire }) => fire('focus'), [{ heard: { type: 'window.focused' } }]]],
  });
  listener('waitingPayment', 'watchConnection', {
    open: ({ server }) => server.answer('openPayment', refused(404)),
    act: bar,
    starts: UNREACHED,
    listening: ['connection', 'connection', ...LISTENING],
    hears: [
      [connection({ isVisible: false }, 'visibilitychange'), [{ heard: { type: 'page.hidden' } }]],
      [connection({ isOnline: false }, 'offline'), [{ heard: { type: 'network.lost' } }]],
      [connection({ isOnline: true }, 'online'), [{ heard: { type: 'network.back' } }]],
      [connection({ isVisible: true }, 'visibilitychange'), [{ heard: { type: 'page.visible' } }, ...LOOKED]],
      [({ fire }) => fire('focus'), [{ heard: { type: 'window.focused' } }, ...LOOKED]],
    ],
  });
  listener('waitingPayment', 'watchCheckout', {
    act: bar,
    starts: NONE,
    listening: LISTENING,
    hears: [
      [screen('checkout.took'), [{ paymentScreen: TOOK }, { heard: TOOK }]],
      [
        screen('checkout.left'),
        [{ paymentScreen: LEFT }, { heard: LEFT }, nothing, FIND, { done: 'findOpen', output: null }],
      ],
      // The screen of the bar itself.
      [screen('bar.took'), [{ paymentScreen: { type: 'bar.took' } }]],
      [screen('bar.left'), [{ paymentScreen: { type: 'bar.left' } }]],
    ],
  });
  listener(
    'waitingPayment',
    'watchCheckout',
    {
      open: screen('checkout.took'),
      act: bar,
      starts: [...SIGNED_IN, { heard: TOOK }],
      listening: LISTENING,
      hears: [],
    },
    'in a tab whose checkout already shows the payment',
  );
  answer('waitingPayment', 'readRecord', {
    world: { ...prompted, stored: { payment: kept({ ...PROMPT }) } },
    open: ({ server }) => server.answer('paymentStatus', 'never'),
    act: bar,
    does: [...SIGNED_IN, { done: 'readRecord', output: kept(PROMPT) }, STATUS],
  });
  answer(
    'waitingPayment',
    'readRecord',
    {
      world: prompted,
      open: async (world) => {
        screen('checkout.took')(world);
        await opened(world);
      },
      // The checkout ends an order that will be paid on delivery.
      act: (world) => {
        createOrderActions(world.app.env).forgetOrder(undefined, { orderId: ORDER });
        screen('checkout.left')(world);
      },
      does: [{ paymentScreen: LEFT }, { heard: LEFT }, ...FORGOTTEN, nothing, FIND, { done: 'findOpen', output: null }],
    },
    'X10: resumes no payment of an order that is over, and',
  );
  call('waitingPayment', 'findOpen', { open: elsewhere, act: bar, does: FROM_SERVER });
  call('waitingPayment', 'checkOrder', {
    world: ordered,
    open: withPart,
    act: ({ advance }) => advance(3_000),
    does: [CHECK, { done: 'checkOrder', output: PART }],
  });
  effect('waitingPayment', 'removeOrdered', {
    world: ordered,
    open: async (world) => {
      await withPart(world);
      world.server.answer('orderPayment', ok({ ...REPORT, status: 'processing', isPaid: true, paid: 3000, due: 0 }));
    },
    act: ({ advance }) => advance(3_000),
    does: [
      CHECK,
      { done: 'checkOrder', output: { ...PART, kind: 'paid', text: 'Payment received. Thank you!' } },
      ...linesGone(kept({ orderId: ORDER })),
      ...FORGOTTEN,
    ],
  });
  call('waitingPayment', 'loadLines', { hangs: 'getOrder', open: elsewhere, act: bar, does: FROM_SERVER });
  effect('waitingPayment', 'keepPayment', { open: elsewhere, act: bar, does: FROM_SERVER });
  child('waitingPayment', 'mpesaPayment', {
    world: prompted,
    open: paid,
    act: bar,
    does: [
      ...SIGNED_IN,
      { done: 'readRecord', output: kept(PROMPT) },
      STATUS,
      done,
      ...linesGone(kept(PROMPT)),
      ...FORGOTTEN,
    ],
  });
  effect('waitingPayment', 'forgetOrder', {
    world: prompted,
    open: async (world) => {
      await paid(world);
      world.server.answer('paymentStatus', refused(503));
      await opened(world);
      await paid(world);
    },
    act: ({ advance }) => advance(3_000),
    does: [STATUS, done, ...linesGone(kept(PROMPT)), ...FORGOTTEN],
  });
  effect('waitingPayment', 'forgetPrompt', {
    world: prompted,
    open: async (world) => {
      const { server } = world;
      server.answer('paymentStatus', ok(payment({ status: 'failed' })));
      server.answer('stkPush', refused(409, CONFIRM_FIRST, { proof: true }));
      await opened(world);
      world.actor.getSnapshot().children.mpesaPayment?.send({ type: 'payment.retry' });
      await world.settle();
    },
    act: ({ actor }) => actor.send({ type: 'notice.dismiss' }),
    does: recorded({ type: 'prompt.dismissed', orderId: ORDER }, kept({ orderId: ORDER })),
  });
});
