import { expect, test } from 'vitest';
import { isSameAddress } from '../../src/rules/checkout/address.ts';

test('A27: compares name, address, city and phone of addresses, trimmed and without case', () => {
  const one = { name: 'Jane', address: 'Moi Ave 1', city: 'Nairobi', phone: '0712345678' };
  expect(isSameAddress(one, { ...one, address: '  moi ave 1 ', name: 'JANE' })).toBe(true);
  for (const field of ['name', 'address', 'city', 'phone'] as const)
    expect(isSameAddress(one, { ...one, [field]: 'other' })).toBe(false);
});
