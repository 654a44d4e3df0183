import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { getParts, REACHES, REACHES_ALL, selectGroups, STATIC } from '../../scripts/validate/parts.ts';
import { sources } from '../support/files.ts';
import { filesForAll, getMarks, serverTests } from '../support/server-files.ts';

/** Checks docs/testing.md against the marks in the test files and the list of parts. */

const DOC = readFileSync('docs/testing.md', 'utf8');

/** Returns the cells of the table below a heading, without the header row. */
function tableBelow(heading: string): string[][] {
  const [, below = ''] = DOC.split(`## ${heading}\n`);
  const lines = (below.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the paths in a cell that are formatted as code. */
const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);
const getGroups = (parts: readonly { readonly group: string }[]) => [...new Set(parts.map(({ group }) => group))];

describe('docs/testing.md', () => {
  test('lists the groups of npm test and of npm run test:all, and the paths that reach them', () => {
    const core = getGroups([...STATIC, ...getParts('core', true)]);
    const all = getGroups([...STATIC, ...getParts('all', true)]);
    const rows = tableBelow('Groups');
    expect(
      rows
        .map(([group = '', , inTest]) => (inTest === '–' ? [] : [group]))
        .flat()
        .sort(),
    ).toEqual(core.sort());
    expect(
      rows
        .map(([group = '', , , inAll]) => (inAll === '–' ? [] : [group]))
        .flat()
        .sort(),
    ).toEqual(all.sort());
    const said = rows.flatMap(([group = '', , , , minutes, paths = '']) =>
      pathsIn(paths).length === 0 ? [] : [[group, { paths: pathsIn(paths), minutes: Number(minutes) }]],
    );
    expect(Object.fromEntries(said)).toEqual(REACHES);
    for (const one of REACHES_ALL) expect(DOC).toContain(`\`${one}\``);
  });

  test('lists the test files that only npm run test:all runs', () => {
    expect(tableBelow('Files that wait for `npm run test:all`').flatMap(([file = '']) => pathsIn(file))).toEqual(
      filesForAll().sort(),
    );
  });

  test('lists the journeys of npm test', () => {
    const tagged = sources('tests/e2e').flatMap(({ path: file, text }) => {
      const titles = [...text.matchAll(/^ *test\((['`])(.*?)\1, /gm)].map(([, , title = '']) => title);
      const core = titles.filter((title) => title.includes('@core')).map((title) => title.replace(/ @\w+/g, ''));
      return core.length === 0 ? [] : [[path.basename(file, '.spec.ts'), core.join('; ')]];
    });
    expect(tableBelow('Journeys of `npm test`')).toEqual(tagged);
  });
});

describe('the engine of a server test', () => {
  const known = new Map<string, boolean>();
  /** Returns whether the imports of a file lead to a test database. */
  function needsDatabase(file: string): boolean {
    const answer = known.get(file);
    if (answer !== undefined) return answer;
    known.set(file, false);
    const isDatabase = /^tests\/support\/(?:test-database|postgres)\.ts$/.test(file);
    const found = isDatabase || getImports(file).some(needsDatabase);
    known.set(file, found);
    return found;
  }
  /** Returns the files in `tests/` that a file imports. */
  function getImports(file: string): string[] {
    return [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
      .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
      .filter((name) => name.startsWith('tests/'));
  }

  test('is declared if the imports lead to a test database, and nowhere else', () => {
    const { postgres, pglite, once } = serverTests();
    expect([...postgres, ...pglite].filter((file) => !needsDatabase(file))).toEqual([]);
    expect(once.filter(needsDatabase)).toEqual([]);
    expect(Math.min(postgres.length, pglite.length)).toBeGreaterThan(30);
  });

  test('is read from the first lines, and an unknown engine is rejected', () => {
    expect(getMarks("// @engine pglite\n// @all\nimport 'a';\n")).toEqual({ engine: 'pglite', isForAll: true });
    expect(getMarks("import 'a';\n// @engine pglite\n")).toEqual({ engine: null, isForAll: false });
    expect(() => getMarks("// @engine sqlite\nimport 'a';\n")).toThrow('names an engine that does not exist: sqlite');
  });
});

describe('the groups that changed files reach', () => {
  test('have paths that exist', () => {
    const paths = [...REACHES_ALL, ...Object.values(REACHES).flatMap((reach) => reach.paths)];
    expect(paths.filter((one) => !existsSync(one))).toEqual([]);
  });

  test('a service of the server selects both engines, a view selects all journeys', () => {
    expect(selectGroups(['server/modules/orders/orders.service.ts'], 30).chosen).toEqual([
      'server-pg',
      'server-pglite',
      'server-once',
    ]);
    expect(selectGroups(['src/views/cart/cart.view.tsx'], 30).chosen).toEqual(['paths', 'journeys']);
    expect(selectGroups(['docs/payments.md'], 30)).toEqual({ chosen: [], left: [] });
  });

  test('a dependency selects all groups, and groups that take too long are left to the nightly run', () => {
    const { chosen, left } = selectGroups(['package-lock.json'], 18);
    expect([...chosen, ...left].sort()).toEqual(Object.keys(REACHES).sort());
    expect(left).toEqual(['paths', 'unit', 'journeys']);
  });
});
