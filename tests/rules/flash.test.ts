import { expect, test } from 'vitest';
import { hasEndBetween } from '../../src/rules/home/flash.ts';

test.each([
  [99, false],
  [100, false],
  [101, true],
  [200, true],
  [201, false],
])('a deal that ends at %i ends between 100 and 200: %s', (end, ends) =>
  expect(hasEndBetween([end], 100, 200)).toBe(ends),
);
