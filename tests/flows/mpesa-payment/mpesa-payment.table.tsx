import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { TryAgain } from '../../../src/views/payment/try-again.tsx';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { mpesaPaymentJudges } from './mpesa-payment.judges.ts';
import { paymentStep } from './mpesa-payment.view.tsx';
import { proofRows, getPush, reachProving } from '../support/payment-proof.parts.ts';
import { IN_90_S, reachRefused, refusalRows, REFUSED, refused, stopped } from './payment-refusals.parts.ts';
import {
  CANCELLED,
  notFound,
  ORDER,
  orderGone,
  partPaid,
  paymentSeen,
  proofAsked,
  pushedAgo,
  report,
  START,
  unchecked,
} from '../support/payment.samples.ts';

type Live = LiveActor<typeof mpesaPaymentMachine>;

const check = (live: Live) => live.advance(3_000);
/** Milliseconds since the row's push was accepted. */
const agoIn = (when: string | null | undefined) => Number(/(\d+) s (?:ago|after)/.exec(when ?? '')?.[1] ?? 0) * 1_000;
const tick = (live: Live, ms: number) => live.emit('clock', { type: 'clock.tick', now: START + ms });
const show = (live: Live) => live.emit('watchConnection', { type: 'page.visible' });
const unreached = (live: Live) => live.fail('checkStatus', failures['offline']);
const lost = (live: Live) => live.emit('watchConnection', { type: 'network.lost' });
const hide = (live: Live) => live.emit('watchConnection', { type: 'page.hidden' });
/** A check without a response, so that no other check is sent. */
const unsure = async (live: Live) => {
  await check(live);
  await live.advance(72_000);
};
/** The same payment after M-Pesa has answered about the prompt (U4). */
const expired = async (live: Live) => {
  await check(live);
  await live.answer('checkStatus', report());
  await check(live);
  await live.advance(69_000);
};
const asking = async (live: Live) => {
  await unsure(live);
  await live.send({ type: 'payment.noPrompt' });
};
const sendAgain = (live: Live) => live.send({ type: 'payment.sendAgain' });

const failed = (failureReason: string) => report({ status: 'failed', failureReason });
/** The response when Send again is pressed at 120 s and answered immediately. */
const pushed = (checkoutRequestId: string) => ({ checkoutRequestId, sentAt: START + 120_000 });

/** The messages for an order that no longer exists. */
const GONE = [
  'This order has been cancelled.',
  'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
  'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.',
];

const inside = {
  phoneVerification: 'runs in these rows; its own table has the rest',
  complete: 'nothing: the push carries the proof',
  clock: 'tells the time',
  watchConnection: 'listens to this page, calls nothing',
  watchSession: 'listens to this tab, calls nothing',
};
const INVALID = 'Please enter a valid Kenyan phone number';

