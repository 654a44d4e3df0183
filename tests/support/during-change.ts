import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { queryRows } from '../../server/backup/tables.ts';
import type { Database, Sql } from '../../server/db/client.ts';

/**
 * Runs `work` while a transaction that has made `change` is open, and commits it when `work` waits for one of its
 * locks. On the embedded database `work` waits for the whole transaction.
 */
export async function duringChange<Result>(
  db: Database,
  change: (tx: Sql) => PromiseLike<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let commit = () => {};
  let changed = () => {};
  const isOver = new Promise<void>((resolve) => (commit = resolve));
  const isChanged = new Promise<void>((resolve) => (changed = resolve));
  const changing = db.tx(async (tx) => {
    await change(tx);
    changed();
    await isOver;
  });
  await Promise.race([isChanged, changing]);
  const result = work();
  result.catch(() => undefined);
  try {
    if (db.kind === 'postgres') await vi.waitUntil(() => isAnyWaiting(db.reads), { timeout: 5_000 });
  } finally {
    commit();
  }
  await changing;
  return result;
}

/** Returns whether a connection waits for a lock. Outside of a transaction, which would see the first count only. */
async function isAnyWaiting(db: Sql): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await queryRows(db, waiting)).length > 0;
}
