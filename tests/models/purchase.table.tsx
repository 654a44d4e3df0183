import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { purchaseMachine } from '../../src/machines/purchase.machine.ts';
import { PurchaseDialog, PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Outcome } from '../../model-testing/table/outcome.ts';
import { LOOK, START } from '../../model-testing/table/table.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { key } from '../../model-testing/view/act.ts';
import type { Page } from '../../model-testing/view/page.ts';
import { fieldNamed } from './account.samples.ts';
import { CANCELLED, ORDER, PAYER, TIMED_OUT } from './payment.samples.ts';
import {
  CHANGED,
  details,
  draftBy,
  KEPT,
  mpesa,
  notPlaced,
  paying,
  payment,
  placement,
  purchaseModel,
} from './purchase.model.ts';

type Machine = typeof purchaseMachine;
type Live = LiveActor<Machine>;
type Entries = Table<Machine>['on'];
type Judges = NonNullable<Table<Machine>['does']>;

const FULL = 'You have 10 orders to pay on delivery. Please receive one first.';
const ORDER_CANCELLED = 'This order has been cancelled.';

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
  if (live.snapshot.matches('confirmingPhone')) await confirm(live);
  if (live.snapshot.matches('placingMpesa')) await live.answer('orderPlacement', placement());
};
const tell = (state: 'failed' | 'timedOut') => async (live: Live) => {
  await place(live);
  await live.tell('mpesaPayment', paying(state, { phone: live.snapshot.context.payer }));
};
const orderless = async (live: Live, text: string) => {
  await confirm(live);
  await live.answer('orderPlacement', notPlaced(text));
};

/** The dialog and what stands beside the form, with what the payment's own view says (tests/paths/mpesa-payment.test.tsx). */
const view: NonNullable<Table<Machine>['view']> = (snapshot, send) => {
  const reason = snapshot.context.payment === 'timedOut' ? TIMED_OUT : CANCELLED;
  const isTold = snapshot.context.payment !== 'underWay';
  return (
    <>
      <PurchaseDialog
        snapshot={snapshot}
        send={send}
        placement={null}
        payment={isTold && <p role="alert">{reason}</p>}
      />
      <PurchaseStatus
        snapshot={snapshot}
        send={send}
        placement={null}
        payment={
          <p role="alert">
            {reason}
            <button>Try again</button>
          </p>
        }
      />
      {/* Beside the form, by the checkout. */}
      {snapshot.matches('failed') && <p role="alert">{snapshot.context.problem?.text}</p>}
    </>
  );
};

const dialog = (page: Page) => page.getByRole('dialog', { hidden: true });
const noDialog = (page: Page) => expect(page.queryByRole('dialog', { hidden: true })).toBeNull();
const isOff = (page: Page) =>
  expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', true);
const nothingDone = (outcome: Outcome<Machine>) => expect(outcome.unclaimed()).toEqual([]);
const asksForPhone = (page: Page, phone = PAYER) => {
  dialog(page);
  page.getByRole('heading', { name: 'Confirm Phone Number', hidden: true });
  expect(fieldNamed(page, 'mpesaPhone').getAttribute('value')).toBe(phone);
};
const prefilledIn = (on: string) =>
  /\+234|\+233|no profile/.test(on) ? '' : on.includes('0112345678') ? '254112345678' : PAYER;

/** What happens at the phone, in the words of both tables. */
const atThePhone: Entries = [
  [/^confirm\(phone '(.*)'\)$/, (_, [, phone = '']) => [{ type: 'phone.change', phone }, { type: 'phone.confirm' }]],
  [/^confirm again/, { type: 'phone.confirm' }],
  [/^type phone(?:\('(.*)'\))?$/, (_, [, phone = '0']) => ({ type: 'phone.change', phone })],
  [/^cancel$/, { type: 'dialog.cancel' }],
  [
    /^Escape$/,
    (live) =>
      live.snapshot.hasTag('dialog')
        ? key('Escape', 'dialog', live.snapshot.matches('confirmingPhone') ? 'Confirm Phone Number' : 'Pay with M-Pesa')
        : LOOK,
  ],
];

