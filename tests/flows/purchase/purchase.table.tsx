import { expect } from 'vitest';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { fieldNamed } from '../support/account.judges.ts';
import { HAND_REPORTS } from '../support/by-hand.samples.ts';
import { CANCELLED, JUST_NOW, ORDER, PAYER } from '../support/payment.samples.ts';
import { byHand, CHANGED, details, KEPT, notPlaced, paying, payment, placement } from './purchase.model.ts';

import {
  atThePhone,
  leaving,
  shared,
  ORDER_CANCELLED,
  savingIn,
  getSaving,
  confirm,
  tell,
  tick,
  offers,
  stoppedIn,
  orderless,
  asksForPhone,
  view,
  dialog,
  noDialog,
  nothingDone,
  orderedAs,
  startsPlacing,
  startsPaying,
} from './purchase.parts.tsx';
import type { Machine } from './purchase.parts.tsx';

export const purchaseTable: Table<Machine> = {
  view,
  start: {
    "pressed 'Pay with M-Pesa'": 'mpesa',
    "pressed 'Confirm Order' (cash on delivery)": 'cash',
    'a payment of this shopper is kept from before a reload (order and prompt)': 'after a reload',
    'an order that is paid by hand is kept, without a prompt': 'after a reload, by hand',
    "by hand comes first, by the shop's setting, and no order was made": 'mpesa, by hand first',
    "pressed 'Pay with M-Pesa', and M-Pesa sends no prompts now": 'mpesa, prompts stopped',
  },
  input: ({ from, on, when }) => {
    if (from === 'otherWays') return stoppedIn(on, when);
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
    failed: (live, { when }) =>
      when === 'no order was made' ? orderless(live, 'Failed to place order') : tell('failed')(live),
    proving: tell('proving'),
    byHand: async (live) => {
      await live.send({ type: 'hand.choose' });
      await live.answer('orderPlacement', placement());
    },
    confirmingPhone: async (live, { when }) => {
      if (when?.startsWith('came back') !== true) return;
      await tell('proving')(live);
      await live.answer('mpesaPayment', payment('unproved'));
    },
    failedBeside: async (live, { when }) => {
      if (when?.endsWith('paid by hand') === true) {
        await live.send({ type: 'hand.choose' });
        await live.answer('orderPlacement', placement());
        await live.answer('byHand', byHand('over', { problem: { text: ORDER_CANCELLED, requestId: null } }));
        await live.advance(3_000);
        return;
      }
      if (when?.startsWith('no order was made')) await orderless(live, 'Failed to place order');
      else await tell(when === 'timed out' ? 'timedOut' : 'failed')(live);
      await live.advance(3_000);
    },
  },
  when: [
    { 'a phone error shows': { after: (live) => confirm(live, '12') } },
    [
      /^(an unpaid order of this|an unpaid order o0 of this) unchanged draft is kept$/,
      { holds: ({ snapshot }) => snapshot.context.orderId === ORDER },
    ],
    [
      /changed since$|is x 3 now$|costs 1600 now$|another shopper's$/,
      {
        because:
          'the checkout gives no order of another draft or shopper: tests/flows/checkout/checkout.paths.test.tsx',
      },
    ],
    [
      /^a key K0 of|cannot be written$|replaces? o0$/,
      { because: 'the browser’s record knows key and replacement: tests/flows/checkout/checkout.requirements.test.ts' },
    ],
    [
      /^(address unchanged|changed address)/,
      { holds: (live, { when }) => live.snapshot.context.saving.kind === getSaving(when).kind },
    ],
    [
      /another tab meanwhile$/,
      { because: 'the cart lets go of the ordered lines alone: tests/flows/cart/cart.requirements.test.ts' },
    ],
    [/^o0 (was|is an)/, { holds: ({ snapshot }) => snapshot.context.orderId === KEPT }],
    { 'phone 254212345678': { because: 'the server alone refuses it' } },
    [/^[\d.]+ s after/, { after: (live, { when }) => tick(live, Number.parseFloat(when ?? '')) }],
    [/^resumed after a reload/, { holds: ({ snapshot }) => snapshot.context.draft === null }],
    [/^(the order stands|timed out)$/, { holds: ({ snapshot }) => snapshot.context.orderId === ORDER }],
    {
      'came back from the code screen of 0722000000': { holds: ({ snapshot }) => snapshot.context.orderId === ORDER },
      'after the code screen': {
        after: (live) =>
          live
            .emitSnapshot('mpesaPayment', paying('proving'))
            .then(() => live.emitSnapshot('mpesaPayment', paying('underWay'))),
      },
    },
    [/^(it was cancelled from|the order is held)/, { because: 'the payment says so' }],
    {
      'it replaces a kept order that is paid in part': {
        because: 'the record knows what is replaced: tests/flows/checkout/checkout.requirements.test.ts',
      },
    },
    { 'pay by hand was chosen': { input: 'mpesa, by hand first' } },
    [/^no order was made/, { holds: ({ snapshot }) => snapshot.context.orderId === null }],
    {
      'the prompt waits on the phone': { after: (live) => live.emitSnapshot('mpesaPayment', paying('waiting')) },
      'a call is under way': { holds: ({ snapshot }) => snapshot.matches({ paying: 'underWay' }) },
    },
  ],
  on: [
    {
      "press 'Confirm Order' (double click)": LOOK,
      'order-placement ends(lines changed)': (live) =>
        live.answer('orderPlacement', placement({ outcome: 'changed', orderId: '', lines: CHANGED })),
      'order-placement ends(signed out)': (live) =>
        live.answer('orderPlacement', placement({ outcome: 'signedOut', orderId: '' })),
      'mpesa-payment is under way': (live) => live.emitSnapshot('mpesaPayment', paying('underWay')),
      'mpesa-payment is proving(phone 254722000000)': (live) => live.emitSnapshot('mpesaPayment', paying('proving')),
      'mpesa-payment pushes again [the phone is verified]': (live) =>
        live.emitSnapshot('mpesaPayment', paying('underWay')),
      back: (live) => live.answer('mpesaPayment', payment('unproved')),
      'mpesa-payment is timed out': (live) => live.emitSnapshot('mpesaPayment', paying('timedOut')),
      'mpesa-payment ends(paid)': (live) => live.answer('mpesaPayment', payment('paid')),
      'mpesa-payment ends(on delivery)': (live) => live.answer('mpesaPayment', payment('onDelivery')),
      'mpesa-payment ends(by hand)': (live) => live.answer('mpesaPayment', payment('byHand')),
      'pay by hand': { type: 'hand.choose' },
      'pay on delivery': { type: 'cash.choose' },
      'by-hand ends(paid)': (live) => live.answer('byHand', byHand('paid', { report: HAND_REPORTS.paid })),
      'by-hand ends(paid, Ksh 500 too much)': (live) =>
        live.answer('byHand', byHand('paid', { report: HAND_REPORTS['paid, Ksh 500 too much'] })),
      'by-hand ends(on delivery)': (live) => live.answer('byHand', byHand('onDelivery')),
      "by-hand ends(over, 'This order has been cancelled.')": (live) =>
        live.answer('byHand', byHand('over', { problem: { text: ORDER_CANCELLED, requestId: null } })),
      'by-hand ends(a prompt instead, Ksh 2,000 due)': (live) =>
        live.answer('byHand', byHand('prompt', { report: HAND_REPORTS['paid in part: 1000, due 2000'] })),
      'by-hand ends(dismissed)': (live) => live.answer('byHand', byHand('dismissed')),
      'by-hand ends(signed out)': (live) => live.answer('byHand', byHand('signedOut')),
      'mpesa-payment ends(gone)': (live) => live.answer('mpesaPayment', payment('gone')),
      'mpesa-payment ends(cancelled)': (live) => live.answer('mpesaPayment', payment('cancelled', ORDER_CANCELLED)),
      'mpesa-payment ends(signed out)': (live) => live.answer('mpesaPayment', payment('signedOut')),
    },
    ...atThePhone,
    [/^start\(prompts are slow/, (live) => tick(live, 0)],
    [/^start\(/, START],
    [
      /^order-placement ends\(placed, order '(\w+)'\)$/,
      (live, [, order]) => live.answer('orderPlacement', placement({ orderId: order === 'o0' ? KEPT : ORDER })),
    ],
    [
      /^order-placement ends\(refused, '(.*)'\)$/,
      (live, [, text = '']) => live.answer('orderPlacement', notPlaced(text)),
    ],
    [
      /^mpesa-payment is failed\('((?:This order has been cancelled|Your payment came).*)'\)$/,
      (live, [, text = '']) => live.answer('mpesaPayment', payment('cancelled', text)),
    ],
    [/^mpesa-payment is failed/, (live) => live.emitSnapshot('mpesaPayment', paying('failed'))],
    [
      /^try again/,
      async (live, _, { from, when }) => {
        // The payment's view has its own button (tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx).
        if (from === 'paying') return;
        if (from === 'otherWays') await live.send({ type: 'prompt.retry' });
        else if (when?.startsWith('no order')) await live.send({ type: 'order.retry' });
        else if (when?.startsWith('resumed')) await live.send({ type: 'phone.ask' });
        else await live.emitSnapshot('mpesaPayment', paying('underWay'));
      },
    ],
    ...leaving,
  ],
  calls: [],
  inside: {
    orderPlacement: 'a flow of its own',
    mpesaPayment: 'a flow of its own',
    byHand: 'a flow of its own',
  },
  does: [
    {
      'the same order, no order is placed, no address is saved again': nothingDone,
      // The machine has only one phone number, in the typed format.
      "dialog 'Confirm Phone Number' with 0722000000 or 254722000000 in the field": ({ page }) =>
        asksForPhone(page, '0712345678'),
      'order-placement starts by turning o0 into cash on delivery: no second order, no new key': (outcome) =>
        startsPlacing(outcome, KEPT),
      'mpesa-payment resumes with order o0 and prompt ws_1': (outcome) =>
        startsPaying(outcome, {
          phone: '',
          amount: 0,
          prompt: { checkoutRequestId: 'ws_1', times: null, startedAt: JUST_NOW.startedAt },
        }),
      'Try again orders the same lines anew': ({ snapshot }) =>
        expect([snapshot.context.orderId, snapshot.matches('orderless')]).toEqual([null, true]),
      'the amount is Ksh 2,000, which is due': ({ page }) => expect(page.text).toContain('Ksh 2,000'),
      "order-placement starts with the draft: the account is the order's number": (outcome) =>
        startsPlacing(outcome, null),
      'order-placement starts with the same draft; by hand goes on': (outcome) => {
        startsPlacing(outcome, null);
        expect(outcome.snapshot.context.byHand).toBe(true);
      },
      'the field holds what was typed': ({ page }) => expect(fieldNamed(page, 'mpesaPhone').value).toBe('0722 000-000'),
      'Confirm can be pressed': ({ page }) =>
        expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', false),
      'the dialog is gone': ({ page }) => noDialog(page),
      "an alert beside the form with 'Try again'": (outcome) => {
        outcome.page.getByRole('button', { name: 'Try again' });
        // A payment whose failure was shown is not resumed. One that timed out may still be paid.
        if (outcome.snapshot.context.payment === 'failed') outcome.effect('forgetPrompt', { orderId: ORDER });
      },
    },
    [
      /^(a new key|the kept order stays kept$|the server answers)/,
      { judgedBy: 'tests/flows/checkout/checkout.requirements.test.ts (D9)' },
    ],
    {
      "'Pay by hand', 'Pay on delivery' and 'Try again'": ({ page }) =>
        expect(offers(page)).toEqual(['Pay by hand', 'Pay on delivery', 'Try again']),
      "'Try again' alone": ({ page }) => expect(offers(page)).toEqual(['Try again']),
      "the form is to choose 'Cash on Delivery'": ({ snapshot }) => expect(snapshot.output?.outcome).toBe('cash'),
    },
    [
      /^Try again counts down (\d:\d\d) and cannot be pressed$/,
      ({ page }, [, left]) => {
        expect(offers(page).at(-1)).toContain(left);
        expect(page.getByRole('button', { name: /^Try again/, hidden: true })).toHaveProperty('disabled', true);
      },
    ],
    ...shared,
    [
      /^no (phone is asked|order is placed)/,
      ({ page, started }, { input }) => {
        expect(page.queryByRole('heading', { name: 'Confirm Phone Number', hidden: true })).toBeNull();
        if (input.includes('no order')) expect(started.map(({ slot }) => slot)).not.toContain('orderPlacement');
      },
    ],
    [
      /^by-hand starts with the (?:kept order|order a1b2c3d4)$/,
      (outcome, _, { from, when }) => {
        expect(outcome.started.map(({ slot, input }) => [slot, input])).toEqual([['byHand', { orderId: ORDER }]]);
        if (from === 'placing.mpesa') outcome.effect('saveAddress', { saving: getSaving(when), details });
      },
    ],
    [/^order-placement starts with/, (outcome) => startsPlacing(outcome, null)],
    [
      /^mpesa-payment starts with (?:order (?:o0|a1b2c3d4)|the kept order)(?:, phone (\d+))?/,
      (outcome, [, phone = PAYER], { from, when }) => {
        startsPaying(outcome, { phone });
        if (from === 'placing.mpesa') outcome.effect('saveAddress', { saving: getSaving(when), details });
      },
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
        // The payment itself forgets the record of an order that no longer exists.
        if (/gone|cancelled|goes back/.test(on)) nothingDone(outcome);
        else outcome.effect('forgetOrder', { orderId: on.includes("'o0'") ? KEPT : ORDER });
      },
    ],
    [
      /^go to \/order-success with orderId (\w+)/,
      (outcome, [, order], { when }) => orderedAs(outcome, order === 'o0' ? KEPT : ORDER, when),
    ],
    [
      /^(the dialog stays|the prompt stands|the 2 s go on)/,
      (outcome) => {
        dialog(outcome.page);
        nothingDone(outcome);
      },
    ],
    [
      /^(nothing ordered|K1 stays kept|o0 stays kept|order, key and prompt stay kept|order and key stay kept|no payment starts|cart (kept|unchanged)|cart(,| and))/,
      (outcome, _, { does }) => {
        const rest = outcome.unclaimed();
        expect(
          rest.filter((type) => !(type === 'goToLogin' && does.some((text) => text.startsWith('go to /auth/login')))),
        ).toEqual([]);
      },
    ],
  ],
  says: Object.fromEntries(
    [
      'the same reason',
      'Payment failed. Please try again.',
      'Failed to initiate M-Pesa payment',
      'Please wait 2 minutes before trying again.',
      'Please enter a valid Kenyan phone number',
      'Please try again in 40 minutes.',
      'We are checking your payment for this order. Please do not pay again.',
    ].map((text) => [text, CANCELLED]),
  ),
  undrawn: {
    'the reason (see rows)': 'the rows have it',
    'the reason': 'the rows have it',
    'the text (see rows)': 'the rows have it',
    timedOut: 'by its own view: tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    orderCancelled: 'corrected: said like every other failure, in the dialog and then beside the form',
  },
  elsewhere: [
    { rows: /^proving: a wrong code/, by: 'tests/flows/mpesa-payment/mpesa-payment.proof.requirements.test.ts' },
    { rows: /reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    {
      rows: /^(paying|paid|ordered): (POST|PUT) \/auth\/addresses/,
      by: 'tests/flows/checkout/checkout.requirements.test.ts',
    },
    {
      rows: /^failedBeside: try again \[refused with retryAfter/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.requirements.test.ts',
    },
    { rows: /^(?!placing|start).*: (press '|change anything)/, by: 'tests/flows/checkout/checkout.paths.test.tsx' },
    {
      rows: /^invariant: (as long as a key|a failure of the address)/,
      by: 'tests/flows/checkout/checkout.requirements.test.ts',
    },
  ],
};
