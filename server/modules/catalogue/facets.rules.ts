import type { CountedValue } from './product-filter.rules.ts';

export const MOST_BRANDS = 200;
export const MOST_NAMES = 20;
export const MOST_VALUES = 40;

/** Products per counting statement. A waiting list request waits for one statement at most. */
const AT_ONCE = 4_000;
const MOST_SLICES = 64;

/** An inclusive range of product ids. */
export interface Slice {
  readonly from: string;
  readonly to: string;
}

/** The range of all ids. */
export const WHOLE: Slice = {
  from: '00000000-0000-0000-0000-000000000000',
  to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Splits the catalogue into slices with about `AT_ONCE` of the selected products each. */
export function toSlices(chosen: number): Slice[] {
  let parts = 1;
  while (parts < MOST_SLICES && chosen / parts > AT_ONCE) parts *= 2;
  const width = 256 / parts;
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return Array.from({ length: parts }, (_, at) => ({
    from: byte(at * width) + WHOLE.from.slice(2),
    to: byte((at + 1) * width - 1) + WHOLE.to.slice(2),
  }));
}

/** Sums the counts of several slices by key. */
export function sumParts<Counted extends { readonly products: number }>(
  parts: readonly (readonly Counted[])[],
  toKey: (counted: Counted) => string,
): Counted[] {
  const sums = new Map<string, Counted>();
  for (const counted of parts.flat()) {
    const key = toKey(counted);
    const before = sums.get(key);
    sums.set(key, before === undefined ? counted : { ...counted, products: before.products + counted.products });
  }
  return [...sums.values()];
}

/**
 * Returns the commonest names with their commonest values, in the same order as the statement for precomputed counts.
 */
export function takeCommonest(counted: readonly CountedValue[]): CountedValue[] {
  const byName = new Map<string, CountedValue[]>();
  for (const it of counted) {
    const values = byName.get(it.name);
    if (values === undefined) byName.set(it.name, [it]);
    else values.push(it);
  }
  const having = (values: readonly CountedValue[]) => values.reduce((sum, { products }) => sum + products, 0);
  return [...byName]
    .map(([name, values]) => ({ name, values, products: having(values) }))
    .sort((one, other) => other.products - one.products || compareByCode(one.name, other.name))
    .slice(0, MOST_NAMES)
    .flatMap(({ values }) =>
      values
        .sort((one, other) => other.products - one.products || compareByCode(one.value, other.value))
        .slice(0, MOST_VALUES),
    );
}

/** Compares by character code, as the database sorts. */
export function compareByCode(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
