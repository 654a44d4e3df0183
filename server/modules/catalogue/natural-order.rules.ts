/** Factors of units of the same quantity, so that 512 GB sorts before 1 TB. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['kb', 1 / 1024 ** 2],
  ['mb', 1 / 1024],
  ['tb', 1024],
  ['mm', 0.1],
  ['m', 100],
  ['g', 0.001],
  ['ml', 0.001],
  ['kw', 1000],
  ['khz', 1e3],
  ['mhz', 1e6],
  ['ghz', 1e9],
]);

const NUMBER_AND_UNIT = /^(\d+(?:[.,]\d+)?)\s*(\p{L}*)/u;

/**
 * Sorts the values of a specification: by size when each begins with a number (4 GB, 8 GB, 12 GB), otherwise commonest
 * first, as given (X35).
 */
export function sortNaturally<Counted extends { readonly value: string }>(values: readonly Counted[]): Counted[] {
  const sized = values.map((counted) => ({ counted, size: parseSize(counted.value) }));
  if (sized.some(({ size }) => size === null)) return [...values];
  return sized.sort((one, other) => (one.size ?? 0) - (other.size ?? 0)).map(({ counted }) => counted);
}

function parseSize(value: string): number | null {
  const [, number, unit = ''] = NUMBER_AND_UNIT.exec(value.trim()) ?? [];
  return number === undefined ? null : Number(number.replace(',', '.')) * (FACTORS.get(unit.toLowerCase()) ?? 1);
}
