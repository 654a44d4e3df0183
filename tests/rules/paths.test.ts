import { expect, test } from 'vitest';
import { needsLogin } from '../../src/rules/account/access.ts';
import { TOP_CATEGORIES_REQUEST } from '../../src/rules/catalogue/categories.ts';
import { FEATURED_REQUEST, NEW_ARRIVALS_REQUEST, VIEW_ALL_NEW_FROM } from '../../src/rules/home/home.ts';
import { paths } from '../../src/rules/paths.ts';

test('§2: the addresses of the shop', () => {
  const plain = Object.fromEntries(Object.entries(paths).filter(([, path]) => typeof path === 'string'));
  expect(plain).toEqual({
    home: '/',
    products: '/products',
    search: '/search',
    newest: '/products?sortBy=newest',
    flashDeals: '/products?deals=flash',
    cart: '/cart',
    wishlist: '/wishlist',
    checkout: '/checkout',
    login: '/auth/login',
    signUp: '/auth/signup',
    forgotPassword: '/auth/forgot-password',
    resetPassword: '/auth/reset-password',
    confirmEmail: '/auth/confirm-email',
    terms: '/terms-of-service',
    privacy: '/privacy-policy',
    contact: '/contact',
    about: '/about',
    customerService: '/customer-service',
    returnPolicy: '/return-policy',
  });
});

test('§2: addresses with parameters are escaped', () => {
  expect(paths.product('tv 32"')).toBe('/product/tv%2032%22');
  expect(paths.reviews('tv 32"')).toBe('/product/tv%2032%22?tab=reviews');
  expect(paths.suggestion({ _id: 'p1', slug: 'tv 32"' })).toBe('/products/tv%2032%22');
  expect(paths.suggestion({ _id: 'p 1', slug: '' })).toBe('/product/p%201');
  expect(paths.category('tvs&more')).toBe('/products?category=tvs%26more');
  expect(paths.searchFor('led tv')).toBe('/products?search=led%20tv');
  expect([paths.orderSuccess(), paths.orderSuccess('o1')]).toEqual(['/order-success', '/order-success?order=o1']);
  expect([paths.profile(), paths.profile('orders')]).toEqual(['/profile', '/profile?section=orders']);
  expect([paths.trackOrder(), paths.trackOrder('o1')]).toEqual(['/track-order', '/track-order/o1']);
});

test.each([
  ['/checkout', true],
  ['/checkout?step=2', true],
  ['/order-success#top', true],
  ['/profile/orders', true],
  ['/track-order/o1', true],
  ['/checkouts', false],
  ['/help/checkout', false],
  ['/cart', false],
  ['/', false],
])('§2: %s needs a login: %s', (path, isNeeded) => expect(needsLogin(path)).toBe(isNeeded));

test('§7, §9, A11: the requests of the home page and the footer', () => {
  expect(NEW_ARRIVALS_REQUEST).toEqual({ limit: 10, sortBy: 'newest' });
  expect(FEATURED_REQUEST).toEqual({ limit: 10, page: 1, featured: 'true' });
  expect(TOP_CATEGORIES_REQUEST).toEqual({ limit: 6, status: 'active' });
  expect(VIEW_ALL_NEW_FROM).toBe(8);
});
