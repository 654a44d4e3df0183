import { expect, test } from 'vitest';
import { parseProfileSection } from '../../src/rules/account/profile-section.ts';

test.each([
  ['', 'account'],
  ['?section=', 'account'],
  ['?section=account', 'account'],
  ['?section=orders', 'orders'],
  ['?section=address&x=1', 'address'],
  ['?section=logout', 'logout'],
  ['?section=ORDERS', 'account'],
  ['?section=wishlist', 'account'],
  ['?section=toString', 'account'],
])('A52: %s opens %s', (search, section) => {
  expect(parseProfileSection(search)).toBe(section);
});
