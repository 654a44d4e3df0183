import { expect } from 'vitest';
import type { purchaseMachine } from '../../src/machines/purchase.machine.ts';
import { PurchaseDialog, PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { fieldNamed } from './account.samples.ts';
import { CANCELLED, ORDER, PAYER, TIMED_OUT } from './payment.samples.ts';
import { CHANGED, details, draftBy, mpesa, notPlaced, paying, payment, placement } from './purchase.model.ts';

type Machine = typeof purchaseMachine;
type Live = LiveActor<Machine>;

const FULL = 'You have 10 orders to pay on delivery. Please receive one first.';

/** What the placing of the order comes to when the server refuses; that it does is shown in order-placement. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^400, message 'X'$/, notPlaced('X')],
  [
    /^(500, no message|no message|429, Retry-After|network lost, 5xx or 10 s time-out)$/,
    notPlaced('Failed to place order'),
  ],
  [/^(success false, no message|no such order)$/, notPlaced('Failed to place order')],
  [/^409, too many open/, notPlaced(FULL)],
  [/^409, data\.lines/, placement({ outcome: 'changed', orderId: '', lines: CHANGED })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
];
const refusalIn = (words: string) => refusals.find(([pattern]) => pattern.test(words))?.[1];

const savingIn = (when: string | null) => {
  if (when?.includes('matches none')) return 'new address';
  return when?.includes('d2') ? 'saved address' : '';
};
const savingOf = (when: string | null) =>
  ({ 'new address': { kind: 'create' }, 'saved address': { kind: 'makeDefault', id: 'd2' }, '': { kind: 'none' } })[
    savingIn(when)
  ];

const confirm = async (live: Live, phone = '0712345678') => {
  await live.send({ type: 'phone.change', phone });
  await live.send({ type: 'phone.confirm' });
};
const place = async (live: Live) => {
  await confirm(live);
  await live.answer('orderPlacement', placement());
};
const fail = async (live: Live) => {
  await place(live);
  await live.tell('mpesaPayment', paying('failed'));
};
const children = {
  orderPlacement: 'a machine of its own',
  mpesaPayment: 'a machine of its own',
};

/** The rows of the checkout's table that happen between the press of the button and the order. */
export const purchaseTable: Table<Machine> = {
  view: ({ output }) => <>{output?.problem?.text}</>,
  start: {},
  input: ({ from, on, when }) => {
    if (on.startsWith('PUT /orders')) return 'cash, kept order';
    return [from === 'placingCod' ? 'cash' : 'mpesa', savingIn(when)].filter((part) => part !== '').join(', ');
  },
  reach: {
    placingCod: () => undefined,
    payingMpesa: (live, { on }) => (on === 'order created' ? confirm(live) : place(live)),
  },
  when: [[/^(address unchanged|changed address)/, {}]],
  on: [
    [
      /^(?:POST|PUT) \/orders\S* answers\((data\.order|success\))/,
      (live) => live.answer('orderPlacement', placement()),
    ],
    [
      /^(?:POST|PUT) \/orders.* (?:answers|fails)\((.*)\)$/,
      (live, [, words = '']) => live.answer('orderPlacement', refusalIn(words)),
    ],
    [/^order created$/, (live) => live.answer('orderPlacement', placement())],
    [/^mpesa-payment ends\(done\)$/, (live) => live.answer('mpesaPayment', payment('onDelivery'))],
    [/^mpesa-payment ends\(dismissed\)$/, (live) => live.answer('mpesaPayment', payment('gone'))],
    [/^mpesa-payment ends\(signedOut\)$/, (live) => live.answer('mpesaPayment', payment('signedOut'))],
    [
      /^mpesa-payment is failedInline$/,
      async (live) => {
        await live.tell('mpesaPayment', paying('failed'));
        await live.advance(3_000);
      },
    ],
  ],
  calls: [],
  inside: children,
  does: [
    [/^remove the ordered lines from the cart$/, (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER })],
    [
      /^go to \/order-success with orderId$/,
      (outcome, _, { when, from }) => {
        outcome.effect('goToOrderSuccess', { orderId: ORDER });
        outcome.effect('forgetOrder', { orderId: ORDER });
        if (from === 'placingCod') outcome.effect('saveAddress', { saving: savingOf(when), details });
      },
    ],
    [
      /^the address (is|becomes|stays)/,
      (outcome, _, { when }) => {
        outcome.effect('saveAddress', { saving: savingOf(when), details });
      },
    ],
    [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
    [
      /^(token and user cleared|cart kept|A was Ksh 1,500, now Ksh 1,600)$/,
      ({ snapshot }) => expect(snapshot.output?.outcome).toMatch(/signedOut|changed/),
    ],
  ],
  unseen: {
    forgetPrompt: 'what the shopper has seen fail is not taken up again; judged in tests/requirements/purchase.test.ts',
    goToLogin: 'judged by the row that says so',
  },
  says: {
    "the server's message": FULL,
    // Said by the checkout, which is handed the lines.
    'Some prices or stock have changed. Please review your order.': '',
    // Said by the payment's own view (tests/paths/mpesa-payment.test.tsx).
    "the reason, with 'Try again'": '',
  },
  undrawn: { editing: 'drawn by the checkout', reviewChanges: 'drawn by the checkout' },
  corrections: [
    // The address call outlives the page, so the machine hands it out and does not wait for it.
    { rows: /answers\(data\.order\._id\) \[changed address/, ref: '§4, A27, U23', calls: [] },
    {
      rows: /^payingMpesa: order created \[changed address matches/,
      ref: 'A27',
      calls: [],
      does: ['the address becomes the default one'],
    },
    {
      rows: /^payingMpesa: order created \[changed address, matches/,
      ref: 'A27',
      calls: [],
      does: ['the address is saved'],
    },
    {
      rows: /^payingMpesa: order created \[address unchanged/,
      ref: 'A27, U23',
      calls: [],
      does: ['the address stays as it is'],
    },
  ],
  elsewhere: [
    { rows: /^(?!placingCod|payingMpesa)/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /place order|ends\(reviewChanges\)/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^placingCod: (timer|POST \/orders fails\(network lost)/, by: 'tests/paths/order-placement.test.tsx' },
    { rows: /^payingMpesa: POST \/auth\/addresses/, by: 'tests/requirements/checkout.test.ts' },
  ],
};

/** What the payment comes to when the shop says so; that it does is shown in mpesa-payment. */
const endings: readonly (readonly [RegExp, (live: Live) => Promise<void>])[] = [
  [/answers\(completed/, (live) => live.answer('mpesaPayment', payment('paid'))],
  [/^PUT .* answers\(success\)$/, (live) => live.answer('mpesaPayment', payment('onDelivery'))],
  [/^GET payment-status fails\(404\)$/, (live) => live.answer('mpesaPayment', payment('gone'))],
  [/fails\(401\)$|^logged out/, (live) => live.answer('mpesaPayment', payment('signedOut'))],
  [/^GET payment-status answers\(pending\)$/, (live) => live.tell('mpesaPayment', paying('timedOut'))],
  [/^GET payment-status answers\(failed/, (live) => live.tell('mpesaPayment', paying('failed'))],
];

/** The rows of the payment's table that happen around the payment: the phone, the order, and what follows. */
export const purchasePaymentTable: Table<Machine> = {
  view: (snapshot) => (
    <>
      <PurchaseDialog
        snapshot={snapshot}
        send={() => undefined}
        placement={null}
        // What the payment's own view says there (tests/paths/mpesa-payment.test.tsx).
        payment={<p role="alert">{snapshot.context.payment === 'timedOut' ? TIMED_OUT : CANCELLED}</p>}
      />
      <PurchaseStatus
        snapshot={snapshot}
        send={() => undefined}
        placement={null}
        payment={
          <p role="alert">
            {snapshot.context.payment === 'timedOut' ? TIMED_OUT : CANCELLED}
            <button>Try again</button>
          </p>
        }
      />
    </>
  ),
  start: {
    'no kept payment': 'mpesa',
    'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload',
  },
  input: ({ from, on }) => {
    if (from === 'resuming') return 'after a reload';
    if (on.includes('+2348012345678')) return 'mpesa, phone of Nigeria';
    if (on.includes('no profile phone')) return 'mpesa, no phone';
    return on.includes('2999.5') ? 'mpesa, total 2999.5' : 'mpesa';
  },
  reach: {
    confirmingPhone: () => undefined,
    placingOrder: (live) => confirm(live),
    checkingOrder: (live) => confirm(live),
    requestingPush: place,
    resuming: () => undefined,
    pending: place,
    completed: async (live) => {
      await place(live);
      await live.answer('mpesaPayment', payment('paid'));
    },
    failed: fail,
    timedOut: async (live) => {
      await place(live);
      await live.tell('mpesaPayment', paying('timedOut'));
    },
    failedInline: async (live, { when }) => {
      if (when === 'no order was made') {
        await confirm(live);
        await live.answer('orderPlacement', notPlaced('Failed to place order'));
      } else await fail(live);
      await live.advance(3_000);
    },
  },
  when: [
    [/^a phone error shows$/, { after: (live) => confirm(live, '12') }],
    [/^an order of this unchanged draft is kept$/, { input: 'mpesa, kept order' }],
    [/^an order is kept but lines or delivery changed since$/, { input: 'mpesa, replaces an order' }],
    [/^no order was made$|^push accepted|^an order is kept$/, {}],
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
      (live, [, words = '']) => live.answer('orderPlacement', refusalIn(words)),
    ],
    ...endings.map(([pattern, drive]) => [pattern, drive] as const),
    [
      /^leave the page before 2 s$/,
      async (live) => {
        await live.advance(1_000);
        live.stop();
      },
    ],
    [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
    [/^try again$/, (live) => live.send({ type: 'order.retry' })],
  ],
  calls: [
    {
      call: 'POST /orders',
      slot: 'orderPlacement',
      input: (_, { when }) => ({
        draft: when?.includes('changed since') ? { ...draftBy('mpesa'), replaces: expect.any(String) } : mpesa.draft,
      }),
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'mpesaPayment',
      input: () => ({ phone: PAYER, amount: 3000, orderId: ORDER, prompt: null }),
    },
  ],
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
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['mpesaPayment'])],
    [/^keep orderId for retry and resume$/, ({ snapshot }) => expect(snapshot.context.orderId).toBe(ORDER)],
    [/^checkout may now save the address$/, (outcome) => void outcome.effect('saveAddress', { details })],
    [
      /^hand data\.lines to checkout$/,
      ({ snapshot }) => expect(snapshot.output).toEqual({ outcome: 'changed', lines: CHANGED, problem: null }),
    ],
    [/^token and user cleared$/, () => undefined],
    [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
    [
      /^(cart kept|payment stays kept)$/,
      (outcome) => expect(outcome.unclaimed().filter((type) => type !== 'goToLogin')).toEqual([]),
    ],
    [/^Try again sends the same key$/, ({ snapshot }) => expect(snapshot.context.draft).toEqual(mpesa.draft)],
    // By the payment itself: tests/paths/mpesa-payment.test.tsx.
    [
      /^remove the ordered lines from the cart/,
      ({ snapshot }) => expect(snapshot.matches('paid') || snapshot.matches('ordered')).toBe(true),
    ],
    [/^go to \/order-success with orderId$/, (outcome) => void outcome.effect('goToOrderSuccess', { orderId: ORDER })],
    [
      /^forget the kept payment$/,
      (outcome) => {
        if (outcome.snapshot.matches('ordered')) outcome.effect('forgetOrder', { orderId: ORDER });
      },
    ],
    [/^nothing more: the lines are already gone$/, (outcome) => expect(outcome.unclaimed()).toEqual([])],
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
    saveAddress: 'goes on by itself; judged by the row that says so',
    forgetPrompt: 'what the shopper has seen fail is not taken up again; judged in tests/requirements/purchase.test.ts',
    forgetOrder: 'what is paid on delivery needs no key any more; the record is judged in tests/services',
  },
  says: {
    'the same reason': CANCELLED,
    'the reason (see rows)': CANCELLED,
    'the reason': CANCELLED,
  },
  undrawn: {
    checkingOrder: 'drawn by order-placement',
    pending: 'drawn by mpesa-payment',
    'pending.prompt.expired': 'drawn by mpesa-payment',
    'pending.prompt.switching': 'drawn by mpesa-payment',
    timedOut: 'drawn by mpesa-payment',
  },
  corrections: [{ rows: /^completed: leave the page before 2 s/, ref: 'U6', to: 'completed' }],
  elsewhere: [
    {
      rows: /^(placingOrder: (timer|.*(broken reply|fails\(network lost\)))|checkingOrder: .*says)/,
      by: 'tests/paths/order-placement.test.tsx',
    },
    { rows: /^requestingPush: (?!.*fails\(401\))/, by: 'tests/paths/mpesa-payment.test.tsx' },
    { rows: /^pending\.|^pending: timer|^timedOut: GET/, by: 'tests/paths/mpesa-payment.test.tsx' },
    {
      rows: /^resuming: (start|.*(599 s|75 s)|.*fails\((network|5xx)|.*'X')/,
      by: 'tests/paths/mpesa-payment.test.tsx',
    },
    { rows: /^failedInline: try again \[an order is kept\]/, by: 'tests/paths/mpesa-payment.test.tsx' },
    { rows: /^pending: reload page/, by: 'tests/requirements/mpesa-payment.test.ts' },
    { rows: /^(dismissed: |failedInline: (press|change))/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^invariant: (no GET payment-status|the ordered lines)/, by: 'tests/paths/mpesa-payment.test.tsx' },
  ],
};
