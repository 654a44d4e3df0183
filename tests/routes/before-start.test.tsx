// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { AppProvider } from '../../src/routes/app-context.tsx';
import { renderHeart } from '../../src/routes/cart/product-heart.tsx';
import CheckoutRoute from '../../src/routes/checkout/checkout.route.tsx';
import { wanjiku } from '../flows/support/account.samples.ts';
import { television } from '../flows/support/catalogue.samples.ts';
import { phoneLine, stored } from '../flows/support/shop.samples.ts';
import { ok, openTab, SharedStorage } from '../support/tab.ts';
import { until } from '../support/until.ts';

/** Parts of a page that has hydrated, before the long-lived actors have read the storage. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('§2: the checkout waits for the cart that the browser has stored', async () => {
  const storage = new SharedStorage();
  storage.values.set('cart', stored(phoneLine(2)));
  const { app } = openTab({
    storage,
    user: wanjiku,
    server: ({ path }) => (path === '/auth/profile' ? ok({ user: wanjiku }) : new Promise<never>(() => undefined)),
    starting: ({ session }) => [session],
  });
  const page = render(
    <MemoryRouter>
      <AppProvider value={app}>
        <CheckoutRoute />
      </AppProvider>
    </MemoryRouter>,
  );
  expect(page.getByRole('status').textContent).toContain('Loading your cart');
  act(() => void app.cart.start());
  await until(() => expect(page.container.textContent).toContain('Phone A'));
});

test('H11: a heart that is pressed before the wishlist is known adds nothing later', () => {
  const { app } = openTab({ starting: () => [] });
  const page = render(<AppProvider value={app}>{renderHeart({ product: television, look: 'round' })}</AppProvider>);
  fireEvent.click(page.getByRole('button'));
  act(() => void app.wishlist.start());
  expect(page.getByRole('button').getAttribute('aria-pressed')).toBe('false');
});

test('H15: a heart that shows the time before the wishlist was read takes a press', async () => {
  const { app } = openTab({ starting: () => [] });
  const page = render(<AppProvider value={app}>{renderHeart({ product: television, look: 'round' })}</AppProvider>);
  const heart = page.getByRole('button');
  app.wishlist.start();
  heart.click();
  await until(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
});
