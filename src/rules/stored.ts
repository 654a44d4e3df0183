/** What a text of the storage says as JSON, or null where it is missing or unreadable (H10). */
export function jsonIn(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A safe whole number that is not below `least`. */
export function isWhole(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

/** Whether no two of them have the same id. */
export function hasUniqueIds(entries: readonly { readonly id: string }[]): boolean {
  return new Set(entries.map(({ id }) => id)).size === entries.length;
}
