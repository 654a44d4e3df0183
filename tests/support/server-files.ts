import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './files.ts';

/** Whoever imports it needs a database. */
const DATABASE = 'tests/support/test-database.ts';

/**
 * The server's suite in two: files whose imports lead to a test database run on each engine, the others once. Imports
 * of `tests/` alone are followed.
 */
export function serverTests(): { readonly onEachEngine: string[]; readonly once: string[] } {
  const known = new Map<string, boolean>();
  const needsDatabase = (file: string): boolean => {
    const answer = known.get(file);
    if (answer !== undefined) return answer;
    known.set(file, file === DATABASE);
    const found = file === DATABASE || importsOf(file).some(needsDatabase);
    known.set(file, found);
    return found;
  };
  const all = sources('tests/server', 'tests/demo')
    .map((source) => source.path)
    .filter((file) => file.endsWith('.test.ts'));
  return { onEachEngine: all.filter(needsDatabase), once: all.filter((file) => !needsDatabase(file)) };
}

/** Files of `tests/` that a file imports; of types alone too, which costs a second run and loses none. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('tests/'));
}
