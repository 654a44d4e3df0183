import { describe, expect, test } from 'vitest';
import { isSameAddress } from '../../contract/rules/address.ts';
import { emailError, normaliseEmail } from '../../contract/rules/email.ts';
import { ksh, vatIncluded } from '../../contract/rules/money.ts';
import { safeOrigin } from '../../contract/rules/origin.ts';
import { pageWindow } from '../../contract/rules/pagination.ts';
import { passwordStrength, signUpPasswordError } from '../../contract/rules/password.ts';

describe('§5, A20: e-mail', () => {
  test.each(['a@b.c', 'wanjiku.n+shop@mail.example.co.ke', 'wanjiku@example..com', 'w!@1.2', ' Wanjiku@Example.com '])(
    '%s is accepted',
    (typed) => expect(emailError(typed)).toBeNull(),
  );
  test.each([
    'wanjiku',
    'wanjiku@',
    '@example.com',
    'wanjiku@example',
    'wanjiku@example.',
    'wanjiku@.com',
    'wan jiku@example.com',
    'wan@jiku@example.com',
  ])('%s is refused', (typed) => expect(emailError(typed)).toBe('Please enter a valid email address'));
  test('blank is missing', () => expect(emailError('  ')).toBe('Email is required'));
  test('is kept lowercased and trimmed', () =>
    expect(normaliseEmail(' Wanjiku@Example.COM ')).toBe('wanjiku@example.com'));
});

describe('A17: password of sign-up', () => {
  test.each([
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters long'],
    ['123456', null],
    ['      ', null],
  ])('%j gives %j', (password, text) => expect(signUpPasswordError(password)).toBe(text));
  test('the flag raises the minimum and the text with it', () =>
    expect(signUpPasswordError('1234567', 8)).toBe('Password must be at least 8 characters long'));
  test.each([
    ['abcdef', 'weak'],
    ['abcD12', 'fair'],
    ['abcdefgh', 'fair'],
    ['abcdefG1', 'strong'],
    ['a long pass phrase', 'strong'],
  ])('the hint for %s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));
});

describe('A49: money', () => {
  test.each([
    [0, 'Ksh\u00a00'],
    [999, 'Ksh\u00a0999'],
    [1234, 'Ksh\u00a01,234'],
    [1_234_567, 'Ksh\u00a01,234,567'],
  ])('%i is %s', (amount, text) => expect(ksh(amount)).toBe(text));
});

test('A45: VAT is inside the price', () => {
  expect(vatIncluded(116)).toBe(16);
  expect(vatIncluded(3000)).toBe(414);
  expect(vatIncluded(0)).toBe(0);
});

describe('D18: the origin page after login', () => {
  test.each([
    '/',
    '/checkout',
    '/profile?section=orders',
    '/product/sony-tv',
    '/products?category=tvs&page=2',
    '/track-order/o1',
    '/order-success?order=1',
  ])('%s is ours', (origin) => expect(safeOrigin(origin)).toBe(origin));
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
    `/products?x=${'a'.repeat(600)}`,
  ])('%s becomes home', (origin) => expect(safeOrigin(origin)).toBe('/'));
});

describe('§2 Products: the pagination bar', () => {
  test.each<[number, number, (number | null)[]]>([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, null, 5]],
    [5, 10, [1, null, 3, 4, 5, 6, 7, null, 10]],
    [4, 10, [1, 2, 3, 4, 5, 6, null, 10]],
    [10, 10, [1, null, 8, 9, 10]],
    [1, 0, []],
  ])('page %i of %i', (page, pages, shown) => expect(pageWindow(page, pages)).toEqual(shown));
});

test('A27: addresses agree trimmed and case-folded on name, address, city and phone', () => {
  const one = { name: 'Jane', address: 'Moi Ave 1', city: 'Nairobi', phone: '0712345678' };
  expect(isSameAddress(one, { ...one, address: '  moi ave 1 ', name: 'JANE' })).toBe(true);
  for (const field of ['name', 'address', 'city', 'phone'] as const)
    expect(isSameAddress(one, { ...one, [field]: 'other' })).toBe(false);
});
