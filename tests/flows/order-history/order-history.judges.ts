import { expect } from 'vitest';
import type { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { COURIER } from './order-history.model.ts';
import { parcelRows } from './order-history.parcels.ts';
import { o1, o2 } from '../support/order.samples.ts';

/** Checks the `does` words of order-history on the page and by the effects. */

type Machine = typeof orderHistoryMachine;

const button = (page: Page, text: string) => page.queryByRole('button', { name: new RegExp(`^${text}, order `) });
const link = (page: Page, text: string) => page.queryByRole('link', { name: new RegExp(`^${text}, order `) });
const isOpen = (page: Page, orderId: string) =>
  page.getByRole('button', { name: `View Details, order ${orderId}` }).getAttribute('aria-expanded') === 'true';
const isSentAgain = ({ started }: Outcome<Machine>, slot: string) => started.some((call) => call.slot === slot);
const openCalls = ({ live }: Outcome<Machine>) => live.openCalls().map(({ slot }) => slot);

/** Parses `A x 2 at Ksh 1,500 and B x 1`. A price that the row does not name is not checked. */
function addedIn(words: string) {
  return [...words.matchAll(/([AB]) x (\d)(?: at Ksh ([\d,]+))?/g)].map(([, name = '', quantity, price]) => ({
    product: {
      _id: name.toLowerCase(),
      ...(price !== undefined && { price: Number(price.replace(',', '')) }),
    },
    quantity: Number(quantity),
  }));
}

export const orderHistoryDoes: NonNullable<Table<Machine>['does']> = [
  ...parcelRows.does,
  {
    'remove token and user from localStorage': { judgedBy: 'tests/flows/session/session.requirements.test.ts (D14)' },
    'to login, see protected-page': ({ snapshot }) =>
      expect([snapshot.value, snapshot.status]).toEqual(['gone', 'done']),
    'the session stays': ({ snapshot }) => expect(snapshot.status).toBe('active'),
    'log the order': (outcome, _, { on }) => {
      if (on.includes('while o1 is open')) outcome.effect('logOrder', { order: o1 });
      const shown = outcome.snapshot.context.orders.find(({ _id }) => _id === 'o1');
      outcome.effect('logOrder', { order: on.includes('(o2') ? o2 : shown });
    },
    "copy 'TN1' to the clipboard": ({ started }) =>
      expect(started.filter(({ slot }) => slot === 'copyNumber').map(({ input }) => input)).toEqual([
        { trackingNumber: 'TN1' },
      ]),
    'open the courier link': (outcome) =>
      void outcome.effect('openCourier', { url: COURIER.replace('{number}', 'TN1') }),
    'Track Package is shown': ({ page }) => expect(button(page, 'Track Package')).not.toBeNull(),
    'Track Package is not shown': ({ page }) => expect(button(page, 'Track Package')).toBeNull(),
    'the paid date is shown, in Nairobi time': ({ page }) => expect(page.text).toContain('Paid 21/11/2026, 09:00'),
    'the paid date is shown': ({ page }) => expect(page.text).toContain('Paid 21/11/2026, 12:01'),
    'no paid date': ({ page }) => expect(page.text).not.toMatch(/Paid \d/),
    'what the server has is shown; what was open stays open': ({ page, snapshot }) => {
      expect(snapshot.context.orders.map(({ status }) => status)).toEqual(['processing', 'shipped']);
      expect(page.text).toContain('Processing');
      expect(isOpen(page, 'o1')).toBe(true);
    },
    'what the server has is shown': (outcome) => expect(openCalls(outcome)).toContain('loadOrders'),
    'the list stays as it was, and what was said with it': ({ page, snapshot, before }) => {
      expect(snapshot.context.orders).toBe(before.context.orders);
      expect(isOpen(page, 'o1')).toBe(true);
      expect(page.getByRole('alert').textContent).toContain('It has been packed.');
    },
    'the bar says the same with its next answer at the latest, and watches no more (flow waiting-payment)': {
      judgedBy: 'tests/flows/waiting-payment/waiting-payment.paths.test.tsx and tests/e2e/order-tracking.spec.ts (F28)',
    },
    'what stands there stays': ({ page, snapshot, before }) => {
      expect(snapshot).toBe(before);
      expect(page.text).toContain('We are checking your payment for this order. Please do not pay again.');
    },
    'it is not sent again by itself': (outcome) => expect(isSentAgain(outcome, 'cancelOrder')).toBe(false),
    'that request is given up': (outcome) =>
      expect(openCalls(outcome).filter((slot) => /^(cancelOrder|checkLines)$/.test(slot))).toEqual([]),

    // The cart adds the lines to its own: for A it receives the 2 of the order (U18).
    'line A of the cart is x 3, B x 1 is new': (outcome) =>
      void outcome.effect('addToCart', { added: addedIn('A x 2, B x 1') }),
    'the cart stays as it is': ({ live }) => expect(live.effects.map(({ type }) => type)).not.toContain('addToCart'),
  },
  [
    /^(open|close) (o\d) in place$|^close o1$/,
    ({ page }, [text, verb, orderId = 'o1']) => {
      const isOpened = verb === 'open' || text.startsWith('open');
      expect(isOpen(page, orderId)).toBe(isOpened);
      if (orderId === 'o2') expect(isOpen(page, 'o1'), 'each opens by itself').toBe(true);
      expect(page.queryAllByText('Order number').length > 0).toBe(isOpened);
    },
  ],
  [
    /^go to (\/track-order\/(o\d))/,
    (outcome, [, path, orderId]) => {
      if (outcome.snapshot.matches('left')) outcome.effect('goToOrder', { orderId });
      else expect(outcome.live.path).toBe(path);
    },
  ],
  [/^short id '(.*)'$/, ({ page }, [, shortId]) => void page.getByRole('heading', { name: `Order ${shortId}` })],
  [
    /^(?:total|item line) '(Ksh [\d,]+)'/,
    ({ page }, [, amount = '']) => expect(page.element.textContent).toContain(amount.replace(' ', '\u00a0')),
  ],
  [
    /^'Pay with M-Pesa' is (not )?(?:offered|still there)$/,
    ({ page }, [, not]) => expect(link(page, 'Pay with M-Pesa') === null).toBe(not !== undefined),
  ],
  [
    /^(?:no time to pay by, no 'Pay with M-Pesa'(?:, no paid date)?|the time to pay by and 'Pay with M-Pesa' go)$/,
    ({ page }, [words]) => {
      if (words.endsWith('no paid date')) expect(page.text).not.toMatch(/Paid \d/);
      expect(page.text).not.toContain('Pay by');
      expect(link(page, 'Pay with M-Pesa')).toBeNull();
    },
  ],
  [
    /^'(Cancel order|Order again)' is (not )?offered$/,
    ({ page }, [, text = '', not]) => expect(button(page, text) === null).toBe(not !== undefined),
  ],
  [
    /^the dialog goes(, nothing is sent)?$/,
    (outcome) => {
      expect(outcome.page.queryByRole('dialog')).toBeNull();
      expect(isSentAgain(outcome, 'cancelOrder')).toBe(false);
    },
  ],
  [
    /^the list shows o1 as cancelled/,
    ({ page, snapshot }) => {
      expect(snapshot.context.orders.map(({ status }) => status)).toEqual(['cancelled', 'shipped']);
      page.getByText('Cancelled');
    },
  ],
  [
    /^add ([AB] x .*) to the cart/,
    (outcome, [, words = '']) => void outcome.effect('addToCart', { added: addedIn(words) }),
  ],
  [
    /^go to \/cart( with the texts?)?$/,
    (outcome, [, isTold], { says }) => {
      const texts = outcome.snapshot.context.reorderTexts.map((text) => text.replaceAll('\u00a0', ' '));
      outcome.effect('goToCart', { texts: outcome.snapshot.context.reorderTexts });
      expect(texts).toEqual(isTold === undefined ? [] : says);
    },
  ],
  [/^'(?:\(our words\) )?(.*)'$/, ({ page }, [, text]) => expect(page.text).toContain(text)],
];
