import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import { emailError, normaliseEmail } from '../../contract/rules/email.ts';
import { toSafeLink } from '../../contract/rules/link.ts';
import { formatKsh, getIncludedVat } from '../../contract/rules/money.ts';
import {
  NO_OTP_SESSION,
  OTP_LENGTH,
  OTP_LIFETIME_MS,
  OTP_RESEND_MS,
  parseOtp,
  otpError,
} from '../../contract/rules/otp.ts';
import {
  changedPasswordError,
  newPasswordNeeds,
  PASSWORD_MAX_BYTES,
  passwordStrength,
  resetPasswordError,
  SIGN_UP_MINIMUM,
  signUpPasswordError,
} from '../../contract/rules/password.ts';
import commonPasswords from '../../server/modules/passwords/common-passwords.json' with { type: 'json' };

describe('§5, A20: e-mail', () => {
  test.each([
    'a@b.c',
    'wanjiku.n+shop@mail.example.co.ke',
    'w!@1.co',
    "o'brien@example.com",
    'wa-njiku_n@ex-ample.africa',
    'rené@exämple.com',
    ' Wanjiku@Example.com ',
  ])('%s is accepted', (typed) => expect(emailError(typed)).toBeNull());
  test.each([
    'wanjiku',
    'wanjiku@',
    '@example.com',
    'wanjiku@example',
    'wanjiku@example.',
    'wanjiku@.com',
    'wan jiku@example.com',
    'wan@jiku@example.com',
    '"wanjiku"@example.com',
    'wanjiku@exam_ple.com',
    'a,wanjiku@example.com',
  ])('%s is rejected', (typed) => expect(emailError(typed)).toBe('Please enter a valid email address'));
  test.each([
    'name@shop.com.',
    'name@shop..com',
    'name@.shop.com',
    'name@-shop.com',
    'name@shop-.com',
    'na..me@shop.com',
    '.name@shop.com',
    'name.@shop.com',
    'mailto:name@shop.com',
    'Name <name@shop.com>',
    `${'a'.repeat(65)}@shop.com`,
    'w!@1.2',
    'a@1.2.3.4',
    'a@x.123',
    'a@shop.3com',
  ])('X80: rejects %s', (typed) => expect(emailError(typed)).toBe('Please enter a valid email address'));
  test.each([
    ['name\u200b@shop.com', 'name@shop.com'],
    ['\ufeffname@shop.com\u202c', 'name@shop.com'],
    ['rene\u0301@shop.com', 'ren\u00e9@shop.com'],
    ['name@3com.xn--p1ai', 'name@3com.xn--p1ai'],
    ['RENE\u0301@shop.com', 'ren\u00e9@shop.com'],
  ])('X80: accepts and normalises %j', (typed, kept) =>
    expect([emailError(typed), normaliseEmail(typed)]).toEqual([null, kept]),
  );
  test('a blank address counts as missing', () => expect(emailError('  ')).toBe('Email is required'));
  test('is stored lowercased and trimmed', () =>
    expect(normaliseEmail(' Wanjiku@Example.COM ')).toBe('wanjiku@example.com'));
});

describe('X21: requirements of a new password', () => {
  test('X21: reset and change accept a password exactly when all listed requirements are met', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'z', 'A', 'Z', '0', '9', '!', 'é'), maxLength: 12 }),
        (typed) => {
          const isDone = Object.values(newPasswordNeeds(typed)).every(Boolean);
          expect([resetPasswordError(typed) === null, changedPasswordError(typed) === null]).toEqual([isDone, isDone]);
        },
      ),
    ));
  test('X21: reset and change show the same list', () => {
    const forms = sources('src/views/account').filter(({ path }) => /(reset|change)-password\.view/.test(path));
    expect(forms.map(({ text }) => [text.includes('<PasswordNeeds'), text.includes('<StrengthHint')])).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});

describe('A17: password of sign-up', () => {
  test.each([
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters long'],
    ['123456', null],
    ['      ', null],
  ])('%j gives %j', (password, text) => expect(signUpPasswordError(password)).toBe(text));
  test('the flag raises the minimum and changes the text', () =>
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
  ])('%i is %s', (amount, text) => expect(formatKsh(amount)).toBe(text));
});

