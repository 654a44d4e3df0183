import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK, START as OPENING } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import {
  CANCELLED,
  CONFIRM_FIRST,
  promptsStopped,
  proofAsked,
  report,
  SLOW,
  START,
  STOPPED,
} from '../support/payment.samples.ts';
import { ordered, prompted, record } from '../support/record.samples.ts';
import { open } from './waiting-payment.model.ts';
import {
  foundMoney,
  moneyOn,
  moneyWhen,
  paidTooMuch,
  showChecking,
  showPart,
  showRefused,
} from './waiting-payment.money.ts';

/** The words of the bar's table, for the bar and for the payment inside it. */

type Machine = typeof waitingPaymentMachine;
type Live = LiveActor<Machine>;
type Rows = Table<Machine>;

export const o9 = { ...open, orderId: 'o9', checkoutRequestId: 'ws_9' };
export const linesOfO9 = [{ id: 'a', quantity: 1 }];
/** The server's report of o1, from a shop that takes payments by hand. */
export const told = (change: Partial<PaymentReport> = {}) => report({ orderId: 'o1', hasHand: true, ...change });
const pushedAgo = (seconds: number) => told({ now: START + seconds * 1000 });
export const failed = (failureReason: string) => told({ status: 'failed', failureReason });
/** The time of a push that is accepted two minutes after the first one. */
export const ACCEPTED = START + 120_000;
export const pushed = (checkoutRequestId: string) => ({ checkoutRequestId, sentAt: ACCEPTED });
export const refused = (status: number, message: string, data?: unknown) =>
  new ApiError({ kind: 'refused', status, message, data });

