import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import { MpesaPaymentBar, MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { CANCELLED, notFound, ORDER, PAYER, pushedAgo, report, START } from './payment.samples.ts';

type Live = LiveActor<typeof mpesaPaymentMachine>;

const check = (live: Live) => live.advance(3_000);
const lost = (live: Live) => live.emit('watchConnection', { type: 'network.lost' });
const hide = (live: Live) => live.emit('watchConnection', { type: 'page.hidden' });
/** A check that gets no answer meanwhile, so that no other is made. */
const expired = async (live: Live) => {
  await check(live);
  await live.advance(72_000);
};
const sendAgain = (live: Live) => live.send({ type: 'payment.sendAgain' });

const failed = (failureReason: string) => report({ status: 'failed', failureReason });
/** When Send again is pressed at 120 s, and answered at once. */
const pushed = (checkoutRequestId: string) => ({ checkoutRequestId, sentAt: START + 120_000 });

const refusedWith = (data: unknown) =>
  new ApiError({ kind: 'refused', status: 409, message: 'Please wait before trying again.', data });
const inside = {
  clock: 'tells the time',
  watchConnection: 'listens to this page, calls nothing',
  watchSession: 'listens to this tab, calls nothing',
};
const INVALID = 'Please enter a valid Kenyan phone number';

/** The rows of the payment's table that happen once there is an order. */
export const mpesaPaymentTable: Table<typeof mpesaPaymentMachine> = {
  view: (snapshot) => (
    <>
      <MpesaPaymentStep snapshot={snapshot} send={() => undefined} />
      {snapshot.output?.problem?.text}
    </>
  ),
  start: { 'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload' },
  input: ({ from }) => {
    if (from === 'requestingPush') return 'to be pushed';
    return from === 'resuming' ? 'after a reload' : '';
  },
  reach: {
    requestingPush: () => undefined,
    resuming: () => undefined,
    // Offline, so that nothing is asked until the time is over.
    pending: (live, { on }) => (on === 'timer' ? lost(live) : undefined),
    'pending.waiting': () => undefined,
    'pending.checking': check,
    'pending.hidden': hide,
    'pending.offline': lost,
    'pending.prompt.onPhone': check,
    'pending.prompt.expired': expired,
    'pending.prompt.sendingAgain': async (live) => {
      await expired(live);
      await live.advance(45_000);
      await sendAgain(live);
    },
    'pending.prompt.switching': async (live) => {
      await expired(live);
      await live.send({ type: 'payment.payOnDelivery' });
    },
    timedOut: async (live) => {
      await check(live);
      await live.advance(597_000);
    },
    failedInline: async (live) => {
      await check(live);
      await live.answer('checkStatus', failed(CANCELLED));
    },
  },
  when: [
    [/^page visible$/, {}],
    [/^page hidden$/, { after: hide }],
    [/^119 s or less since the push$/, { after: (live) => live.advance(44_000) }],
    [/^120 s or more since the push$/, { after: (live) => live.advance(45_000) }],
    [/^(push accepted|phone 254212345678$|an order is kept$)/, {}],
  ],
  on: [
    [
      /^page hidden, then GET payment-status answers\((pending|completed)\)$/,
      async (live, [, status]) => {
        await hide(live);
        await live.answer('checkStatus', report({ status: status as 'pending' | 'completed' }));
      },
    ],
    [/^page hidden$/, hide],
    [/^page visible$/, (live) => live.emit('watchConnection', { type: 'page.visible' })],
    [/^network lost$/, lost],
    [/^network back$/, (live) => live.emit('watchConnection', { type: 'network.back' })],
    [/^logged out in another tab$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
    [/^send again/, sendAgain],
    [/^try again$/, (live) => live.send({ type: 'payment.retry' })],
    [/^pay on delivery$/, (live) => live.send({ type: 'payment.payOnDelivery' })],
    [
      /^GET payment-status answers\(pending\)$/,
      (live, _, { when }) => {
        const seconds = Number(/(\d+) s ago/.exec(when ?? '')?.[1] ?? 0);
        return live.answer('checkStatus', pushedAgo(seconds));
      },
    ],
    [/^start\(kept orderId/, (live) => expect(live.open('checkStatus').input).toEqual({ checkoutRequestId: 'ws_1' })],
  ],
  calls: [
    {
      call: /^GET (?:\/mpesa\/)?payment-status/,
      slot: 'checkStatus',
      input: (_, { from }) => ({ checkoutRequestId: from === 'none' ? '' : 'ws_1' }),
      answers: [
        [/^completed(, late)?$/, report({ status: 'completed' })],
        [/^failed, (no failureReason|failureReason '')$/, failed('')],
        [/^failed, reason 'X'$/, failed('X')],
        ...[
          CANCELLED,
          'Insufficient M-Pesa balance.',
          'Wrong M-Pesa PIN.',
          'Your phone could not be reached.',
          'Another M-Pesa session is open on your phone.',
          'The request expired.',
          'Please wait 2 minutes before trying again.',
          'Could not send the prompt.',
          'M-Pesa is busy, try again.',
          'Payment is not available now.',
          'PIN locked, call 100/200.',
        ].map((reason) => [new RegExp(`^failed, '${reason}'$`), failed(reason)] as const),
        [/^success false$/, new ApiError({ kind: 'refused', status: 200 })],
        [/^broken reply or unknown status$/, failures['broken']],
      ],
      fails: [
        [/^429, Retry-After$/, new ApiError({ kind: 'refused', status: 429, retryAfter: 30_000 })],
        [/^404$/, notFound],
      ],
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: ({ phoneNumber, amount }) => ({ phoneNumber, amount, orderId: ORDER, accountReference: 'A1B2C3D4' }),
      answers: [
        [/^success, (checkoutRequestId 'ws_1'|the live one's checkoutRequestId)$/, pushed('ws_1')],
        [/^success, new checkoutRequestId 'ws_2'$/, pushed('ws_2')],
        [/^success, the live 'ws_1'$/, pushed('ws_1')],
        [
          /^success false, message 'X'$/,
          new ApiError({ kind: 'refused', status: 200, message: 'X', requestId: 'req-1' }),
        ],
        [/^success false, no message$/, new ApiError({ kind: 'refused', status: 200, requestId: 'req-1' })],
        [/^no checkoutRequestId$/, failures['broken']],
      ],
      fails: [
        [/^400, 'Please enter/, new ApiError({ kind: 'refused', status: 400, message: INVALID, requestId: 'req-1' })],
        [/^any$/, new ApiError({ kind: 'refused', status: 409, message: 'Not now.', requestId: 'req-1' })],
      ],
    },
    {
      call: 'PUT /orders/{id}/payment-method',
      slot: 'switchToCash',
      input: () => ({ orderId: ORDER }),
      answers: [[/^success$/, undefined]],
      fails: [[/^any$/, new ApiError({ kind: 'refused', status: 409, message: 'Not now.', requestId: 'req-1' })]],
    },
  ],
  does: [
    [
      /^that request is given up$/,
      ({ live }) => expect(live.openCalls().map(({ slot }) => slot)).not.toContain('checkStatus'),
    ],
    [
      /^offer Pay on delivery; Send again counts down/,
      ({ page, live }) => {
        expect(page.getByRole('button', { name: 'Pay on delivery' })).toHaveProperty('disabled', false);
        expect(page.getByRole('button', { name: 'Send again in 0:45' })).toHaveProperty('disabled', true);
        live.open('checkStatus');
      },
    ],
    [
      /^Send again is disabled$/,
      ({ page }) => expect(page.getByRole('button', { name: /^Send again/ })).toHaveProperty('disabled', true),
    ],
    [
      /^polling( of ws_1)? goes on$/,
      ({ live }) => expect(live.open('checkStatus').input).toEqual({ checkoutRequestId: 'ws_1' }),
    ],
    [
      /^poll ws_2 from now on$/,
      (outcome) => {
        outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2' });
        expect(outcome.snapshot.context.checkoutRequestId).toBe('ws_2');
      },
    ],
    [
      /^keep checkoutRequestId for resume$/,
      (outcome) => void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_1' }),
    ],
    [/^prompt is onPhone$/, ({ snapshot }) => expect(snapshot.matches({ pending: { prompt: 'onPhone' } })).toBe(true)],
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['pushPrompt'])],
    [/^remove the ordered lines from the cart/, (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER })],
    [/^forget the kept payment$/, (outcome) => void outcome.effect('forgetOrder', { orderId: ORDER })],
    [/^the 10 minutes go on$/, ({ snapshot }) => expect(snapshot.context.startedAt).toBe(START)],
    [/^polling stops$/, ({ snapshot }) => expect(snapshot.matches('pending')).toBe(false)],
    [
      /^1 s is left of the 10 minutes$/,
      ({ snapshot: { context } }) => expect(context.startedAt + 600_000 - context.now).toBe(1_000),
    ],
    // The checkout goes on from here: tests/paths/purchase.test.tsx.
    [/^(go to |token and user cleared|payment stays kept)/, ({ snapshot }) => expect(snapshot.status).toBe('done')],
  ],
  inside,
  says: {
    "the server's message or 'Failed to initiate M-Pesa payment'": 'Not now.',
    "the server's message or 'Failed to place order'": 'Not now.',
    // Said by the purchase, which goes on from here.
    'Payment received. Thank you!': '',
    'the reason (see rows)': CANCELLED,
  },
  unseen: { keepPrompt: 'where a reload finds the payment; judged where the prompt is another one' },
  // The check is under way when the row begins.
  corrections: [{ rows: /^resuming: start\(/, ref: 'U6, U5', calls: [] }],
  undrawn: {
    completed: 'drawn by the purchase',
    failedInline: 'drawn by the purchase',
    'the reason (see rows)': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
    'the reason': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
  },
  elsewhere: [
    { rows: /^pending: reload page/, by: 'tests/requirements/mpesa-payment.test.ts' },
    { rows: /^start: no kept payment$/, by: 'tests/paths/purchase.test.tsx' },
    {
      rows: /^(confirmingPhone|placingOrder|checkingOrder|completed|failed|dismissed): |^timedOut: timer/,
      by: 'tests/paths/purchase.test.tsx',
    },
    { rows: /^failedInline: (?!try again \[an order is kept)/, by: 'tests/paths/purchase.test.tsx' },
  ],
};

const failWith = (answer: unknown) => async (live: Live) => {
  await check(live);
  await live.answer('checkStatus', answer);
};
/** The 10 minutes pass while nothing can be asked. */
const timeOut = async (live: Live) => {
  await lost(live);
  await live.advance(600_000);
};
/** What the watched payment comes to, in the words of the bar's table. */
const comings: readonly (readonly [RegExp, (live: Live) => Promise<void>])[] = [
  [/^completed$/, failWith(report({ status: 'completed' }))],
  [/^failed, 'You cancelled/, failWith(failed(CANCELLED))],
  [/^timed out$/, timeOut],
  [/^signed out$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
  [
    /^paid on delivery$/,
    async (live) => {
      await expired(live);
      await live.send({ type: 'payment.payOnDelivery' });
      await live.answer('switchToCash', undefined);
    },
  ],
];

/** The rows of the bar's table that happen while it shows a payment. */
export const paymentInBarTable: Table<typeof mpesaPaymentMachine> = {
  view: (snapshot) => (
    <>
      <MpesaPaymentBar snapshot={snapshot} send={() => undefined} />
      {snapshot.matches('cancelled') && snapshot.output?.problem?.text}
    </>
  ),
  start: {},
  reach: {
    waiting: () => undefined,
    failed: (live, { when }) =>
      failWith(report({ status: 'failed', failureReason: CANCELLED, ...(when !== null && { phone: '' }) }))(live),
    pushing: async (live) => {
      await failWith(failed(CANCELLED))(live);
      await live.send({ type: 'payment.retry' });
    },
    timedOut: timeOut,
  },
  input: ({ when }) => (when === 'the phone is not known' ? 'after a reload' : ''),
  when: [[/^the phone is not known$/, {}]],
  on: [
    [/^watch answers\((.*)\)$/, (live, [, words = '']) => comings.find(([pattern]) => pattern.test(words))?.[1](live)],
    [/^(url changed|window focused)$/, (live) => live.send({ type: 'shopper.returned' })],
    [/^try again/, (live) => live.send({ type: 'payment.retry' })],
    [/^dismiss$/, (live) => live.send({ type: 'payment.dismiss' })],
    [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
  ],
  calls: [
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: () => ({ phoneNumber: PAYER, amount: 3000, orderId: ORDER, accountReference: 'A1B2C3D4' }),
      answers: [[/^success, checkoutRequestId 'ws_2'$/, pushed('ws_2')]],
      fails: [
        [/^409, data\.retryAfter 42$/, refusedWith({ retryAfter: 42 })],
        [/^409, data\.orderStatus 'cancelled'$/, refusedWith({ orderStatus: 'cancelled' })],
      ],
    },
  ],
  inside: {
    ...inside,
    checkStatus: 'what the table calls watching',
    switchToCash: 'one of the things that watching comes to',
  },
  does: [
    [
      /^keep checkoutRequestId for resume$/,
      (outcome) => void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2' }),
    ],
    [/^remove the ordered lines from the cart/, (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER })],
    // Of what is placed for good, the bar forgets it: tests/paths/waiting-payment.test.tsx.
    [/^forget the kept payment$/, () => undefined],
    [/^forget the order: /, (outcome) => void outcome.effect('forgetOrder', { orderId: ORDER })],
    [
      /^the failed prompt is forgotten, its order is kept$/,
      (outcome) => void outcome.effect('forgetPrompt', { orderId: ORDER }),
    ],
    [/^payment stays kept/, (outcome) => expect(outcome.unclaimed()).toEqual([])],
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['pushPrompt'])],
    [
      /^Try again counts down from 42 s$/,
      ({ page, snapshot: { context } }) => {
        expect(page.getByRole('button', { name: /^Try again/ })).toHaveProperty('disabled', true);
        expect(context.blockedUntil - context.now).toBe(42_000);
      },
    ],
  ],
  says: {
    "the server's message": 'Please wait before trying again.',
    'the reason': CANCELLED,
    // Said by the bar itself, which goes on from here.
    'Payment received. Thank you!': '',
    'Your order is placed. You pay on delivery.': '',
  },
  undrawn: {
    paid: 'drawn by the bar itself',
    onDelivery: 'drawn by the bar itself',
    cancelled: 'drawn by the bar itself',
    'the reason': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
  },
  corrections: [
    // The bar looks; what it watches is here.
    { rows: /^timedOut: (url changed|window focused)/, ref: 'U6', calls: [] },
    { rows: /^pushing: POST \/mpesa\/stkpush answers/, ref: 'Q19', calls: [] },
  ],
  elsewhere: [
    {
      rows: /^(absent|looking|none|atCheckout|paid|onDelivery|cancelled): |^start: |^invariant: /,
      by: 'tests/paths/waiting-payment.test.tsx',
    },
    {
      rows: /storage changed|checkout takes|: logged out|^waiting: (url|window|.*no such payment)/,
      by: 'tests/paths/waiting-payment.test.tsx',
    },
  ],
};
