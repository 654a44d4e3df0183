import { describe, expect, test } from 'vitest';
import { findCorrections, canBeMisspelt, findMisspeltForms } from '../../../server/modules/catalogue/search.rules.ts';

describe('corrections of a misspelt word', () => {
  test.each([
    ['accepts a missing letter', 'samsng', ['samsung', 'sony'], ['samsung']],
    ['accepts an extra letter', 'samsuung', ['samsung'], ['samsung']],
    ['accepts a wrong letter', 'tecmo', ['tecno'], ['tecno']],
    ['accepts two swapped letters', 'hsiense', ['hisense'], ['hisense']],
    ['accepts two swapped letters at the start', 'etcno', ['tecno'], ['tecno']],
    ['counts two swapped letters as one typo, like a wrong letter', 'tecon', ['tecno', 'tecom'], ['tecno', 'tecom']],
    ['counts each pair of swapped letters', 'etcon', ['tecno'], []],
    ['rejects two typos in a short word', 'tekmo', ['tecno'], []],
    ['accepts two typos in a long word', 'smartfhonz', ['smartphone'], ['smartphone']],
    ['rejects three typos', 'zmartfhonz', ['smartphone'], []],
    [
      'returns the nearest words',
      'televisionn',
      ['televisions', 'television', 'elevations'],
      ['television', 'televisions'],
    ],
    [
      'in any order of the known words',
      'televisionn',
      ['elevations', 'television', 'televisions'],
      ['television', 'televisions'],
    ],
    ['prefers a full match to a prefix match', 'samsunk', ['samsungs', 'samsung'], ['samsung']],
    ['accepts a prefix match without an alternative', 'samsunk', ['samsungalaxy'], ['samsungalaxy']],
    ['returns the shorter word first at the same distance', 'phonx', ['phones', 'phone'], ['phone']],
    [
      'returns at most five',
      'abcdx',
      ['abcde', 'abcdf', 'abcdg', 'abcdh', 'abcdi', 'abcdj'],
      ['abcde', 'abcdf', 'abcdg', 'abcdh', 'abcdi'],
    ],
    ['returns nothing without a near word', 'fridge', ['sony', 'tecno'], []],
  ])('%s', (_, word, known, meant) => {
    expect(findCorrections(word, known)).toEqual(meant);
  });

  test('corrects words of four to thirty letters', () => {
    expect(['sny', 'sony', 'x'.repeat(30), 'x'.repeat(31), 'a55b', 'Sony'].map(canBeMisspelt)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('looks a word up as typed, and without each of its first four letters', () => {
    expect(findMisspeltForms('tecno')).toEqual(['tecno', 'ecno', 'tcno', 'teno', 'teco']);
    expect(findMisspeltForms('aab')).toEqual(['aab', 'ab', 'aa']);
  });
});
