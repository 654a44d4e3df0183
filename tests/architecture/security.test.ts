import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Each threat in SECURITY.md names the tests that cover it. */
const rows = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (.*?) +\| .*? +\| (\w+|–) +\| (`.*`) +\|$/gm)].map(
  ([, threat = '', rule = '', tests = '']) => ({
    threat,
    rule,
    files: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
      file.startsWith('tests/') ? file : `tests/server/${file}`,
    ),
  }),
);

describe('SECURITY.md', () => {
  test('lists the threats', () => expect(rows.length).toBeGreaterThan(20));

  test.each(rows)('$threat: the tests exist and name the rule', ({ rule, files }) => {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    const unnamed = files.filter((file) => !new RegExp(`\\b${rule}\\b`).test(readFileSync(file, 'utf8')));
    expect(rule === '–' ? [] : unnamed).toEqual([]);
  });
});
