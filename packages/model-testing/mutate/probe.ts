import { isPlain } from './machine-parts.ts';

/** In a path: a field whose name is computed. */
export const UNKNOWN = '?';

/**
 * Creates a value that can be read, called, compared and used in arithmetic, so that a function can run without real
 * arguments. Reports each path that is used as a number.
 */
export function createProbe(counted: (path: string) => void = () => undefined, number = 0, path = ''): never {
  const inside = (key: string) => createProbe(counted, number, path === '' ? key : `${path}.${key}`);
  return new Proxy(() => undefined, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) {
        return (hint: string) => {
          if (hint === 'number') counted(path);
          // Used as a field name: it differs from all real fields.
          return hint === 'string' ? UNKNOWN : number;
        };
      }
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      return typeof key === 'symbol' ? undefined : inside(key);
    },
    apply: () => createProbe(counted, number, `${path}()`),
    ownKeys: () => [],
  }) as never;
}

/** Returns the names of a function's result; none when they are unknown. */
export function getResultKeys(run: () => unknown): string[] {
  try {
    const answer = run();
    return isPlain(answer) ? Object.keys(answer) : [];
  } catch {
    return [];
  }
}

/** Returns a different value of the same type, as close as possible. */
export function getDifferentValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return value === '' ? 'x' : '';
    case 'number':
      return value + 1;
    case 'boolean':
      return !value;
    default:
      break;
  }
  if (Array.isArray(value)) return value.length > 0 ? [] : [undefined];
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, getDifferentValue(one)]))
    : 'x';
}

export function without(value: unknown, key: string): unknown {
  if (!isPlain(value)) return value;
  const { [key]: _, ...rest } = value;
  return rest;
}

/** Returns the value with two fields exchanged. */
export function swapFields(value: unknown, one: string, two: string): unknown {
  return isPlain(value) ? { ...value, [one]: value[two], [two]: value[one] } : value;
}

/** Returns the value with the number at `path` (`times.pushedAt`) changed by `by`. */
export function shiftNumber(value: unknown, path: readonly string[], by: number): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'number' ? value + by : value;
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: shiftNumber((value as Record<string, unknown>)[key], rest, by) };
}