/** Parses the stored record from the words of a row. */
function recordIn(words: string, startedAt = START): StoredPayment | null {
  if (/no record|json|older version|u2|is u1's|refused|removed|no prompt/.test(words)) return null;
  if (/K1 without|key without/.test(words)) return record();
  if (/K2 that replaces o1/.test(words)) return record({ key: 'K2', replaces: null });
  const [, orderId = 'o1'] = /\b(o\d)\b/.exec(words) ?? [];
  const [, checkoutRequestId] = /\b(ws_\d)\b/.exec(words) ?? [];
  const lines = /no lines left|left already/.test(words) ? { lines: [] } : {};
  return checkoutRequestId === undefined
    ? ordered({ orderId, ...lines })
    : prompted({ orderId, checkoutRequestId, startedAt, ...lines });
}

const signIn = (live: Live) => live.emit('watchSession', { type: 'session.signedIn' });
/** The real payment inside the bar. */
const payment = (live: Live) => live.snapshot.children.mpesaPayment;
const tell = (live: Live, event: Parameters<NonNullable<ReturnType<typeof payment>>['send']>[0]) => {
  payment(live)?.send(event);
  return live.settle();
};
export const getInside = (snapshot: Live['snapshot']) => snapshot.children.mpesaPayment?.getSnapshot();
/** The time that a page has slept, ms. Its clock shows the time, but no timer has run. */
const slept = new WeakMap<Live, number>();
const getNow = (live: Live) => START + live.now + (slept.get(live) ?? 0);
const tick = (live: Live) => tell(live, { type: 'clock.tick', now: getNow(live) });
/** Answers the read of the record if one is pending, and sends the time to a payment that was found. */
const read = async (live: Live, kept: StoredPayment | null) => {
  if (!live.openCalls().some(({ slot }) => slot === 'readRecord')) return;
  await live.answer('readRecord', kept);
  await tick(live);
};
export const atCheckout = async (live: Live) => {
  await signIn(live);
  await live.emit('watchCheckout', { type: 'checkout.took' });
};
/** Signs in with this record. */
export const opened = (kept: StoredPayment | null) => async (live: Live) => {
  await signIn(live);
  await read(live, kept);
};
export const found = opened(prompted());
const noneFound = async (live: Live) => {
  await opened(null)(live);
  await live.answer('findOpen', null);
};
const asked = async (live: Live) => {
  await opened(null)(live);
  await live.answer('findOpen', o9);
};
const come = (answer: PaymentReport) => async (live: Live) => {
  await found(live);
  await live.answer('checkStatus', answer);
};
const waiting = come(pushedAgo(0));
const timedOut = come(pushedAgo(600));
/** The first check fails without a response. */
const unreached = async (live: Live) => {
  await found(live);
  await live.fail('checkStatus', failures['offline']);
};

const sleep = (live: Live, ms: number) => {
  slept.set(live, (slept.get(live) ?? 0) + ms);
  return tick(live);
};
export const wait = async (live: Live, ms: number) => {
  if (ms > 20_000 && payment(live) !== undefined) return sleep(live, ms);
  await live.advance(ms);
  if (getInside(live.snapshot)?.matches('unpaid') === true || (slept.get(live) ?? 0) > 0) await tick(live);
};
const payOnDelivery = press('button', /^Pay on delivery/);
const tryAgain = press('button', /^Try again/);

/** States of an order that has money, which listen to the network themselves. */
const WATCHED = ['partPaid', 'checking'];

/** Another tab changes the record. A bar that waits for it reads it again. */
const changeRecord = async (live: Live, words: string) => {
  const kept = recordIn(words, getNow(live));
  const prompt =
    kept === null || kept.orderId === null || kept.checkoutRequestId === null || kept.startedAt === null
      ? null
      : { orderId: kept.orderId, checkoutRequestId: kept.checkoutRequestId, startedAt: kept.startedAt };
  await live.emit('watchRecord', { type: 'record.changed', prompt });
  await read(live, kept);
};

const getSlot = (words: string): string | null => {
  const slots = {
    'open-payment': 'findOpen',
    '/orders/{id} ': 'loadLines',
    'payment-status': 'checkStatus',
    stkpush: 'pushPrompt',
    'payment-method': 'switchToCash',
    '/payment ': 'checkOrder',
  };
  return Object.entries(slots).find(([name]) => words.includes(name))?.[1] ?? null;
};

/** Brings the bar into each state that rows start from. */
export const reach: NonNullable<Rows['reach']> = {
  guest: () => undefined,
  atCheckout,
  finding: async (live, { on, when }) => {
    if (on === 'start(storage refused)') {
      await signIn(live);
      return live.fail('readRecord', new Error('SecurityError'));
    }
    return opened(when?.startsWith('the record names o1') === true ? ordered({ orderId: 'o1' }) : null)(live);
  },
  none: noneFound,
  unreached: async (live) => {
    await opened(null)(live);
    await live.fail('findOpen', failures['offline']);
  },
  askingLines: asked,
  resuming: found,
  waiting: async (live, { on, when }) => {
    if (when?.startsWith('without a network') === true) return unreached(live);
    await waiting(live);
    if (on.startsWith('GET payment-status')) await live.advance(3_000);
    if (on.startsWith('PUT')) {
      await sleep(live, 120_000);
      await tell(live, { type: 'payment.payOnDelivery' });
    }
    if (on.includes('[Send again]')) {
      await sleep(live, 120_000);
      await tell(live, { type: 'payment.sendAgain' });
    }
  },
  paid: async (live, { on }) => {
    if (!on.includes('[Ksh 500 too much]')) return come(told({ status: 'completed' }))(live);
    await showPart(live, opened(null), { on: 'GET /orders/' });
    return live.answer('checkOrder', paidTooMuch);
  },
  payOnDelivery: async (live) => {
    await waiting(live);
    await sleep(live, 120_000);
    await tell(live, { type: 'payment.payOnDelivery' });
    await live.answer('switchToCash', undefined);
  },
  failed: async (live, { on, when }) => {
    await come(failed(CANCELLED))(live);
    if (when?.startsWith('data.retryAfter') === true || on === 'timer') {
      await tell(live, { type: 'payment.retry' });
      await live.fail('pushPrompt', refused(409, CANCELLED, { retryAfter: 45 }));
      await tick(live);
    }
  },
  tryingAgain: async (live) => {
    await come(failed(CANCELLED))(live);
    await tell(live, { type: 'payment.retry' });
  },
  proofAsked: async (live) => {
    await come(failed(CANCELLED))(live);
    await tell(live, { type: 'payment.retry' });
    await live.fail('pushPrompt', proofAsked);
  },
  otherWays: async (live) => {
    await come(failed(CANCELLED))(live);
    await tell(live, { type: 'payment.retry' });
    await live.fail('pushPrompt', promptsStopped(STOPPED, 60, ['hand', 'cod']));
    await tick(live);
  },
  partPaid: (live, row) => showPart(live, opened(null), row),
  checking: (live, row) => showChecking(row.when)(live, opened(null), row),
  claimRefused: (live) => showRefused(live, opened(null)),
  'timedOut.said': timedOut,
  timedOut,
  'timedOut.asking': async (live) => {
    await timedOut(live);
    await live.send({ type: 'path.changed', path: '/cart' });
  },
  cancelled: async (live, { on }) => {
    if (on.includes('[late money goes back]')) {
      const reason = 'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.';
      return come({ ...failed(reason), orderStatus: 'cancelled' })(live);
    }
    await come(failed(CANCELLED))(live);
    await tell(live, { type: 'payment.retry' });
    await live.fail('pushPrompt', refused(409, 'This order has been cancelled.', { orderStatus: 'cancelled' }));
  },
  dismissed: async (live) => {
    await come(failed(CANCELLED))(live);
    await tell(live, { type: 'payment.dismiss' });
  },
};

export const when: NonNullable<Rows['when']> = [
  ...moneyWhen,
  [
    /^the prompt has expired, 120 s or more since the push$|^the prompt has not expired, or 119 s or less/,
    { after: (live, { when: words }) => sleep(live, words?.includes('not expired') === true ? 119_000 : 120_000) },
  ],
  {
    'the prompt has probably expired': { after: (live) => sleep(live, 80_000) },
    'the countdown is not over': { because: 'no time has passed' },
    'the countdown is over': { after: (live) => sleep(live, 60_000) },
  },
  [
    /^the record names|^the record is u1's|^lines not known$|^the lines left already$/,
    { because: 'read by the act, or by the effects in the record' },
  ],
  { 'page visible': { because: 'a page is seen unless a row says otherwise' } },
  [
    /page hidden$/,
    {
      after: (live, { from }) => {
        if (from === 'unreached') return live.emit('watchConnection', { type: 'page.hidden' });
        return from === 'waiting' ? tell(live, { type: 'page.hidden' }) : undefined;
      },
    },
  ],
  [/^without a network/, { because: 'the first check did not get through' }],
  {
    'the page was hidden': { after: (live) => tell(live, { type: 'page.hidden' }) },
    'push accepted 600 s ago or more, by the record': { after: (live) => sleep(live, 600_000) },
  },
  [/^push accepted \d+ s ago( or more)?$/, { because: 'as the answer tells' }],
  [/^push accepted on entering/, { because: 'so it is' }],
  [
    /^(\d+) s or (more|less) since the push$/,
    { after: (live, { when }) => sleep(live, Number(/^\d+/.exec(when ?? '')?.[0]) * 1000) },
  ],
  { '600 s or more since the push was accepted': { because: 'made by the act' } },
  [
    /^data\.retryAfter was 45, (44|45) s ago$/,
    { after: (live, { when }) => sleep(live, Number(/(\d+) s ago/.exec(when ?? '')?.[1]) * 1000) },
  ],
  [
    /^(data\.|no data\.proof$|the order is held|the desk took|the shopper's only payment)/,
    { because: 'as the answer tells' },
  ],
];

export const on: Rows['on'] = [
  ...moneyOn,
  {
    'window gets focus': async (live) => {
      await live.emit('watchWindow', { type: 'window.focused' });
      await read(live, null);
    },
    'network back': async (live, _, { from }) => {
      if (WATCHED.includes(from)) return live.emit('watchConnection', { type: 'network.back' });
      if (from !== 'unreached') return tell(live, { type: 'network.back' });
      await live.emit('watchConnection', { type: 'network.back' });
      return read(live, null);
    },
    'storage changed in another tab(key cart)': LOOK,
    'checkout lets go': async (live, _, { from, when }) => {
      if (from === 'guest') return;
      await live.emit('watchCheckout', { type: 'checkout.left' });
      await read(live, recordIn(when ?? ''));
    },
    'open the order': (_, __, { from }) =>
      press('link', from === 'proofAsked' ? 'Pay on the order’s page' : 'View order'),
    dismiss: press('button', 'Dismiss'),
    'send again': press('button', /^Send again/),
    'pay on delivery (double click)': [payOnDelivery, payOnDelivery],
    'pay on delivery': payOnDelivery,
    'GET payment-status answers(pending)': (live, _, { when }) =>
      live.answer('checkStatus', pushedAgo(Number(/(\d+) s ago/.exec(when ?? '')?.[1] ?? 0))),
  },
  [/^start\(/, OPENING],
  [/^logged in\((u\d)\)$/, async (live, _, { when }) => opened(recordIn(when ?? ''))(live)],
  [
    /^(logged out|.* fails\(401\))$/,
    async (live, [words = '']) => {
      const slot = getSlot(words);
      if (slot !== null) await live.fail(slot, failures['unauthorized']);
      // The client reports a rejected token to the session, and the session notifies all its listeners (§6). The bar
      // listens first.
      live.calls.find((call) => call.slot === 'watchSession')?.emit({ type: 'session.ended' });
      await live.settle();
    },
  ],
  [
    /^url changed/,
    async (live) => {
      await live.send({ type: 'path.changed', path: '/cart' });
      await read(live, null);
    },
  ],
  [
    /^page (visible|hidden)$/,
    async (live, [, how], { from }) => {
      const type = how === 'visible' ? 'page.visible' : 'page.hidden';
      if (WATCHED.includes(from)) {
        if (how === 'visible') await live.emit('watchConnection', { type: 'page.hidden' });
        return live.emit('watchConnection', { type });
      }
      if (from !== 'unreached') return tell(live, { type });
      if (how === 'visible') await live.emit('watchConnection', { type: 'page.hidden' });
      await live.emit('watchConnection', { type });
      return read(live, null);
    },
  ],
  [
    /^storage changed in another tab\((.*)\)$/,
    // The bar of a guest listens only to the session.
    (live, [, words = ''], { from }) => (from === 'guest' ? undefined : changeRecord(live, words)),
  ],
  [/^checkout takes the payment/, (live) => live.emit('watchCheckout', { type: 'checkout.took' })],
  [/^wait \(any time\)(?: \[.*\])?$/, (live) => live.advance(3_600_000)],
  [/^try again/, tryAgain],
  [
    /^page visible, then GET payment-status answers\((pending|completed)\)$/,
    async (live, [, status]) => {
      await tell(live, { type: 'page.hidden' });
      await sleep(live, 600_000);
      await tell(live, { type: 'page.visible' });
      await live.answer('checkStatus', told({ status: status as 'pending' }));
    },
  ],
  [
    /^POST \/mpesa\/stkpush fails\(409, message 'Please wait/,
    async (live) => {
      await live.fail('pushPrompt', refused(409, 'Please wait 2 minutes before trying again.', { retryAfter: 45 }));
      await tick(live);
    },
  ],
  [
    /^POST \/mpesa\/stkpush fails\(409, message 'M-Pesa (prompts|is slow)/,
    async (live, [, words]) => {
      await live.fail('pushPrompt', promptsStopped(words === 'prompts' ? STOPPED : SLOW, 60, ['hand', 'cod']));
      await tick(live);
    },
  ],
  [
    /^POST \/mpesa\/stkpush fails\(409, message '(?:Ksh 1,000 of|We are asking|We have seen)/,
    async (live, [words]) => {
      const isPart = words.includes('Ksh 1,000');
      await live.fail('pushPrompt', refused(409, 'It is paid by hand.', isPart ? { due: 2000 } : { checking: true }));
      const kind = isPart ? 'paid in part' : words.includes('asking') ? 'an open claim' : 'a payment is being checked';
      await live.answer('findOpen', foundMoney(kind));
    },
  ],
  [
    /^POST \/mpesa\/stkpush fails\(409, message 'Please confirm/,
    (live, _, { when }) => live.fail('pushPrompt', when === 'no data.proof' ? refused(409, CONFIRM_FIRST) : proofAsked),
  ],
  [
    /, then GET payment-status answers\(completed\)$/,
    async (live) => {
      await live.answer('pushPrompt', pushed('ws_1'));
      await live.advance(3_000);
      await live.answer('checkStatus', told({ status: 'completed' }));
    },
  ],
];
