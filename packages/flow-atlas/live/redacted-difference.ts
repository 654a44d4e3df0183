/** Returns in how many places two redacted values differ. */
export function countDifferent(one: unknown, other: unknown): number {
  const [left, right] = [toLeaves(one), toLeaves(other)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].filter((path) => left.get(path) !== right.get(path)).length;
}

/** Returns the redacted leaves by path. */
function toLeaves(value: unknown, path = ''): Map<string, string> {
  if (value === undefined) return new Map();
  if (typeof value !== 'object' || value === null) return new Map([[path, String(value)]]);
  const inner = Object.entries(value).flatMap(([key, part]) => [...toLeaves(part, `${path}.${key}`)]);
  return new Map(inner.length === 0 ? [[path, 'empty']] : inner);
}
