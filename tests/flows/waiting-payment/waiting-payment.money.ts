import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import type { OrderPayment } from '../../../contract/order-payment.ts';
import type { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import { findOrderMoney, toOrderMoney } from '../../../src/rules/payment/order-money.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { LOOK } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { ApiError } from '../../../contract/errors.ts';
import { CLAIMS, HAND_REPORTS, handReport } from '../support/by-hand.samples.ts';
import { CHECKING_PAYMENT } from '../support/order.samples.ts';

/** The rows of the bar about an order that has money or a claim, but no open prompt (PAY-C4, PAY-S2). */

type Machine = typeof waitingPaymentMachine;
type Live = LiveActor<Machine>;
type Rows = Table<Machine>;

const unpaid: OrderPayment = handReport();
const inPart = handReport({ paid: toShillings(1000), due: toShillings(2000), cash: false });

/** Reports of the shop, by the words of a row. */
const REPORTS: readonly (readonly [RegExp, OrderPayment])[] = [
  [/paid in part/, inPart],
  [/claim asking|an open claim/, handReport({ claim: CLAIMS.asking })],
  [/claim for staff/, handReport({ claim: CLAIMS.staff })],
  [/claim refused/, handReport({ claim: CLAIMS.refused })],
  [/a payment (?:is|that is) being checked/, { ...unpaid, checking: true }],
  [/^held/, { ...unpaid, held: true, notice: CHECKING_PAYMENT }],
  [/^paid$/, { ...unpaid, status: 'processing', isPaid: true, paid: toShillings(3000), due: toShillings(0) }],
  [/^unpaid, no claim$/, unpaid],
  [/^on delivery$/, { ...unpaid, method: 'cod' }],
];

function reportIn(words: string): OrderPayment {
  const [, notice] = /^cancelled, '(.*)'$/.exec(words) ?? [];
  if (notice !== undefined) return { ...unpaid, status: 'cancelled', due: toShillings(0), notice };
  const report = REPORTS.find(([pattern]) => pattern.test(words))?.[1];
  if (report === undefined) throw new Error(`no report for: ${words}`);
  return report;
}

/** Money that the shop reports when the bar looks for a payment. */
export const foundMoney = (words: string) => findOrderMoney({ orderId: 'o9', payment: reportIn(words) });
const money = (words: string) => toOrderMoney('o9', reportIn(words));
/** More than was due has come. */
export const paidTooMuch = toOrderMoney('o9', HAND_REPORTS['paid, Ksh 500 too much']);
/** The next question. */
const ask = (live: Live) =>
  live.openCalls().some(({ slot }) => slot === 'checkOrder') ? undefined : live.advance(3_000);

/** Shows an order with money. The bar has asked again in rows that tell an answer. */
const watch =
  (words: string) =>
  async (live: Live, look: (live: Live) => Promise<void>, { on }: { readonly on: string }) => {
    await look(live);
    await live.answer('findOpen', foundMoney(words));
    if (on.startsWith('GET /orders/')) await ask(live);
  };

export const showPart = watch('paid in part');
export const showChecking = (when: string | null) =>
  watch(when?.startsWith('it is with the staff') === true ? 'claim for staff' : 'claim asking');
export const showRefused = async (live: Live, look: (live: Live) => Promise<void>) => {
  await watch('claim asking')(live, look, { on: 'GET /orders/' });
  await live.answer('checkOrder', money('claim refused'));
};

export const moneyCalls: NonNullable<Rows['calls']> = [
  {
    call: /^GET \/orders\/(?:o9|\{id\})\/payment/,
    slot: 'checkOrder',
    input: () => ({ orderId: 'o9' }),
    answers: [[/^(success false|broken reply)/, failures['broken']]],
    fails: [
      [/^403 or 404/, new ApiError({ kind: 'refused', status: 404 })],
      [/^5xx, 429/, new ApiError({ kind: 'timeout', status: 0 })],
    ],
  },
];

export const moneyOn: Rows['on'] = [
  {
    'pay the rest': press('link', 'Pay the rest'),
    'pay by hand': (live) => {
      const inside = live.snapshot.children.mpesaPayment?.getSnapshot();
      return inside?.matches('pending') === true && !inside.can({ type: 'payment.byHand' })
        ? undefined
        : press('link', 'Pay by hand');
    },
    'look at the bar': LOOK,
    'checkout lets go of an order that is paid by hand': async (live) => {
      await live.emit('watchCheckout', { type: 'checkout.took' });
      await live.emit('watchCheckout', { type: 'checkout.left' });
      await live.answer('readRecord', null);
    },
  },
  [
    /^GET \/mpesa\/open-payment answers\((order o9 .*), no prompt\)$/,
    (live, [, words = '']) => live.answer('findOpen', foundMoney(words)),
  ],
  [
    /^GET \/orders\/\{id\}\/payment answers\((?!success false)(.*)\)$/,
    (live, [, words = '']) => live.answer('checkOrder', money(words.replace(/^(paid in part).*/, '$1'))),
  ],
];

const bar = (page: { readonly text: string }) => page.text;

export const moneyWhen: NonNullable<Rows['when']> = [
  {
    'Retry-After 60': { because: 'the answer says so' },
    'paid by hand while the prompt was open': { because: 'only the shop knows how it was paid' },
    'the order is paid by hand, the record names no prompt': { because: 'the checkout has let go of it' },
    'page visible, after the last answer': { because: 'a page is seen unless a row says otherwise' },
  },
  [/^a payment or an open claim is being checked$|^it is with the staff, or held$/, { because: 'as the shop reports' }],
];

export const moneyDoes: NonNullable<Rows['does']> = [
  {
    'remove the ordered lines from the cart, where the record names them': (outcome) =>
      void outcome.effect('removeOrdered', { orderId: 'o9' }),
    'asked again after 10 s': ({ live }) => expect(live.clock.pending()).toContain(live.now + 10_000),
    "link 'Pay by hand'": ({ page }) => void page.getByRole('link', { name: 'Pay by hand' }),
    "link '(our words) What you can try' to the order's page": ({ page }) =>
      expect(page.getByRole('link', { name: 'What you can try' }).getAttribute('href')).toBe('/track-order/o1'),
    'there is no such link, or it counts down': ({ page }) =>
      expect(page.queryByRole('link', { name: 'Pay by hand' })).toBeNull(),
    'Try again counts down 1:00': ({ page }) =>
      expect(page.getByRole('button', { name: 'Try again in 1:00' })).toHaveProperty('disabled', true),
    'Try again is disabled': ({ page }) =>
      expect(page.getByRole('button', { name: /^Try again/ })).toHaveProperty('disabled', true),
    "the order's page takes the payment: the bar goes (flow payment-screen)": {
      judgedBy: 'tests/e2e/order-money.spec.ts',
    },
    'money that came stays on the order; a page load shows it again': ({ page }) => expect(bar(page)).toBe(''),
  },
];
