import { describe, expect, test } from 'vitest';
import { findCorrections, canBeMisspelt, findMisspeltForms } from '../../../server/modules/catalogue/search.rules.ts';

describe('what was meant by a misspelt word', () => {
  test.each([
    ['a letter is missing', 'samsng', ['samsung', 'sony'], ['samsung']],
    ['one is too much', 'samsuung', ['samsung'], ['samsung']],
    ['one is wrong', 'tecmo', ['tecno'], ['tecno']],
    ['two have changed places', 'hihsense', ['hisense'], ['hisense']],
    ['two slips are too many for a short word', 'tekmo', ['tecno'], []],
    ['and not for a long one', 'smartfhonz', ['smartphone'], ['smartphone']],
    ['three are', 'zmartfhonz', ['smartphone'], []],
    [
      'the nearest are meant',
      'televisionn',
      ['televisions', 'television', 'elevations'],
      ['television', 'televisions'],
    ],
    [
      'whichever comes first',
      'televisionn',
      ['elevations', 'television', 'televisions'],
      ['television', 'televisions'],
    ],
    ['one that only begins like it comes after', 'samsunk', ['samsungs', 'samsung'], ['samsung']],
    ['and is meant where there is no other', 'samsunk', ['samsungalaxy'], ['samsungalaxy']],
    ['of the same distance the shorter comes first', 'phonx', ['phones', 'phone'], ['phone']],
    [
      'at most five',
      'abcdx',
      ['abcde', 'abcdf', 'abcdg', 'abcdh', 'abcdi', 'abcdj'],
      ['abcde', 'abcdf', 'abcdg', 'abcdh', 'abcdi'],
    ],
    ['nothing', 'fridge', ['sony', 'tecno'], []],
  ])('%s', (_, word, known, meant) => {
    expect(findCorrections(word, known)).toEqual(meant);
  });

  test('words of four to thirty letters may be misspelt', () => {
    expect(['sny', 'sony', 'x'.repeat(30), 'x'.repeat(31), 'a55b', 'Sony'].map(canBeMisspelt)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('a word is looked for whole, and without each of its first four letters', () => {
    expect(findMisspeltForms('tecno')).toEqual(['tecno', 'ecno', 'tcno', 'teno', 'teco']);
    expect(findMisspeltForms('aab')).toEqual(['aab', 'ab', 'aa']);
  });
});
