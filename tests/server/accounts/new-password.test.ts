import { expect, test } from 'vitest';
import { shop } from '../../../contract/shop.config.ts';
import { newPasswordError } from '../../../server/modules/auth/new-password.rules.ts';

const strict = { signUpPasswordMinimum: 8, blockCommonPasswords: true };

test.each([
  ['', 'Password is required'],
  ['12345', 'Password must be at least 6 characters long'],
  ['123456', null],
  ['      ', null],
  ['abcd12', null],
])('A17: by default %j says %j', (password, says) => expect(newPasswordError(password, shop)).toBe(says));

test('A17: the owner may ask for 8 characters', () => {
  expect(newPasswordError('abcd123', strict)).toBe('Password must be at least 8 characters long');
  expect(newPasswordError('nairobi-254', strict)).toBeNull();
});

test('A17: the block-list is a setting, off, and names its reason', () => {
  expect(shop.blockCommonPasswords).toBe(false);
  for (const common of ['12345678', 'password', 'PassWord']) {
    expect(newPasswordError(common, shop)).toBeNull();
    expect(newPasswordError(common, strict)).toContain('one of the 1000 most used');
  }
});

test.each([['😀'.repeat(33)], ['x'.repeat(129)]])('§6: more than 128 bytes are refused (%#)', (password) => {
  expect(newPasswordError(password, shop)).toBe('Password must be at most 128 bytes long');
});

test.each([['secret\0pass'], ['secret\ud800pass'], ['\udc00secret']])(
  '§6: what cannot be kept as typed is refused (%#)',
  (password) => {
    expect(newPasswordError(password, shop)).toBe('Password has characters that cannot be used');
  },
);
