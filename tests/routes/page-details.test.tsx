// @vitest-environment happy-dom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { readAccountState } from '../../src/routes/account-state.ts';
import { dealsOf, pageOf, television } from '../models/catalogue.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { ok } from '../support/tab.ts';

/** What a page tells its own machines, and what it shows of them in its head. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const reply = (path: `/${string}`, request: object, data: object) => ({
  [callKey({ method: 'GET', path }, request as never)]: { success: true, data },
});

test.each([
  [{ origin: 5, email: 7, notice: 'nobody' }],
  [{ origin: null, email: null, notice: null }],
  [{ origin: {}, email: ['a@b.co'] }],
  [null],
  ['text'],
  [undefined],
])('a navigation that carries %j carries nothing', (state) => {
  expect(readAccountState(state)).toEqual({ origin: null, email: '', notice: null });
});

test('D18, U22: a navigation carries where it came from, what was typed, and why', () => {
  for (const notice of ['notLoggedIn', 'invalidSession'] as const) {
    const state = { origin: '/cart', email: 'a@b.co', notice };
    expect(readAccountState(state)).toEqual(state);
  }
});

test('§2: the home page says what the shop sells', async () => {
  await openPage('/');
  const text = document.querySelector('meta[name="description"]')?.getAttribute('content');
  expect(text).toBe(
    `${shop.tagline}: phones, laptops, TVs and appliances with 24H delivery, affordable prices and support 24/7.`,
  );
});

describe('the page of a product', () => {
  test('§2: is called Product while it is loaded, then by its name, or not found', async () => {
    let answer: (found: object) => void = () => undefined;
    const page = await openPage('/product/sony-tv', {
      server: ({ path }) =>
        path === '/products/sony-tv'
          ? new Promise((resolve) => (answer = (found) => resolve(ok(found))))
          : new Promise<never>(() => undefined),
    });
    expect(document.title).toMatch(/^Product\b(?! Not Found)/);
    answer({ product: television });
    await vi.waitFor(() => expect(document.title).toContain(television.name));
    page.unmount();
    const missing = callKey({ method: 'GET', path: '/products/:idOrSlug' }, { idOrSlug: 'gone' } as never);
    await openPage('/product/gone', { replies: { [missing]: { success: false } } });
    expect(document.title).toMatch(/^Product Not Found\b/);
  });

  test('§2: its heart puts it into the wishlist and takes it out', async () => {
    const page = await openPage('/product/sony-tv', {
      replies: reply('/products/:idOrSlug', { idOrSlug: 'sony-tv' }, { product: television }),
    });
    const heart = () => page.getByRole('button', { name: `Wishlist: ${television.name}` });
    const stored = () => page.tab.storage.values.get('wishlist') ?? '';
    expect(heart().getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(heart());
    expect([heart().getAttribute('aria-pressed'), stored().includes(television._id)]).toEqual(['true', true]);
    fireEvent.click(heart());
    expect([heart().getAttribute('aria-pressed'), stored().includes(television._id)]).toEqual(['false', false]);
  });
});

describe('the list', () => {
  test('A6: its prices are told to the price filter when it is loaded, and nothing before', async () => {
    let answer: () => void = () => undefined;
    const page = await openPage('/products', {
      server: ({ path }) =>
        path.startsWith('/products?')
          ? new Promise((resolve) => (answer = () => resolve(ok(pageOf(2)))))
          : new Promise<never>(() => undefined),
    });
    const known = () => page.received('priceFilter').filter(({ type }) => type === 'products.known');
    await vi.waitFor(() => expect(page.inputs().map(({ machine }) => machine)).toContain('priceFilter'));
    expect(known()).toEqual([]);
    answer();
    await vi.waitFor(() => expect(known().at(-1)).toMatchObject({ prices: [40_000, 40_000] }));
  });

  test('U1: the clock of the deals knows none where the page did not come with them', async () => {
    const page = await openPage('/cart', {
      server: ({ path }) =>
        path === '/deals/flash' ? ok({ flashDeals: dealsOf(2) }) : new Promise<never>(() => undefined),
    });
    await page.goTo('/products?deals=flash');
    const input = () => page.inputs().find(({ machine }) => machine === 'flashCountdown')?.input;
    await vi.waitFor(() => expect(input()).toEqual({ known: null, hasPlaceholder: true }));
  });
});
