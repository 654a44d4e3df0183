import { expect, test } from 'vitest';
import { sortNaturally } from '../../../server/modules/catalogue/natural-order.rules.ts';

const sorted = (...values: string[]) => sortNaturally(values.map((value) => ({ value }))).map(({ value }) => value);

test('X35: sorts values with a number and a unit by size', () => {
  expect(sorted('8 GB', '12 GB', '4 GB')).toEqual(['4 GB', '8 GB', '12 GB']);
  expect(sorted('1 TB', '256 GB', '512 MB', '64gb')).toEqual(['512 MB', '64gb', '256 GB', '1 TB']);
  expect(sorted('55"', '6.5"', '43"')).toEqual(['6.5"', '43"', '55"']);
  expect(sorted('1.5 kg', '900 g')).toEqual(['900 g', '1.5 kg']);
  expect(sorted('12', '4 toString', '2 constructor')).toEqual(['2 constructor', '4 toString', '12']);
  expect(sorted('2 GHz', '2.4 GHz', '900 MHz')).toEqual(['900 MHz', '2 GHz', '2.4 GHz']);
});

test('X35: keeps other values in the order of their counts, also equal sizes', () => {
  expect(sorted('Silver', 'Black')).toEqual(['Silver', 'Black']);
  expect(sorted('12 GB', 'None', '4 GB')).toEqual(['12 GB', 'None', '4 GB']);
  expect(sorted('8 GB LPDDR5', '8 GB', '4 GB')).toEqual(['4 GB', '8 GB LPDDR5', '8 GB']);
});

test.each([
  ['1 GB', 1_048_576, 'KB'],
  ['1 GB', 1_024, 'MB'],
  ['1 TB', 1_024, 'GB'],
  ['1 cm', 10, 'mm'],
  ['1 m', 100, 'cm'],
  ['1 kg', 1_000, 'g'],
  ['1 L', 1_000, 'ml'],
  ['1 kW', 1_000, 'W'],
  ['1 kHz', 1_000, 'Hz'],
  ['1 MHz', 1_000_000, 'Hz'],
  ['1 GHz', 1_000_000_000, 'Hz'],
])('X35: %s sorts between one less and one more than %i %s', (one, many, unit) => {
  const [less, more] = [`${many - 1} ${unit}`, `${many + 1} ${unit}`];
  expect(sorted(more, one, less)).toEqual([less, one, more]);
});

test('X35: reads a comma as a decimal point, spaces around a number, and units in either case', () => {
  expect(sorted('2,5 GHz', '2.4 ghz', ' 900 MHZ ', '3GHz')).toEqual([' 900 MHZ ', '2.4 ghz', '2,5 GHz', '3GHz']);
  expect(sorted('1 m', '90 cm', '5 mm')).toEqual(['5 mm', '90 cm', '1 m']);
  expect(sorted('2 GB', 'GB 1')).toEqual(['2 GB', 'GB 1']);
  expect(sorted('1', '0', '0.5')).toEqual(['0', '0.5', '1']);
});

test('X35: leaves the given values as they are', () => {
  const given = [{ value: '8 GB' }, { value: '4 GB' }, { value: 'None' }];
  expect(sortNaturally(given)).not.toBe(given);
  expect(given.map(({ value }) => value)).toEqual(['8 GB', '4 GB', 'None']);
});
