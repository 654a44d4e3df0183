import { expect, test } from 'vitest';
import { SORTS } from '../../../contract/catalogue.ts';
import { statementName, type ProductFilter } from '../../../server/modules/catalogue/product-filter.rules.ts';

const PLAIN: ProductFilter = {
  category: null,
  brands: [],
  terms: null,
  minPrice: null,
  maxPrice: null,
  isFeatured: false,
  specifications: [],
  sort: 'newest',
  limit: 12,
  offset: 0,
};

/** Every combination of filters that a URL can contain. */
function* everyFilter(): Generator<ProductFilter> {
  for (const sort of SORTS) {
    for (let mask = 0; mask < 64; mask += 1) {
      for (let many = 0; many <= 10; many += 1) {
        yield {
          ...PLAIN,
          sort,
          category: mask & 1 ? 'tvs' : null,
          brands: mask & 2 ? ['lg'] : [],
          terms: mask & 4 ? [{ words: ['tv'], joined: [], isName: false }] : null,
          minPrice: mask & 8 ? 1 : null,
          maxPrice: mask & 16 ? 9 : null,
          isFeatured: (mask & 32) !== 0,
          specifications: Array.from({ length: many }, (_, index) => ({ name: `n${index}`, value: 'v', products: 1 })),
        };
      }
    }
  }
}

test('R22: a connection keeps fewer than 200 list statements for any combination of filters', () => {
  const names = [...everyFilter()]
    .flatMap((filter) => [0, 48, 108, 480, 4800].map((more) => ({ ...filter, offset: more })))
    .flatMap((filter) => [statementName(filter, false), statementName(filter, true)]);
  const kept = new Set(names.filter((name) => name !== ''));
  expect(kept.size).toBeLessThan(200);
  for (const filter of [PLAIN, { ...PLAIN, category: 'tvs', minPrice: 1, maxPrice: 9 }])
    expect(kept).toContain(statementName(filter, false));
});
