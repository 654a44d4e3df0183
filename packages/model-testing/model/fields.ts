/** Which fields of many contexts take ever more values. */

/** A field of the context, e.g. `['user', 'visits']`, with the number of its values or letters. */
export interface Field {
  readonly path: readonly string[];
  readonly count: number;
}

export type ToText = (value: unknown) => string;

/** The most fields that a message names. */
const MOST_NAMED = 3;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export interface Variety {
  /** Number of different contexts. */
  readonly count: number;
  /** The innermost fields with the most values, the worst first. */
  readonly fields: readonly Field[];
  /** No field alone takes many values; their combinations do. */
  readonly isCombination: boolean;
}

/** Finds the fields that make the contexts different. One field does if it alone takes half of the values. */
export function findVaryingFields(contexts: readonly unknown[], toText: ToText): Variety {
  const countValues = (values: readonly unknown[]) => new Set(values.map(toText)).size;
  const search = (path: readonly string[], values: readonly unknown[]): Variety => {
    const count = countValues(values);
    const inner = getKeys(values)
      .map((key) => ({ path: [...path, key], values: values.map((value) => getField(value, key)) }))
      .map((field) => ({ ...field, count: countValues(field.values) }))
      .filter((field) => field.count > 1)
      .sort((a, b) => b.count - a.count);
    const main = inner.filter((field) => 2 * field.count >= count);
    const isCombination = path.length === 0 && main.length === 0 && inner.length > 0;
    const whole = isCombination ? inner : [{ path, count }];
    const fields = main.length === 0 ? whole : main.flatMap((field) => search(field.path, field.values).fields);
    return { count, fields: fields.toSorted((a, b) => b.count - a.count).slice(0, MOST_NAMED), isCombination };
  };
  return search([], contexts);
}

/** Returns the innermost field that has at least half of the letters. */
export function findLargestField(context: unknown, toText: ToText): Field {
  const search = (path: readonly string[], value: unknown): Field => {
    const count = toText(value).length;
    const key = getKeys([value]).find((one) => 2 * toText(getField(value, one)).length >= count);
    return key === undefined ? { path, count } : search([...path, key], getField(value, key));
  };
  return search([], context);
}

/** Returns the common keys of records, or of arrays with one length; a list that grows has none. */
function getKeys(values: readonly unknown[]): string[] {
  const records = values.filter(isRecord);
  if (records.length === 0) return [];
  const isGrowing = records.some(
    (one) => Array.isArray(one) && one.length !== (records[0] as { length: number }).length,
  );
  return isGrowing ? [] : [...new Set(records.flatMap((one) => Object.keys(one)))].slice(0, 100);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && !('sessionId' in value) && !(value instanceof Error);
}

function getField(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** `context.user.visits`, `context['last-seen']`, `context.rows[0]`. */
export function fieldName(root: string, path: readonly string[]): string {
  const parts = path.map((key) => {
    if (IDENTIFIER.test(key)) return `.${key}`;
    return /^\d+$/.test(key) ? `[${key}]` : `['${key}']`;
  });
  return root + parts.join('');
}

/** Returns the code of a `project` without these fields: `({ count, ...rest }) => rest`. */
export function dropFields(paths: readonly (readonly string[])[]): string {
  const dropped: Dropped = new Map();
  for (const path of paths) drop(dropped, path);
  const rest = dropped.has('rest') ? 'others' : 'rest';
  const kept = keptAs(dropped, rest);
  return `(${pattern(dropped, rest)}) => ${kept.startsWith('{') ? `(${kept})` : kept}`;
}

/** The fields to drop; `null` for a whole field. */
interface Dropped extends Map<string, Dropped | null> {}

function drop(dropped: Dropped, [key = '', ...inner]: readonly string[]): void {
  const known = dropped.get(key);
  if (known === null) return;
  // A field with a name that is no variable is dropped with its parent.
  if (inner.length === 0 || !inner.every((one) => IDENTIFIER.test(one)) || !IDENTIFIER.test(key)) {
    dropped.set(key, null);
    return;
  }
  const next: Dropped = known ?? new Map();
  dropped.set(key, next);
  drop(next, inner);
}

function pattern(dropped: Dropped, rest: string): string {
  const parts = [...dropped].map(([key, inner]) => {
    if (inner !== null) return `${key}: ${pattern(inner, key)}`;
    return IDENTIFIER.test(key) ? key : `'${key}': _`;
  });
  return `{ ${[...parts, `...${rest}`].join(', ')} }`;
}

function keptAs(dropped: Dropped, rest: string): string {
  const inner = [...dropped].flatMap(([key, fields]) => {
    if (fields === null) return [];
    const kept = keptAs(fields, key);
    return kept === key ? [key] : [`${key}: ${kept}`];
  });
  return inner.length === 0 ? rest : `{ ${[`...${rest}`, ...inner].join(', ')} }`;
}
