import { describe, expect, test } from 'vitest';
import { paths } from '../../src/rules/paths.ts';
import { toSafeOrigin } from '../../src/rules/account/origin.ts';

describe('D18: the origin page after login', () => {
  test.each([
    '/',
    '/checkout',
    '/profile?section=orders',
    '/product/sony-tv',
    paths.reviews('sony-tv'),
    '/products?category=tvs&page=2',
    '/track-order/o1',
    '/order-success?order=1',
  ])('keeps %s', (origin) => expect(toSafeOrigin(origin)).toBe(origin));
  test.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth/login',
    '/auth/signup',
    '',
    null,
    undefined,
    'checkout',
    '/checkout\n',
    '/\t/evil.example',
    '/unknown',
    '//evil.example?tab=reviews',
    '/product/../..//evil.example?tab=reviews',
    `/products?x=${'a'.repeat(600)}`,
  ])('replaces %s with the home page', (origin) => expect(toSafeOrigin(origin)).toBe('/'));
});

test('D18: rejects an origin above 500 characters, and a foreign address with a path of the shop', () => {
  const long = (length: number) => `/cart?${'x'.repeat(length - 6)}`;
  expect(toSafeOrigin(long(500))).toBe(long(500));
  expect(toSafeOrigin(long(501))).toBe('/');
  expect(toSafeOrigin('https://evil.example/cart')).toBe('/');
  expect(toSafeOrigin('/cart?next=\\evil.example')).toBe('/');
  expect(toSafeOrigin('/cart?next=\u0000')).toBe('/');
});
