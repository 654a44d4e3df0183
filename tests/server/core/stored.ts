import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { TestApp } from '../../support/server.ts';

/** One text for all that these tables hold; it is another one after any change. */
export async function stored({ db }: TestApp, tables: readonly PgTable[]): Promise<string> {
  const hashes = tables.map(
    (table) => sql`(select md5(coalesce(string_agg(${table}::text, ',' order by ${table}::text), '')) from ${table})`,
  );
  const [row] = await db.sql
    .select({ hash: sql<string>`concat(${sql.join(hashes, sql`, `)})` })
    .from(sql`(select 1) as one`);
  return row?.hash ?? '';
}
