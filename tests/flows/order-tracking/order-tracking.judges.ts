import { expect } from 'vitest';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { paths } from '../../../src/rules/paths.ts';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { NOW } from './order-tracking.model.ts';
import { historyRows } from './order-tracking.history.ts';
import { parcelRows } from './order-tracking.parcels.ts';
import { proofRows } from './order-tracking.proof.ts';
import { o1 } from '../support/order.samples.ts';

/** Checks the `does` words of order-tracking on the page and by the effects. */

type Machine = typeof orderTrackingMachine;

// Also finds buttons in the dialog, which is closed in a test DOM without a script.
const button = (page: Page, name: string | RegExp) => page.queryByRole('button', { name, hidden: true });
const payButton = (page: Page) => button(page, /^Pay with M-Pesa/);
const slotsIn = (outcome: Outcome<Machine>) => outcome.started.map(({ slot }) => slot);
const openCalls = ({ live }: Outcome<Machine>) => live.openCalls().map(({ slot }) => slot);
const region = (page: Page, name: string) => page.getByRole('region', { name });
/** The current step of the progress bar, with the text under it. */
const getStep = (page: Page) => page.element.querySelector('[aria-current="step"]')?.textContent ?? '';
const getTimeline = (page: Page) =>
  [...region(page, 'Order Timeline').querySelectorAll('li')].map((entry) => entry.querySelector('span')?.textContent);

/** Parses `A x 2 at Ksh 1,500 and B x 1`. A price that the row does not name is not checked. */
function addedIn(words: string) {
  return [...words.matchAll(/([AB]) x (\d)(?: at Ksh ([\d,]+))?/g)].map(([, name = '', quantity, price]) => ({
    product: { _id: name.toLowerCase(), ...(price !== undefined && { price: Number(price.replace(',', '')) }) },
    quantity: Number(quantity),
  }));
}

