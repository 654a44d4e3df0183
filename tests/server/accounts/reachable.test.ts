import { expect, test } from 'vitest';
import { isReachable } from '../../../server/modules/auth/reachable.rules.ts';

const DEFAULT = ['254', '234', '233'];

test.each([
  '254712345678',
  '254112345678',
  '2347012345678',
  '2348012345678',
  '2349012345678',
  '233201234567',
  '233501234567',
])('D3: %s gets a code', (phone) => expect(isReachable(phone, DEFAULT)).toBe(true));

test.each(['1234567890', '447700900123', '255712345678', '256712345678', '123456789012345'])(
  'D3: %s is in another country and gets none',
  (phone) => expect(isReachable(phone, DEFAULT)).toBe(false),
);

test.each(['254612345678', '254812345678', '2547123456789', '254900123456', '2346012345678', '233301234567'])(
  'D3: %s is no mobile number there and gets none',
  (phone) => expect(isReachable(phone, DEFAULT)).toBe(false),
);

test('D3: the owner may add and remove countries', () => {
  expect(isReachable('255712345678', [...DEFAULT, '255'])).toBe(true);
  expect(isReachable('254712345678', ['233'])).toBe(false);
  expect(isReachable('254712345678', [])).toBe(false);
});
