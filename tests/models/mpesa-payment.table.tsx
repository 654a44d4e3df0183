import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import { MpesaPaymentAlert, MpesaPaymentDialog } from '../../src/views/checkout/mpesa-payment.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { fieldNamed } from './account.samples.ts';
import { draft, notPlaced, placement, watched } from './mpesa-payment.model.ts';
import { ORDER, PAYER, START } from './payment.samples.ts';
import { phoneNow } from './shop.samples.ts';

type Machine = typeof mpesaPaymentMachine;
type Live = LiveActor<Machine>;

const confirm = async (live: Live, phone = '0712345678') => {
  await live.send({ type: 'phone.change', phone });
  await live.send({ type: 'phone.confirm' });
};
const push = async (live: Live) => {
  await confirm(live);
  await live.answer('orderPlacement', placement());
};
const pushBadPhone = async (live: Live) => {
  await confirm(live, '254212345678');
  await live.answer('orderPlacement', placement());
};
const pend = async (live: Live) => {
  if (live.snapshot.matches('pending')) return;
  await push(live);
  await live.answer('pushPrompt', { checkoutRequestId: 'ws_1', sentAt: START });
};
const end = (outcome: Parameters<typeof watched>[0], reason?: string) => async (live: Live) => {
  await pend(live);
  await live.answer('paymentWatch', watched(outcome, reason ?? null));
};
const TIMED_OUT = 'Payment confirmation timed out. Please check your M-Pesa messages.';
const CANCELLED = 'You cancelled the payment.';
const INVALID = 'Please enter a valid Kenyan phone number';

/** What the placing of the order comes to; that it does is shown in order-placement. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^400, message 'X'$/, notPlaced('X')],
  [/^(500, no message|429, Retry-After|network lost, 5xx or 10 s time-out)$/, notPlaced('Failed to place order')],
  [/^(success false, no message|no such order)$/, notPlaced('Failed to place order')],
  [/^409, data\.lines$/, placement({ outcome: 'changed', orderId: '', lines: [phoneNow({ now: 1600 })] })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
];

/** What the wait comes to when the shop says so; that it does is shown in payment-watch. */
const outcomeOf = (words: string) => {
  if (words.startsWith('completed')) return watched('completed');
  if (words === '401') return watched('signedOut');
  const reason = /'(.+)'$/.exec(words)?.[1] ?? 'Payment failed. Please try again.';
  return watched('failed', reason);
};

