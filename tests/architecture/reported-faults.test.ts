import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSuites } from '../../tools/hard/rows.ts';

/** Ids of the reported faults. Numbers between the sections are unused. */
const SECTIONS = [
  [1, 19],
  [20, 25],
  [30, 39],
  [50, 61],
  [70, 85],
  [86, 92],
] as const;
const IDS = SECTIONS.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => `X${from + n}`));

const rows = [...readFileSync('docs/reported-faults.md', 'utf8').matchAll(/^\| (X\d+) +\|.*\| (.*?) +\|$/gm)].map(
  ([, id = '', shown = '']) => ({ id, shown }),
);

test('docs/reported-faults.md has every reported fault, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(IDS);
});

test('docs/reported-faults.md links each fault to the tests that name it, or to the decision that answers it', () => {
  const suites = findSuites('X', 'tests', 'packages');
  for (const { id, shown } of rows) {
    const files = suites.filter(({ ids }) => ids.includes(id)).map(({ path }) => path.replace('tests/', ''));
    const named = [...shown.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    expect([id, named]).toEqual([id, files]);
    const decisions = [...shown.matchAll(/\]\(((?:\.\.\/packages\/[\w-]+\/docs\/)?decisions\/[^)]+)\)/g)].map(
      ([, file = '']) => file,
    );
    expect([id, decisions.filter((file) => !existsSync(`docs/${file}`))]).toEqual([id, []]);
    expect([id, named.length + decisions.length > 0 || /^later: /.test(shown)]).toEqual([id, true]);
  }
});
