import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { paymentWatchMachine } from '../../src/machines/payment-watch.machine.ts';
import { PaymentWatchView } from '../../src/views/checkout/payment-watch.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { news, notFound, ORDER, pushedAgo, START } from './payment.samples.ts';

type Live = LiveActor<typeof paymentWatchMachine>;

const check = (live: Live) => live.advance(3_000);
const lost = (live: Live) => live.emit('watchPage', { type: 'network.lost' });
const hide = (live: Live) => live.emit('watchPage', { type: 'page.hidden' });
/** A check that gets no answer meanwhile, so that no other is made. */
const expired = async (live: Live) => {
  await check(live);
  await live.advance(72_000);
};
const sendAgain = (live: Live) => live.send({ type: 'payment.sendAgain' });

const failed = (failureReason: string) => news({ status: 'failed', failureReason });
/** When Send again is pressed at 120 s, and answered at once. */
const pushed = (checkoutRequestId: string) => ({ checkoutRequestId, sentAt: START + 120_000 });

/** The rows of the payment's table that happen while the prompt is out. */
export const paymentWatchTable: Table<typeof paymentWatchMachine> = {
  view: (snapshot) => (
    <>
      <PaymentWatchView snapshot={snapshot} send={() => undefined} />
      {snapshot.output?.reason?.text}
    </>
  ),
  start: { 'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload' },
  input: ({ from }) => (from === 'resuming' ? 'after a reload' : ''),
  reach: {
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
  },
  when: [
    [/^page visible$/, {}],
    [/^page hidden$/, { after: hide }],
    [/^119 s or less since the push$/, { after: (live) => live.advance(44_000) }],
    [/^120 s or more since the push$/, { after: (live) => live.advance(45_000) }],
    [/^push accepted/, {}],
  ],
  on: [
    [
      /^page hidden, then GET payment-status answers\((pending|completed)\)$/,
      async (live, [, status]) => {
        await hide(live);
        await live.answer('checkStatus', news({ status: status as 'pending' | 'completed' }));
      },
    ],
    [/^page hidden$/, hide],
    [/^page visible$/, (live) => live.emit('watchPage', { type: 'page.visible' })],
    [/^network lost$/, lost],
    [/^network back$/, (live) => live.emit('watchPage', { type: 'network.back' })],
    [/^logged out in another tab$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
    [/^send again/, sendAgain],
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
        [/^completed(, late)?$/, news({ status: 'completed' })],
        [/^failed, (no failureReason|failureReason '')$/, failed('')],
        [/^failed, reason 'X'$/, failed('X')],
        ...[
          'You cancelled the payment.',
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
        [/^success, new checkoutRequestId 'ws_2'$/, pushed('ws_2')],
        [/^success, the live 'ws_1'$/, pushed('ws_1')],
      ],
      fails: [[/^any$/, new ApiError({ kind: 'refused', status: 409, message: 'Not now.', requestId: 'req-1' })]],
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
      async (outcome) => {
        outcome.effect('keepPrompt', { checkoutRequestId: 'ws_2' });
        expect(outcome.snapshot.context.checkoutRequestId).toBe('ws_2');
      },
    ],
    [/^the 10 minutes go on$/, ({ snapshot }) => expect(snapshot.context.startedAt).toBe(START)],
    [/^polling stops$/, ({ snapshot }) => expect(snapshot.status).toBe('done')],
    [
      /^1 s is left of the 10 minutes$/,
      ({ snapshot: { context } }) => expect(context.startedAt + 600_000 - context.now).toBe(1_000),
    ],
    // What follows from the outcome is the payment's: tests/paths/mpesa-payment.test.tsx.
    [
      /^(remove the ordered lines|go to |token and user cleared|payment stays kept|forget the kept payment)/,
      ({ snapshot }) => expect(snapshot.status).toBe('done'),
    ],
  ],
  says: {
    "the server's message or 'Failed to initiate M-Pesa payment'": 'Not now.',
    "the server's message or 'Failed to place order'": 'Not now.',
    // Said by the payment, which is told the outcome.
    'Payment received. Thank you!': '',
  },
  unseen: { keepPrompt: 'where a reload finds the payment; judged where the prompt is another one' },
  // The check is under way when the row begins.
  corrections: [{ rows: /^resuming: start\(/, ref: 'U6, U5', calls: [] }],
  undrawn: {
    completed: 'drawn by the payment',
    'the reason (see rows)': 'drawn by the payment',
  },
  elsewhere: [
    { rows: /^pending: reload page/, by: 'tests/promises/mpesa-payment.test.ts' },
    { rows: /^start: no kept payment$/, by: 'tests/paths/mpesa-payment.test.tsx' },
    {
      rows: /^(confirmingPhone|placingOrder|checkingOrder|requestingPush|completed|failed|failedInline|dismissed): |^timedOut: timer/,
      by: 'tests/paths/mpesa-payment.test.tsx',
    },
    { rows: /^invariant: (one run|completed never|the ordered lines)/, by: 'tests/paths/mpesa-payment.test.tsx' },
  ],
};
