import { expect, test } from 'vitest';
import { SUGGESTIONS } from '../../contract/catalogue.ts';
import { isSearchable, MOST_SUGGESTIONS, toSuggestionsRequest } from '../../src/rules/catalogue/search.ts';

test.each([
  ['tv', true],
  ['  tv  ', true],
  ['  t  ', false],
  ['     ', false],
  ['', false],
])('§5 Search suggestions: "%s" gives suggestions: %s', (text, expected) => expect(isSearchable(text)).toBe(expected));

test('§5, §9: requests 8 suggestions, which is the maximum of the server', () => {
  expect([MOST_SUGGESTIONS, SUGGESTIONS]).toEqual([8, 8]);
  expect(toSuggestionsRequest('tv & x')).toEqual({ search: 'tv & x', limit: 8, activeOnly: true });
});
