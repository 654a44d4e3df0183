import fc from 'fast-check';

/** JSON text nested deeper than any request that we read. Objects of this depth cannot be stringified. */
const deep = fc.integer({ min: 13, max: 50_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Texts that PostgreSQL cannot store. The cleaner makes them valid. */
export const unreadableText = fc
  .tuple(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('\u0000', '\u0007', '\u007f', '\ud800', '\udc00', '\udfff\ud800'),
    fc.string({ maxLength: 20 }),
  )
  .map(([before, bad, after]) => `${before}${bad}${after}`);

const hugeText = fc.integer({ min: 1001, max: 20_000 }).map((length) => 'a'.repeat(length));

/** Values of a wrong type for a text field. */
export const noText = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e308, -1e308, Number.MAX_SAFE_INTEGER + 2, 99_999_999_999, 0.1),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('constructor', 'toString', 'length', '$ne', 'x'), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 3,
  }),
);

/** JSON text of a value that a text field must refuse. */
export const hostileText = fc.oneof(
  noText.map((value) => JSON.stringify(value)),
  hugeText.map((value) => JSON.stringify(value)),
  deep,
);

export const hostileFlag = fc.oneof(
  fc.constantFrom('"true"', '1', '0', 'null', '[]', '{}', '1e400', '"\\u0000"'),
  deep,
);

/** Keys that no request has, as JSON text of `"key":value`. */
export const foreignKey = fc
  .tuple(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'isAdmin',
      'role',
      'userId',
      '_id',
      'phoneVerifiedAt',
      'toString',
      '\u0000',
      '$where',
    ),
    fc.constantFrom('1', '"x"', 'null', '{"isAdmin":true}', '{"prototype":{"isAdmin":true}}', '[]'),
  )
  .map(([key, value]) => `${JSON.stringify(key)}:${value}`);

/** Bodies that are not a JSON object. */
export const noObject = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '[]',
    '"x"',
    '1',
    'true',
    '{',
    '{"a"',
    '{"a":}',
    'nul',
    '\u0000',
    '{"a":1}{"b":2}',
    '[[]]',
    "{'a':1}",
  ),
  deep,
);

/** Returns a request as JSON text with one field replaced. */
export function withField(request: Readonly<Record<string, unknown>>, field: string, json: string): string {
  const fields = Object.entries(request).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === field ? json : JSON.stringify(value)}`,
  );
  return `{${fields.join(',')}}`;
}

/** Returns a request as JSON text with an extra field. */
export function withKey(request: Readonly<Record<string, unknown>>, pair: string): string {
  return `{${[...Object.entries(request).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), pair].join(',')}}`;
}
