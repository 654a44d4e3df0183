import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database, Sql } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { migrations, type Migration } from '../db/migrations/index.ts';
import { BackupUnusable, rowsFile, type Manifest } from './folder.ts';
import { differences, sumTables, useOneForm } from './sums.ts';
import { rowsOf, stepsOf, tablesOf, type Table } from './tables.ts';

/** Rows in memory at a time. */
const BATCH = 200;

/** The database already contains rows. */
export class NotEmpty extends Error {
  constructor(table: string) {
    super(`The database is not empty (there are rows in ${table}), so nothing was changed. Use an empty database.`);
    this.name = 'NotEmpty';
  }
}

/** The restored rows differ from the backup. */
export class RowsDiffer extends Error {
  constructor(tables: readonly string[]) {
    super(`The rows of ${tables.join(', ')} would differ after the restore, so nothing was written.`);
    this.name = 'RowsDiffer';
  }
}

/**
 * Loads the rows of a backup into an empty database. Creates the tables as they were then, inserts all rows in one
 * transaction, and compares counts and sums before the commit. The next start runs the later migrations. `afterwards`
 * changes rows in the same transaction after the comparison. On `NotEmpty`, `RowsDiffer` and `BackupUnusable` the
 * database has empty tables at most.
 */
export async function loadRows(
  db: Database,
  folder: string,
  manifest: Manifest,
  onTable: (done: number, total: number) => void = () => undefined,
  afterwards: (tx: Sql) => Promise<void> = async () => undefined,
): Promise<void> {
  const known = migrationsOf(manifest.steps);
  await assertEmpty(db);
  await assertNotNewer(db, manifest.steps);
  await migrate(db, { migrations: known });
  await db.tx(async (tx) => {
    await useOneForm(tx);
    const tables = await tablesOf(tx);
    for (const [index, table] of tables.entries()) {
      if (manifest.tables.some(({ name }) => name === table.name))
        await loadTable(tx, table, rowsFile(folder, table.name));
      onTable(index + 1, tables.length);
    }
    const wrong = differences(manifest.tables, await sumTables(tx, tables));
    if (wrong.length > 0) throw new RowsDiffer(wrong);
    await afterwards(tx);
  });
  await db.run('analyze');
}

/** Returns the migrations that created the tables of a backup. */
function migrationsOf(steps: readonly string[]): Migration[] {
  const had = new Set(steps);
  const known = migrations.map(({ name, steps: all }) => ({
    name,
    steps: all.filter((_, index) => had.delete(`${name}/${index + 1}`)),
  }));
  if (had.size > 0)
    throw new BackupUnusable('The backup is of a newer version of the shop: bring the shop up to date first.');
  return known.filter(({ steps: some }) => some.length > 0);
}

/** Throws `NotEmpty` when a table contains rows. */
export async function assertEmpty(db: Database): Promise<void> {
  for (const { name } of await tablesOf(db.sql)) {
    const [row] = await rowsOf(db.sql, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (row !== undefined) throw new NotEmpty(name);
  }
}

async function assertNotNewer(db: Database, steps: readonly string[]): Promise<void> {
  const had = new Set(steps);
  if ((await stepsOf(db.sql)).some((step) => !had.has(step)))
    throw new BackupUnusable(
      'The tables of the database are newer than the backup: take a database without any tables.',
    );
}

async function loadTable(tx: Sql, table: Table, file: string): Promise<void> {
  const unpacked = zlib.createGunzip().setEncoding('utf8');
  await pipeline(fs.createReadStream(file), unpacked, async (parts: AsyncIterable<string>) => {
    let batch: string[] = [];
    let rest = '';
    // Not `readline`, because it also splits at characters that a text may contain.
    for await (const part of parts) {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      batch.push(...lines);
      for (; batch.length >= BATCH; batch = batch.slice(BATCH)) await insertRows(tx, table, batch.slice(0, BATCH));
    }
    if (batch.length > 0) await insertRows(tx, table, batch);
  });
}

async function insertRows(tx: Sql, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const table = sql.identifier(name);
  const written = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${written})
      select ${written} from jsonb_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::jsonb)`,
  );
}
