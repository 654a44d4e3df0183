import type { MpesaPaymentInput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import { jane } from '../support/shop.samples.ts';
import { checkoutRequestId, pickOrderId, VERIFIED } from '../../support/fake-shop.ts';
import { ok, refused } from '../../support/tab.ts';
import {
  draft,
  FORGOTTEN,
  kept,
  linesGone,
  ORDER,
  payment,
  STATUS,
  phones,
  PROMPT,
  PROMPTED,
  PUSH,
  recorded,
  SWITCH,
} from '../support/samples.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START, uuid } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

const ordered = { lines: [phones(2)], stored: { payment: kept({ orderId: ORDER }) } };
const prompted = { ...ordered, stored: { payment: kept(PROMPT) } };
const PROMPT_ID = checkoutRequestId(1);

const pay =
  (prompt: MpesaPaymentInput['prompt'] = null, userName: string | null = null) =>
  (world: World, tab?: ReturnType<World['open']>) =>
    world.start('mpesaPayment', { orderId: ORDER, phone: '254712345678', amount: 3000, userName, prompt }, tab);
const JUST_NOW = { pushedAt: START, startedAt: START, now: START };
const pending = pay({ checkoutRequestId: PROMPT_ID, times: JUST_NOW, startedAt: START });
const settled =
  (open: Act): Act =>
  async (world) => {
    await open(world);
    await world.settle();
  };
const PUSHED = { done: 'pushPrompt', output: { checkoutRequestId: PROMPT_ID, sentAt: START } };
const tick = (ms: number) => ({ heard: { type: 'clock.tick', now: START + ms } });
const ticks = (from: number, to: number) =>
  Array.from({ length: (to - from) / 1000 }, (_, index) => tick(from + (index + 1) * 1000));
const report = (change: object) => ({
  status: 'pending',
  failureReason: '',
  orderStatus: '',
  orderId: ORDER,
  phone: '254712345678',
  amount: 3000,
  pushedAt: START,
  startedAt: START - 5_000,
  checkedAt: 0,
  isAskable: true,
  retryAt: 0,
  tips: [],
  hasHand: false,
  now: START + 3_000,
  ...change,
});
const LISTENING = ['connection', 'connection', 'interval', 'session', 'visibilitychange'];
const REFUSED = { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } as const;
const connection =
  (change: object, event: string): Act =>
  ({ browser, fire }) => {
    Object.assign(browser, change);
    fire(event);
  };
/** 120 s after the push, when M-Pesa cannot answer about the prompt: the order may switch to cash. */
const expired: Act = async (world) => {
  pending(world);
  world.books.orders.set(uuid(1), {
    draft: draft('mpesa'),
    order: pickOrderId(ORDER, draft('mpesa'), jane, '2026-01-01T08:00:00.000Z'),
  });
  world.server.answer('paymentStatus', ok(payment({ isAskable: false })));
  await world.advance(3_000);
  connection({ isVisible: false }, 'visibilitychange')(world);
  await world.advance(120_000);
};
const answers =
  (change: object): Act =>
  ({ server }) =>
    server.answer('paymentStatus', ok(payment(change)));

const PAID_AT_3_S = [tick(3_000), STATUS, { done: 'checkStatus', output: report({ status: 'completed' }) }];

walkArea('mpesa-payment', () => {
  call('mpesaPayment', 'pushPrompt', { world: ordered, act: pay(), does: [PUSH, PUSHED, ...PROMPTED, tick(0)] });
  child('mpesaPayment', 'phoneVerification', {
    world: ordered,
    open: ({ server }) => server.answer('stkPush', refused(409, CONFIRM_FIRST, { proof: true })),
    act: pay(null, 'Jane'),
    does: [
      PUSH,
      { failed: 'pushPrompt', kind: 'refused', status: 409 },
      { sent: 'sendOtp', body: { phone: '254712345678', userName: 'Jane' }, token: 'T' },
    ],
    next: [
      [
        ({ actor, server }) => {
          server.answer('stkPush', (_request, _call, usual) => usual());
          actor.getSnapshot().children.phoneVerification.send({ type: 'code.verify', code: '123456' });
        },
        [
          { sent: 'verifyOtp', body: { pinId: 'P1', pin: '123456' }, token: 'T' },
          { done: 'phoneVerification', output: { verification: VERIFIED, credentials: null, failure: null } },
          { ...PUSH, body: { ...PUSH.body, verificationData: VERIFIED } },
          PUSHED,
          ...PROMPTED,
          tick(0),
        ],
      ],
    ],
  });
  call('mpesaPayment', 'checkStatus', {
    world: prompted,
    open: async (world) => {
      await answers({ status: 'failed', failureReason: 'Wrong PIN.' })(world);
      pending(world);
      await world.advance(2_000);
    },
    act: ({ advance }) => advance(1_000),
    does: [
      tick(3_000),
      STATUS,
      { done: 'checkStatus', output: report({ status: 'failed', failureReason: 'Wrong PIN.' }) },
      tick(3_000),
    ],
  });
  call('mpesaPayment', 'askFirst', {
    world: prompted,
    open: async (world) => {
      pending(world);
      connection({ isVisible: false }, 'visibilitychange')(world);
      await world.advance(75_000);
      world.server.answer('checkPayment', ok(payment({})));
    },
    act: ({ actor }) => actor.send({ type: 'payment.noPrompt' }),
    does: [
      { sent: 'checkPayment', body: { checkoutRequestId: PROMPT_ID }, token: 'T' },
      { done: 'askFirst', output: undefined },
    ],
  });
  call('mpesaPayment', 'switchToCash', {
    world: prompted,
    open: expired,
    act: ({ actor }) => actor.send({ type: 'payment.payOnDelivery' }),
    does: [SWITCH, { done: 'switchToCash', output: undefined }, ...linesGone(kept(PROMPT))],
  });
  listener('mpesaPayment', 'watchConnection', {
    world: prompted,
    act: pending,
    starts: [tick(0)],
    listening: LISTENING,
    hears: [
      [connection({ isVisible: false }, 'visibilitychange'), [{ heard: { type: 'page.hidden' } }, tick(0)]],
      [connection({ isOnline: false }, 'offline'), [{ heard: { type: 'network.lost' } }]],
      [connection({ isOnline: true }, 'online'), [{ heard: { type: 'network.back' } }]],
    ],
  });
  listener(
    'mpesaPayment',
    'watchConnection',
    {
      world: prompted,
      open: (world) => {
        connection({ isVisible: false }, 'visibilitychange')(world);
        connection({ isOnline: false }, 'offline')(world);
      },
      act: pending,
      starts: [{ heard: { type: 'page.hidden' } }, { heard: { type: 'network.lost' } }, tick(0)],
      listening: LISTENING,
      hears: [],
    },
    'on a hidden, offline page',
  );
  listener('mpesaPayment', 'clock', {
    world: prompted,
    act: pending,
    starts: [tick(0)],
    listening: LISTENING,
    hears: [
      [({ advance }) => advance(2_000), ticks(0, 2_000)],
      [({ fire }) => fire('visibilitychange'), [tick(2_000)]],
    ],
  });
  listener('mpesaPayment', 'watchSession', {
    world: prompted,
    act: pending,
    starts: [tick(0)],
    listening: LISTENING,
    hears: [],
    leave: ({ app }) => app.session.send(REFUSED),
    leaves: [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
  });
  effect('mpesaPayment', 'keepPrompt', { world: ordered, act: pay(), does: [PUSH, PUSHED, ...PROMPTED, tick(0)] });
  effect('mpesaPayment', 'removeOrdered', {
    world: prompted,
    open: answers({ status: 'completed' }),
    act: pay({ checkoutRequestId: PROMPT_ID, times: null, startedAt: START }),
    does: [
      tick(0),
      STATUS,
      { done: 'checkStatus', output: report({ status: 'completed', now: START }) },
      ...linesGone(kept(PROMPT)),
    ],
  });
  effect(
    'mpesaPayment',
    'removeOrdered',
    {
      world: prompted,
      open: async (world) => {
        const other = world.open(jane);
        pending(world);
        pending(world, other);
        await world.advance(2_000);
        await answers({ status: 'completed' })(world);
      },
      act: ({ advance }) => advance(1_000),
      does: [
        ...PAID_AT_3_S,
        ...linesGone(kept(PROMPT)),
        ...PAID_AT_3_S,
        { paymentRecord: { type: 'lines.claimed', orderId: ORDER }, inTurn: true },
      ],
    },
    'once when two tabs see the payment at the same time (U6)',
  );
  effect('mpesaPayment', 'forgetOrder', {
    world: ordered,
    open: ({ server }) => server.answer('stkPush', refused(409, 'Cancelled.', { orderStatus: 'cancelled' })),
    act: pay(),
    does: [PUSH, { failed: 'pushPrompt', kind: 'refused', status: 409 }, ...FORGOTTEN],
  });
  effect('mpesaPayment', 'forgetPrompt', {
    world: prompted,
    open: settled(async (world) => {
      await answers({ status: 'failed' })(world);
      pay({ checkoutRequestId: PROMPT_ID, times: null, startedAt: START })(world);
    }),
    act: ({ actor }) => actor.send({ type: 'payment.dismiss' }),
    does: recorded({ type: 'prompt.dismissed', orderId: ORDER }, kept({ orderId: ORDER })),
  });
});
