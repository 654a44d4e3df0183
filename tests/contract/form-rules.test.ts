import { describe, expect, test } from 'vitest';
import { CONTACT_MOST, contactErrors, trimContact } from '../../contract/rules/contact.ts';
import { emailError, normaliseEmail } from '../../contract/rules/email.ts';
import { toNairobiDay } from '../../contract/rules/nairobi.ts';
import { nameError } from '../../contract/rules/name.ts';
import { parseOtp } from '../../contract/rules/otp.ts';
import { changedPasswordError, passwordStrength, resetPasswordError } from '../../contract/rules/password.ts';
import { isOutcomeChecked, isPromptOpen, OPEN_PROMPT_MS } from '../../contract/rules/payment-times.ts';
import { formatPhone, parseStoredMsisdn, toMsisdn, toPhoneHref } from '../../contract/rules/phone.ts';
import { REVIEWS_PAGE } from '../../contract/rules/review-limits.ts';

test.each([
  ['123 4567', '123456'],
  ['+12 34 56', '123456'],
  ['from 0712 345 678: 12 34 56', '123456'],
  ['0712 345678, code 12 34 56', '123456'],
  ['0712345678, code 12 34 56', '123456'],
  ['0712 34 56 78', '071234'],
  ['9 am: 712345 (678)', '712345'],
])('§5: reads %j as the code %j', (typed, code) => expect(parseOtp(typed)).toBe(code));

const CLASSES = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';

test.each([
  ['', 'Password is required', 'New password must be at least 8 characters long'],
  ['Abcdef1', 'Password must be at least 8 characters', 'New password must be at least 8 characters long'],
  ['abcdefg1', CLASSES, CLASSES],
  ['ABCDEFG1', CLASSES, CLASSES],
  ['Abcdefgh', CLASSES, CLASSES],
  ['Abcdefg1', null, null],
])('§5: the form of a reset or a change answers %j with %j or %j', (password, atReset, atChange) => {
  expect(resetPasswordError(password)).toBe(atReset);
  expect(changedPasswordError(password)).toBe(atChange);
});

test.each(['Password1', '\uff30assword1'])('A17: the hint for the common password %s is weak', (password) =>
  expect(passwordStrength(password)).toBe('weak'),
);

test.each([
  ['', 'Full name is required'],
  [' \u200b', 'Full name is required'],
  ['J', 'Name must be at least 2 characters long'],
  [' J ', 'Name must be at least 2 characters long'],
  ['Jo', null],
])('§5, Q11: the name %j gives %j', (name, text) => expect(nameError(name)).toBe(text));

describe('A22: a message to the shop', () => {
  test('A22: each empty field has its error', () => {
    expect(contactErrors({ name: ' ', email: '', message: '\n' })).toEqual({
      nameError: 'Your name is required',
      emailError: 'Email is required',
      messageError: 'Message is required',
    });
    expect(contactErrors({ name: 'J', email: 'a@b.co', message: 'Hi' })).toEqual({
      nameError: null,
      emailError: null,
      messageError: null,
    });
  });
  test('A22: it is sent clean, and the message keeps its lines', () =>
    expect(trimContact({ name: ' Jane\n Doe ', email: ' Jane@Example.com ', message: ' one\ntwo ' })).toEqual({
      name: 'Jane Doe',
      email: 'jane@example.com',
      message: 'one\ntwo',
    }));
  test('A22: the maximum lengths of its fields', () =>
    expect(CONTACT_MOST).toEqual({ name: 120, email: 254, message: 5000 }));
});

test('A20: an e-mail has at most 64 characters before the @', () => {
  expect(emailError(`${'a'.repeat(64)}@b.co`)).toBeNull();
  expect(emailError(`${'a'.repeat(65)}@b.co`)).toBe('Please enter a valid email address');
});

test('§5: a letter that lower case takes apart has one spelling in an e-mail', () => {
  const email = normaliseEmail('j\u030c@b.co');
  expect(normaliseEmail('J\u030c@b.co')).toBe(email);
  expect(email).toBe('\u01f0@b.co');
});

test.each([
  ['2026-12-31T20:59:59.999Z', '2026-12-31'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01'],
  ['2027-01-01T20:59:59.999Z', '2027-01-01'],
])('at %s it is %s in Nairobi', (at, day) => expect(toNairobiDay(Date.parse(at))).toBe(day));

test('D8: a prompt blocks another one for two minutes', () => {
  expect(isPromptOpen(1_000, 1_000 + OPEN_PROMPT_MS - 1)).toBe(true);
  expect(isPromptOpen(1_000, 1_000 + OPEN_PROMPT_MS)).toBe(false);
  expect(isPromptOpen(1_000, 1_005, 6)).toBe(true);
  expect(isPromptOpen(1_000, 1_006, 6)).toBe(false);
});

test.each([
  [0, false],
  [60_999, false],
  [61_000, true],
  [61_001, true],
])('U4: an answer of M-Pesa at %i settles a prompt of 1000: %s', (checkedAt, expected) =>
  expect(isOutcomeChecked(1_000, checkedAt)).toBe(expected),
);

test('§5: a valid phone is stored with its country, and called with a plus', () => {
  expect(toMsisdn('0712 345 678')).toBe('254712345678');
  expect(toPhoneHref('0712 345 678')).toBe('tel:+254712345678');
  expect(toPhoneHref('(02) 12-34')).toBe('tel:+021234');
  expect(formatPhone('0712345678 ext')).toBe('0712345678 ext');
  expect(() => parseStoredMsisdn('254712345678x')).toThrow('digits only');
});

test('§9: a page has ten reviews', () => expect(REVIEWS_PAGE).toBe(10));
