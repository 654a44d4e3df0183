import { expect } from 'vitest';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { CANCELLED, ORDER, PAYER } from '../support/payment.samples.ts';
import { details, draftBy, mpesa, paying, payment } from './purchase.model.ts';

import {
  asksForPhone,
  dialog,
  isIn,
  placingEnds,
  atThePhone,
  confirm,
  ORDER_CANCELLED,
  leaving,
  noDialog,
  orderedAs,
  orderless,
  place,
  shared,
  tell,
  view,
} from './purchase.parts.tsx';
import type { Machine, States } from './purchase.parts.tsx';

/** The rows of the payment's table that happen in a purchase. */

/** The clock of the countdown asks for nothing. */
const nothingAsked = ({ started }: Outcome<Machine>) =>
  expect(started.filter(({ slot }) => slot !== 'clock')).toEqual([]);

/** Maps the state names of the payment's table. */
export const paymentStates: States = {
  confirmingPhone: isIn('confirmingPhone'),
  placingOrder: isIn('placing.mpesa'),
  checkingOrder: isIn('placing.mpesa'),
  requestingPush: isIn('paying'),
  proving: isIn('proving'),
  resuming: (snapshot) => isIn('paying')(snapshot) && snapshot.context.kept !== null,
  pending: isIn('paying'),
  'pending.checking': isIn('paying'),
  'pending.prompt.expired': isIn('paying'),
  'pending.prompt.switching': isIn('paying'),
  completed: isIn('paid'),
  failed: isIn('failed'),
  byHand: isIn('byHand'),
  otherWays: isIn('otherWays'),
  'otherWays.switching': isIn('paying'),
  timedOut: isIn('timedOut'),
  failedInline: isIn('failedBeside'),
  dismissed: isIn('dismissed'),
  reviewChanges: isIn('linesChanged'),
  done: isIn('ordered'),
  signedOut: isIn('signedOut'),
};

