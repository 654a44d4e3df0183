/** Parses a stored text as JSON. `null` when it is missing or unreadable (H10). */
export function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns whether the value is a safe integer of at least `least`. */
export function isWholeNumber(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

/** Returns the readable entries of a stored list, the first of each id. An unreadable entry is dropped alone (X82). */
export function filterEntries<Entry extends { readonly id: string }>(
  list: unknown,
  isReadable: (value: unknown) => value is Entry,
): readonly Entry[] {
  if (!Array.isArray(list)) return [];
  const entries = list.filter(isReadable);
  return entries.filter(({ id }, index) => entries.findIndex((entry) => entry.id === id) === index);
}
