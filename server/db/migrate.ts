import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, lt, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { databaseCode } from './errors.ts';
import { migrations as all } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';

const appliedSteps = pgTable('schema_steps', {
  id: text('id').primaryKey(),
  appliedAt: timestamp('applied_at', { withTimezone: true }).notNull(),
});
const lease = pgTable('schema_lease', {
  id: integer('id').primaryKey(),
  holder: uuid('holder').notNull(),
  until: timestamp('until', { withTimezone: true }).notNull(),
});

const LEASE_MS = 30_000;

/**
 * Updates the tables. Each step is one statement that may run again, so that the next start completes an interrupted
 * migration. A lease row excludes parallel processes. `onStep` gets the number of steps done and the total.
 */
export async function migrate(
  db: Database,
  {
    migrations = all,
    onStep,
  }: { migrations?: readonly Migration[]; onStep?: (done: number, total: number) => void } = {},
): Promise<void> {
  await createOwnTables(db);
  const steps = migrations.flatMap(({ name, steps }) =>
    steps.map((statement, index) => ({ id: `${name}/${index + 1}`, statement })),
  );
  const isPending = async () => {
    const applied = new Set((await db.sql.select({ id: appliedSteps.id }).from(appliedSteps)).map(({ id }) => id));
    return steps.filter(({ id }) => !applied.has(id));
  };
  if ((await isPending()).length === 0) return;
  const holder = randomUUID();
  await takeLease(db, holder);
  try {
    const pending = await isPending();
    for (const [index, { id, statement }] of pending.entries()) {
      await takeLease(db, holder);
      await db.run(statement);
      await db.sql
        .insert(appliedSteps)
        .values({ id, appliedAt: new Date(await db.now()) })
        .onConflictDoNothing();
      onStep?.(index + 1, pending.length);
    }
  } finally {
    await db.sql.delete(lease).where(eq(lease.holder, holder));
  }
}

/** Takes or extends the lease. Waits while another process has it. */
async function takeLease(db: Database, holder: string): Promise<void> {
  for (;;) {
    const now = await db.now();
    const until = new Date(now + LEASE_MS);
    const taken = await db.sql
      .insert(lease)
      .values({ id: 1, holder, until })
      .onConflictDoUpdate({
        target: lease.id,
        set: { holder, until },
        setWhere: sql`${lease.holder} = ${holder} or ${lt(lease.until, new Date(now))}`,
      })
      .returning({ holder: lease.holder });
    if (taken.length > 0) return;
    await wait(200);
  }
}

/** Two processes may run this in parallel. PostgreSQL then fails one of them with a duplicate in its catalogue. */
async function createOwnTables(db: Database): Promise<void> {
  const statements = [
    'create table if not exists schema_steps (id text primary key, applied_at timestamptz not null)',
    'create table if not exists schema_lease (id integer primary key, holder uuid not null, until timestamptz not null)',
  ];
  for (const statement of statements) {
    try {
      await db.run(statement);
    } catch (error) {
      if (databaseCode(error) !== '23505' && databaseCode(error) !== '42P07') throw error;
      await db.run(statement);
    }
  }
}
