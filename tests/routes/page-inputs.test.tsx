// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { fallback, findRoute, routes } from '../../src/routes/table.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import { CATEGORIES_REQUEST, TOP_CATEGORIES_REQUEST } from '../../src/rules/catalogue/categories.ts';
import { BANNERS_REQUEST, FEATURED_REQUEST, NEW_ARRIVALS_REQUEST, POPULAR_REQUEST } from '../../src/rules/home/home.ts';
import { wanjiku } from '../flows/support/account.samples.ts';
import {
  toDeals,
  createFacets,
  manyCategories,
  createPage,
  products,
  television,
} from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';
import { cableLine, phoneLine, stored } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { until } from '../support/until.ts';
import { ORDER, record } from '../support/waiting-bar.ts';

/**
 * The inputs of the machines of each page, which come from the address, navigation state, storage and document. Detects
 * a parameter under a wrong name and a reply that reaches the wrong machine.
 */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NOW = Date.UTC(2026, 0, 1, 9);

/** Machines of the frame, which every page starts. A separate test covers them. */
const FRAME = [
  'session',
  'cart',
  'wishlist',
  'connection',
  'searchBox',
  'protectedPage',
  'topCategories',
  'categoryNav',
  'menu',
  'waitingPayment',
  'paymentRecord',
  'paymentScreen',
];

/** Calls of the frame and of the session. */
const FRAME_CALLS = /^\/(?:categories\?|auth\/profile$|mpesa\/open-payment$)/;

const get = (path: `/${string}`, request: object, data: object) => ({
  [callKey({ method: 'GET', path }, request as never)]: { success: true, data },
});

interface Case {
  readonly at: string;
  readonly given?: Parameters<typeof openPage>[1];
  /** Inputs of the page's own machines, in start order; undefined for a machine without input. */
  readonly inputs: readonly (readonly [machine: string, input: unknown])[];
  /** Calls of the page itself. */
  readonly calls: readonly string[];
}

const signedIn = { user: wanjiku };
const QUERY = { category: 'tvs', brand: 'sony', search: 'uhd', sortBy: 'price_low', page: 2, specs: { RAM: '8GB' } };
/** An order without a prompt. */
const KEPT = record({ user: wanjiku._id, checkoutRequestId: null, startedAt: null });
const PLAIN = { page: 1, specs: {} };
const deals = toDeals(5);
const brands = createFacets('RAM').brands;
const facets = createFacets('RAM');
const listed = createPage(30, 2);
const section = (name: string, loaded: object | null) => ['homeSection', { section: name, loaded }] as const;

