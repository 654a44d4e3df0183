/** Limits of the description of a single value. */
export const BOUNDS = { depth: 4, keys: 40, keyLength: 60, items: 20, nodes: 200 } as const;

/** A name that code defines. Other keys, such as ids and phones, are values too. */
const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * Describes a value without revealing it: a text's length, a number's kind, an object's named keys. Bounded in depth
 * and size, safe for cycles, never throws.
 */
export function redact(value: unknown): unknown {
  let nodes = 0;
  const above = new Set<object>();
  const into = (part: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof part === 'string') return `text of ${part.length}`;
    if (part === null || typeof part !== 'object') return part === null ? 'null' : typeof part;
    if (above.has(part)) return 'again';
    const isList = Array.isArray(part);
    if (depth >= BOUNDS.depth) return isList ? 'list' : 'object';
    // Dates, elements and actors are described without their keys.
    if (!isList && !isPlain(part)) return 'object';
    above.add(part);
    const redacted = isList ? listIn(part, depth) : objectIn(part, depth);
    above.delete(part);
    return redacted;
  };
  const listIn = (list: readonly unknown[], depth: number): unknown[] => {
    const told: unknown[] = [];
    for (let at = 0; at < Math.min(list.length, BOUNDS.items) && nodes < BOUNDS.nodes; at += 1)
      told.push(into(list[at], depth + 1));
    return told;
  };
  const objectIn = (object: object, depth: number): Record<string, unknown> => {
    const told: Record<string, unknown> = {};
    for (const [at, key] of Object.keys(object).slice(0, BOUNDS.keys).entries()) {
      if (nodes >= BOUNDS.nodes) break;
      const name = NAME.test(key) && key.length <= BOUNDS.keyLength && key !== '__proto__' ? key : `key ${at + 1}`;
      told[name] = into(read(object, key), depth + 1);
    }
    return told;
  };
  try {
    return into(value, 0);
  } catch {
    return 'unreadable';
  }
}

function isPlain(part: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(part);
  return prototype === Object.prototype || prototype === null;
}

/** A getter that throws must not stop the inspected actor. */
function read(from: object, key: string): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}
