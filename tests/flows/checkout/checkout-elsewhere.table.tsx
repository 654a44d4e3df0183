import { expect } from 'vitest';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { ended, ORDER, purchaseTells } from './checkout.model.ts';
import type { checkoutModel } from './checkout.model.ts';
import { isPurchasing } from './checkout.told-apart.ts';
import { phoneLine } from '../support/shop.samples.ts';

import { open, cartBecomes, payBy, changedIn, fails, view } from './checkout.table.tsx';
import type { Live, Machine } from './checkout.table.tsx';

const DIALOG: NonNullable<Table<Machine>['does']>[number] = [
  /^dialog 'Confirm Phone Number'/,
  ({ started }) =>
    expect(started.map(({ input }) => input)).toMatchObject([{ phone: '0712345678', kept: null, orderId: null }]),
];

const pay = async (live: Live) => {
  await open(live);
  await live.send({ type: 'order.place' });
};

/** The rows of the payment's table that happen in the form after the dialog has closed. */
export const paymentCheckoutTable: Table<Machine> = {
  view,
  start: {},
  input: () => '',
  reach: {
    failedInline: async (live) => {
      await pay(live);
      await live.emitSnapshot('purchase', purchaseTells('inline'));
    },
    dismissed: async (live) => {
      await pay(live);
      await live.answer('purchase', ended('dismissed'));
    },
  },
  when: [
    {
      'one phone has had its prompts of the hour': {
        because: 'the form knows nothing of it: another number may be tried at once',
      },
    },
  ],
  on: [
    {
      "press 'Pay with M-Pesa'": { type: 'order.place' },
      'change anything in the checkout': (live) => payBy(live, 'cod'),
    },
  ],
  does: [DIALOG],
  calls: [],
  inside: {
    delivery: 'the choice of delivery, a machine of its own',
    loadUser: 'before there is a form',
    purchase: 'begins with the phone: tests/flows/purchase/purchase.paths.test.tsx',
  },
  elsewhere: [
    {
      rows: /^(confirmingPhone|placingOrder|checkingOrder|completed|failed): |^timedOut: timer|^start: |^invariant: /,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
    {
      rows: /^(requestingPush|pending.*|otherWays.*|proving|resuming): |^timedOut: GET|^failedInline: (timer|press 'Send to|look|pay by hand)/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    { rows: /^failedInline: (try|wait)/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
  ],
};

/** Starts a purchase and answers it, for rows of the purchase about a press or a change in the form afterwards. */
const purchased = (live: Live, method: 'mpesa' | 'cod', outcome: ReturnType<typeof ended>) =>
  placing(live, method).then(() => live.answer('purchase', outcome));
const placing = async (live: Live, method: 'mpesa' | 'cod') => {
  await open(live);
  await payBy(live, method);
  await live.send({ type: 'order.place' });
};
const beside = async (live: Live) => {
  await placing(live, 'mpesa');
  await live.emitSnapshot('purchase', purchaseTells('inline'));
};

export const purchaseCheckoutTable: Table<Machine> = {
  view,
  start: {},
  input: ({ when }) => (when?.endsWith('the order of this unchanged draft is kept') === true ? 'kept order' : ''),
  reach: {
    failedBeside: beside,
    orderCancelled: beside,
    refused: (live) => purchased(live, 'cod', fails('Failed to place order')),
    linesChanged: (live) => purchased(live, 'cod', ended('changed', { lines: [changedIn(null)] })),
    dismissed: (live) => purchased(live, 'mpesa', ended('dismissed')),
  },
  when: [
    [
      /^refused with retryAfter|was said of the first number$/,
      { because: 'the form knows nothing of it: another number may be tried at once' },
    ],
    [
      /^(the changes were accepted|went back, cart unchanged|the code screen was left, .* is kept)$/,
      { because: 'by the act' },
    ],
  ],
  on: [
    {
      'change anything in the checkout': (live) =>
        payBy(live, live.snapshot.context.payment === 'mpesa' ? 'cod' : 'mpesa'),
    },
    [
      /^press '(Pay with M-Pesa|Confirm Order)'(?: \[cash on delivery\])?$/,
      async (live, [, button], { when }) => {
        const isChanged = live.snapshot.matches('reviewChanges');
        if (isChanged && when?.startsWith('the changes')) {
          await live.send({ type: 'review.accept' });
          await cartBecomes(live, [phoneLine(2, 1600)]);
        } else if (isChanged) await live.send({ type: 'review.back' });
        if (button === 'Confirm Order' && live.snapshot.context.payment === 'mpesa') await payBy(live, 'cod');
        await live.act(press('button', button ?? ''));
      },
    ],
  ],
  calls: [],
  inside: {
    delivery: 'the choice of delivery, a machine of its own',
    loadUser: 'before there is a form',
    purchase: 'a flow of its own: tests/flows/purchase/purchase.paths.test.tsx',
  },
  does: [
    {
      'order-placement starts by turning the kept order into cash on delivery: no second order': ({ started }) =>
        expect(started.map(({ input }) => input)).toMatchObject([{ orderId: ORDER, draft: { paymentMethod: 'cod' } }]),
    },
    DIALOG,
    [
      /^order-placement starts with the (same|changed)? ?draft/,
      ({ started }, [, which]) =>
        expect(started.map(({ input }) => input)).toMatchObject([
          { orderId: null, draft: { paymentMethod: 'cod', totalPrice: which === 'changed' ? 3200 : 3000 } },
        ]),
    ],
    [
      /^(a new key is made|the kept order and key|key and kept order)/,
      { judgedBy: 'tests/flows/checkout/checkout.requirements.test.ts (D9)' },
    ],
  ],
  unseen: { acceptChanges: 'the cart accepts and tells so', keepTyped: 'judged by the model: what is typed is kept' },
  undrawn: Object.fromEntries(
    ['confirmingPhone', 'timedOut', 'failedBeside', 'paid', 'orderCancelled'].map((state) => [
      state,
      'drawn by the purchase',
    ]),
  ),
  elsewhere: [
    {
      rows: /^(?!failedBeside|orderCancelled|refused|linesChanged|dismissed)/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
    { rows: /: (?!press|change)/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
  ],
};

/** Maps the state names of the purchase's and the payment's tables to states of the form. */
export const purchaseStates: NonNullable<typeof checkoutModel.states> = {
  failedBeside: (snapshot) => snapshot.matches({ form: { purchasing: 'inline' } }),
  orderCancelled: (snapshot) => snapshot.matches({ form: { purchasing: 'inline' } }),
  refused: (snapshot) => snapshot.matches({ form: 'editing' }) && snapshot.context.problem !== null,
  linesChanged: (snapshot) => snapshot.matches('reviewChanges'),
  dismissed: (snapshot) => snapshot.matches({ form: 'editing' }) && snapshot.context.problem === null,
  confirmingPhone: (snapshot) => isPurchasing(snapshot) && snapshot.context.draft?.paymentMethod === 'mpesa',
  'placing.cash': (snapshot) => isPurchasing(snapshot) && snapshot.context.draft?.paymentMethod === 'cod',
};

export const paymentStates: NonNullable<typeof checkoutModel.states> = {
  confirmingPhone: isPurchasing,
  failedInline: (snapshot) => snapshot.matches({ form: { purchasing: 'inline' } }),
  dismissed: (snapshot) => snapshot.matches({ form: 'editing' }),
};
