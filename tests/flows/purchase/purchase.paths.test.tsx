import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { fieldNamed } from '../support/account.judges.ts';
import { purchaseModel } from './purchase.model.ts';
import { purchaseWith } from './purchase.view.tsx';
import { checkoutPurchaseTable, checkoutStates } from './purchase-of-checkout.table.tsx';
import { paymentPurchaseTable, paymentStates } from './purchase-of-payment.table.tsx';
import { purchaseTable } from './purchase.table.tsx';
import { NOTHING } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

const dialog = (page: Page, name: string) =>
  within(page.getByRole('dialog', { hidden: true })).getByRole('heading', { name, hidden: true });
const noDialog = (page: Page) => expect(page.queryByRole('dialog', { hidden: true })).toBeNull();
/** Each part is rendered by its own flow (tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx). */
const parts: Parameters<typeof purchaseWith>[0] = (snapshot) => ({
  placement: <p>the placing</p>,
  payment: <p>{snapshot.matches({ paying: 'proving' }) && CONFIRM_FIRST} the payment</p>,
  alert: <p>the payment</p>,
  byHand: <p>by hand</p>,
});
const HINT = 'Please enter a valid Kenyan phone number (e.g., 0712345678)';

flowTests(purchaseModel, {
  view: purchaseWith(parts),
  shows: {
    placingCod: (page) => {
      noDialog(page);
      page.getByText('the placing');
      expect(page.text).not.toContain('the payment');
    },
    confirmingPhone: (page, { context }) => {
      dialog(page, 'Confirm Phone Number');
      const field = fieldNamed(page, 'mpesaPhone');
      expect([field.getAttribute('type'), field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(
        ['tel', 'tel', 'tel'],
      );
      expect(page.text).toContain(`Ksh ${context.amount.toLocaleString('en')}`);
      expect(page.says).toEqual([]);
      expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty(
        'disabled',
        context.phone.trim() === '',
      );
      expect(field.value).toBe(context.phone);
      expect(field.getAttribute('aria-invalid')).toBe(context.phoneError === null ? null : 'true');
      expect(page.text.includes(HINT)).toBe(context.phoneError !== null);
    },
    stopped: [
      (page) => dialog(page, 'Pay with M-Pesa'),
      (page, { context: { stopped } }) => {
        const offered = (name: string) => page.queryByRole('button', { name, hidden: true }) !== null;
        expect([offered('Pay by hand'), offered('Pay on delivery')]).toEqual(
          ['hand', 'cod'].map((way) => stopped?.ways.includes(way as 'hand')),
        );
      },
    ],
    placingMpesa: (page) => {
      dialog(page, 'Pay with M-Pesa');
      expect(page.text).toContain('the placing');
      expect(page.says).toEqual([]);
    },
    paying: (page) => expect(page.text).toContain('the payment'),
    'paying.underWay': (page) => {
      dialog(page, 'Pay with M-Pesa');
      expect(page.queryByRole('button', { name: 'Close', hidden: true })).toBeNull();
    },
    'paying.waiting': (page) => {
      dialog(page, 'Pay with M-Pesa');
      page.getByRole('button', { name: 'Close', hidden: true });
    },
    'paying.proving': [(page) => dialog(page, 'Verify Your Phone Number'), CONFIRM_FIRST],
    'paying.failed': (page) => dialog(page, 'Pay with M-Pesa'),
    'paying.timedOut': (page) => dialog(page, 'Pay with M-Pesa'),
    payingByHand: 'by hand',
    'paying.inline': [noDialog, 'the payment'],
    paid: [
      (page) => dialog(page, 'Pay with M-Pesa'),
      (page, { context }) =>
        expect(page.says).toContain(
          context.returned > 0 ? 'Payment received. Ksh 500 goes back to you.' : 'Payment received. Thank you!',
        ),
    ],
    'orderless.dialog': (page, { context }) => {
      dialog(page, 'Pay with M-Pesa');
      expect(page.getByRole('alert', { hidden: true }).textContent).toBe(context.problem?.text);
    },
    'orderless.inline': (page, { context }) => {
      noDialog(page);
      expect(page.getByRole('alert').textContent).toContain(context.problem?.text);
      page.getByRole('button', { name: 'Try again' });
    },
    ordered: NOTHING,
    cash: NOTHING,
    changed: NOTHING,
    failed: NOTHING,
    dismissed: NOTHING,
    signedOut: NOTHING,
  },
  shownBy: { failed: 'tests/flows/checkout/checkout.paths.test.tsx: beside the form' },
  table: purchaseTable,
  // The rows of older tables about the purchase, with their own words.
  also: [
    { flow: 'checkout', table: checkoutPurchaseTable, states: checkoutStates },
    { flow: 'mpesa-payment', table: paymentPurchaseTable, states: paymentStates },
  ],
});