const leaving: Entries = [
  [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
  [
    /^leave the page before 2 s$/,
    async (live) => {
      await live.advance(1_000);
      live.stop();
    },
  ],
];

const shared: Judges = [
  [/^dialog 'Confirm Phone Number'/, ({ page }, _, { on }) => asksForPhone(page, prefilledIn(on))],
  [/^field filled with/, ({ page }, _, { on }) => expect(fieldNamed(page, 'mpesaPhone').value).toBe(prefilledIn(on))],
  [
    /^field blank, Confirm disabled$/,
    ({ page }) => {
      expect(fieldNamed(page, 'mpesaPhone').value).toBe('');
      isOff(page);
    },
  ],
  [/^Confirm (is )?disabled$/, ({ page }) => isOff(page)],
  [/^phone (?:kept as )?(\d+)/, ({ snapshot }, [, phone]) => expect(snapshot.context.payer).toBe(phone)],
  [
    /^hand data\.lines to checkout$/,
    ({ snapshot }) => expect(snapshot.output).toEqual({ outcome: 'changed', lines: CHANGED, problem: null }),
  ],
  [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
  [/^nothing more: the lines are/, nothingDone],
];

/** What follows an order that stands, and a purchase that is over. */
const orderedAs = (outcome: Outcome<Machine>, orderId: string, when: string | null) => {
  outcome.effect('goToOrderSuccess', { orderId });
  // What M-Pesa pays, or turns into cash, is saved before and removed by the payment itself.
  if (outcome.before.matches('placingCod')) outcome.effect('saveAddress', { saving: savingOf(when), details });
};

const startsPlacing = (outcome: Outcome<Machine>, orderId: string | null) => {
  const { draft } = outcome.snapshot.context;
  expect(outcome.started.map(({ slot, input }) => [slot, input])).toEqual([
    ['orderPlacement', draft?.paymentMethod === 'cod' ? { draft, orderId } : { draft }],
  ]);
};
const startsPaying = (outcome: Outcome<Machine>, input: object) =>
  expect(outcome.started.map((call) => [call.slot, call.input])).toEqual([
    ['mpesaPayment', { prompt: null, amount: 3000, phone: PAYER, orderId: ORDER, ...input }],
  ]);

export const purchaseTable: Table<Machine> = {
  view,
  start: {
    "pressed 'Pay with M-Pesa'": 'mpesa',
    "pressed 'Confirm Order' (cash on delivery)": 'cash',
    'a payment of this shopper is kept from before a reload (order and prompt)': 'after a reload',
  },
  input: ({ from, on, when }) => {
    if (on.startsWith('start(kept order') || when?.startsWith('resumed after')) return 'after a reload';
    if (/\+234|\+233/.test(on)) return 'mpesa, phone of Nigeria';
    if (on.includes('0112345678')) return on.startsWith('start') ? 'mpesa, phone of 011' : 'mpesa';
    if (on.includes('no profile')) return 'mpesa, no phone';
    const isKept = /(cash, an|^an) unpaid order (o0 )?of this unchanged/.test(
      on.startsWith('start(') ? on.slice(6) : (when ?? ''),
    );
    const isTurned = when?.startsWith('o0 was') === true;
    const method = from === 'placing.cash' || from === 'refused' ? 'cash' : 'mpesa';
    if (isKept || isTurned || on.startsWith('start(cash, an unpaid order o0 of this')) return `${method}, kept order`;
    return [method, savingIn(when)].filter((part) => part !== '').join(', ');
  },
  reach: {
    confirmingPhone: () => undefined,
    'placing.mpesa': (live) => confirm(live),
    'placing.cash': () => undefined,
    paying: place,
    failed: tell('failed'),
    timedOut: tell('timedOut'),
    failedBeside: async (live, { when }) => {
      if (when?.startsWith('no order was made')) await orderless(live, 'Failed to place order');
      else await tell(when === 'timed out' ? 'timedOut' : 'failed')(live);
      await live.advance(3_000);
    },
    paid: async (live) => {
      await place(live);
      await live.answer('mpesaPayment', payment('paid'));
    },
    ordered: (live) => live.answer('orderPlacement', placement()),
  },
  when: [
    [/^a phone error shows$/, { after: (live) => confirm(live, '12') }],
    [
      /^(an unpaid order of this|an unpaid order o0 of this) unchanged draft is kept$/,
      { holds: ({ snapshot }) => snapshot.context.orderId === ORDER },
    ],
    [
      /changed since$|is x 3 now$|costs 1600 now$|another shopper's$/,
      { because: 'the checkout gives no order of another draft or shopper: tests/paths/checkout.test.tsx' },
    ],
    [
      /^a key K0 of|cannot be written$|replaces? o0$/,
      { because: 'the browser’s record knows key and replacement: tests/requirements/checkout.test.ts' },
    ],
    [
      /^(address unchanged|changed address)/,
      { holds: (live, { when }) => live.snapshot.context.saving.kind === savingOf(when).kind },
    ],
    [
      /another tab meanwhile$/,
      { because: 'the cart lets go of the ordered lines alone: tests/requirements/cart.test.ts' },
    ],
    [/^o0 was/, { holds: ({ snapshot }) => snapshot.context.orderId === KEPT }],
    [/^phone 254212345678$/, { because: 'the server alone refuses it' }],
    [/^resumed after a reload/, { holds: ({ snapshot }) => snapshot.context.draft === null }],
    [/^(the order stands|timed out)$/, { holds: ({ snapshot }) => snapshot.context.orderId === ORDER }],
    [/^no order was made/, { holds: ({ snapshot }) => snapshot.context.orderId === null }],
  ],
  on: [
    ...atThePhone,
    [/^start\(/, START],
    [/^press 'Confirm Order' \(double click\)$/, LOOK],
    [
      /^order-placement ends\(placed, order '(\w+)'\)$/,
      (live, [, order]) => live.answer('orderPlacement', placement({ orderId: order === 'o0' ? KEPT : ORDER })),
    ],
    [
      /^order-placement ends\(refused, '(.*)'\)$/,
      (live, [, text = '']) => live.answer('orderPlacement', notPlaced(text)),
    ],
    [
      /^order-placement ends\(lines changed\)$/,
      (live) => live.answer('orderPlacement', placement({ outcome: 'changed', orderId: '', lines: CHANGED })),
    ],
    [
      /^order-placement ends\(signed out\)$/,
      (live) => live.answer('orderPlacement', placement({ outcome: 'signedOut', orderId: '' })),
    ],
    [/^mpesa-payment is under way$/, (live) => live.tell('mpesaPayment', paying('underWay'))],
    [/^mpesa-payment is failed/, (live) => live.tell('mpesaPayment', paying('failed'))],
    [/^mpesa-payment is timed out$/, (live) => live.tell('mpesaPayment', paying('timedOut'))],
    [/^mpesa-payment ends\(paid\)$/, (live) => live.answer('mpesaPayment', payment('paid'))],
    [/^mpesa-payment ends\(on delivery\)$/, (live) => live.answer('mpesaPayment', payment('onDelivery'))],
    [/^mpesa-payment ends\(gone\)$/, (live) => live.answer('mpesaPayment', payment('gone'))],
    [/^mpesa-payment ends\(cancelled\)$/, (live) => live.answer('mpesaPayment', payment('cancelled', ORDER_CANCELLED))],
    [/^mpesa-payment ends\(signed out\)$/, (live) => live.answer('mpesaPayment', payment('signedOut'))],
    [
      /^try again/,
      async (live, _, { from, when }) => {
        // The payment's own button is in the payment's view (tests/paths/mpesa-payment.test.tsx).
        if (from === 'paying') return;
        if (when?.startsWith('no order')) await live.send({ type: 'order.retry' });
        else if (when?.startsWith('resumed')) await live.send({ type: 'phone.ask' });
        else await live.tell('mpesaPayment', paying('underWay'));
      },
    ],
    ...leaving,
  ],
  calls: [],
  inside: { orderPlacement: 'a flow of its own', mpesaPayment: 'a flow of its own' },
  does: [
    [
      /^(a new key|the kept order stays kept$|the server answers)/,
      { judgedBy: 'tests/requirements/checkout.test.ts (D9)' },
    ],
    ...shared,
    [
      /^no (phone is asked|order is placed)/,
      ({ page, started }, { input }) => {
        expect(page.queryByRole('heading', { name: 'Confirm Phone Number', hidden: true })).toBeNull();
        if (input.includes('no order')) expect(started.map(({ slot }) => slot)).not.toContain('orderPlacement');
      },
    ],
    [/^order-placement starts by turning o0/, (outcome) => startsPlacing(outcome, KEPT)],
    [/^order-placement starts with/, (outcome) => startsPlacing(outcome, null)],
    [
      /^mpesa-payment starts with order (?:o0|a1b2c3d4)(?:, phone (\d+))?/,
      (outcome, [, phone = PAYER], { from, when }) => {
        startsPaying(outcome, { phone });
        if (from === 'placing.mpesa') outcome.effect('saveAddress', { saving: savingOf(when), details });
      },
    ],
    [
      /^mpesa-payment resumes/,
      (outcome) => startsPaying(outcome, { phone: '', amount: 0, prompt: { checkoutRequestId: 'ws_1', times: null } }),
    ],
    [
      /^mpesa-payment (pushes|starts its)/,
      ({ live }) => expect(live.openCalls().map(({ slot }) => slot)).toEqual(['mpesaPayment']),
    ],
    [/^keep the order a1b2c3d4/, ({ snapshot }) => expect(snapshot.context.orderId).toBe(ORDER)],
    [
      /^remove the ordered lines/,
      (outcome, _, { on }) => {
        if (outcome.before.matches('placingCod'))
          outcome.effect('removeOrdered', { orderId: on.includes("'o0'") ? KEPT : ORDER });
        else expect(outcome.snapshot.matches('paid') || outcome.snapshot.matches('ordered')).toBe(true);
      },
    ],
    [
      /^forget key and record/,
      (outcome, _, { on }) => {
        // Of an order that is no more the payment itself forgets the record.
        if (/gone|cancelled/.test(on)) nothingDone(outcome);
        else outcome.effect('forgetOrder', { orderId: on.includes("'o0'") ? KEPT : ORDER });
      },
    ],
    [
      /^go to \/order-success with orderId (\w+)/,
      (outcome, [, order], { when }) => orderedAs(outcome, order === 'o0' ? KEPT : ORDER, when),
    ],
    [
      /^the field holds what was typed$/,
      ({ page }) => expect(fieldNamed(page, 'mpesaPhone').value).toBe('0722 000-000'),
    ],
    [
      /^Confirm can be pressed$/,
      ({ page }) =>
        expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', false),
    ],
    [/^the dialog is gone$/, ({ page }) => noDialog(page)],
    [
      /^an alert beside the form with 'Try again'$/,
      (outcome) => {
        outcome.page.getByRole('button', { name: 'Try again' });
        // What was seen to fail is not taken up again; what timed out may still be paid.
        if (outcome.snapshot.context.payment === 'failed') outcome.effect('forgetPrompt', { orderId: ORDER });
      },
    ],
    [
      /^(the dialog stays|the prompt stands|the 2 s go on)/,
      (outcome) => {
        dialog(outcome.page);
        nothingDone(outcome);
      },
    ],
    [
      /^(nothing ordered|K1 stays kept|o0 stays kept|order and key stay kept|no payment starts|cart (kept|unchanged)|cart(,| and))/,
      (outcome, _, { does }) => {
        const rest = outcome.unclaimed();
        expect(
          rest.filter((type) => !(type === 'goToLogin' && does.some((text) => text.startsWith('go to /auth/login')))),
        ).toEqual([]);
      },
    ],
  ],
  says: {
    ...Object.fromEntries(
      [
        'the same reason',
        'Payment failed. Please try again.',
        'Failed to initiate M-Pesa payment',
        'Please wait 2 minutes before trying again.',
        'Please enter a valid Kenyan phone number',
        'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
      ].map((text) => [text, CANCELLED]),
    ),
  },
  undrawn: {
    'the reason (see rows)': 'the rows have it',
    'the reason': 'the rows have it',
    'the text (see rows)': 'the rows have it',
    timedOut: 'drawn by mpesa-payment',
    orderCancelled: 'corrected: said like every other failure, in the dialog and then beside the form',
  },
  corrections: [
    // The address call outlives the page, so the machine hands it out and does not wait for it.
    { rows: /placed, order 'a1b2c3d4'\) \[changed address/, ref: '§4, A27, U23', calls: [] },
    { rows: /^paying: mpesa-payment ends\(cancelled\)/, ref: 'D12, U3', to: 'failed' },
    { rows: /^paid: leave the page before 2 s/, ref: 'U6', to: 'paid' },
  ],
  elsewhere: [
    { rows: /reload page/, by: 'tests/requirements/purchase.test.ts' },
    { rows: /^(paying|paid|ordered): (POST|PUT) \/auth\/addresses/, by: 'tests/requirements/checkout.test.ts' },
    { rows: /^failedBeside: try again \[refused with retryAfter/, by: 'tests/requirements/mpesa-payment.test.ts' },
    { rows: /^(?!placing).*: (press|change anything)/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^invariant: (as long as a key|a failure of the address)/, by: 'tests/requirements/checkout.test.ts' },
  ],
};

type States = Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>;
const isIn = (name: string) => purchaseModel.states?.[name] ?? (() => false);

/** What the placing of the order comes to when the server refuses; that it does is shown in order-placement. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^400, message 'X'$/, notPlaced('X')],
  [/^409, too many open/, notPlaced(FULL)],
  [/^409, data\.lines/, placement({ outcome: 'changed', orderId: '', lines: CHANGED })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
  [/./, notPlaced('Failed to place order')],
];

/** What the older tables tell of the calls, as what order-placement comes to. */
const placingEnds: Entries = [
  [
    /^(?:POST|PUT|GET) \/orders\S* answers\((?:data\.order|success\)|order )/,
    (live) => live.answer('orderPlacement', placement()),
  ],
  [
    /^(?:POST|PUT|GET) \/orders.* (?:answers|fails)\((.*)\)$/,
    (live, [, words = '']) => live.answer('orderPlacement', refusals.find(([pattern]) => pattern.test(words))?.[1]),
  ],
];

/** The checkout's names. */
export const checkoutStates: States = {
  placingCod: isIn('placing.cash'),
  payingMpesa: (snapshot) => snapshot.hasTag('dialog'),
  ordered: isIn('ordered'),
  editing: (snapshot) => snapshot.hasTag('inline') || ['failed', 'dismissed'].includes(snapshot.output?.outcome ?? ''),
  reviewChanges: isIn('linesChanged'),
  signedOut: isIn('signedOut'),
};

/** The rows of the checkout's table that happen between the press of the button and the order. */
export const checkoutPurchaseTable: Table<Machine> = {
  // What is said beside the form is said by the checkout.
  view: ({ output }) => <>{output?.problem?.text}</>,
  start: {},
  input: ({ from, on, when }) =>
    on.startsWith('PUT /orders')
      ? 'cash, kept order'
      : [from === 'placingCod' ? 'cash' : 'mpesa', savingIn(when)].filter((part) => part !== '').join(', '),
  reach: {
    placingCod: () => undefined,
    payingMpesa: (live, { on }) => (on === 'order created' ? confirm(live) : place(live)),
  },
  when: [
    [
      /^(address unchanged|changed address)/,
      { holds: (live, { when }) => live.snapshot.context.saving.kind === savingOf(when).kind },
    ],
  ],
  on: [
    ...placingEnds,
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
  inside: { orderPlacement: 'a flow of its own', mpesaPayment: 'a flow of its own' },
  does: [
    [/^remove the ordered lines from the cart$/, (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER })],
    [/^go to \/order-success with orderId$/, (outcome, _, { when }) => orderedAs(outcome, ORDER, when)],
    [
      /^the address (is|becomes|stays)/,
      (outcome, _, { when }) => void outcome.effect('saveAddress', { saving: savingOf(when), details }),
    ],
    ...shared,
    [/^cart kept$/, ({ snapshot }) => expect(snapshot.output?.outcome).toBe('signedOut')],
    [/^A was Ksh 1,500, now Ksh 1,600$/, ({ snapshot }) => expect(snapshot.output?.lines).toEqual(CHANGED)],
  ],
  unseen: {
    forgetPrompt: 'judged by the table of the purchase',
    forgetOrder: 'judged by the table of the purchase',
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

/** The payment's names. */
export const paymentStates: States = {
  confirmingPhone: isIn('confirmingPhone'),
  placingOrder: isIn('placing.mpesa'),
  checkingOrder: isIn('placing.mpesa'),
  requestingPush: isIn('paying'),
  resuming: (snapshot) => isIn('paying')(snapshot) && snapshot.context.kept !== null,
  pending: isIn('paying'),
  'pending.checking': isIn('paying'),
  'pending.prompt.expired': isIn('paying'),
  'pending.prompt.switching': isIn('paying'),
  completed: isIn('paid'),
  failed: isIn('failed'),
  timedOut: isIn('timedOut'),
  failedInline: isIn('failedBeside'),
  dismissed: isIn('dismissed'),
  reviewChanges: isIn('linesChanged'),
  done: isIn('ordered'),
  signedOut: isIn('signedOut'),
};

/** The rows of the payment's table that happen around the payment: the phone, the order, and what follows. */
export const paymentPurchaseTable: Table<Machine> = {
  view,
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
    failed: tell('failed'),
    timedOut: tell('timedOut'),
    failedInline: async (live, { when }) => {
      if (when === 'no order was made') await orderless(live, 'Failed to place order');
      else await tell('failed')(live);
      await live.advance(3_000);
    },
  },
  when: [
    [/^a phone error shows$/, { after: (live) => confirm(live, '12') }],
    [/^an order of this unchanged draft is kept$/, { input: 'mpesa, kept order' }],
    [/^an order is kept but lines or delivery changed since$/, { input: 'mpesa, replaces an order' }],
    [/^no order was made$/, { holds: ({ snapshot }) => snapshot.context.orderId === null }],
    [/^push accepted/, { because: 'the payment knows the times: tests/paths/mpesa-payment.test.tsx' }],
  ],
  on: [
    ...atThePhone,
    [/^start\(/, START],
    // What the payment comes to when the shop says so; that it does is shown in mpesa-payment.
    [/answers\(completed/, (live) => live.answer('mpesaPayment', payment('paid'))],
    [/^PUT .* answers\(success\)$/, (live) => live.answer('mpesaPayment', payment('onDelivery'))],
    [/^GET payment-status fails\(404\)$/, (live) => live.answer('mpesaPayment', payment('gone'))],
    [
      /^(GET payment-status|POST \/mpesa\/stkpush) fails\(401\)$|^logged out/,
      (live) => live.answer('mpesaPayment', payment('signedOut')),
    ],
    [/^GET payment-status answers\(pending\)$/, (live) => live.tell('mpesaPayment', paying('timedOut'))],
    [/^GET payment-status answers\(failed/, (live) => live.tell('mpesaPayment', paying('failed'))],
    ...placingEnds,
    [/^try again$/, { type: 'order.retry' }],
    ...leaving,
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
    ...shared,
    [
      /^passes here; the server refuses it at the push$/,
      ({ snapshot }) => expect(snapshot.context.payer).toBe('254212345678'),
    ],
    [/^no second POST \/orders$/, ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['mpesaPayment'])],
    [/^keep orderId for retry and resume$/, ({ snapshot }) => expect(snapshot.context.orderId).toBe(ORDER)],
    [/^checkout may now save the address$/, (outcome) => void outcome.effect('saveAddress', { details })],
    [
      /^(cart kept|payment stays kept)$/,
      (outcome) => expect(outcome.unclaimed().filter((type) => type !== 'goToLogin')).toEqual([]),
    ],
    [/^Try again sends the same key$/, ({ snapshot }) => expect(snapshot.context.draft).toEqual(mpesa.draft)],
    [
      /^remove the ordered lines from the cart/,
      ({ snapshot }) => expect(snapshot.matches('paid') || snapshot.matches('ordered')).toBe(true),
    ],
    [/^go to \/order-success with orderId$/, (outcome) => orderedAs(outcome, ORDER, null)],
    [
      /^forget the kept payment$/,
      // At the latest then: the table of the purchase forgets it with the money.
      ({ live, snapshot }) =>
        expect(snapshot.matches('dismissed') || live.effects.some(({ type }) => type === 'forgetOrder')).toBe(true),
    ],
    [
      /^dialog resets/,
      ({ page }) => {
        noDialog(page);
        page.getByRole('button', { name: 'Try again' });
      },
    ],
    [/^alert with 'Try again'$/, ({ page }) => void page.getByRole('button', { name: 'Try again' })],
  ],
  unseen: {
    saveAddress: 'goes on by itself; judged by the row that says so',
    forgetPrompt: 'judged by the table of the purchase',
    forgetOrder: 'judged by the table of the purchase',
  },
  says: {
    'the same reason': CANCELLED,
    'the reason (see rows)': CANCELLED,
    'the reason': CANCELLED,
  },
  undrawn: {
    checkingOrder: 'by order-placement',
    completed: 'by the table of the purchase, in the same words',
    failedInline: 'by the table of the purchase, in the same words',
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
    { rows: /^failedInline: try again(, then POST.*)? \[an order is kept\]/, by: 'tests/paths/mpesa-payment.test.tsx' },
    { rows: /^pending: reload page/, by: 'tests/requirements/mpesa-payment.test.ts' },
    { rows: /^(dismissed: |failedInline: (press|change))/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^invariant: (no GET payment-status|the ordered lines)/, by: 'tests/paths/mpesa-payment.test.tsx' },
  ],
};
