import { and, eq, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/client.ts';
import { jobs } from '../db/schema.ts';

/** Whether no job of the kind waits that names this row in its payload: it was lost, or is done. */
export function hasNoJob(db: Sql, kind: string, name: string, id: PgColumn): SQL {
  const isOfRow = sql`${jobs.payload} ->> ${name} = ${id}::text`;
  const waiting = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.doneAt), eq(jobs.kind, kind), isOfRow));
  return notExists(waiting);
}
