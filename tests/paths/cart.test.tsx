import { expect } from 'vitest';
import { CartView } from '../../src/views/cart/cart.view.tsx';
import { cartModel } from '../models/cart.model.ts';
import { cartTable } from '../models/cart.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(cartModel, {
  view: (snapshot) => <CartView snapshot={snapshot} send={() => undefined} proceed={<a href="/checkout">Proceed</a>} />,
  shows: {
    'items.starting': (page) => void page.getByText('Loading your cart'),
    'items.empty': (page) => {
      page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
    },
    'items.filled': (page, { context: { cart } }) => {
      page.getByRole('heading', { level: 1, name: 'Your Cart' });
      expect(page.getAllByRole('listitem').length).toBeGreaterThanOrEqual(cart.items.length);
      page.getByText('Free');
      page.getByRole('link', { name: 'Proceed' });
    },
    'storage.memoryOnly': (page) => {
      if (!page.text.includes('Loading'))
        expect(page.says).toContain(
          'Your browser does not let us save the cart. It is kept until you close this page.',
        );
    },
    'check.noticed': (page) => void page.getByText('Prices or stock have changed since you added these items.'),
  },
  table: cartTable,
});
