import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountPercent, toPriceView } from '../../contract/rules/price.ts';
import type { PriceFields, PriceView } from '../../contract/rules/price.ts';

const none = { original: null, discount: 0, savings: 0 };

describe('A2: the displayed price', () => {
  test.each<[string, 'card' | 'detail', PriceFields, PriceView]>([
    [
      'normalised',
      'card',
      { price: 2000, finalPrice: 1500, originalPrice: 2000 },
      { price: 1500, original: 2000, discount: 25, savings: 500 },
    ],
    [
      'normalised',
      'detail',
      { price: 40_000, originalPrice: 50_000, finalPrice: 40_000, discount: 20 },
      { price: 40_000, original: 50_000, discount: 20, savings: 10_000 },
    ],
    [
      'no discount',
      'detail',
      { price: 40_000, originalPrice: 40_000, finalPrice: 40_000, discount: 0 },
      { price: 40_000, ...none },
    ],
    [
      'discount is rounded',
      'detail',
      { price: 40_000, originalPrice: 45_000, finalPrice: 40_000 },
      { price: 40_000, original: 45_000, discount: 11, savings: 5000 },
    ],
    ['only the price', 'card', { price: 999 }, { price: 999, ...none }],
  ])('%s on the %s', (_, legacy, product, shown) => expect(toPriceView(product, legacy)).toEqual(shown));
});

describe('§9, A2: the two formulas apply only when fields are missing', () => {
  test.each<[string, 'card' | 'detail', PriceFields, Partial<PriceView>]>([
    ['a card subtracts the discount', 'card', { price: 2000, discount: 25 }, { price: 1500, original: 2000 }],
    [
      'a card without discount uses finalPrice if it differs',
      'card',
      { price: 2000, discount: 0, finalPrice: 1800 },
      { price: 1800 },
    ],
    [
      'the detail page computes the original price',
      'detail',
      { price: 40_000, discount: 20 },
      { price: 40_000, original: 50_000, savings: 10_000 },
    ],
    [
      'a discount of 100 does not divide by 0',
      'detail',
      { price: 40_000, discount: 100 },
      { price: 40_000, original: null },
    ],
    [
      'null counts as missing',
      'detail',
      { price: 40_000, discount: 20, originalPrice: null, finalPrice: null },
      { original: 50_000 },
    ],
  ])('%s', (_, legacy, product, shown) => expect(toPriceView(product, legacy)).toMatchObject(shown));
});

test('A2: the original is above the price and the discount between 0 and 100 for any fields', () => {
  const amount = fc.integer({ min: 1, max: 20_000_000 });
  const maybe = (it: fc.Arbitrary<number>) => fc.option(it, { nil: null });
  fc.assert(
    fc.property(
      amount,
      maybe(amount),
      maybe(amount),
      maybe(fc.integer({ min: -5, max: 120 })),
      fc.constantFrom('card' as const, 'detail' as const),
      (price, originalPrice, finalPrice, discount, legacy) => {
        const shown = toPriceView({ price, originalPrice, finalPrice, discount }, legacy);
        expect(Number.isInteger(shown.price)).toBe(true);
        expect(shown.original === null || shown.original > shown.price).toBe(true);
        expect(shown.discount).toBeGreaterThanOrEqual(0);
        expect(shown.discount).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test.each([
  ['a flash price', 1500, 900, 40],
  ['no lower price', 1500, 1500, 0],
  ['a higher price', 1500, 1600, 0],
  ['less than half a percent', 1000, 996, 0],
  ['half a percent', 1000, 995, 1],
])('A2: the discount is a whole percentage, and 0 without a reduction: %s', (_, original, charged, percent) =>
  expect(discountPercent(original, charged)).toBe(percent),
);

test('§9: the discount of 0 is 0', () => expect(discountPercent(0, 0)).toBe(0));

describe('§9: edge cases of the two formulas', () => {
  test.each<[string, 'card' | 'detail', PriceFields, PriceView]>([
    [
      '100 percent off',
      'card',
      { price: 1000, discount: 100 },
      { price: 0, original: 1000, discount: 100, savings: 1000 },
    ],
    ['100 percent off', 'detail', { price: 1000, discount: 100 }, { price: 1000, ...none }],
    ['more than 100 percent off', 'card', { price: 1000, discount: 101 }, { price: 1000, ...none }],
    ['a negative discount', 'card', { price: 1000, discount: -5 }, { price: 1000, ...none }],
    ['more than 100 percent off', 'detail', { price: 1000, discount: 101 }, { price: 1000, ...none }],
    ['0 percent off', 'detail', { price: 1000, discount: 0 }, { price: 1000, ...none }],
    [
      'a whole percent',
      'detail',
      { price: 990, discount: 1 },
      { price: 990, original: 1000, discount: 1, savings: 10 },
    ],
    ['rounded up', 'card', { price: 999, discount: 50 }, { price: 500, original: 999, discount: 50, savings: 499 }],
    [
      'rounded up',
      'detail',
      { price: 1000, discount: 30 },
      { price: 1000, original: 1429, discount: 30, savings: 429 },
    ],
    [
      'a given original price takes precedence',
      'card',
      { price: 900, originalPrice: 1000, discount: 20 },
      { price: 900, original: 1000, discount: 10, savings: 100 },
    ],
    [
      'a final price below the price',
      'detail',
      { price: 1000, finalPrice: 800, discount: 20 },
      { price: 800, original: 1000, discount: 20, savings: 200 },
    ],
    [
      'a final price equal to the price',
      'detail',
      { price: 1000, finalPrice: 1000, discount: 20 },
      { price: 1000, original: 1250, discount: 20, savings: 250 },
    ],
  ])('%s on a %s', (_, legacy, product, shown) => expect(toPriceView(product, legacy)).toEqual(shown));
  test('the card is the default', () => expect(toPriceView({ price: 1000, discount: 10 }).price).toBe(900));
  test('percentages are rounded, and 0 for a price of 0', () => {
    expect(discountPercent(3, 1)).toBe(67);
    expect(discountPercent(1, 0)).toBe(100);
    expect(discountPercent(0, 0)).toBe(0);
  });
});
