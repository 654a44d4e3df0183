import { sql } from 'drizzle-orm';
import type { Database, Sql } from '../../server/db/client.ts';

/** Disables the plans that sort rows, because they hide a missing `order by`. */
const PLANS = [
  sql`set local enable_indexscan to off`,
  sql`set local enable_indexonlyscan to off`,
  sql`set local enable_bitmapscan to off`,
  sql`set local enable_mergejoin to off`,
  sql`set local enable_hashjoin to off`,
] as const;

/** Reads with a handle that returns rows in insertion order unless a statement sorts them. */
export function inOrderOfWriting<Result>(db: Database, read: (handle: Sql) => PromiseLike<Result>): Promise<Result> {
  return db.tx(async (tx) => {
    for (const plan of PLANS) await tx.execute(plan);
    return read(tx);
  });
}
