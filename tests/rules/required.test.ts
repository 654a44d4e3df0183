import { expect, test } from 'vitest';
import { required } from '../../src/rules/required.ts';

test('what is there is handed on, and nothing is a fault of the machine', () => {
  expect([required('a'), required(0), required('')]).toEqual(['a', 0, '']);
  expect(() => required(null)).toThrow('A guard has to see this value before it is used.');
});
