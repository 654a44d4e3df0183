import { expect } from 'vitest';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { checkoutModel } from '../models/checkout.model.ts';
import { checkoutTable } from '../models/checkout.table.tsx';
import { flowTests } from '../support/flow-tests.ts';

flowTests(checkoutModel, {
  view: (snapshot) => <CheckoutView snapshot={snapshot} send={() => undefined} delivery={null} placement={null} />,
  shows: {
    empty: (page) => {
      page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
    },
    loadingUser: (page) => void page.getByRole('status'),
    form: (page, { context }) => {
      for (const name of ['Full Name', 'Phone Number', 'Street Address', 'City', 'Country']) page.getByLabelText(name);
      expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toHaveProperty('disabled', true);
      page.getByRole('button', { name: 'Confirm Order' });
      expect(page.text).toContain('VAT included');
      expect(page.text).toContain(`SubtotalKsh ${context.cart.totalAmount.toLocaleString('en')}`);
      expect(page.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms-of-service');
      expect(page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy');
    },
    'form.userFailed': (page) => void page.getByRole('button', { name: 'Try Again' }),
    'form.editing.unchangedAddress': (page) => expect(page.queryByRole('checkbox')).toBeNull(),
    'form.editing.changedAddress': (page) => void page.getByRole('checkbox', { name: 'Save as my default address' }),
    placing: (page) => expect(page.getByRole('button', { name: 'Confirm Order' }).getAttribute('aria-busy')).toBe('true'),
    reviewChanges: (page) => {
      expect(page.says).toContain('Some prices or stock have changed. Please review your order.');
      page.getByText(/was Ksh.1,500, now Ksh.1,600/);
    },
  },
  table: checkoutTable,
});
