import { expect } from 'vitest';
import { getCartRefusal } from '../../../src/rules/cart/orderable.ts';
import { cartModel } from './cart.model.ts';
import { cartView } from './cart.view.tsx';
import { cartTable } from './cart.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const NOT_KEPT = 'Your browser does not let us save the cart. It is kept until you close this page.';

flowTests(cartModel, {
  view: cartView,
  shows: {
    'items.starting': 'Loading your cart',
    'items.empty': (page) => {
      page.getByRole('heading', { level: 1, name: 'Your cart is empty' });
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
    },
    'items.filled': (page, { context: { cart, stock } }) => {
      page.getByRole('heading', { level: 1, name: 'Your Cart' });
      expect(page.getAllByRole('listitem').length).toBeGreaterThanOrEqual(cart.items.length);
      page.getByText('Free');
      // A cart that cannot be ordered has no Proceed link and shows the reason.
      const refusal = getCartRefusal(cart, stock);
      if (refusal === null) page.getByRole('link', { name: 'Proceed' });
      else page.getByText(refusal);
    },
    'storage.ok': see('status', NOT_KEPT, 'absent'),
    'items.empty & storage.memoryOnly': NOT_KEPT,
    'items.filled & storage.memoryOnly': NOT_KEPT,
    'check.idle': see('button', 'Dismiss', 'absent'),
    'check.running': see('button', 'Dismiss', 'absent'),
    'check.noticed': ['Prices or stock have changed since you added these items.', see('button', 'Dismiss')],
  },
  shownBy: { page: 'tests/flows/cart/cart.requirements.test.ts: which page is open is seen by what is checked there' },
  table: cartTable,
});
