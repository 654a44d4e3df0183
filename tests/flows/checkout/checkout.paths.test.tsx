import { expect } from 'vitest';
import { getPaymentMethod, getOrderTotal } from '../../../src/rules/checkout/order-form.ts';
import type { CheckoutContext } from '../../../src/machines/checkout/checkout.setup.ts';
import { checkoutModel } from './checkout.model.ts';
import { checkoutWith } from './checkout.view.tsx';
import {
  paymentCheckoutTable,
  paymentStates,
  purchaseCheckoutTable,
  purchaseStates,
} from './checkout-elsewhere.table.tsx';
import { checkoutTable } from './checkout.table.tsx';
import { see } from 'model-testing/view/shows';
import type { Page } from 'model-testing/view/page';
import { flowTests } from 'model-testing/flow-tests';

const isBare = ({ context: { cart, draft } }: { readonly context: CheckoutContext }) =>
  cart.items.length === 0 && (draft?.orderItems ?? []).length === 0;

/** A field shows its own error. All other problems are in an alert. */
function judgeProblem(page: Page, { problem, badFields, user, changes, cart }: CheckoutContext) {
  const alert = page.queryByRole('alert');
  const isAtField = badFields.length > 0;
  if (problem === null || isAtField) expect(alert).toBeNull();
  else expect(alert?.textContent).toContain(problem.text);
  expect(page.queryByRole('link', { name: 'Login' }) !== null).toBe(problem !== null && !isAtField && user === null);
  const bad = [...page.element.querySelectorAll('[aria-invalid="true"]')].map((field) => field.getAttribute('name'));
  expect(bad).toEqual(badFields.filter((field) => field !== 'pickup'));
  expect(page.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(changes.length > 0);
  const lines: (string | null)[] = page.getAllByRole('listitem').map((line: HTMLElement) => line.textContent);
  for (const { name, quantity, price } of cart.items)
    expect(lines.some((text) => text?.startsWith(`${name}${quantity} × Ksh\u00a0${price.toLocaleString('en')}`))).toBe(
      true,
    );
}

flowTests(checkoutModel, {
  view: checkoutWith(() => ({})),
  shows: {
    empty: (page) => {
      page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
    },
    loadingUser: see('status', 'Loading your details'),
    form: (page, snapshot) => {
      const context = snapshot.context as CheckoutContext;
      const { delivery, draft } = context;
      const payment = getPaymentMethod(context);
      // A payment that is resumed without a cart.
      if (isBare(snapshot)) {
        page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
        return;
      }
      const isPickup = delivery.method === 'pickup_station';
      for (const name of ['Full Name', 'Phone Number']) page.getByLabelText(name);
      for (const name of ['Street Address', 'City', 'Country'])
        expect(page.queryByLabelText(name) === null).toBe(isPickup);
      page.getByRole('radio', { name: payment === 'mpesa' ? 'M-Pesa Express' : 'Cash on Delivery', checked: true });
      page.getByRole('button', { name: payment === 'mpesa' ? 'Pay with M-Pesa' : 'Confirm Order' });
      expect(page.text).toContain('VAT included');
      // The delivery section shows the estimate, so the page does not repeat it (X36).
      expect(page.text).not.toContain('Estimated delivery');
      const total = snapshot.matches({ form: { purchasing: 'underWay' } })
        ? (draft?.totalPrice ?? getOrderTotal(context))
        : getOrderTotal(context);
      expect(page.text).toContain(`SubtotalKsh ${total.toLocaleString('en')}`);
      expect(page.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms-of-service');
      expect(page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy');
    },
    'form.userFailed': [see('button', 'Try Again'), see('alert')],
    'form.editing': (page, { context }) => judgeProblem(page, context),
    'form.editing.unchangedAddress': see('checkbox', 'Save as my default address', 'absent'),
    'form.editing.changedAddress': [
      see('checkbox', 'Save as my default address'),
      (page, { context: { savesAddress } }) => {
        expect(page.getByRole('checkbox')).toHaveProperty('checked', savesAddress);
        expect(page.says.includes('This address will be saved as your new default address.')).toBe(savesAddress);
      },
    ],
    'form.purchasing.underWay': (page, { context }) => {
      if (context.cart.items.length === 0 && (context.draft?.orderItems ?? []).length === 0) return;
      expect(page.getByRole('button', { name: /^(Confirm Order|Pay with M-Pesa)$/ }).getAttribute('aria-busy')).toBe(
        'true',
      );
      // The form is read-only while the order is placed.
      for (const field of page.getAllByRole('textbox')) expect(field).toHaveProperty('readOnly', true);
      for (const choice of page.getAllByRole('radio')) expect(choice).toHaveProperty('disabled', true);
    },
    reviewChanges: (page) => {
      expect(page.getByRole('alert', { hidden: true }).textContent).toBe(
        'Some prices or stock have changed. Please review your order.',
      );
      page.getByRole('heading', { name: 'Review your order', hidden: true });
      page.getByText(/was Ksh.1,500, now Ksh.1,600/);
    },
  },
  shownBy: {
    ordered: 'tests/flows/order-success/order-success.paths.test.tsx: the page that follows',
    signedOut: 'tests/flows/login/login.paths.test.tsx: the page that follows',
  },
  table: checkoutTable,
  also: [
    { flow: 'mpesa-payment', table: paymentCheckoutTable, states: paymentStates },
    { flow: 'purchase', table: purchaseCheckoutTable, states: purchaseStates },
  ],
});
