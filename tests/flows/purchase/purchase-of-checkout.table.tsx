import { expect } from 'vitest';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { CONFIRM_FIRST, ORDER } from '../support/payment.samples.ts';
import { PurchaseDialog, PurchaseStatus } from '../../../src/views/checkout/purchase.view.tsx';
import { CHANGED, details, notPlaced, paying, payment, placement } from './purchase.model.ts';

import {
  asksForPhone,
  confirm,
  isIn,
  orderedAs,
  place,
  placingEnds,
  savingIn,
  getSaving,
  shared,
  tell,
} from './purchase.parts.tsx';
import type { Machine, States } from './purchase.parts.tsx';

/** The rows of the checkout's table that happen in a purchase. */

/** A row's text without the mark `(our words)`. */
const ownWords = (says: readonly string[] | null = []) => (says ?? []).join('').replace('(our words) ', '');

/** Expects that no order exists and that Try again places a new one. */
const triesAnew = ({ page, snapshot, live }: Outcome<Machine>) => {
  expect([snapshot.matches({ orderless: 'inline' }), snapshot.context.orderId]).toEqual([true, null]);
  expect(live.effects.map(({ type }) => type)).not.toContain('removeOrdered');
  page.getByRole('button', { name: 'Try again' });
};

/** Maps the state names of the checkout's table. */
export const checkoutStates: States = {
  placingCod: isIn('placing.cash'),
  payingMpesa: (snapshot) => snapshot.hasTag('dialog'),
  ordered: isIn('ordered'),
  editing: (snapshot) => snapshot.hasTag('inline') || ['failed', 'dismissed'].includes(snapshot.output?.outcome ?? ''),
  reviewChanges: isIn('linesChanged'),
  signedOut: isIn('signedOut'),
};

/** The rows of the checkout's table between the submit and the placed order. */
export const checkoutPurchaseTable: Table<Machine> = {
  // The checkout shows the problem of a purchase that has ended.
  view: (snapshot, send) => (
    <>
      {snapshot.output?.problem?.text}
      <PurchaseDialog
        snapshot={snapshot}
        send={send}
        placement={null}
        payment={snapshot.matches({ paying: 'proving' }) && <p role="alert">{CONFIRM_FIRST}</p>}
      />
      <PurchaseStatus snapshot={snapshot} send={send} placement={null} payment={null} />
    </>
  ),
  start: {},
  input: ({ from, on, when }) =>
    on.startsWith('PUT /orders')
      ? 'cash, kept order'
      : [from === 'placingCod' ? 'cash' : 'mpesa', savingIn(when)].filter((part) => part !== '').join(', '),
  reach: {
    placingCod: () => undefined,
    payingMpesa: (live, { on, when }) => {
      if (on.endsWith('from the code screen') || when === 'the code screen shows') return tell('proving')(live);
      return /order created|\[(3|51) /.test(on) ? confirm(live) : place(live);
    },
  },
  when: [
    { 'the code screen shows': { holds: ({ snapshot }) => snapshot.matches({ paying: 'proving' }) } },
    [
      /^(address unchanged|changed address)/,
      { holds: (live, { when }) => live.snapshot.context.saving.kind === getSaving(when).kind },
    ],
  ],
  on: [
    {
      'order created': (live) => live.answer('orderPlacement', placement()),
      'mpesa-payment is proving': (live) => live.emitSnapshot('mpesaPayment', paying('proving')),
      'mpesa-payment goes back from the code screen': (live) => live.answer('mpesaPayment', payment('unproved')),
      // The payment receives the event (tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx).
      'the session ends in another tab': (live) => live.answer('mpesaPayment', payment('signedOut')),
      'mpesa-payment ends(done)': (live) => live.answer('mpesaPayment', payment('onDelivery')),
      'mpesa-payment ends(dismissed)': (live) => live.answer('mpesaPayment', payment('gone')),
      'mpesa-payment ends(signedOut)': (live) => live.answer('mpesaPayment', payment('signedOut')),
      'mpesa-payment is failedInline': async (live) => {
        await live.emitSnapshot('mpesaPayment', paying('failed'));
        await live.advance(3_000);
      },
    },
    ...placingEnds,
    [
      /^mpesa-payment is failedInline \[(3 unpaid|51 pieces)/,
      async (live, _, { says }) => {
        await live.answer('orderPlacement', notPlaced(ownWords(says)));
        await live.advance(3_000);
      },
    ],
    [
      /^mpesa-payment is failedInline \[late money/,
      async (live, _, { says }) => {
        await live.answer('mpesaPayment', payment('cancelled', ownWords(says)));
        await live.advance(3_000);
      },
    ],
  ],
  calls: [],
  inside: {
    orderPlacement: 'a flow of its own',
    mpesaPayment: 'a flow of its own',
    byHand: 'a flow of its own',
  },
  does: [
    {
      'remove the ordered lines from the cart': (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER }),
      'go to /order-success with orderId': (outcome, _, { when }) => orderedAs(outcome, ORDER, when),
      "the code screen (phone-verification) for the payer's phone, in the place of the dialog's phone field": ({
        page,
        snapshot,
      }) => {
        page.getByRole('heading', { name: 'Verify Your Phone Number', hidden: true });
        expect([snapshot.matches('confirmingPhone'), snapshot.context.orderId]).toEqual([false, ORDER]);
      },
      "dialog 'Confirm Phone Number' with the number as it was; the order is kept": ({ page, snapshot }) => {
        asksForPhone(page, '0712345678');
        expect(snapshot.context.orderId).toBe(ORDER);
      },
      'A was Ksh 1,500, now Ksh 1,600': ({ snapshot }) => expect(snapshot.output?.lines).toEqual(CHANGED),
    },
    [
      /^the address (is|becomes|stays)/,
      (outcome, _, { when }) => void outcome.effect('saveAddress', { saving: getSaving(when), details }),
    ],
    ...shared,
    [/^cart(, order and key)? kept$/, (outcome) => expect(outcome.unclaimed()).not.toContain('removeOrdered')],
    [
      /^(cart kept as it is|the kept order stays|the next try sends the same key)/,
      // Draft and order do not change, and the key depends only on the draft.
      (outcome) => {
        const { draft, orderId } = outcome.before.context;
        expect(outcome.snapshot.context).toMatchObject({ draft, orderId });
        expect(outcome.unclaimed()).toEqual([]);
      },
    ],
    [/^'Try again'( orders the lines anew)?$/, triesAnew],
  ],
  unseen: {
    forgetPrompt: 'judged by the table of the purchase',
    forgetOrder: 'judged by the table of the purchase',
    goToLogin: 'judged by the row that says so',
  },
  says: {
    // The checkout receives the lines and shows this text.
    'Some prices or stock have changed. Please review your order.': '',
    // The payment's view shows this text (tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx).
    "the reason, with 'Try again'": '',
  },
  undrawn: { editing: 'drawn by the checkout', reviewChanges: 'drawn by the checkout' },
  elsewhere: [
    { rows: /^(?!placingCod|payingMpesa)/, by: 'tests/flows/checkout/checkout.paths.test.tsx' },
    { rows: /^payingMpesa: reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /place order|ends\((?:reviewChanges|cash)\)/, by: 'tests/flows/checkout/checkout.paths.test.tsx' },
    {
      rows: /^placingCod: (timer|POST \/orders fails\(network lost)/,
      by: 'tests/flows/order-placement/order-placement.paths.test.tsx',
    },
    { rows: /^payingMpesa: POST \/auth\/addresses/, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
  ],
};
