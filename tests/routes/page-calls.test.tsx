// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { planPage } from '../../src/entry-server.tsx';
import { openPage } from '../support/open-page.tsx';
import { BODIES } from '../support/page-bodies.ts';

/** A page starts with all data that the server loaded for it. The browser requests none of it again. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Addresses with each parameter that a page reads. */
const ADDRESSES = [
  '/',
  '/products',
  '/products?category=tvs',
  '/products?brand=sony',
  '/products?search=uhd',
  '/products?page=2',
  '/products?sortBy=price_low',
  '/products?featured=true',
  '/products?minPrice=500&maxPrice=900',
  '/products?RAM=8GB',
  '/products?category=tvs&brand=sony&search=uhd&sortBy=price_low&page=2&minPrice=500&RAM=8GB',
  '/products?deals=flash',
  '/search?search=uhd&brand=sony',
  '/product/sony-tv',
  '/products/sony-tv',
];

test.each(ADDRESSES)('%s loads all data for its machines on the server', async (url) => {
  const { calls } = planPage(url);
  const replies = Object.fromEntries(
    calls.map(({ endpoint, request }) => [callKey(endpoint, request), { success: true, data: BODIES[endpoint.path] }]),
  );
  const page = await openPage(url, { replies, now: Date.UTC(2026, 0, 1, 9) });
  expect(page.tab.sent.map(({ path }) => path)).toEqual([]);
  const read = page.inputs().flatMap(({ input }) => Object.entries((input ?? {}) as object));
  expect(read.filter(([name, value]) => name === 'loaded' && value === null && !url.includes('deals='))).toEqual([]);
});

test.each([
  ['/products?brand=sony&RAM=8GB', '/products/price-range', { brand: 'sony', activeOnly: true }],
  ['/products?brand=sony&RAM=8GB', '/products/facets', { brand: 'sony', RAM: '8GB', activeOnly: true }],
  ['/product/sony-tv', '/products/:idOrSlug', { idOrSlug: 'sony-tv' }],
  ['/products/a%2Fb', '/products/:idOrSlug', { idOrSlug: 'a/b' }],
] as const)('%s requests %s with the parameters of the address', (url, path, request) => {
  expect(planPage(url).calls.find(({ endpoint }) => endpoint.path === path)?.request).toEqual(request);
});