/** The rows of the payment's table before and after the payment: the phone, the order and the navigation. */
export const paymentPurchaseTable: Table<Machine> = {
  view,
  start: {
    'no kept payment': 'mpesa',
    'a payment of this shopper is kept from before a reload (orderId, checkoutRequestId)': 'after a reload',
  },
  input: ({ from, on, when }) => {
    if (on.includes('prompts are closed')) return 'mpesa, prompts stopped, kept order';
    if (on.includes('prompts are slow')) return 'mpesa, prompts slow';
    if (
      from === 'otherWays' &&
      (when?.includes('no order was made') || on.includes('reload') || /^(page|network)/.test(on))
    )
      return 'mpesa, prompts stopped';
    if (from === 'resuming') return 'after a reload';
    if (on.includes('+2348012345678')) return 'mpesa, phone of Nigeria';
    if (on.includes('no profile phone')) return 'mpesa, no phone';
    return on.includes('2999.5') ? 'mpesa, total 2999.5' : 'mpesa';
  },
  reach: {
    confirmingPhone: async (live, { when }) => {
      if (when?.startsWith('came back') !== true) return;
      await tell('proving')(live);
      await live.answer('mpesaPayment', payment('unproved'));
    },
    proving: tell('proving'),
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
    otherWays: (live) => (live.snapshot.matches('stopped') ? undefined : tell('otherWays')(live)),
    'otherWays.switching': place,
    timedOut: tell('timedOut'),
    failedInline: async (live, { when }) => {
      if (when === 'no order was made') await orderless(live, 'Failed to place order');
      else if (when?.startsWith('3 unpaid') === true)
        await orderless(live, 'You can have at most 3 unpaid M-Pesa orders.');
      else if (when === 'the order is cancelled')
        await place(live).then(() => live.answer('mpesaPayment', payment('cancelled', ORDER_CANCELLED)));
      else await tell('failed')(live);
      await live.advance(3_000);
    },
  },
  when: [
    [/^came back from/, { holds: ({ snapshot }) => snapshot.context.orderId === ORDER }],
    [/^(3 unpaid orders were|the order is cancelled$)/, { holds: ({ snapshot }) => snapshot.context.orderId === null }],
    {
      'a phone error shows': { after: (live) => confirm(live, '12') },
      'an order of this unchanged draft is kept': { input: 'mpesa, kept order' },
      'an order is kept but lines or delivery changed since': { input: 'mpesa, replaces an order' },
      'an order is kept, or none': { holds: ({ snapshot }) => snapshot.context.orderId === ORDER },
      'the wait is over, no order was made': { holds: ({ snapshot }) => snapshot.context.orderId === null },
      'no order was made': { holds: ({ snapshot }) => snapshot.context.orderId === null },
      'push accepted 600 s ago or more': {
        because: 'the payment knows the times: tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
      },
    },
  ],
  on: [
    {
      // The output of the payment for each response of the server. The responses themselves are tested in
      // mpesa-payment.
      'GET payment-status answers(completed)': (live) => live.answer('mpesaPayment', payment('paid')),
      'GET payment-status fails(404)': (live) => live.answer('mpesaPayment', payment('gone')),
      'GET payment-status answers(pending)': (live) => live.emitSnapshot('mpesaPayment', paying('timedOut')),
      back: (live) => live.answer('mpesaPayment', payment('unproved')),
      'pay by hand': { type: 'hand.choose' },
      'pay on delivery': { type: 'cash.choose' },
      'page hidden': LOOK,
      'page visible': LOOK,
      'network lost': LOOK,
      'network back': LOOK,
    },
    [/^try again$/, (_, __, { from }) => ({ type: from === 'otherWays' ? 'prompt.retry' : 'order.retry' })],
    ...atThePhone,
    [/^start\(/, START],
    [
      /^(GET payment-status|POST \/mpesa\/stkpush) fails\(401\)$|^logged out/,
      (live) => live.answer('mpesaPayment', payment('signedOut')),
    ],
    [
      /^GET payment-status answers\(failed, '(.*)', data\.orderStatus/,
      (live, [, text = '']) => live.answer('mpesaPayment', payment('cancelled', text)),
    ],
    ...placingEnds,
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
      input: ({ phoneNumber }) => ({
        phone: phoneNumber ?? PAYER,
        amount: 3000,
        orderId: ORDER,
        userName: 'Jane',
        prompt: null,
      }),
    },
  ],
  inside: { byHand: 'a flow of its own' },
  does: [
    {
      // The machine has only one phone number, in the typed format.
      'the field holds 0722000000 or 254722000000': ({ page }) => asksForPhone(page, '0712345678'),
      // The payment forgets the record. Try again then places a new order.
      'order and key are forgotten: Try again orders the same lines anew': ({ snapshot }) =>
        expect([snapshot.context.orderId, snapshot.matches('orderless')]).toEqual([null, true]),
      'keep orderId for retry and resume': ({ snapshot }) => expect(snapshot.context.orderId).toBe(ORDER),
      'checkout may now save the address': (outcome) => void outcome.effect('saveAddress', { details }),
      'busy: nothing closes': ({ page }) => void dialog(page),
      'the order, if any, stays kept': ({ snapshot, before }) => {
        expect(snapshot.context.orderId).toBe(before.context.orderId);
        expect(before.matches('stopped') || snapshot.context.orderId === ORDER).toBe(true);
      },
      'nobody waits': nothingAsked,
      'nothing is asked for here': nothingAsked,
      "the form has 'Cash on Delivery' chosen": ({ snapshot }) => expect(snapshot.output?.outcome).toBe('cash'),
      'no phone is asked for': ({ page }) =>
        expect(page.queryByRole('heading', { name: 'Confirm Phone Number', hidden: true })).toBeNull(),
      'Try again sends the same key': ({ snapshot }) => expect(snapshot.context.draft).toEqual(mpesa.draft),
      'go to /order-success with orderId': (outcome) => orderedAs(outcome, ORDER, null),
      // The record is forgotten at this point or earlier: the table of the purchase forgets it when the payment
      // completes.
      'forget the kept payment': ({ live, snapshot }) =>
        expect(snapshot.matches('dismissed') || live.effects.some(({ type }) => type === 'forgetOrder')).toBe(true),
      "alert with 'Try again'": ({ page }) => void page.getByRole('button', { name: 'Try again' }),
    },
    ...shared,
    [
      /^(the key stays kept|order and key stay kept|the server decides anew)/,
      (outcome) => {
        expect(outcome.unclaimed().filter((type) => type !== 'forgetPrompt')).toEqual([]);
        expect(outcome.snapshot.context.draft).toEqual(mpesa.draft);
      },
    ],
    [
      /^no second POST \/orders(, no verificationData)?$/,
      ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['mpesaPayment']),
    ],
    [
      /^(cart kept|payment stays kept)$/,
      (outcome) => expect(outcome.unclaimed().filter((type) => type !== 'goToLogin')).toEqual([]),
    ],
    [
      /^remove the ordered lines from the cart/,
      ({ snapshot }) => expect(snapshot.matches('paid') || snapshot.matches('ordered')).toBe(true),
    ],
    [
      /^dialog resets/,
      ({ page }) => {
        noDialog(page);
        page.getByRole('button', { name: 'Try again' });
      },
    ],
  ],
  unseen: {
    saveAddress: 'goes on by itself; judged by the row that says so',
    forgetPrompt: 'judged by the table of the purchase',
    forgetOrder: 'judged by the table of the purchase',
  },
  says: {
    'the same reason': CANCELLED,
  },
  undrawn: {
    checkingOrder: 'by order-placement',
    completed: 'by the table of the purchase, in the same words',
    failedInline: 'by the table of the purchase, in the same words',
    pending: 'drawn by mpesa-payment',
    'pending.prompt.expired': 'drawn by mpesa-payment',
    'pending.prompt.switching': 'drawn by mpesa-payment',
    timedOut: 'drawn by mpesa-payment',
    'otherWays.switching': 'drawn by mpesa-payment',
  },
  elsewhere: [
    { rows: /: pay by hand(?! \[no order was made\])/, by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx' },
    {
      rows: /^otherWays(?:\.switching)?: (?!start|dismiss|Escape|reload|page|network|.*no order was made)|^failedInline: look/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    { rows: /^otherWays: reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /^proving: reload page/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /^proving: (?!back|Escape)/, by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx' },
    {
      rows: /^confirmingPhone: .*\[reloaded in the code/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.proof.requirements.test.ts',
    },
    {
      rows: /^failedInline: .*\[('Please try again|the push that|the phone (was|has)|the own phone|the payment failed)/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    {
      rows: /^invariant: (a push carries|the code screen pushes|money that goes back)/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    { rows: /^invariant: a held order gets/, by: 'tests/server/payments/payment-review.test.ts' },
    {
      rows: /^(placingOrder: (timer|.*(broken reply|fails\(network lost\)))|checkingOrder: .*says)/,
      by: 'tests/flows/order-placement/order-placement.paths.test.tsx',
    },
    { rows: /^requestingPush: (?!.*fails\(401\))/, by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx' },
    { rows: /^pending\.|^pending: timer|^timedOut: GET/, by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx' },
    {
      rows: /^resuming: (start|.*(599 s|75 s)|.*fails\((network|5xx)|.*'X')/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    {
      rows: /^failedInline: try again(, then POST.*)? \[an order is kept\]/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
    { rows: /^pending: reload page/, by: 'tests/flows/mpesa-payment/mpesa-payment.requirements.test.ts' },
    { rows: /^(dismissed: |failedInline: (press|change))/, by: 'tests/flows/checkout/checkout.paths.test.tsx' },
    {
      rows: /^invariant: (no GET payment-status|the ordered lines)/,
      by: 'tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
    },
  ],
};
