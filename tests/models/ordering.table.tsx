import { expect } from 'vitest';
import type { orderingMachine } from '../../src/machines/ordering.machine.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { details, ORDER, paying, payment, placement } from './ordering.model.ts';
import { phoneNow } from './shop.samples.ts';

type Live = LiveActor<typeof orderingMachine>;

const FULL = 'You have 10 orders to pay on delivery. Please receive one first.';
const CHANGED = [phoneNow({ now: 1600 })];
const fails = (text: string) => placement({ outcome: 'failed', orderId: '', problem: { text, requestId: null } });

/** What the placing of the order comes to when the server refuses; that it does is shown in order-placement. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^400, message 'X'$/, fails('X')],
  [/^500, no message$|^no message$/, fails('Failed to place order')],
  [/^409, too many open/, fails(FULL)],
  [/^409, data\.lines/, placement({ outcome: 'changed', orderId: '', lines: CHANGED })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
];
const refusalIn = (words: string) => refusals.find(([pattern]) => pattern.test(words))?.[1];

const savingIn = (when: string | null) => {
  if (when?.includes('matches none')) return 'new address';
  return when?.includes('d2') ? 'saved address' : '';
};

/** The rows of the checkout's table that happen between the press of the button and the order. */
export const orderingTable: Table<typeof orderingMachine> = {
  view: ({ output }) => <>{output?.problem?.text}</>,
  start: {},
  input: ({ from, on, when }) => {
    if (on.startsWith('PUT /orders')) return 'cash, kept order';
    return [from === 'placingCod' ? 'cash' : 'mpesa', savingIn(when)].filter((part) => part !== '').join(', ');
  },
  reach: { placingCod: () => undefined, payingMpesa: () => undefined },
  when: [[/^(address unchanged|changed address)/, {}]],
  on: [
    [
      /^(?:POST|PUT) \/orders\S* answers\((data\.order|success\))/,
      (live: Live) => live.answer('orderPlacement', placement()),
    ],
    [
      /^(?:POST|PUT) \/orders.* answers\(success false, no message\)$/,
      (live: Live) => live.answer('orderPlacement', fails('Failed to place order')),
    ],
    [
      /^(?:POST|PUT) \/orders.* fails\((.*)\)$/,
      (live: Live, [, words = '']) => live.answer('orderPlacement', refusalIn(words)),
    ],
    [/^order created$/, (live: Live) => live.tell('mpesaPayment', paying('dialog', ORDER))],
    [/^mpesa-payment is failedInline$/, (live: Live) => live.tell('mpesaPayment', paying('inline', null))],
    [
      /^mpesa-payment ends\((\w+)\)$/,
      (live: Live, [, outcome = '']) =>
        live.answer(
          'mpesaPayment',
          outcome === 'reviewChanges'
            ? payment('changed', { orderId: null, lines: CHANGED })
            : payment(outcome as 'done'),
        ),
    ],
  ],
  calls: [],
  inside: {
    orderPlacement: 'a machine of its own, started with this one',
    mpesaPayment: 'a machine of its own, started with this one',
  },
  does: [
    [
      /^remove the ordered lines from the cart$/,
      (outcome) => {
        outcome.effect('removeOrdered', { orderId: ORDER });
        outcome.effect('forgetPlacement', { orderId: ORDER });
      },
    ],
    [
      /^go to \/order-success with orderId$/,
      (outcome, _, { when, from }) => {
        // The payment goes there itself (tests/paths/mpesa-payment.test.tsx).
        if (from === 'payingMpesa') return;
        outcome.effect('goToOrderSuccess', { orderId: ORDER });
        const saving = {
          'new address': { kind: 'create' },
          'saved address': { kind: 'makeDefault', id: 'd2' },
          '': { kind: 'none' },
        }[savingIn(when)];
        outcome.effect('saveAddress', { saving, details });
      },
    ],
    [
      /^the address (is|becomes|stays)/,
      (outcome, _, { when }) => {
        const saving = {
          'new address': { kind: 'create' },
          'saved address': { kind: 'makeDefault', id: 'd2' },
          '': { kind: 'none' },
        }[savingIn(when)];
        outcome.effect('saveAddress', { saving, details });
      },
    ],
    [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
    [
      /^(token and user cleared|cart kept|A was Ksh 1,500, now Ksh 1,600)$/,
      (outcome) => {
        expect(outcome.snapshot.output?.outcome).toMatch(/signedOut|changed/);
      },
    ],
  ],
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
    { rows: /place order/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^placingCod: (timer|POST \/orders fails\(network lost)/, by: 'tests/paths/order-placement.test.tsx' },
    { rows: /^payingMpesa: POST \/auth\/addresses/, by: 'tests/promises/checkout.test.ts' },
  ],
};
