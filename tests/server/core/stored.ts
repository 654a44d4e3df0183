import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { TestApp } from '../../support/server.ts';

/** Returns a fingerprint of all rows of these tables. It differs after any change. */
export async function stored({ db }: TestApp, tables: readonly PgTable[]): Promise<string> {
  const hashes = tables.map(
    (table) => sql`(select md5(coalesce(string_agg(${table}::text, ',' order by ${table}::text), '')) from ${table})`,
  );
  const [row] = await db.sql
    .select({ hash: sql<string>`concat(${sql.join(hashes, sql`, `)})` })
    .from(sql`(select 1) as one`);
  return row?.hash ?? '';
}