const CASES: readonly Case[] = [
  {
    at: '/',
    given: {
      now: NOW,
      replies: {
        ...get('/banners', BANNERS_REQUEST, { banners: banners(2) }),
        ...get('/deals/flash', {}, { flashDeals: deals }),
        ...get('/products', NEW_ARRIVALS_REQUEST, { products: products(1), kind: 'new' }),
        ...get('/brands', {}, { brands }),
        ...get('/orders/frequently-bought', POPULAR_REQUEST, { products: products(2) }),
        ...get('/products', FEATURED_REQUEST, { products: products(3), kind: 'featured' }),
      },
    },
    inputs: [
      ['heroCarousel', { count: 2 }],
      section('hero', { banners: banners(2) }),
      section('flash', { products: deals.slice(0, 4).map(({ product }) => product), deals: { deals, now: NOW } }),
      section('newArrivals', { products: products(1), kind: 'new' }),
      ['brandCarousel', { count: 3 }],
      section('brands', { brands }),
      section('popular', { products: products(2) }),
      section('featured', { products: products(3), kind: 'featured' }),
    ],
    calls: [],
  },
  {
    at: '/products?category=tvs&brand=sony&search=uhd&sortBy=price_low&page=2&RAM=8GB',
    inputs: [
      ['filters', { query: QUERY, loaded: null }],
      ['priceFilter', { query: QUERY, loaded: null }],
      ['productList', { query: QUERY, loaded: null, deals: null }],
    ],
    calls: [
      '/products/facets?RAM=8GB&category=tvs&brand=sony&search=uhd&activeOnly=true',
      '/products/price-range?category=tvs&brand=sony&activeOnly=true',
      '/products?RAM=8GB&category=tvs&brand=sony&search=uhd&page=2&sortBy=price_low&limit=12&activeOnly=true',
    ],
  },
  {
    at: '/search?search=uhd',
    given: {
      replies: {
        ...get('/products', { search: 'uhd', page: 1, limit: 12, activeOnly: true }, listed),
        ...get('/products/facets', { search: 'uhd', activeOnly: true }, facets),
        ...get('/products/price-range', { activeOnly: true }, { minPrice: 5, maxPrice: 90 }),
      },
    },
    inputs: [
      ['filters', { query: { ...PLAIN, search: 'uhd' }, loaded: facets }],
      ['priceFilter', { query: { ...PLAIN, search: 'uhd' }, loaded: { minPrice: 5, maxPrice: 90 } }],
      ['productList', { query: { ...PLAIN, search: 'uhd' }, loaded: listed, deals: null }],
    ],
    calls: [],
  },
  {
    at: '/products?deals=flash',
    given: { now: NOW, replies: get('/deals/flash', {}, { flashDeals: deals }) },
    inputs: [
      ['flashCountdown', { known: { deals, now: NOW }, hasPlaceholder: true }],
      ['productList', { query: { ...PLAIN, deals: 'flash' }, loaded: null, deals }],
    ],
    calls: [],
  },
  {
    at: '/products/sony-tv',
    inputs: [['productDetail', { idOrSlug: 'sony-tv', loaded: null, isMissing: false }]],
    calls: ['/products/sony-tv'],
  },
  {
    at: '/product/sony-tv',
    given: { replies: get('/products/:idOrSlug', { idOrSlug: 'sony-tv' }, { product: television }) },
    inputs: [['productDetail', { idOrSlug: 'sony-tv', loaded: television, isMissing: false }]],
    calls: [],
  },
  {
    at: '/product/gone',
    given: {
      replies: { [callKey({ method: 'GET', path: '/products/:idOrSlug' }, { idOrSlug: 'gone' })]: { success: false } },
    },
    inputs: [['productDetail', { idOrSlug: 'gone', loaded: null, isMissing: true }]],
    calls: [],
  },
  {
    at: '/product/sony-tv?tab=reviews',
    given: { ...signedIn, replies: get('/products/:idOrSlug', { idOrSlug: 'sony-tv' }, { product: television }) },
    inputs: [
      ['productDetail', { idOrSlug: 'sony-tv', loaded: television, isMissing: false }],
      ['reviews', { productId: television._id, shopper: wanjiku._id }],
    ],
    calls: ['/reviews/p1?page=1&limit=10', '/reviews/p1/can-review'],
  },
  { at: '/product', inputs: [['productDetail', { idOrSlug: '', loaded: null, isMissing: false }]], calls: [] },
  { at: '/cart', inputs: [], calls: [] },
  { at: '/wishlist', inputs: [], calls: [] },
  {
    at: '/checkout',
    given: { ...signedIn, stored: { cart: stored(phoneLine(2), cableLine(1)) } },
    inputs: [
      [
        'checkout',
        {
          user: wanjiku,
          cart: createCart([phoneLine(2), cableLine(1)]),
          payments: ['mpesa', 'cod'],
          codMax: shop.codMax,
          mpesaMax: shop.mpesaMax,
          stock: {},
          kept: null,
          typed: null,
        },
      ],
    ],
    calls: ['/orders/payment-limits'],
  },
  {
    at: '/checkout?from=cart',
    given: {
      ...signedIn,
      stored: { cart: stored(phoneLine(2)), payment: JSON.stringify(KEPT) },
    },
    inputs: [
      [
        'checkout',
        {
          user: wanjiku,
          cart: createCart([phoneLine(2)]),
          payments: ['mpesa', 'cod'],
          codMax: shop.codMax,
          mpesaMax: shop.mpesaMax,
          stock: {},
          kept: KEPT,
          typed: null,
        },
      ],
    ],
    calls: [`/orders/payment-limits?replaces=${ORDER}`],
  },
  {
    at: '/order-success?order=o2',
    given: { ...signedIn, state: { orderId: 'o1' } },
    inputs: [['orderSuccess', { isSignedIn: true, stateOrderId: 'o1', addressOrderId: 'o2' }]],
    calls: [],
  },
  ...[null, 'o1', {}, { orderId: 1 }].map((state): Case => ({
    at: '/order-success',
    given: { ...signedIn, state },
    inputs: [['orderSuccess', { isSignedIn: true, stateOrderId: '', addressOrderId: '' }]],
    calls: ['/orders/my'],
  })),
  {
    at: '/profile?section=orders',
    given: signedIn,
    inputs: [
      ['profile', { section: 'orders' }],
      ['profileForm', { user: wanjiku }],
      ['changePassword', undefined],
      ['orderHistory', { courierLink: shop.courierLink }],
      ['addressBook', { user: wanjiku }],
    ],
    calls: ['/orders/my'],
  },
  {
    at: '/track-order',
    given: signedIn,
    inputs: [['orderTracking', { orderId: '', session: 'present', phone: wanjiku.phone, userName: wanjiku.name }]],
    calls: ['/orders/my'],
  },
  {
    at: '/track-order/o1',
    given: signedIn,
    inputs: [['orderTracking', { orderId: 'o1', session: 'present', phone: wanjiku.phone, userName: wanjiku.name }]],
    calls: ['/orders/o1'],
  },
  {
    at: '/auth/login',
    given: { state: { origin: '/cart', email: 'a@b.co', notice: 'notLoggedIn' } },
    inputs: [['login', { origin: '/cart', email: 'a@b.co', notice: 'notLoggedIn' }]],
    calls: [],
  },
  {
    at: '/auth/signup',
    given: { state: { origin: '/cart', email: 'a@b.co' } },
    inputs: [['signUp', { origin: '/cart', email: 'a@b.co', passwordMinimum: shop.signUpPasswordMinimum }]],
    calls: [],
  },
  { at: '/auth/forgot-password', inputs: [['forgotPassword', undefined]], calls: [] },
  { at: '/auth/reset-password?token=s3', inputs: [['resetPassword', { token: 's3' }]], calls: [] },
  { at: '/auth/reset-password/s3', inputs: [['resetPassword', { token: 's3' }]], calls: [] },
  {
    at: '/auth/confirm-email?token=s3',
    inputs: [['emailConfirmation', { token: 's3' }]],
    calls: ['/auth/confirm-email'],
  },
  { at: '/contact', inputs: [['contact', undefined]], calls: [] },
  ...['/terms-of-service', '/privacy-policy', '/return-policy', '/customer-service', '/about', '/nowhere'].map(
    (at): Case => ({ at, inputs: [], calls: [] }),
  ),
];