export const orderTrackingDoes: NonNullable<Table<Machine>['does']> = [
  {
    'remove token and user from localStorage': (outcome) => void outcome.effect('endSession'),
    'to login, see protected-page': ({ snapshot }) =>
      expect([snapshot.value, snapshot.status]).toEqual(['toLogin', 'done']),
    'the session stays': ({ live }) => expect(live.effects.map(({ type }) => type)).not.toContain('endSession'),
    'tracking number box with TN1': ({ page }) => expect(region(page, 'Tracking number').textContent).toContain('TN1'),
    'no tracking number box': ({ page }) => expect(page.queryByRole('region', { name: 'Tracking number' })).toBeNull(),
    "link 'Pay by hand' to /track-order/o1?pay=hand": ({ page }) =>
      expect(page.getByRole('link', { name: 'Pay by hand' }).getAttribute('href')).toBe('/track-order/o1?pay=hand'),
    "'Pay by hand' is not offered": ({ page }) =>
      expect(page.queryByRole('link', { name: 'Pay by hand', hidden: true })).toBeNull(),
    'what to try when no prompt came, with by hand': ({ page }) => expect(page.text).toContain('Pay by hand.'),
    'what to try when no prompt came, without by hand': ({ page }) => {
      expect(page.text).toContain('No prompt came? What you can try');
      expect(page.text).not.toContain('Pay by hand.');
    },
    'the time of the refund is shown': ({ page }) =>
      expect(region(page, 'Order Status').textContent).toContain('21/11/2026, 12:02'),
    'nothing about a refund': ({ page }) => expect(page.text).not.toMatch(/goes back|paid back|refund/i),
    "Received 'Ksh 1,000', Still to pay 'Ksh 2,200'": ({ page }) =>
      expect(region(page, 'Order Summary').textContent.replaceAll('\u00a0', ' ')).toContain(
        'ReceivedKsh 1,000Still to payKsh 2,200',
      ),
    'the dialog asks for Ksh 2,200': ({ page }) =>
      expect(page.getByRole('dialog', { hidden: true }).textContent.replaceAll('\u00a0', ' ')).toContain(
        'pay Ksh 2,200',
      ),
    'no M-Pesa receipt': ({ page }) =>
      expect(region(page, 'Order Summary').textContent).not.toContain('M-Pesa receipt'),
    "timeline has 'Payment Confirmed'": ({ page }) => expect(getTimeline(page)).toContain('Payment Confirmed'),
    "timeline has no 'Payment Confirmed'": ({ page }) => expect(getTimeline(page)).not.toContain('Payment Confirmed'),
    "'Order Cancelled' instead of the progress bar": ({ page }) => {
      page.getByRole('heading', { name: 'Order Cancelled' });
      expect(page.queryByRole('list', { name: 'Progress' })).toBeNull();
    },
    "no time to pay by, no 'Pay with M-Pesa'": ({ page }) => {
      expect(page.text).not.toContain('Pay by');
      expect(payButton(page)).toBeNull();
    },
    "'Pay with M-Pesa' goes": ({ page }) => expect(payButton(page)).toBeNull(),
    'no own number is offered': ({ page }) => expect(button(page, /^Send to/)).toBeNull(),
    'the dialog shows 0733 000 000': ({ page }) =>
      expect(page.getByLabelText('M-Pesa phone number')).toHaveProperty('value', '0733 000 000'),
    'the button is disabled, 1 s left': ({ page }) => {
      expect(payButton(page)).toHaveProperty('disabled', true);
      expect(payButton(page)?.textContent).toContain('in 0:01');
    },
    'the button can be pressed': ({ page }) => expect(payButton(page)).toHaveProperty('disabled', false),
    'nothing of the desk is shown': ({ page }) => expect(page.text).not.toMatch(/desk|review|held/i),
    'the order stays as it was shown, and what was said with it': ({ page, snapshot, before }) => {
      expect(snapshot.context.order).toBe(before.context.order);
      expect(page.getByRole('alert').textContent).toContain('It has been packed.');
    },
    'it is not sent again by itself': (outcome) => expect(slotsIn(outcome)).not.toContain('cancelOrder'),
    'a late answer about o1 changes nothing here': (outcome) => expect(openCalls(outcome)).not.toContain('cancelOrder'),
    'field filled with 0712 345 678': ({ page }) =>
      expect(page.getByLabelText('M-Pesa phone number')).toHaveProperty('value', '0712 345 678'),
    'field blank, Confirm disabled': ({ page }) => {
      expect(page.getByLabelText('M-Pesa phone number')).toHaveProperty('value', '');
      expect(button(page, 'Confirm')).toHaveProperty('disabled', true);
    },
    'Confirm is disabled': ({ page }) => expect(button(page, 'Confirm')).toHaveProperty('disabled', true),
    'no POST /orders: o1 is paid': (outcome) => expect(slotsIn(outcome)).toEqual(['pushPrompt']),
    "keep o1, its prompt, when this push was accepted by the server's clock and the order's lines (flow payment-record, adopt)":
      (outcome) =>
        void outcome.effect('keepPayment', {
          orderId: 'o1',
          checkoutRequestId: 'ws_1',
          startedAt: NOW,
          lines: o1.orderItems.map(({ product: id, quantity }) => ({ id, quantity })),
        }),

    // The record refuses the payment: tests/flows/payment-record/payment-record.paths.test.tsx (adopt).
    "o0 and its key stay kept; o1's payment is shown without being kept": (outcome) =>
      void outcome.effect('keepPayment', { orderId: 'o1' }),
    'the page stays /track-order/o1': ({ live }) =>
      expect(live.effects.map(({ type }) => type)).not.toContain('goToOrder'),
    'cancel asks (see cancel.none)': ({ page }) => void page.getByRole('dialog', { hidden: true }),
    'it is asked when the page is seen again': async ({ live }) => {
      expect(live.openCalls().map(({ slot }) => slot)).not.toContain('loadOrder');
    },

    // The cart adds the lines to its own: for A it receives the 2 of the order (U18).
    'line A of the cart is x 3, B x 1 is new': (outcome) =>
      void outcome.effect('addToCart', { added: addedIn('A x 2, B x 1') }),
    'the cart stays as it is': ({ live }) => expect(live.effects.map(({ type }) => type)).not.toContain('addToCart'),
  },
  ...parcelRows.does,
  ...proofRows.does,
  ...historyRows.does,
  [
    /^go to \/auth\/login, origin (\S+)$/,
    (outcome, [, origin]) => {
      const { orderId } = outcome.effect('goToLogin') as { orderId: string };
      expect(paths.trackOrder(orderId || undefined)).toBe(origin);
    },
  ],
  [
    /^go to (\/track-order\/\S+)$/,
    (outcome, [, path]) => {
      const { orderId } = outcome.effect('goToOrder') as { orderId: string };
      expect(paths.trackOrder(orderId)).toBe(path);
    },
  ],
  [/^go to (\/profile\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  [
    /^drop the request(?: for o1)?$|^(?:that request is|the request is) given up(?:;.*)?$/,
    (outcome, _, { to }) => {
      const open = openCalls(outcome).filter((slot) => /^(loadOrder|cancelOrder|pushPrompt|checkLines)$/.test(slot));
      expect(open).toEqual(to === 'loading' || /none$/.test(to) ? ['loadOrder'] : []);
    },
  ],
  [
    /^progress (\d); the last-update time stands under '(.*)'$/,
    ({ page }, [, step, word = '']) => {
      expect(getStep(page)).toBe(`${word}21/11/2026, 12:00`);
      const reached = [...page.element.querySelectorAll('ol[aria-label="Progress"] li')].filter((one) =>
        one.querySelector('svg'),
      );
      expect(reached).toHaveLength(Number(step) + 1);
    },
  ],
  [
    /^Payment Status '(Paid)' with the paid date$/,
    ({ page }) => expect(region(page, 'Order Summary').textContent).toContain('Payment StatusPaid 21/11/2026, 12:01'),
  ],
  [
    /^Payment Status '(Pending Payment|Not paid|Paid in part)'$/,
    ({ page }, [, words = '']) => expect(region(page, 'Order Summary').textContent).toContain(`Payment Status${words}`),
  ],
  [
    /^M-Pesa receipt '(.*)'$/,
    ({ page }, [, words = '']) => expect(region(page, 'Order Summary').textContent).toContain(`M-Pesa receipt${words}`),
  ],
  [
    /^timeline: (.*)$/,
    ({ page }, [, words = '']) =>
      expect(getTimeline(page)).toEqual(words.split(', ').map((word) => word.replaceAll("'", ''))),
  ],
  [
    /^(?:no reason that is the payment's, )?no 'Pay with M-Pesa'$/,
    ({ page }) => {
      expect(payButton(page)).toBeNull();
      if (page.text.includes('Not paid in time.')) expect(page.text).toContain('Order Cancelled');
    },
  ],
  [
    /^'(Pay with M-Pesa|Cancel order|Order again)' is (not )?offered$/,
    ({ page }, [, name = '', not]) => expect(button(page, new RegExp(`^${name}`)) === null).toBe(not !== undefined),
  ],
  [
    /^'Pay with M-Pesa' counts down (45|5) s$/,
    ({ page }, [, left = '']) =>
      expect(payButton(page)?.textContent).toBe(`Pay with M-Pesain 0:${left.padStart(2, '0')}`),
  ],
  [
    /^'(Send to .*)' is offered$/,
    ({ page }, [, name = '']) => expect(button(page, name)).toHaveProperty('disabled', false),
  ],
  [
    /^what the server has is shown(?:[;,] .*)?$/,
    ({ snapshot, live, started }, _, { to }) => {
      // The order is being loaded, or the page shows the last response.
      const isAsked = live.openCalls().some(({ slot }) => slot === 'loadOrder');
      const { status = '', parcel = null } = snapshot.context.order ?? {};
      expect(isAsked || to.endsWith(status) || to === `parcel.${parcel?.state ?? 'none'}`).toBe(true);
      expect(started.filter(({ slot }) => slot === 'loadOrder').length).toBeLessThanOrEqual(1);
    },
  ],
  [
    /^the order stays (?:as it was shown|shown meanwhile)$/,
    ({ snapshot, before }) => expect(snapshot.context.order).toBe(before.context.order),
  ],
  [
    /^the order (?:is|stays) shown\.(\w+)(, with the reason that it expired)?$/,
    ({ snapshot, page }, [, status, because]) => {
      expect(snapshot.context.order?.status).toBe(status);
      if (because !== undefined) expect(page.text).toContain('Not paid in time.');
    },
  ],
  [
    /^the (?:dialog|phone step) goes(?:, nothing is (?:sent|cancelled)(?: from here)?)?$/,
    (outcome) => {
      expect(outcome.page.queryByRole('dialog', { hidden: true })).toBeNull();
      expect(slotsIn(outcome)).not.toContain('cancelOrder');
    },
  ],
  [
    /^the (shared )?phone step (begins|goes)/,
    (outcome, [, shared]) => expect(slotsIn(outcome).includes('sendOtp')).toBe(shared !== undefined),
  ],
  [/^nothing is charged(; the order stays open)?$/, (outcome) => expect(slotsIn(outcome)).not.toContain('pushPrompt')],
  [
    /^the bar under the header shows the payment/,
    { judgedBy: 'tests/flows/order-tracking/order-tracking.requirements.test.ts' },
  ],
  [
    /^add ([AB] x .*) to the cart/,
    (outcome, [, words = '']) => void outcome.effect('addToCart', { added: addedIn(words) }),
  ],
  [
    /^go to \/cart( with the texts?)?$/,
    (outcome, [, isTold], { says }) => {
      const { reorderTexts } = outcome.snapshot.context;
      outcome.effect('goToCart', { texts: reorderTexts });
      expect(reorderTexts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(isTold === undefined ? [] : says);
    },
  ],
  [/^'(?:\(our words\) )?(.*)'$/, ({ page }, [, text]) => expect(page.text).toContain(text)],
];
