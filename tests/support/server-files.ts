import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './files.ts';

/** Whoever imports it needs a database. */
const DATABASE = 'tests/support/test-database.ts';

/**
 * What these look at is decided before the database, or by the same rows on either engine: texts, formats, limits,
 * what a provider answers. With PostgreSQL at hand they run there, and at full size on both.
 */
const ON_ONE_ENGINE = [
  'tests/demo/deals.test.ts',
  'tests/server/accounts/fuzz.test.ts',
  'tests/server/accounts/sign-up-secrecy.test.ts',
  'tests/server/catalogue/bad-input.test.ts',
  'tests/server/core/access.test.ts',
  'tests/server/core/openapi.test.ts',
  'tests/server/core/raw-http.test.ts',
  'tests/server/hostile/hostile-day.test.ts',
  'tests/server/hostile/hostile-orders.test.ts',
  'tests/server/hostile/hostile-prompts.test.ts',
  'tests/server/orders/bad-input.test.ts',
  'tests/server/orders/messages.test.ts',
  'tests/server/payments/bad-days.test.ts',
  'tests/server/payments/bad-input.test.ts',
  'tests/server/payments/permutations.test.ts',
  'tests/server/payments/strange-phones.test.ts',
];

/**
 * The server's suite in three: files whose imports lead to a test database run on each engine, but for those of
 * `ON_ONE_ENGINE`; the others need none and run once. Imports of `tests/` alone are followed.
 */
export function serverTests(): {
  readonly onEachEngine: string[];
  readonly onOneEngine: string[];
  readonly once: string[];
} {
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
  const unknown = ON_ONE_ENGINE.filter((file) => !all.includes(file) || !needsDatabase(file));
  if (unknown.length > 0)
    throw new Error(`ON_ONE_ENGINE names what is not there or needs no database: ${unknown.join(', ')}`);
  return {
    onEachEngine: all.filter((file) => needsDatabase(file) && !ON_ONE_ENGINE.includes(file)),
    onOneEngine: ON_ONE_ENGINE,
    once: all.filter((file) => !needsDatabase(file)),
  };
}

/** Files of `tests/` that a file imports; of types alone too, which costs a second run and loses none. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('tests/'));
}
