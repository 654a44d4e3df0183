import fc from 'fast-check';

/** JSON texts that no field expects. Written as text, because a client cannot build half of these values. */
const NASTY = [
  '9999999999999999999999',
  '-9223372036854775809',
  '"9999-99-99T99:99:99Z"',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '" "',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-0',
  '99999999999',
  '9007199254740993',
  '"1"',
  '"NaN"',
  '"Infinity"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  '"\\u001b[31m"',
  '"\\u202e"',
  '"\\ufeff"',
  `"${'x'.repeat(100_000)}"`,
  '{"__proto__":{"isPaid":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '"__proto__"',
  '"constructor"',
  '"\' or 1=1 --"',
  '"$1"',
  '"%s%n"',
  '"../../etc/passwd"',
  '["a"]',
  '[[[[[[[[[[]]]]]]]]]]',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  '{"a":{"b":{"c":{"d":{}}}}}',
  '"11111111-1111-4111-8111-11111111111Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '"2026-13-45"',
  '{"$gt":""}',
  '"\\ud83d\\ude00"',
];
export const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Returns all places of a request, each as the text before and after it. */
export function places(value: Json, before = '', after = ''): { before: string; after: string; path: string }[] {
  const here = { before, after, path: before };
  if (typeof value !== 'object' || value === null) return [here];
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const text = entries.map(
    ([key, it]) => `${Array.isArray(value) ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(it)}`,
  );
  return [
    here,
    ...entries.flatMap(([key, it], index) => {
      const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}:`;
      const left = [...text.slice(0, index), name].join(',');
      const right = text.slice(index + 1);
      return places(it, `${before}${open}${left}`, `${right.length > 0 ? `,${right.join(',')}` : ''}${close}${after}`);
    }),
  ];
}
