/** One sent call of a page. */
export interface SentCall {
  readonly method: string;
  /** Path below `/api`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call that a step must send. `{…}` in the path matches any part, the value `{any}` any value. */
export interface ExpectedCall {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Fields that the body must have; others are allowed. */
  readonly body?: unknown;
  /** Required headers and their prefixes; the page chooses the rest. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns `null` when one of the calls matches the expected one, else the difference as a sentence. */
export function findCallDifference(expected: ExpectedCall, sent: readonly SentCall[]): string | null {
  const { method, path, query = {}, body, headers = {} } = expected;
  const pattern = new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('[^/]+')}$`,
  );
  const called = sent.filter((one) => one.method === method && pattern.test(one.path));
  const told = sent.map((one) => `${one.method} ${one.path}`).join(', ');
  if (called.length === 0) return `Not sent: ${method} ${path}. Sent instead: ${told === '' ? 'nothing' : told}.`;
  const asked = called.filter((one) => Object.entries(query).every(([name, value]) => one.query[name] === value));
  const [first] = called;
  if (asked.length === 0)
    return `${method} ${path} was sent with other parameters: ${JSON.stringify(first?.query)} instead of ${JSON.stringify(query)}.`;
  const missing = Object.entries(headers).find(
    ([name, begin]) => !asked.some((one) => one.headers[name]?.startsWith(begin) === true),
  );
  if (missing !== undefined) return `${method} ${path} was sent without ${`${missing[0]}: ${missing[1]}`.trim()}.`;
  if (body === undefined || asked.some((one) => matches(body, one.body))) return null;
  return `${method} ${path} was sent with another body: ${JSON.stringify(asked[0]?.body)} instead of ${JSON.stringify(body)}.`;
}

/** Returns whether a value contains at least the expected one. */
function matches(expected: unknown, actual: unknown): boolean {
  if (expected === '{any}') return actual !== undefined;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, index) => matches(one, actual[index]))
    );
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(expected).every(([name, one]) => matches(one, (actual as Record<string, unknown>)[name]));
}
