import { describe, expect, test } from 'vitest';
import {
  toAppliedPrices,
  toDerivedRange,
  toPriceDraft,
  toServerRange,
  toSettledPrice,
  toThumbPositions,
  toTypedPrice,
  UNLOADED_RANGE,
  withMaxThumb,
  withMinThumb,
} from '../../src/rules/catalogue/price-range.ts';

const range = { min: 500, max: 90_000 };

test.each([
  ['-50', '0'],
  ['-', '0'],
  [' \u221250', '0'],
  ['50', '50'],
  ['1-', '1-'],
  ['', ''],
])('X24: the typed price %j becomes %j', (typed, held) => expect(toTypedPrice(typed)).toBe(held));

describe('§5 Price range, A6: the range of the server', () => {
  test.each([
    [500, 90_000, 500, 90_000],
    [499.9, 90_000.1, 499, 90_001],
    [700, 700, 700, 1700],
    [800, 700, 800, 1800],
    [700, 701, 700, 701],
    [0, 0, 0, 1000],
    [undefined, undefined, 0, 1_000_000],
    [5, undefined, 0, 1_000_000],
  ])('%s to %s', (minPrice, maxPrice, min, max) => expect(toServerRange({ minPrice, maxPrice })).toEqual({ min, max }));
});

describe('§5 Filter options, A6: the range of the listed products', () => {
  test.each([
    [[500, 90_000, 700], 500, 90_000],
    [[700, 700], 600, 700],
    [[50], 0, 50],
    [[0, 0], 0, 1_000_000],
    [[], 0, 1_000_000],
  ])('%j', (prices, min, max) => expect(toDerivedRange(prices)).toEqual({ min, max }));
});

describe('X84: omits a price at an end of the range from the address (A7, §5)', () => {
  test.each([
    ['1000', '5000', 1000, 5000],
    ['5000', '1000', 1000, 5000],
    ['3000', '3000', 3000, 3000],
    ['-10', '-20', 0, 0],
    ['', '5000', undefined, 5000],
    ['1000', '', 1000, undefined],
    ['1000', '90000', 1000, undefined],
    ['500', '5000', undefined, 5000],
    ['90000', '1000', 1000, undefined],
    ['500', '90000', undefined, undefined],
    ['many', '', undefined, undefined],
    ['1e3', '0x10', undefined, undefined],
    ['1,000', '99999999999', 1000, 20_000_000],
    ['999.6', ' 5000 ', 1000, 5000],
  ])('%j and %j', (min, max, minPrice, maxPrice) =>
    expect(toAppliedPrices({ min, max }, range)).toEqual({
      ...(minPrice !== undefined && { minPrice }),
      ...(maxPrice !== undefined && { maxPrice }),
    }),
  );
});

describe('§5 Price apply: the thumbs', () => {
  test.each([
    ['100', '999999', 500, 90_000],
    ['6000', '5000', 4999, 5000],
    ['90000', '90000', 89_999, 90_000],
    ['0', '0', 500, 501],
  ])('%s and %s are limited to the range and do not overlap', (min, max, low, high) =>
    expect(toThumbPositions({ min, max }, range)).toEqual({ min: low, max: high }),
  );
  test('each stops 1 away from the other', () => {
    expect(withMinThumb({ min: '500', max: '5000' }, range, 6000).min).toBe('4999');
    expect(withMaxThumb({ min: '1000', max: '5000' }, range, 1000).max).toBe('1001');
    expect(withMaxThumb({ min: '1000', max: '5000' }, range, 90_001).max).toBe('90000');
  });
});

test('A6: prices in cents widen the range of the listed products', () =>
  expect(toDerivedRange([500.5, 899.5])).toEqual({ min: 500, max: 900 }));

test('A6: a server that names one end only names no range', () =>
  expect(toServerRange({ minPrice: undefined, maxPrice: 5 })).toEqual({ min: 0, max: 1_000_000 }));

test('A7: the range before the real one is known', () => expect(UNLOADED_RANGE).toEqual({ min: 0, max: 10_000 }));

test('§5 Price apply: the inputs show the applied prices, or the ends of the range', () => {
  expect(toPriceDraft({ minPrice: 600, maxPrice: 700 }, range)).toEqual({ min: '600', max: '700' });
  expect(toPriceDraft({}, range)).toEqual({ min: '500', max: '90000' });
});

test.each([
  ['many', '90000'],
  ['1,000.4', '1000'],
  ['\uff11\uff10', '10'],
  ['-5', '0'],
])('X24: the input %j is %s after it loses focus', (typed, text) => expect(toSettledPrice(typed, 90_000)).toBe(text));

test('§5 Price apply: the thumbs of unreadable prices are at the ends', () =>
  expect(toThumbPositions({ min: 'few', max: 'many' }, range)).toEqual(range));
