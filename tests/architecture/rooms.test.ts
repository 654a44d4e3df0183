import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** Programs are in three folders (docs/architecture.md): `server/cli`, `scripts` and `tools`. */

const IMPORT = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()\s*'(\.[^']+|(?:model-testing|flow-atlas)\/[^']+)'/g;
const texts = new Map(
  sources('contract', 'src', 'server', 'demo', 'simulators', 'scripts', 'tools', 'tests', 'packages').map((file) => [
    file.path,
    file.text,
  ]),
);

/** Returns the imports of a file as paths from the repository root. */
function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : `packages/${name}`,
  );
}

/** Returns all imports, direct or indirect, from these files into a forbidden folder, as `file -> file`. */
function leaving(starts: readonly string[], forbidden: RegExp, read = texts): string[] {
  const reached = new Set(starts);
  const found: string[] = [];
  for (const file of reached)
    for (const imported of importsIn(file, read.get(file) ?? '')) {
      if (forbidden.test(imported)) found.push(`${file} -> ${imported}`);
      else reached.add(imported);
    }
  return found;
}

const filesIn = (...folders: readonly string[]) =>
  [...texts.keys()].filter((file) => folders.some((folder) => file.startsWith(folder)));

test('no production program imports from tests, tools or packages', () => {
  const production = [...filesIn('contract/', 'src/', 'server/', 'demo/', 'simulators/'), 'scripts/start.ts'];
  expect(production.filter((file) => !existsSync(file))).toEqual([]);
  expect(leaving(production, /^(tests|tools|packages)\//)).toEqual([]);
});

test('the server imports no script, and scripts import no tool', () => {
  expect(leaving(filesIn('server/'), /^(scripts|demo|src)\//)).toEqual([]);
  const ways = filesIn('scripts/').flatMap((file) => importsIn(file, texts.get(file) ?? ''));
  expect(ways.length).toBeGreaterThan(20);
  expect(ways.filter((imported) => imported.startsWith('tools/'))).toEqual([]);
});

test('finds an import through another file', () => {
  const read = new Map([
    ['server/a.ts', "import { b } from './b.ts';"],
    ['server/b.ts', "await import('../tools/c.ts');\nimport type { D } from '../contract/d.ts';"],
  ]);
  expect(leaving(['server/a.ts'], /^tools\//, read)).toEqual(['server/b.ts -> tools/c.ts']);
});