/** The rows of the payment's table that happen after the order was placed. */
export const mpesaPaymentTable: Table<typeof mpesaPaymentMachine> = {
  view: (snapshot, send) => (
    <>
      {paymentStep(snapshot, send)}
      {snapshot.matches('unpaid') && !snapshot.matches({ unpaid: 'otherWays' }) && (
        <TryAgain snapshot={snapshot} send={send} />
      )}
    </>
  ),
  start: { 'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload' },
  input: ({ from, when }) => {
    if (when === 'in the bar under the header' && from === 'requestingPush') return 'to be pushed, in the bar';
    if (/^(requestingPush|proving|otherWays)/.test(from)) return 'to be pushed';
    return from === 'resuming' || when?.startsWith('reloaded') === true ? 'after a reload' : '';
  },
  // A page that was reopened gets the time every second.
  wait: async (live, ms) => {
    const { isResuming, now } = live.snapshot.context;
    await live.advance(ms);
    if (isResuming || live.snapshot.matches({ unpaid: 'failed' }))
      await live.emit('clock', { type: 'clock.tick', now: now + ms });
  },
  reach: {
    resuming: (live, { on, when }) => (on.startsWith('start') ? undefined : tick(live, agoIn(when))),
    pending: (live, { on }) => (on === 'timer' ? check(live) : undefined),
    'pending.waiting': () => undefined,
    'pending.checking': async (live, { when }) => {
      if (when?.startsWith('the last question') === true) {
        await hide(live);
        await live.advance(600_000);
        await show(live);
      } else if (when?.startsWith('tried again') === true) {
        await lost(live);
        await live.advance(10_000);
      } else await check(live);
    },
    'pending.hidden': hide,
    'pending.offline': async (live, { when }) => {
      if (when?.startsWith('reloaded') === true) await tick(live, agoIn(when));
      else if (when?.includes('after a check') === true) await check(live);
      else return lost(live);
      return unreached(live);
    },
    'pending.prompt.onPhone': check,
    'pending.prompt.unsure': unsure,
    'pending.prompt.asking': asking,
    'pending.prompt.expired': expired,
    'pending.prompt.sendingAgain': async (live) => {
      await expired(live);
      await live.advance(45_000);
      await sendAgain(live);
    },
    'pending.prompt.switching': async (live) => {
      await expired(live);
      await live.advance(45_000);
      await live.send({ type: 'payment.payOnDelivery' });
    },
    'pending.prompt.proving': async (live, { on }) => {
      await expired(live);
      await live.advance(45_000);
      await sendAgain(live);
      await reachProving(live, { on });
    },
    proving: reachProving,
    otherWays: stopped,
    'otherWays.switching': async (live) => {
      await stopped(live);
      await live.send({ type: 'payment.payOnDelivery' });
    },
    failedInline: reachRefused,
    timedOut: async (live) => {
      await check(live);
      await live.advance(597_000);
    },
  },
  when: [
    ...proofRows.when,
    {
      'M-Pesa has answered': {
        after: async (live) => {
          await live.answer('checkStatus', report());
          await check(live);
        },
      },
      '119 s or less since the push': { after: (live) => live.advance(44_000) },
      '120 s or more since the push': { after: (live) => live.advance(45_000) },
    },
    [
      /^(page visible|reloaded .*page visible)/,
      { holds: ({ snapshot }) => snapshot.matches({ pending: { page: 'seen' } }) },
    ],
    { 'page visible, 2 s after a check without a network': { after: (live) => live.advance(2_000) } },
    [
      /^(page hidden( since .*)?|the page was hidden.*)$/,
      { after: (live, { from }) => (from === 'resuming' ? undefined : hide(live)) },
    ],
    { 'hidden since the push was accepted': { holds: ({ now }) => now === 0 } },
    [
      /(599|600) s (or more )?since the push was accepted$/,
      {
        after: async (live, { when }) => {
          const ms = when?.includes('599') === true ? 599_000 : 600_000;
          await live.advance(ms);
          await tick(live, ms);
        },
      },
    ],
    [
      /^the last question( is out.*)?$/,
      { holds: ({ snapshot }) => snapshot.matches({ pending: { limit: 'lastQuestion' } }) },
    ],
    {
      'the last question is out, the page was hidden again meanwhile': { after: hide },
      'tried again after 10 s without a network': { holds: ({ snapshot }) => snapshot.hasTag('offline') },
      'a check is out': { holds: (live) => live.openCalls().some(({ slot }) => slot === 'checkStatus') },
    },
    [/^reloaded without a connection/, { holds: ({ snapshot }) => snapshot.context.isResuming }],
    { 'the first push was accepted 130 s ago': { after: (live) => tick(live, 130_000) } },
    [
      /^push accepted \d+ s ago/,
      { holds: ({ snapshot: { context } }, { when }) => context.now - context.startedAt === agoIn(when) },
    ],
    {
      'in the bar under the header': { holds: ({ snapshot }) => snapshot.context.userName === null },
    },
    { 'an order is kept': { because: 'a payment is of an order that stands' } },
    ...refusalRows.when,
    { 'phone 254212345678': { because: 'its number is what the answer refuses' } },
    [/the phone's clock is an hour (fast|slow)$/, { because: 'the clock is right: tests/services/clock.test.ts' }],
  ],
  on: [
    {
      'logged out in another tab': { type: 'session.ended' },
      'the 75 s are over': (live) => live.advance(75_000 - live.now),
      'no prompt came': { type: 'payment.noPrompt' },
      'GET payment-status fails(network lost), then pay by hand': async (live) => {
        await unreached(live);
        await live.send({ type: 'payment.byHand' });
      },
      'look at the dialog': () => undefined,
      'look at the alert': () => undefined,
      'pay on delivery (double click)': { type: 'payment.payOnDelivery' },
      'pay on delivery': { type: 'payment.payOnDelivery' },
      'try again': { type: 'payment.retry' },
      "try again, then POST /mpesa/stkpush answers(success, new checkoutRequestId 'ws_3')": async (live) => {
        await live.send({ type: 'payment.retry' });
        await live.answer('pushPrompt', pushed('ws_3'));
      },
      'GET payment-status answers(pending)': (live, _, { when }) =>
        live.answer('checkStatus', unchecked(agoIn(when) / 1_000)),
      'GET payment-status answers(pending, M-Pesa has answered)': (live, _, { when }) =>
        live.answer('checkStatus', pushedAgo(agoIn(when) / 1_000)),
      "start(kept orderId and checkoutRequestId 'ws_1')": async (live, _, { when }) => {
        if (when === 'page hidden') await hide(live);
        await tick(live, 0);
      },
    },
    ...proofRows.on,
    ...refusalRows.on,
    [
      /^(page hidden|network lost|network back)(, then the ten minutes are over)?, then GET payment-status (?:answers|fails)\((.*)\)$/,
      async (live, [, fact = '', over, words = '']) => {
        const type =
          ({ 'page hidden': 'page.hidden', 'network lost': 'network.lost' } as const)[fact] ?? 'network.back';
        await live.emit('watchConnection', { type });
        if (over !== undefined) await live.advance(600_000 - live.now);
        if (words === 'network lost') await unreached(live);
        else await live.answer('checkStatus', report({ status: words as 'pending' | 'completed' }));
      },
    ],
    [/^send again/, { type: 'payment.sendAgain' }],
  ],
  running: ['phoneVerification'],
  calls: [
    ...proofRows.calls,
    {
      call: /^GET (?:\/mpesa\/)?payment-status/,
      slot: 'checkStatus',
      input: (_, { from }) => ({ checkoutRequestId: from === 'none' ? '' : 'ws_1' }),
      answers: [
        {
          "failed, reason 'X'": failed('X'),
          "failed, 'Please wait 2 minutes before trying again.', retryAt in 90 s": IN_90_S,
          'success false': new ApiError({ kind: 'refused', status: 200 }),
          'broken reply or unknown status': failures['broken'],
        },
        [/^completed(, late)?$/, report({ status: 'completed' })],
        [/^failed, (no failureReason|failureReason '')$/, failed('')],
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
        ...GONE.map(
          (reason) =>
            [
              new RegExp(`^failed, '${reason}', data.orderStatus`),
              report({ status: 'failed', failureReason: reason, orderStatus: 'cancelled' }),
            ] as const,
        ),
      ],
      fails: [
        {
          '429, Retry-After': new ApiError({ kind: 'refused', status: 429, retryAfter: 30_000 }),
          '404': notFound,
        },
      ],
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: ({ phoneNumber, amount, verificationData }) => ({
        phoneNumber: getPush(phoneNumber as string),
        amount,
        orderId: ORDER,
        accountReference: 'A1B2C3D4',
        ...(verificationData !== undefined && { verificationData }),
      }),
      answers: [
        {
          "success, the live 'ws_1'": pushed('ws_1'),
          "success false, message 'X'": new ApiError({
            kind: 'refused',
            status: 200,
            message: 'X',
            requestId: 'req-1',
          }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200, requestId: 'req-1' }),
          'no checkoutRequestId': failures['broken'],
        },
        [/^success, (checkoutRequestId 'ws_1'|the live one's checkoutRequestId)$/, pushed('ws_1')],
        [/^success, (?:new )?checkoutRequestId 'ws_2'$/, pushed('ws_2')],
      ],
      fails: [
        {
          "400, 'Please enter a valid Kenyan phone number'": new ApiError({
            kind: 'refused',
            status: 400,
            message: INVALID,
            requestId: 'req-1',
          }),
          "409, message 'Please confirm this phone number with a code first.', data.proof true": proofAsked,
          "409, message 'This order has been cancelled.', data.orderStatus 'cancelled'": orderGone,
          "409, message 'Ksh 1,000 of this order is paid. Ksh 2,000 is still to pay.', data.due 2000": partPaid,
          "409, message 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.', data.checking":
            paymentSeen,
        },
        ...REFUSED,
        [/^any( but .*)?$/, refused(409, 'Not now.')],
      ],
    },
    {
      call: 'POST /mpesa/check-payment',
      slot: 'askFirst',
      input: () => ({ checkoutRequestId: 'ws_1' }),
      answers: [],
      fails: [{ 'any but 401': refused(409, 'Not now.') }],
    },
    {
      call: 'PUT /orders/{id}/payment-method',
      slot: 'switchToCash',
      input: () => ({ orderId: ORDER }),
      answers: [{ success: undefined }],
      fails: [{ any: refused(409, 'Not now.'), 'any but 401': refused(409, 'Not now.') }, ...REFUSED],
    },
  ],
  does: mpesaPaymentJudges,
  inside,
  says: {
    "the server's message or 'Failed to initiate M-Pesa payment'": 'Not now.',
    "the server's message or 'Failed to place order'": 'Not now.',
    // The purchase shows these texts and continues from here.
    'Payment received. Thank you!': '',
    ...Object.fromEntries(GONE.map((text) => [text, ''])),
  },
  unseen: {
    keepPrompt: 'where a reload finds the payment; judged where the prompt is another one',
    forgetCode: 'of the code screen; its own table',
  },
  // Rows about a reload start in the same state. That the 10 s restart is tested in
  // tests/flows/mpesa-payment/mpesa-payment.requirements.test.ts.
  undrawn: {
    'Pay with M-Pesa': 'drawn by the purchase',
    completed: 'drawn by the purchase',
    failedInline: 'drawn by the purchase',
    confirmingPhone: 'drawn by the purchase',
    'the reason (see rows)': 'compared with the problem in tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    'the reason': 'compared with the problem in tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
  },
  elsewhere: [
    { rows: /^invariant: a held order gets/, by: 'tests/server/payments/payment-review.test.ts' },
    {
      rows: /^pending\.prompt\.sendingAgain: .*\[in the bar/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.proof.requirements.test.ts',
    },
    {
      rows: /^otherWays: (?:start|dismiss|Escape|page|network|.*no order was made)/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
    { rows: /^otherWays: reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /^otherWays\.switching: (?:dismiss|Escape)/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
    { rows: /^proving: Escape/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
    { rows: /^proving: reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /^pending(\.offline)?: reload page/, by: 'tests/flows/mpesa-payment/mpesa-payment.requirements.test.ts' },
    { rows: /^start: no kept payment$/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
    {
      rows: /^(confirmingPhone|placingOrder|checkingOrder|completed|failed|dismissed): |^timedOut: timer/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
    {
      rows: /^failedInline: (?!look|pay by hand|try again(, then| \[(an order is kept|the push that|the phone was|the own phone|'Please try))|timer|press 'Send to)/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
  ],
};
