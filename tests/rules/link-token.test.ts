import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { resetPassword } from '../../contract/auth.ts';
import { confirmEmail } from '../../contract/profile.ts';
import { getLinkToken } from '../../src/rules/account/link-token.ts';

test.each([
  ['abc', '', 'abc'],
  [undefined, '?token=abc', 'abc'],
  [undefined, '?utm_source=mail&token=a%2Bb%3D', 'a+b='],
  ['abc', '?token=def', 'abc'],
  [' abc ', '', 'abc'],
  [undefined, '', null],
  [undefined, '?token=', null],
  [undefined, '?token=%20%20', null],
  [undefined, '?token=a%20b', null],
  [undefined, '?token=%00', null],
  [undefined, '?token=%F0%9F%94%91', null],
  ['f'.repeat(200), '', 'f'.repeat(200)],
  ['f'.repeat(201), '', null],
])('D15: %j with %j has the token %j', (inPath, search, token) => {
  expect(getLinkToken(inPath, search)).toBe(token);
});

test('the contract accepts the token of any address', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (typed) => {
      const token = getLinkToken(undefined, `?${new URLSearchParams({ token: typed }).toString()}`);
      if (token === null) return true;
      return v.is(confirmEmail.request, { token }) && v.is(resetPassword.request, { token, password: '' });
    }),
  ));

test.each([200, 201])('D15: a token of %i characters in the query', (length) => {
  const token = 'f'.repeat(length);
  expect(getLinkToken(undefined, `?token=${token}`)).toBe(length === 200 ? token : null);
});
