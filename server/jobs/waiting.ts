import { and, eq, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/client.ts';
import { jobs } from '../db/schema.ts';

/** Condition: no job of the kind is waiting for this row, because it is done or was lost. */
export function hasNoJob(db: Sql, kind: string, name: string, id: PgColumn): SQL {
  const isOfRow = sql`${jobs.payload} ->> ${name} = ${id}::text`;
  const waiting = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.doneAt), eq(jobs.kind, kind), isOfRow));
  return notExists(waiting);
}