export const mpesaPaymentTable: Table<Machine> = {
  view: (snapshot) => (
    <>
      <MpesaPaymentDialog snapshot={snapshot} send={() => undefined} placement={null} watch={null} />
      <MpesaPaymentAlert snapshot={snapshot} send={() => undefined} />
    </>
  ),
  start: {
    'no kept payment': '',
    'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload',
  },
  input: ({ from, on }) => {
    if (from === 'resuming') return 'after a reload';
    if (on.includes('+2348012345678')) return 'phone of Nigeria';
    if (on.includes('no profile phone')) return 'no phone';
    return on.includes('2999.5') ? 'total 2999.5' : '';
  },
  reach: {
    confirmingPhone: () => undefined,
    placingOrder: (live) => confirm(live),
    checkingOrder: (live) => confirm(live),
    requestingPush: (live, { when }) => (when === 'phone 254212345678' ? pushBadPhone(live) : push(live)),
    resuming: () => undefined,
    pending: pend,
    'pending.prompt.expired': pend,
    'pending.prompt.switching': pend,
    completed: end('completed'),
    failed: end('failed', CANCELLED),
    timedOut: end('timedOut', TIMED_OUT),
    failedInline: async (live, { when }) => {
      if (when === 'no order was made') {
        await confirm(live);
        await live.answer('orderPlacement', notPlaced('Failed to place order'));
      } else await end('failed', CANCELLED)(live);
      await live.advance(3_000);
    },
    dismissed: (live) => live.send({ type: 'dialog.cancel' }),
  },
  when: [
    [/^a phone error shows$/, { after: (live) => confirm(live, '12') }],
    [/^an order of this unchanged draft is kept$/, { input: 'an order is kept' }],
    [/^an order is kept but lines or delivery changed since$/, { input: 'replaces an order' }],
    [/^phone 254212345678$|^an order is kept$|^no order was made$|^push accepted/, {}],
  ],
  on: [
    [/^start\(/, () => undefined],
    [/^confirm\(phone '(.*)'\)$/, (live, [, phone]) => confirm(live, phone)],
    [/^confirm again/, (live) => live.send({ type: 'phone.confirm' })],
    [/^type phone$/, (live) => live.send({ type: 'phone.change', phone: '0' })],
    [/^(cancel|Escape)$/, (live) => live.send({ type: 'dialog.cancel' })],
    [
      /^POST \/orders answers\((data\.order\._id|order with total 2999\.5)\)$/,
      (live) => live.answer('orderPlacement', placement()),
    ],
    [/^GET \/orders\/by-key\/\{key\} answers\(order found\)$/, (live) => live.answer('orderPlacement', placement())],
    [
      /^(?:POST \/orders|GET \/orders\/by-key\/\{key\}) (?:answers|fails)\((.*)\)$/,
      (live, [, words = '']) => live.answer('orderPlacement', refusals.find(([pattern]) => pattern.test(words))?.[1]),
    ],
    [
      /^GET payment-status fails\(404\)$/,
      (live, _, { from }) =>
        live.answer(
          'paymentWatch',
          from === 'resuming' ? watched('gone') : watched('failed', 'Payment failed. Please try again.'),
        ),
    ],
    [/^GET payment-status answers\(pending\)$/, (live) => live.answer('paymentWatch', watched('timedOut', TIMED_OUT))],
    [
      /GET payment-status (?:answers|fails)\((.*)\)$/,
      (live, [, words = '']) => live.answer('paymentWatch', outcomeOf(words)),
    ],
    [
      /^PUT \/orders\/\{id\}\/payment-method answers\(success\)$/,
      (live) => live.answer('paymentWatch', watched('cash')),
    ],
    [/^logged out in another tab$/, (live) => live.answer('paymentWatch', watched('signedOut'))],
    [
      /^leave the page before 2 s$/,
      async (live) => {
        await live.advance(1_000);
        live.stop();
      },
    ],
    [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
    [/^try again$/, (live) => live.send({ type: 'payment.retry' })],
    [/^press 'Pay with M-Pesa'$/, (live) => live.send({ type: 'payment.again' })],
    [/^change anything in the checkout$/, (live) => live.send({ type: 'payment.dismiss' })],
  ],
  calls: [
    {
      call: 'POST /orders',
      slot: 'orderPlacement',
      input: (_, { when }) => ({ draft: when?.includes('changed since') ? { ...draft, replaces: ORDER } : draft }),
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: () => ({ phoneNumber: PAYER, amount: 3000, orderId: ORDER, accountReference: 'A1B2C3D4' }),
      answers: [
        [
          /^success, (checkoutRequestId 'ws_1'|the live one's checkoutRequestId)$/,
          { checkoutRequestId: 'ws_1', sentAt: START },
        ],
        [
          /^success false, message 'X'$/,
          new ApiError({ kind: 'refused', status: 200, message: 'X', requestId: 'req-1' }),
        ],
        [/^success false, no message$/, new ApiError({ kind: 'refused', status: 200, requestId: 'req-1' })],
        [/^no checkoutRequestId$/, failures['broken']],
      ],
      fails: [
        [/^400, 'Please enter/, new ApiError({ kind: 'refused', status: 400, message: INVALID, requestId: 'req-1' })],
      ],
    },
  ],
  inside: { paymentWatch: 'the wait for the money, a machine of its own' },
  does: [
    [
      /^dialog 'Confirm Phone Number'$/,
      ({ page }) => {
        page.getByRole('dialog', { hidden: true });
        page.getByRole('heading', { name: 'Confirm Phone Number', hidden: true });
      },
    ],
    [
      /^field filled with 0712345678 or 254712345678$/,
      ({ page }) => expect(fieldNamed(page, 'mpesaPhone').getAttribute('value')).toBe(PAYER),
    ],
    [
      /^field blank, Confirm disabled$/,
      ({ page }) => {
        expect(fieldNamed(page, 'mpesaPhone').getAttribute('value')).toBe('');
        expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', true);
      },
    ],
    [
      /^Confirm is disabled$/,
      ({ page }) =>
        expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', true),
    ],
    [/^phone kept as (\d+)$/, ({ snapshot }, [, phone]) => expect(snapshot.context.payer).toBe(phone)],
    [
      /^passes here; the server refuses it at the push$/,
      ({ snapshot }) => expect(snapshot.context.payer).toBe('254212345678'),
    ],
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['pushPrompt'])],
    [
      /^keep orderId for retry and resume$/,
      (outcome) => {
        outcome.effect('keepOrder', { orderId: ORDER });
        expect(outcome.snapshot.context.orderId).toBe(ORDER);
      },
    ],
    // The checkout hears of the order by the payment's snapshot: tests/paths/ordering.test.tsx.
    [/^checkout may now save the address$/, ({ snapshot }) => expect(snapshot.context.orderId).toBe(ORDER)],
    [
      /^hand data\.lines to checkout$/,
      ({ snapshot }) =>
        expect(snapshot.output).toEqual({ outcome: 'changed', orderId: null, lines: [phoneNow({ now: 1600 })] }),
    ],
    [/^token and user cleared$/, () => undefined],
    [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
    [
      /^(cart kept|payment stays kept)$/,
      (outcome) => expect(outcome.unclaimed().filter((type) => type !== 'goToLogin')).toEqual([]),
    ],
    [/^Try again sends the same key$/, ({ snapshot }) => expect(snapshot.context.draft).toEqual(draft)],
    [
      /^prompt is onPhone$/,
      ({ live }) =>
        expect(live.open('paymentWatch').input).toEqual({
          checkoutRequestId: 'ws_1',
          orderId: ORDER,
          phone: PAYER,
          amount: 3000,
          times: { pushedAt: START, startedAt: START, now: START },
        }),
    ],
    [
      /^keep checkoutRequestId for resume$/,
      (outcome) => void outcome.effect('keepPrompt', { checkoutRequestId: 'ws_1' }),
    ],
    [/^remove the ordered lines from the cart/, (outcome) => void outcome.effect('removeOrdered')],
    [/^go to \/order-success with orderId$/, (outcome) => void outcome.effect('goToOrderSuccess', { orderId: ORDER })],
    [/^forget the kept payment$/, (outcome) => void outcome.effect('forgetPayment')],
    [
      /^nothing more: the lines are already gone$/,
      (outcome) => {
        expect(outcome.unclaimed()).toEqual([]);
        expect(outcome.live.effects.map(({ type }) => type)).toContain('removeOrdered');
      },
    ],
    [
      /^dialog resets/,
      ({ page }) => {
        expect(page.queryByRole('dialog', { hidden: true })).toBeNull();
        page.getByRole('button', { name: 'Try again' });
      },
    ],
    [/^alert with 'Try again'$/, ({ page }) => void page.getByRole('button', { name: 'Try again' })],
  ],
  unseen: {
    keepOrder: 'where a retry finds the order; judged by the row that says so',
    keepPrompt: 'where a reload finds the payment; judged by the row that says so',
    forgetPrompt: 'what the shopper has seen fail is not taken up again; judged in tests/promises/checkout.test.ts',
    forgetPayment: 'what is paid on delivery needs no key any more; the record is judged in tests/services',
  },
  says: {
    'the same reason': CANCELLED,
    'the reason (see rows)': CANCELLED,
    'the reason': CANCELLED,
    'Check your phone and enter your M-Pesa PIN.': '',
  },
  undrawn: {
    checkingOrder: 'drawn by order-placement',
    pending: 'drawn by payment-watch',
    'pending.prompt.expired': 'drawn by payment-watch',
    'pending.prompt.switching': 'drawn by payment-watch',
    'the reason (see rows)': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
    'the reason': 'compared with the problem in tests/paths/mpesa-payment.test.tsx',
  },
  corrections: [
    { rows: /^requestingPush: .*\[phone 254212345678\]/, ref: '§5, A19', does: [] },
    { rows: /^completed: leave the page before 2 s/, ref: 'U6', to: 'completed' },
  ],
  elsewhere: [
    {
      rows: /^(placingOrder: (timer|.*(broken reply|fails\(network lost\)))|checkingOrder: .*says)/,
      by: 'tests/paths/order-placement.test.tsx',
    },
    {
      rows: /^pending\.(waiting|hidden|offline|prompt\.onPhone|prompt\.sendingAgain)/,
      by: 'tests/paths/payment-watch.test.tsx',
    },
    {
      rows: /^pending\.checking: (GET payment-status (answers\((pending|success false|broken)|fails\((500|429|network))|timer|page hidden, then .*pending)/,
      by: 'tests/paths/payment-watch.test.tsx',
    },
    {
      rows: /^pending\.prompt\.(expired: (send again|pay on delivery)|switching: .* fails)/,
      by: 'tests/paths/payment-watch.test.tsx',
    },
    { rows: /^pending: timer/, by: 'tests/paths/payment-watch.test.tsx' },
    { rows: /^timedOut: GET/, by: 'tests/paths/payment-watch.test.tsx' },
    { rows: /^resuming: (start|.*(599 s|75 s)|.*fails\((network|5xx))/, by: 'tests/paths/payment-watch.test.tsx' },
    { rows: /^pending: reload page/, by: 'tests/promises/mpesa-payment.test.ts' },
    { rows: /^dismissed: press/, by: 'tests/promises/mpesa-payment.test.ts' },
    { rows: /^invariant: no GET payment-status/, by: 'tests/paths/payment-watch.test.tsx' },
  ],
};
