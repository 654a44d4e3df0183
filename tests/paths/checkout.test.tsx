import { expect } from 'vitest';
import { deliveryEstimate } from '../../src/rules/estimate.ts';
import type { CheckoutContext } from '../../src/machines/checkout.machine.ts';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { checkoutModel, paymentStates } from '../models/checkout.model.ts';
import { checkoutPaymentTable, checkoutTable } from '../models/checkout.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(checkoutModel, {
  view: (snapshot) => (
    <CheckoutView snapshot={snapshot} send={() => undefined} delivery={null} status={null} dialog={null} />
  ),
  shows: {
    empty: (page) => {
      page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
    },
    loadingUser: (page) => void page.getByRole('status'),
    form: (page, snapshot) => {
      const context = snapshot.context as CheckoutContext;
      const { cart, details, delivery, payment, draft } = context;
      // A payment that is taken up again without a cart.
      if (cart.items.length === 0 && draft === null) return;
      const isPickup = delivery.method === 'pickup_station';
      for (const name of ['Full Name', 'Phone Number']) page.getByLabelText(name);
      for (const name of ['Street Address', 'City', 'Country'])
        expect(page.queryByLabelText(name) === null).toBe(isPickup);
      page.getByRole('radio', { name: payment === 'mpesa' ? 'M-Pesa Express' : 'Cash on Delivery', checked: true });
      page.getByRole('button', { name: payment === 'mpesa' ? 'Pay with M-Pesa' : 'Confirm Order' });
      expect(page.text).toContain('VAT included');
      const place = isPickup ? { county: delivery.county, city: delivery.town } : { county: null, city: details.city };
      expect(page.text).toContain(`Estimated delivery: ${deliveryEstimate(place)}`);
      const total = snapshot.matches({ form: { purchasing: 'underWay' } })
        ? (draft?.totalPrice ?? cart.totalAmount)
        : cart.totalAmount;
      expect(page.text).toContain(`SubtotalKsh ${total.toLocaleString('en')}`);
      expect(page.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms-of-service');
      expect(page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy');
    },
    'form.userFailed': (page) => void page.getByRole('button', { name: 'Try Again' }),
    'form.editing.unchangedAddress': (page) => expect(page.queryByRole('checkbox')).toBeNull(),
    'form.editing.changedAddress': (page) => void page.getByRole('checkbox', { name: 'Save as my default address' }),
    'form.purchasing.underWay': (page, { context }) => {
      if (context.cart.items.length === 0 && context.draft === null) return;
      expect(page.getByRole('button', { name: /^(Confirm Order|Pay with M-Pesa)$/ }).getAttribute('aria-busy')).toBe(
        'true',
      );
    },
    reviewChanges: (page) => {
      expect(page.says).toContain('Some prices or stock have changed. Please review your order.');
      page.getByText(/was Ksh.1,500, now Ksh.1,600/);
    },
  },
  table: checkoutTable,
  also: [{ flow: 'mpesa-payment', table: checkoutPaymentTable, states: paymentStates }],
});
