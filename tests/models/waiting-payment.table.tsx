import { expect } from 'vitest';
import type { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { WaitingPaymentView } from '../../src/views/payment/waiting-payment.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Outcome } from '../../model-testing/table/outcome.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { ORDER } from './payment.samples.ts';
import { ended, kept, lines, open } from './waiting-payment.model.ts';

type Bar = typeof waitingPaymentMachine;
type Live = LiveActor<Bar>;

const signIn = (live: Live) => live.emit('watchSession', { type: 'session.signedIn' });
const find = async (live: Live) => {
  await signIn(live);
  await live.answer('readRecord', kept);
};
const endWith = (output: unknown) => async (live: Live) => {
  await find(live);
  await live.answer('mpesaPayment', output);
};
/** What the payment's own view says (tests/paths/mpesa-payment.test.tsx). */
const REASON = 'You cancelled the payment.';
const REFUSED = 'Please wait before trying again.';

const linkOf = ({ page }: Pick<Outcome<Bar>, 'page'>) =>
  page.getByRole('link', { name: 'View order' }).getAttribute('href');

export const waitingPaymentTable: Table<Bar> = {
  view: (snapshot) => (
    <WaitingPaymentView snapshot={snapshot} send={() => undefined} payment={<p role="alert">{REASON}</p>} />
  ),
  start: { always: '' },
  reach: {
    absent: () => undefined,
    looking: async (live, { when }) => {
      if (when === null || when === undefined) return signIn(live);
      await endWith(ended('dismissed'))(live);
      await live.send({ type: 'path.changed', path: '/cart' });
    },
    none: async (live) => {
      await signIn(live);
      await live.answer('readRecord', null);
      await live.answer('findOpen', null);
    },
    atCheckout: async (live) => {
      await signIn(live);
      await live.emit('watchCheckout', { type: 'checkout.took' });
    },
    waiting: find,
    // Each of them is a payment that is shown; what of it is seen is drawn by mpesa-payment.
    failed: find,
    pushing: find,
    timedOut: find,
    paid: endWith(ended('paid')),
    onDelivery: endWith(ended('onDelivery')),
    cancelled: endWith(ended('cancelled', REFUSED)),
  },
  when: [[/^it was dismissed after its time-out$/, {}]],
  on: [
    [
      /^look for a payment answers\(open at the server/,
      async (live) => {
        await live.answer('readRecord', null);
        await live.answer('findOpen', open);
        await live.answer('loadLines', lines);
      },
    ],
    [
      /^look for a payment answers\(none\)$/,
      async (live) => {
        await live.answer('readRecord', null);
        await live.answer('findOpen', null);
      },
    ],
    [
      /^look for a payment fails\((.*)\)$/,
      async (live, [, words = '']) => {
        await live.answer('readRecord', null);
        await live.fail(
          'findOpen',
          failures[words === '401' ? 'unauthorized' : words.startsWith('broken') ? 'broken' : 'offline'],
        );
      },
    ],
    [/^signed in$/, signIn],
    [/^logged out$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
    [
      /^url changed$/,
      async (live, _, { from }) => {
        await live.send({ type: 'path.changed', path: '/cart' });
        if (from === 'timedOut') await live.answer('mpesaPayment', ended('stale'));
      },
    ],
    // For a guest nobody listens to the window.
    [
      /^window focused$/,
      async (live, _, { from }) => {
        if (from === 'absent') return;
        await live.emit('watchWindow', { type: 'window.focused' });
        if (from === 'timedOut') await live.answer('mpesaPayment', ended('stale'));
      },
    ],
    [
      /^storage changed in another tab\(payment (ws_\d)\)$/,
      (live, [, id = '']) =>
        live.emit('watchRecord', { type: 'record.changed', prompt: { orderId: ORDER, checkoutRequestId: id } }),
    ],
    [
      /^storage changed in another tab\(nothing kept\)$/,
      (live) => live.emit('watchRecord', { type: 'record.changed', prompt: null }),
    ],
    [/^the checkout takes the payment$/, (live) => live.emit('watchCheckout', { type: 'checkout.took' })],
    [/^the checkout lets go$/, (live) => live.emit('watchCheckout', { type: 'checkout.left' })],
    [/^try again$/, () => undefined],
    [
      /^(dismiss|choose View order)$/,
      (live, _, { from }) =>
        from === 'failed' || from === 'timedOut'
          ? live.answer('mpesaPayment', ended('dismissed'))
          : live.send({ type: 'notice.dismiss' }),
    ],
    [
      /^POST \/mpesa\/stkpush fails\(409, data\.orderStatus 'cancelled'\)$/,
      (live) => live.answer('mpesaPayment', ended('cancelled', REFUSED)),
    ],
    [/^POST \/mpesa\/stkpush fails\(401\)$/, (live) => live.answer('mpesaPayment', ended('signedOut'))],
    [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
  ],
  calls: [
    { call: 'look for a payment', slot: 'readRecord', answers: [[/^kept by this browser/, kept]] },
    {
      call: /^watch/,
      slot: 'mpesaPayment',
      answers: [
        [/^completed$/, ended('paid')],
        [/^no such payment$/, ended('gone')],
        [/^paid on delivery$/, ended('onDelivery')],
        [/^signed out$/, ended('signedOut')],
      ],
    },
  ],
  inside: {
    findOpen: 'part of looking for a payment',
    loadLines: 'part of looking for a payment',
    watchRecord: 'listens to this browser, calls nothing',
    watchWindow: 'listens to this browser, calls nothing',
    watchCheckout: 'listens to this tab, calls nothing',
  },
  does: [
    [
      /^keep the payment with the order's lines$/,
      (outcome) => void outcome.effect('keepPayment', { orderId: ORDER, checkoutRequestId: 'ws_1', lines }),
    ],
    // They leave by the payment itself: tests/paths/mpesa-payment.test.tsx.
    [
      /^remove the ordered lines from the cart/,
      (outcome) => expect(linkOf(outcome)).toBe(`/order-success?order=${ORDER}`),
    ],
    [
      /^forget the kept payment$/,
      (outcome, _, { on }) => {
        if (!on.includes('no such payment')) outcome.effect('forgetOrder', { orderId: ORDER });
      },
    ],
    // By the payment itself, too.
    [/^(forget the order: |the failed prompt is forgotten)/, (outcome) => expect(outcome.unclaimed()).toEqual([])],
    [/^payment stays kept/, () => undefined],
    [/^go to \/order-success/, ({ before }) => expect(before.context.payment?.orderId).toBe(ORDER)],
  ],
  unseen: { lookAgain: 'the payment answers it: tests/paths/mpesa-payment.test.tsx' },
  undrawn: {
    failed: 'drawn by mpesa-payment',
    timedOut: 'drawn by mpesa-payment',
    'the reason': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
  },
  says: { "the server's message": REFUSED, 'the reason': REFUSED },
  elsewhere: [
    {
      rows: /^waiting: watch answers\((failed|timed out)|^failed: (wait|try)|^timedOut: (wait|try)/,
      by: 'tests/paths/mpesa-payment.test.tsx',
    },
    {
      rows: /^pushing: (try|dismiss|POST .*(answers|'X'|no message|network lost|retryAfter))/,
      by: 'tests/paths/mpesa-payment.test.tsx',
    },
  ],
};
