import { describe, expect, test } from 'vitest';
import { generateCatalogue } from '../../server/cli/seed/catalogue.ts';
import { parseRecord } from '../../server/modules/catalogue/product-record.rules.ts';

const some = [...generateCatalogue(3_000)];

describe('a large catalogue', () => {
  test('is the same each time, and the start of every larger one', () => {
    expect([...generateCatalogue(3_000)]).toEqual(some);
    expect([...generateCatalogue(100)]).toEqual(some.slice(0, 100));
    expect(some).toHaveLength(3_000);
  });

  test('can be sold: every product is one that the import takes', () => {
    for (const product of some) expect(parseRecord(product)).toHaveProperty('product');
    expect(new Set(some.map(({ name }) => name)).size).toBe(3_000);
  });

  test('looks like a shop: kinds, brands, prices, discounts, what is sold out', () => {
    const share = (is: (product: (typeof some)[number]) => boolean) => some.filter(is).length / some.length;
    expect(new Set(some.map(({ categories }) => categories?.join(' > '))).size).toBeGreaterThanOrEqual(12);
    expect(new Set(some.map(({ brand }) => brand)).size).toBeGreaterThan(30);
    expect(Math.min(...some.map(({ price }) => price))).toBeGreaterThan(98);
    expect(Math.max(...some.map(({ price }) => price))).toBeLessThan(1_000_000);
    expect(share(({ originalPrice }) => typeof originalPrice === 'number')).toBeCloseTo(0.3, 1);
    expect(share(({ stock }) => stock === 0)).toBeCloseTo(0.06, 1);
    // Whoever measures a shop writes no reviews, and no rating without them (A37).
    expect(some.some((product) => 'rating' in product || 'numReviews' in product)).toBe(false);
  });

  test('H2: the variants of a model share its group, and each is another combination of options', () => {
    const groups = new Map<string, string[]>();
    for (const { group, options } of some)
      if (typeof group === 'string') groups.set(group, [...(groups.get(group) ?? []), JSON.stringify(options)]);
    expect(groups.size).toBeGreaterThan(500);
    for (const chosen of groups.values()) expect(new Set(chosen).size).toBe(chosen.length);
  });
});
