import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { createDatabase, type Database, type Driver } from '../../server/db/client.ts';
import { memoryDriver } from '../../server/db/pglite.ts';
import { postgresDriver } from '../../server/db/postgres.ts';
import { administer } from './postgres.ts';
import { isCore, isHard } from './size.ts';

/** A database of this worker that is reused by one test after another. */
interface Kept {
  /** Opens a handle for the next test. */
  open(): Driver;
  /** Closes the handle and keeps the database. */
  release(driver: Driver): Promise<void>;
  /** Deletes the database. */
  discard(driver: Driver): Promise<void>;
  uses: number;
}

/** Deleted rows leave traces (log, catalogue), so the database is recreated after this number of tests. */
const MOST_USES = 40;
const watchdog = { reportMs: 10_000, abortMs: 30_000, report: () => undefined };
const idle: Kept[] = [];

/**
 * The schema of a migrated database as one text. The database of a test that changes the schema is not reused.
 */
const LAYOUT = sql`select concat_ws(' ',
  (select string_agg(oid::text, ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
  (select string_agg(oid::text, ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace),
  (select string_agg(oid::text, ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
  (select count(*) from pg_trigger),
  (select count(*) from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace),
  (select string_agg(id, ',' order by id) from schema_steps)) as value`;

let layout: string | undefined;

/**
 * Returns an empty migrated database on the engine of the running project. PGlite needs half a second to create one,
 * so `drop` keeps the database for the next test of this worker, which empties it first.
 */
export async function createTestDatabase(): Promise<{ db: Database; drop: () => Promise<void> }> {
  const { kept, driver } = (await openKept()) ?? (await openNew());
  kept.uses += 1;
  return {
    db: createDatabase(driver, watchdog),
    async drop() {
      if (kept.uses >= MOST_USES) return kept.discard(driver);
      await kept.release(driver);
      idle.push(kept);
    },
  };
}

/**
 * Returns whether a test with many repetitions runs all of them. The embedded database is three times slower, so the
 * test runs fewer there, except in `npm run test:hard` or when PostgreSQL is missing outside of `npm test`.
 */
export function runsInFull(): boolean {
  const { postgresUrl, isAlsoOnPostgres } = inject('server');
  return isHard || postgresUrl !== undefined || (isAlsoOnPostgres !== true && !isCore);
}

interface Open {
  readonly kept: Kept;
  readonly driver: Driver;
}

async function openNew(): Promise<Open> {
  const kept = await (inject('server').pgliteDump === undefined ? postgres() : pglite());
  const driver = kept.open();
  layout ??= await readLayout(driver);
  return { kept, driver };
}

/** Empties and returns a used database; null when there is none. */
async function openKept(): Promise<Open | null> {
  for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
    const driver = kept.open();
    try {
      if ((await readLayout(driver)) === layout) {
        await empty(driver);
        return { kept, driver };
      }
    } catch {
      // A test broke or closed it.
    }
    await kept.discard(driver).catch(() => undefined);
  }
  return null;
}

async function pglite(): Promise<Kept> {
  const { pgliteDump = '' } = inject('server');
  const driver = await memoryDriver(new Blob([fs.readFileSync(pgliteDump)]));
  return { open: () => driver, release: async () => undefined, discard: () => driver.close(), uses: 0 };
}

async function postgres(): Promise<Kept> {
  const { postgresUrl, poolerUrl } = inject('server');
  if (postgresUrl === undefined) throw new Error('PostgreSQL was not found');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl, `create database ${name} template template_duka`);
  const url = new URL(poolerUrl ?? postgresUrl);
  url.pathname = `/${name}`;
  return {
    open: () => postgresDriver(url.href, 10, () => undefined, { isPooled: poolerUrl !== undefined }),
    release: (driver) => driver.close(),
    async discard(driver) {
      await driver.close();
      await administer(postgresUrl, `drop database ${name} with (force)`);
    },
    uses: 0,
  };
}

async function readLayout(driver: Driver): Promise<string> {
  return (await readValues(driver, LAYOUT)).join();
}

async function empty(driver: Driver): Promise<void> {
  const tables = await readValues(
    driver,
    sql`select relname as value from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_steps'`,
  );
  const filled = await readValues(
    driver,
    sql.join(
      tables.map((table) => sql`select ${table}::text as value where exists (select from ${sql.identifier(table)})`),
      sql` union all `,
    ),
  );
  if (filled.length === 0) return;
  const names = sql.join(
    filled.map((table) => sql.identifier(table)),
    sql`, `,
  );
  await driver.sql.execute(sql`truncate ${names} restart identity cascade`);
}

/** Returns the column `value` of the rows of a statement. */
async function readValues(driver: Driver, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = (await driver.sql.execute(statement)) as unknown as { rows: { value: string }[] };
  return rows.map(({ value }) => value);
}
