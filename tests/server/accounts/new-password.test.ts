import { expect, test } from 'vitest';
import { changedPasswordError, resetPasswordError } from '../../../contract/rules/password.ts';
import { shop } from '../../../contract/shop.config.ts';
import commonPasswords from '../../../server/modules/passwords/common-passwords.json' with { type: 'json' };
import { newPasswordError } from '../../../server/modules/passwords/new-password.rules.ts';

const strict = { signUpPasswordMinimum: 8, blockCommonPasswords: true };

test.each([
  ['', 'Password is required'],
  ['12345', 'Password must be at least 6 characters long'],
  ['      ', null],
  ['abcd12', null],
])('A17: at sign-up, %j returns %j', (password, says) => expect(newPasswordError(password, shop)).toBe(says));

test('A17: the owner can require 8 characters', () => {
  expect(newPasswordError('abcd123', strict)).toBe('Password must be at least 8 characters long');
  expect(newPasswordError('nairobi-254', strict)).toBeNull();
});

test('A17, D26: the block-list is on by default, has its own message, and is a setting', () => {
  expect(shop.blockCommonPasswords).toBe(true);
  const open = { ...shop, blockCommonPasswords: false };
  for (const common of ['12345678', 'password', 'PassWord']) {
    expect(newPasswordError(common, shop)).toBe('This password is too common. Please choose another.');
    expect(newPasswordError(common, open)).toBeNull();
  }
  for (const formError of [resetPasswordError, changedPasswordError])
    expect(newPasswordError('Password1', shop, formError)).toBe('This password is too common. Please choose another.');
});

test('X21: rejects every password of the block-list, in any upper or lower case', () => {
  const spellings = commonPasswords.flatMap((it) => [it, it.toUpperCase(), it.charAt(0).toUpperCase() + it.slice(1)]);
  expect(spellings.filter((it) => newPasswordError(it, shop) === null)).toEqual([]);
});

const CLASSES = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';

test.each([
  ['', 'Password is required', 'New password must be at least 8 characters long'],
  ['Abcdef1', 'Password must be at least 8 characters', 'New password must be at least 8 characters long'],
  ['abcdefg1', CLASSES, CLASSES],
  ['ABCDEFG1', CLASSES, CLASSES],
  ['Abcdefgh', CLASSES, CLASSES],
  ['Abcdefg٣', CLASSES, CLASSES],
  ['Abcdefg1', null, null],
  ['Abc defg 1', null, null],
])('§5 Reset and change: %j returns %j and %j', (password, atReset, atChange) => {
  expect(newPasswordError(password, shop, resetPasswordError)).toBe(atReset);
  expect(newPasswordError(password, shop, changedPasswordError)).toBe(atChange);
});

test.each([['😀'.repeat(33)], ['x'.repeat(129)]])('§6: rejects more than 128 bytes (%#)', (password) => {
  expect(newPasswordError(password, shop)).toBe('Password must be at most 128 bytes long');
});

test.each([['secret\0pass'], ['secret\ud800pass'], ['\udc00secret']])(
  '§6: rejects characters that cannot be stored (%#)',
  (password) => {
    expect(newPasswordError(password, shop)).toBe('Password has characters that cannot be used');
  },
);
