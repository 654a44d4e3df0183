import { expect, test } from 'vitest';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { isReachable } from '../../../server/modules/codes/codes.rules.ts';

const DEFAULT = ['254', '234', '233'];
const reachable = (typed: string, countries: readonly string[]) => isReachable(toMsisdn(typed), countries);

test.each([
  '254712345678',
  '254112345678',
  '2347012345678',
  '2348012345678',
  '2349012345678',
  '233201234567',
  '233501234567',
])('D3: %s gets a code', (phone) => expect(reachable(phone, DEFAULT)).toBe(true));

test.each(['+1234567890', '+447700900123', '+255712345678', '+256712345678', '+123456789012345'])(
  'D3: %s is in another country and gets no code',
  (phone) => expect(reachable(phone, DEFAULT)).toBe(false),
);

test('D3: the owner can add and remove countries', () => {
  expect(reachable('+255712345678', [...DEFAULT, '255'])).toBe(true);
  expect(reachable('254712345678', ['233'])).toBe(false);
  expect(reachable('254712345678', [])).toBe(false);
});
