import { describe, expect, test } from 'vitest';
import { generateCatalogue } from '../../server/cli/seed/catalogue.ts';
import { parseRecord } from '../../server/modules/catalogue/product-record.rules.ts';

const some = [...generateCatalogue(3_000)];

describe('a large catalogue', () => {
  test('is the same in each run, and is the start of every larger one', () => {
    expect([...generateCatalogue(3_000)]).toEqual(some);
    expect([...generateCatalogue(100)]).toEqual(some.slice(0, 100));
    expect(some).toHaveLength(3_000);
  });

  test('the import accepts every product', () => {
    for (const product of some) expect(parseRecord(product)).toHaveProperty('product');
    expect(new Set(some.map(({ name }) => name)).size).toBe(3_000);
  });

  test('has realistic kinds, brands, prices, discounts and sold-out products', () => {
    const share = (is: (product: (typeof some)[number]) => boolean) => some.filter(is).length / some.length;
    expect(new Set(some.map(({ categories }) => categories?.join(' > '))).size).toBeGreaterThanOrEqual(12);
    expect(new Set(some.map(({ brand }) => brand)).size).toBeGreaterThan(30);
    expect(Math.min(...some.map(({ price }) => price))).toBeGreaterThan(98);
    expect(Math.max(...some.map(({ price }) => price))).toBeLessThan(1_000_000);
    expect(share(({ originalPrice }) => typeof originalPrice === 'number')).toBeCloseTo(0.3, 1);
    expect(share(({ stock }) => stock === 0)).toBeCloseTo(0.06, 1);
    // A generated catalogue has no reviews and therefore no rating (A37).
    expect(some.some((product) => 'rating' in product || 'numReviews' in product)).toBe(false);
  });

  test('H2: the variants of a model share its group, and each has its own combination of options', () => {
    const groups = new Map<string, string[]>();
    for (const { group, options } of some)
      if (typeof group === 'string') groups.set(group, [...(groups.get(group) ?? []), JSON.stringify(options)]);
    expect(groups.size).toBeGreaterThan(500);
    for (const chosen of groups.values()) expect(new Set(chosen).size).toBe(chosen.length);
  });
});
