import { expect, test } from 'vitest';
import type { Result } from 'flow-atlas/browser/run';
import { formatResults } from '../../tools/paths/in-browser.ts';

/** The report of the cases of a browser run. */

const result = (id: string, change: Partial<Result>): Result => ({
  id,
  title: `The case ${id}`,
  steps: [],
  isGreen: true,
  checked: 1,
  all: 2,
  ...change,
});

test('X88: a case without checks is reported as unchecked and does not count as passed', () => {
  const failed = { text: 'It begins.', expected: [], picture: null, failure: "Not seen: 'Cart'." };
  const results = [
    result('a', {}),
    result('b', { checked: 0 }),
    result('c', { checked: 0, isGreen: false, steps: [failed] }),
  ];
  expect(formatResults(results, [{ id: 'd', title: 'The case d', why: 'nobody can do it' }])).toEqual([
    'ok   a The case a',
    '??   b The case b\n     nothing that it says could be checked',
    "FAIL c The case c\n     at: It begins.\n     Not seen: 'Cart'.",
    '--   d The case d\n     left out: nobody can do it',
    '1 of 3 paths passed; of 1 nothing could be checked; 1 left out.',
  ]);
});