test('every route has a case', () => {
  const reached = new Set(CASES.map(({ at }) => findRoute(new URL(at, 'http://localhost').pathname).entry.path));
  expect([...routes, fallback].map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test.each(CASES.map((one) => [one.at, one] as const))(
  '%s derives the inputs of its machines from its address, state, storage and document',
  async (at, { given, inputs, calls }) => {
    const page = await openPage(at, given);
    // The page loads its code on demand, which takes longer on a slow computer.
    await until(() => {
      const own = page.inputs().filter(({ machine }) => !FRAME.includes(machine));
      // A missing field and one without a value are not the same.
      expect(own.map(({ machine, input }) => [machine, input])).toStrictEqual(inputs);
      const sent = page.tab.sent.map(({ path }) => path);
      expect(sent.filter((path) => !FRAME_CALLS.test(path))).toEqual(calls);
    });
  },
);

test('a list has the name of its category as title and heading', async () => {
  const categories = manyCategories(3);
  const [first] = categories;
  const page = await openPage(`/products?category=${first?.slug}`, {
    replies: get('/categories', CATEGORIES_REQUEST, { categories }),
  });
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe(first?.name);
  expect(document.title).toContain(first?.name);
});

test('the frame starts its machines with the address and the categories of the document', async () => {
  const categories = manyCategories(3);
  const top = manyCategories(2);
  const page = await openPage('/products?search=uhd', {
    replies: {
      ...get('/categories', CATEGORIES_REQUEST, { categories }),
      ...get('/categories', TOP_CATEGORIES_REQUEST, { categories: top }),
    },
  });
  const getInput = (machine: string) => page.inputs().find((one) => one.machine === machine)?.input;
  expect(getInput('searchBox')).toEqual({ searched: 'uhd' });
  expect(getInput('categoryNav')).toEqual({ loaded: categories, path: '/products?search=uhd' });
  expect(getInput('topCategories')).toEqual({ loaded: top });
  expect(getInput('protectedPage')).toEqual({ path: '/products?search=uhd', status: 'loading' });
  expect(page.tab.sent.map(({ path }) => path).filter((path) => path.startsWith('/categories'))).toEqual([]);
});

/** A page that stays mounted when its address changes sends the new address to its machine. */
const CHANGES = [
  ['/products?category=tvs', '/products?category=phones', 'productList', { query: { ...PLAIN, category: 'phones' } }],
  ['/products?category=tvs', '/products?category=phones', 'filters', { query: { ...PLAIN, category: 'phones' } }],
  ['/products?category=tvs', '/products?category=phones', 'priceFilter', { query: { ...PLAIN, category: 'phones' } }],
  ['/product/sony-tv', '/product/lg-tv', 'productDetail', { idOrSlug: 'lg-tv' }],
  ['/products?search=uhd', '/products?search=oled', 'searchBox', { searched: 'oled' }],
  ['/', '/products?category=tvs', 'categoryNav', { path: '/products?category=tvs' }],
  ['/profile', '/profile?section=orders', 'profile', { section: 'orders' }],
] as const;

describe('another address', () => {
  test.each(CHANGES)('%s to %s: %s receives it', async (from, to, machine, fields) => {
    const page = await openPage(from, signedIn);
    await page.goTo(to);
    expect(page.received(machine).findLast(({ type }) => type === 'address.changed')).toEqual({
      type: 'address.changed',
      ...fields,
    });
    expect(page.inputs().filter((one) => one.machine === machine)).toHaveLength(1);
  });

  test('/track-order/o1 to /track-order/o2: the machine receives the order and the session', async () => {
    const page = await openPage('/track-order/o1', signedIn);
    await page.goTo('/track-order/o2');
    expect(page.received('orderTracking').findLast(({ type }) => type === 'path.changed')).toEqual({
      type: 'path.changed',
      orderId: 'o2',
      session: 'present',
    });
  });

  test('/cart to /checkout: the bar of a waiting payment, the menu and the guard receive it', async () => {
    const page = await openPage('/cart', signedIn);
    await page.goTo('/checkout?from=cart');
    const getPaths = (machine: string) =>
      page.received(machine).flatMap(({ type, path }) => (type === 'path.changed' ? [path] : []));
    expect(getPaths('waitingPayment').at(-1)).toBe('/checkout?from=cart');
    expect(getPaths('protectedPage').at(-1)).toBe('/checkout?from=cart');
    expect(page.received('menu').map(({ type }) => type)).toContain('path.changed');
  });

  test('/cart opens and closes the cart’s page, /wishlist closes its own', async () => {
    const page = await openPage('/cart');
    await page.goTo('/wishlist');
    await page.goTo('/contact');
    const types = (machine: string) => page.received(machine).map(({ type }) => type);
    expect(types('cart').filter((type) => type.startsWith('page.'))).toEqual(['page.open', 'page.close']);
    expect(types('wishlist').filter((type) => type.startsWith('page.'))).toEqual(['page.close']);
  });
});