test('A45: VAT is included in the price', () => {
  expect(getIncludedVat(116)).toBe(16);
  expect(getIncludedVat(3000)).toBe(414);
  expect(getIncludedVat(0)).toBe(0);
});

test('§9, A17: the minimum length and the maximum bytes of a password', () =>
  expect([SIGN_UP_MINIMUM, PASSWORD_MAX_BYTES]).toEqual([6, 128]));
test.each([
  ['abcdeF1', 'fair'],
  ['abcdef1', 'weak'],
  ['abD1!', 'weak'],
  ['abcdefg', 'weak'],
  ['abcdef12', 'fair'],
  ['abcdefghijk', 'fair'],
  ['abcdefghijkl', 'strong'],
])('A17: the hint for %s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));

test('X21: rates no password of the block-list as strong, in any upper or lower case', () => {
  const spellings = commonPasswords.flatMap((it) => [it, it.toUpperCase(), it.charAt(0).toUpperCase() + it.slice(1)]);
  expect(spellings.filter((it) => passwordStrength(it) === 'strong')).toEqual([]);
});

test('§4, §9: a code has six digits, expires after ten minutes and can be resent after one minute', () => {
  expect([OTP_LENGTH, OTP_LIFETIME_MS, OTP_RESEND_MS]).toEqual([6, 600_000, 60_000]);
  expect(NO_OTP_SESSION).toBe('No verification session found. Please request a new code.');
});
test.each([
  ['Your code: 12 34 56 78', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['a1b2c3', '123'],
  ['letters', ''],
  ['\uff11\uff12\uff13\uff14\uff15\uff16', '123456'],
  ['\uff11\uff12\uff13 456', '123456'],
  ['\u202e123456\u202c', '123456'],
  ['1234567890', '123456'],
  ['\ud83d\ude00', ''],
  ['At 12:30 on 27/11/2026: your Duka code is 482913. It is valid for 10 minutes.', '482913'],
  ['+254 700 123 456: Your code is 482 913', '482913'],
  ['0712345678 482913', '482913'],
  ['from 0712 345 678 at 9.05: 482913', '482913'],
  ['0712 345678', '071234'],
  ['Valid until 12:30, code 482 913', '482913'],
  ['Call 0712 345 678 or 0733 123 456', '071234'],
  ['482913, or call 0712 345 678', '482913'],
  ['\u202a482913\u202c\n\n@duka.test #482913', '482913'],
])('X84, §5: reads the input %j as the code %j', (typed, kept) => expect(parseOtp(typed)).toBe(kept));
test.each([
  ['123456', null],
  ['12345', 'Please enter a 6-digit verification code'],
  ['1234567', 'Please enter a 6-digit verification code'],
  ['x123456', 'Please enter a 6-digit verification code'],
  ['123456x', 'Please enter a 6-digit verification code'],
])('§5: the code %s gives %s', (code, text) => expect(otpError(code)).toBe(text));

test('A49: negative amounts', () => expect(formatKsh(-1234)).toBe('-Ksh\u00a01,234'));
test('A20: rejects an e-mail address followed by text', () =>
  expect(emailError('a@b.c d')).toBe('Please enter a valid email address'));

describe('D20: links of the catalogue', () => {
  test.each([
    ['/products?category=tvs#top', '/products?category=tvs#top'],
    ['products', '/products'],
    ['?deals=flash', '/?deals=flash'],
  ])('%j is the path %s', (link, to) => expect(toSafeLink(link)).toEqual({ kind: 'path', to }));
  test.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['HTTP://example.com', 'http://example.com/'],
    ['//example.com', 'https://example.com/'],
    ['/\t/example.com', 'https://example.com/'],
    ['/\\example.com', 'https://example.com/'],
  ])('%j is the address %s', (link, href) => expect(toSafeLink(link)).toEqual({ kind: 'address', href }));
  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.c',
    'file:///etc/passwd',
    'https://',
    '',
    '  ',
    null,
    undefined,
  ])('%j is not a link', (link) => expect(toSafeLink(link)).toBeNull());
});
