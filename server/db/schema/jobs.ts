import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Outbox and scheduler, with leases so that several processes share it (providers 2.5). */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    payload: jsonb('payload').notNull(),
    runAt: at('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: at('locked_until'),
    lockId: uuid('lock_id'),
    doneAt: at('done_at'),
    lastError: text('last_error'),
    /** A failure at or after this time is final. `null`: retried forever (D28). */
    giveUpAt: at('give_up_at'),
  },
  (table) => [
    uniqueIndex('jobs_once').on(table.kind, table.dedupeKey),
    index('jobs_due')
      .on(table.runAt)
      .where(sql`${table.doneAt} is null`),
  ],
);
