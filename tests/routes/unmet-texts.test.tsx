// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { jane } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';

/** The screens that shoppers see instead of the texts that docs/texts.md lists as never shown. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CART = JSON.stringify({
  items: [{ id: 'p1', name: 'Sony TV', price: 1000, image: '', category: 'TVs', quantity: 1 }],
  totalQuantity: 1,
  totalAmount: 1000,
});

test("X38, A61: a checkout whose session ends leads to login, not 'Please login to complete your order'", async () => {
  const page = await openPage('/checkout', { user: jane, stored: { cart: CART } });
  expect(page.getByRole('button', { name: 'Pay with M-Pesa' })).toBeTruthy();
  await act(async () => {
    page.tab.storage.values.delete('token');
    page.tab.fire('storage', { key: 'token' });
  });
  expect(page.tab.visits.at(-1)?.path).toBe('/auth/login');
  expect(page.queryByRole('button', { name: 'Pay with M-Pesa' })).toBeNull();
  expect(page.container.textContent).not.toContain('Please login to complete your order');
});

test.each(['/profile', '/checkout', '/track-order', '/order-success'])(
  "X38, A61: %s without a login shows the login page, not 'No token found'",
  async (address) => {
    const page = await openPage(address, { stored: { cart: CART } });
    expect(page.tab.visits.at(-1)?.path).toBe('/auth/login');
    expect(page.tab.sent.filter(({ path }) => path === '/auth/profile')).toEqual([]);
    expect(page.container.textContent).not.toContain('No token found');
  },
);
