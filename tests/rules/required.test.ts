import { expect, test } from 'vitest';
import { assertPresent } from '../../src/rules/required.ts';

test('returns a present value, and throws for null', () => {
  expect([assertPresent('a'), assertPresent(0), assertPresent('')]).toEqual(['a', 0, '']);
  expect(() => assertPresent(null)).toThrow('A guard has to see this value before it is used.');
});
