import { expect, test } from 'vitest';
import { getNextEnd, hasEndBetween } from '../../src/rules/home/flash.ts';

test.each([
  [99, false],
  [100, false],
  [101, true],
  [200, true],
  [201, false],
])('a deal that ends at %i ends between 100 and 200: %s', (end, ends) =>
  expect(hasEndBetween([end], 100, 200)).toBe(ends),
);

test.each([
  [[30, 20, 5], 20],
  [[20, 30], 20],
  [[10], null],
])('U2: at 10, the next of the ends %j is %s', (ends, next) => expect(getNextEnd(ends, 10)).toBe(next));
