import { afterEach, expect, test, vi } from 'vitest';
import { excerpt } from '../../src/rules/catalogue/excerpt.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['exactly', 6, 'exactl'],
  ['ab😀cd', 3, 'ab😀'],
  ['ab👨‍👩‍👧cd', 3, 'ab👨‍👩‍👧'],
  ['cafe\u0301!', 4, 'cafe\u0301'],
])('X83: %s cut to %i characters is %s', (text, longest, cut) => {
  expect(excerpt(text, longest)).toBe(cut);
});

test('reads a plain text without a segmenter, whose first use is slow', () => {
  const Segmenter = vi.fn();
  vi.stubGlobal('Intl', { Segmenter });
  expect(excerpt('Café “Ngong” – 1,5 kg\nnext line', 22)).toBe('Café “Ngong” – 1,5 kg\n');
  expect(Segmenter).not.toHaveBeenCalled();
  expect(() => excerpt('cafe\u0301', 4)).toThrow();
  expect(Segmenter).toHaveBeenCalledTimes(1);
});

test('X83: does not split a surrogate pair without a segmenter', () => {
  vi.stubGlobal('Intl', {});
  expect(excerpt('ab😀cd', 3)).toBe('ab😀');
});
