import { expect, test } from 'vitest';
import { assertPresent } from '../../src/rules/required.ts';

test('what is there is handed on, and nothing is a fault of the machine', () => {
  expect([assertPresent('a'), assertPresent(0), assertPresent('')]).toEqual(['a', 0, '']);
  expect(() => assertPresent(null)).toThrow('A guard has to see this value before it is used.');
});
