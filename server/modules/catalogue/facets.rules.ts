import type { CountedValue } from './product-filter.rules.ts';

export const MOST_BRANDS = 200;
export const MOST_NAMES = 20;
export const MOST_VALUES = 40;

/** So many products are counted by one statement; whoever waits for a list waits for one of them at most. */
const AT_ONCE = 4_000;
const MOST_SLICES = 64;

/** A part of all products by their ids, both ends included. */
export interface Slice {
  readonly from: string;
  readonly to: string;
}

/** Everything in one part. */
export const WHOLE: Slice = {
  from: '00000000-0000-0000-0000-000000000000',
  to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Parts of the catalogue, each with about as many of so many chosen products as are counted at once. */
export function slicesFor(chosen: number): Slice[] {
  let parts = 1;
  while (parts < MOST_SLICES && chosen / parts > AT_ONCE) parts *= 2;
  const width = 256 / parts;
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return Array.from({ length: parts }, (_, at) => ({
    from: byte(at * width) + WHOLE.from.slice(2),
    to: byte((at + 1) * width - 1) + WHOLE.to.slice(2),
  }));
}

/** What several parts counted, together. */
export function added<Counted extends { readonly products: number }>(
  parts: readonly (readonly Counted[])[],
  keyOf: (counted: Counted) => string,
): Counted[] {
  const sums = new Map<string, Counted>();
  for (const counted of parts.flat()) {
    const key = keyOf(counted);
    const before = sums.get(key);
    sums.set(key, before === undefined ? counted : { ...counted, products: before.products + counted.products });
  }
  return [...sums.values()];
}

/** The commonest names with their commonest values, as the statement of the kept counts chooses them. */
export function commonest(counted: readonly CountedValue[]): CountedValue[] {
  const byName = new Map<string, CountedValue[]>();
  for (const it of counted) {
    const values = byName.get(it.name);
    if (values === undefined) byName.set(it.name, [it]);
    else values.push(it);
  }
  const having = (values: readonly CountedValue[]) => values.reduce((sum, { products }) => sum + products, 0);
  return [...byName]
    .map(([name, values]) => ({ name, values, products: having(values) }))
    .sort((one, other) => other.products - one.products || inOrder(one.name, other.name))
    .slice(0, MOST_NAMES)
    .flatMap(({ values }) =>
      values
        .sort((one, other) => other.products - one.products || inOrder(one.value, other.value))
        .slice(0, MOST_VALUES),
    );
}

/** By the codes of characters, as the database sorts. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
