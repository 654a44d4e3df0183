import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { WaitingPaymentView } from '../../src/views/layout/waiting-payment.view.tsx';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Outcome } from '../../model-testing/table/outcome.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { ORDER, orderGone, START } from './payment.samples.ts';
import { cancelledByShopper, ended, kept, open, tooLong } from './waiting-payment.model.ts';

type Bar = typeof waitingPaymentMachine;
type Live = LiveActor<Bar>;

const signIn = (live: Live) => live.emit('watchSession', { type: 'session.signedIn' });
const find = async (live: Live) => {
  await signIn(live);
  await live.answer('findPayment', kept);
};
const endWith = (output: unknown) => async (live: Live) => {
  await find(live);
  await live.answer('paymentWatch', output);
};
const fail = async (live: Live) => {
  await endWith(cancelledByShopper)(live);
  await live.emit('clock', { type: 'clock.tick', now: START });
};
const retry = async (live: Live) => {
  await fail(live);
  await live.send({ type: 'payment.retry' });
};

const linkOf = ({ page }: Pick<Outcome<Bar>, 'page'>) =>
  page.getByRole('link', { name: 'View order' }).getAttribute('href');
const claim = (outcome: Outcome<Bar>, effect: string) => void outcome.effect(effect);

export const waitingPaymentTable: Table<Bar> = {
  view: (snapshot) => <WaitingPaymentView snapshot={snapshot} send={() => undefined} watch={<p>M-Pesa payment</p>} />,
  start: { always: '' },
  reach: {
    absent: () => undefined,
    looking: async (live, { when }) => {
      if (when === null || when === undefined) return signIn(live);
      await endWith(tooLong)(live);
      await live.send({ type: 'notice.dismiss' });
      await live.send({ type: 'path.changed', path: '/cart' });
    },
    none: async (live) => {
      await signIn(live);
      await live.answer('findPayment', null);
    },
    atCheckout: async (live) => {
      await signIn(live);
      await live.emit('watchCheckout', { type: 'checkout.took' });
    },
    waiting: find,
    failed: (live, { when }) =>
      when === 'the phone is not known' ? endWith(ended('failed', 'You cancelled the payment.', ''))(live) : fail(live),
    pushing: retry,
    timedOut: endWith(tooLong),
    paid: endWith(ended('completed')),
    onDelivery: endWith(ended('cash')),
    cancelled: async (live) => {
      await retry(live);
      await live.fail('pushPrompt', orderGone);
    },
  },
  when: [[/^(the phone is not known|it was dismissed after its time-out)$/, {}]],
  on: [
    [/^signed in$/, signIn],
    [/^logged out$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
    [/^url changed$/, (live) => live.send({ type: 'path.changed', path: '/cart' })],
    // For a guest nobody listens to the window.
    [
      /^window focused$/,
      (live, _, { from }) => (from === 'absent' ? undefined : live.emit('watchWindow', { type: 'window.focused' })),
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
    [/^try again/, (live) => live.send({ type: 'payment.retry' })],
    [/^(dismiss|choose View order)$/, (live) => live.send({ type: 'notice.dismiss' })],
    [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
  ],
  calls: [
    {
      call: 'look for a payment',
      slot: 'findPayment',
      answers: [
        [/^kept by this browser/, kept],
        [/^open at the server/, open],
        [/^none$/, null],
      ],
    },
    {
      call: /^watch/,
      slot: 'paymentWatch',
      answers: [
        [/^completed$/, ended('completed')],
        [/^failed, 'You cancelled/, cancelledByShopper],
        [/^timed out$/, tooLong],
        [/^no such payment$/, ended('gone')],
        [/^paid on delivery$/, ended('cash')],
        [/^signed out$/, ended('signedOut')],
      ],
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: ({ phoneNumber, amount }) => ({ phoneNumber, amount, orderId: ORDER, accountReference: 'A1B2C3D4' }),
      answers: [[/^success, checkoutRequestId 'ws_2'$/, { checkoutRequestId: 'ws_2', sentAt: START }]],
      fails: [
        [
          /^409, data\.retryAfter 42$/,
          new ApiError({
            kind: 'refused',
            status: 409,
            message: 'Please wait before trying again.',
            data: { retryAfter: 42 },
          }),
        ],
        [
          /^409, data\.orderStatus 'cancelled'$/,
          new ApiError({
            kind: 'refused',
            status: 409,
            message: 'Please wait before trying again.',
            data: { orderStatus: 'cancelled' },
          }),
        ],
      ],
    },
  ],
  inside: {
    watchRecord: 'listens to this browser, calls nothing',
    watchWindow: 'listens to this browser, calls nothing',
    watchCheckout: 'listens to this tab, calls nothing',
    clock: 'tells the time',
  },
  does: [
    [/^keep the payment with the order's lines$/, (outcome) => claim(outcome, 'keepPayment')],
    [
      /^keep checkoutRequestId for resume$/,
      (outcome) => void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2' }),
    ],
    [
      /^remove the ordered lines from the cart/,
      (outcome) => {
        outcome.effect('removeOrdered', { orderId: ORDER });
        expect(linkOf(outcome)).toBe(`/order-success?order=${ORDER}`);
      },
    ],
    [/^forget the (kept payment$|order: )/, (outcome) => void outcome.effect('forgetPayment', { orderId: ORDER })],
    [
      /^the failed prompt is forgotten, its order is kept$/,
      (outcome) => void outcome.effect('forgetPrompt', { orderId: ORDER }),
    ],
    [/^payment stays kept/, () => undefined],
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['pushPrompt'])],
    [
      /^Try again counts down from 42 s$/,
      ({ page, snapshot }) => {
        expect(page.getByRole('button', { name: /^Try again/ })).toHaveProperty('disabled', true);
        expect(snapshot.context.wait).toBe(42_000);
      },
    ],
    [/^go to \/order-success/, ({ before }) => expect(before.context.payment?.orderId).toBe(ORDER)],
  ],
  undrawn: { 'the reason': 'compared with the problem in tests/paths/waiting-payment.test.tsx' },
  says: { "the server's message": 'Please wait before trying again.' },
};
