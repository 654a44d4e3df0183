import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './files.ts';

/** Whoever imports it needs a database. */
const DATABASE = 'tests/support/test-database.ts';

/**
 * Files and folders whose tests are decided before the database, or by the same rows on either engine: who may do what,
 * texts, formats, limits, what a provider answers, what follows from the rows of an order or a payment. With PostgreSQL at
 * hand they run there, where requests compete, and at full size on both. What the engine itself decides stays out: commits,
 * locks, search, types, errors, statements that are too slow.
 */
const ON_ONE_ENGINE = [
  'tests/demo/',
  'tests/server/accounts/',
  'tests/server/catalogue/bad-input.test.ts',
  'tests/server/contact/',
  'tests/server/core/access.test.ts',
  'tests/server/core/field-bounds.test.ts',
  'tests/server/core/fuzz.test.ts',
  'tests/server/core/openapi.test.ts',
  'tests/server/core/raw-http.test.ts',
  'tests/server/desk/',
  'tests/server/google/',
  'tests/server/hostile/',
  'tests/server/orders/bad-input.test.ts',
  'tests/server/orders/bounds.test.ts',
  'tests/server/orders/each-statement.test.ts',
  'tests/server/orders/expiry.test.ts',
  'tests/server/orders/messages.test.ts',
  'tests/server/orders/mpesa-orders.test.ts',
  'tests/server/orders/open-payment.test.ts',
  'tests/server/orders/pickup-orders.test.ts',
  'tests/server/orders/wrong-clocks.test.ts',
  'tests/server/payments/attempt-table.test.ts',
  'tests/server/payments/bad-days.test.ts',
  'tests/server/payments/bad-input.test.ts',
  'tests/server/payments/callback.test.ts',
  'tests/server/payments/daraja.test.ts',
  'tests/server/payments/daraja-token.test.ts',
  'tests/server/payments/each-statement.test.ts',
  'tests/server/payments/forged.test.ts',
  'tests/server/payments/lost-callbacks.test.ts',
  'tests/server/payments/held-money.test.ts',
  'tests/server/payments/late-money.test.ts',
  'tests/server/payments/payment-status.test.ts',
  'tests/server/payments/permutations.test.ts',
  'tests/server/payments/push.test.ts',
  'tests/server/payments/query-budget.test.ts',
  'tests/server/payments/reconciler.test.ts',
  'tests/server/payments/refunds.test.ts',
  'tests/server/payments/restart.test.ts',
  'tests/server/payments/strange-phones.test.ts',
  'tests/server/pickup/',
  'tests/server/reviews/',
  'tests/server/staff/',
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
  const withDatabase = all.filter(needsDatabase);
  const unknown = ON_ONE_ENGINE.filter((part) => !withDatabase.some((file) => file.startsWith(part)));
  if (unknown.length > 0)
    throw new Error(`ON_ONE_ENGINE names what is not there or needs no database: ${unknown.join(', ')}`);
  const isOnOne = (file: string) => ON_ONE_ENGINE.some((part) => file.startsWith(part));
  return {
    onEachEngine: withDatabase.filter((file) => !isOnOne(file)),
    onOneEngine: withDatabase.filter(isOnOne),
    once: all.filter((file) => !needsDatabase(file)),
  };
}

/** Files of `tests/` that a file imports; of types alone too, which costs a second run and loses none. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('tests/'));
}
