import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSuites } from '../../tools/hard/rows.ts';

/** The record that explains the findings that were not fixed. */
const ANSWERED = 'docs/decisions/0029-what-the-audit-leaves.md';

const rows = [...readFileSync('docs/audit.md', 'utf8').matchAll(/^\| (F\d+) +\|.*\| (.*?) +\|$/gm)].map(
  ([, id = '', shown = '']) => ({ id, shown }),
);

test('docs/audit.md has all findings, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, n) => `F${n + 1}`));
});

test('docs/audit.md links each finding to the files whose titles name it, or to the record that answers it', () => {
  const all = findSuites('F', 'tests/architecture', 'tests/demo', 'tests/e2e', 'tests/rules', 'tests/server');
  const answers = readFileSync(ANSWERED, 'utf8');
  for (const { id, shown } of rows) {
    const files = all.filter(({ ids }) => ids.includes(id)).map(({ path }) => path.replace('tests/', ''));
    expect([id, [...shown.matchAll(/`([^`]+)`/g)].map(([, file]) => file)]).toEqual([id, files]);
    if (files.length > 0) continue;
    expect([id, shown]).toEqual([id, '[0029](decisions/0029-what-the-audit-leaves.md)']);
    expect(answers).toMatch(new RegExp(`\\b${id}\\b`));
  }
});

test('F26: allowScripts allows each package with the boolean true, not with a string', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: object };
  expect(Object.values(allowScripts)).toEqual(Object.values(allowScripts).map(() => true));
  expect(allowScripts).toEqual({ esbuild: true });
});
