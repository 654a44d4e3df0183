// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { createListedProducts } from '../../src/routes/listed-products.ts';
import { NEW_ARRIVALS_REQUEST } from '../../src/rules/home/home.ts';
import { createPage, television } from '../flows/support/catalogue.samples.ts';
import { openPage } from '../support/open-page.tsx';

/** The product page opens with what the list before it has loaded (decision 0120). */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MINUTE = 60_000;
const phone = { ...television, _id: 'p2', slug: 'phone-a', name: 'Phone A' };

describe('a product that a list has loaded', () => {
  /** Remembers the television in a list, and looks for a product after some time. */
  const find = (idOrSlug: string, { after = 0, isFlashDeal = false } = {}) => {
    let now = 1_000;
    const listed = createListedProducts({ now: () => now });
    listed.remember('list', [phone, { ...television, isFlashDeal }]);
    now += after;
    return listed.find(idOrSlug)?.name ?? null;
  };

  test.each([
    ['is found by its slug', 'sony-tv', {}, 'Sony TV'],
    ['is found by its id', 'p1', {}, 'Sony TV'],
    ['is found for a minute', 'sony-tv', { after: MINUTE - 1 }, 'Sony TV'],
    ['is loaded again after a minute', 'sony-tv', { after: MINUTE }, null],
    ['is loaded again when it is a flash deal, whose price ends', 'sony-tv', { isFlashDeal: true }, null],
    ['is loaded when no list had it', 'radio', {}, null],
  ])('%s', (_, idOrSlug, how, name) => expect(find(idOrSlug, how)).toBe(name));

  test('comes from the newest list', () => {
    let now = 0;
    const listed = createListedProducts({ now: () => now });
    listed.remember('newArrivals', [{ ...television, price: 1 }]);
    listed.remember('featured', [phone]);
    now = MINUTE / 2;
    listed.remember('list', [{ ...television, price: 2 }]);
    expect(listed.find('sony-tv')?.price).toBe(2);
    now = MINUTE;
    expect(listed.find('sony-tv')?.price).toBe(2);
    listed.remember('list', []);
    expect(listed.find('sony-tv')).toBe(null);
  });
});

const get = (path: `/${string}`, request: object, data: object) => ({
  [callKey({ method: 'GET', path }, request as never)]: { success: true, data },
});
const PAGES = {
  '/products': get(
    '/products',
    { page: 1, sortBy: 'newest', limit: 12, activeOnly: true },
    { ...createPage(1), products: [television] },
  ),
  '/': get('/products', NEW_ARRIVALS_REQUEST, { products: [television] }),
};

test.each(Object.entries(PAGES))('opens the page of a product of %s without a call', async (from, replies) => {
  const page = await openPage(from, { replies });
  await page.goTo('/product/sony-tv');
  expect(page.container.querySelector('h1')?.textContent).toBe('Sony TV');
  expect(page.tab.sent.map(({ path }) => path)).not.toContain('/products/sony-tv');
  page.tab.browser.now += MINUTE;
  await page.goTo('/cart');
  await page.goTo('/product/sony-tv');
  expect(page.tab.sent.map(({ path }) => path)).toContain('/products/sony-tv');
});
