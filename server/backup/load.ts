import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database, Sql } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { migrations, type Migration } from '../db/migrations/index.ts';
import { UnusableBackupError, getRowsPath, type Manifest } from './folder.ts';
import { findDifferences, sumTables, useCanonicalFormat } from './checksums.ts';
import { queryRows, findSteps, findTables, type Table } from './tables.ts';

/** Rows in memory at a time. */
const BATCH = 200;

/** The database already contains rows. */
export class DatabaseNotEmptyError extends Error {
  constructor(table: string) {
    super(`The database is not empty (there are rows in ${table}), so nothing was changed. Use an empty database.`);
    this.name = 'DatabaseNotEmptyError';
  }
}

/** The restored rows differ from the backup. */
export class RowsDifferError extends Error {
  constructor(tables: readonly string[]) {
    super(`The rows of ${tables.join(', ')} would differ after the restore, so nothing was written.`);
    this.name = 'RowsDifferError';
  }
}

/**
 * Loads the rows of a backup into an empty database. Creates the tables as they were then, inserts all rows in one
 * transaction, and compares counts and sums before the commit. The next start runs the later migrations. `afterwards`
 * changes rows in the same transaction after the comparison. On `DatabaseNotEmptyError`, `RowsDifferError` and
 * `UnusableBackupError` the database has empty tables at most.
 */
export async function loadRows(
  db: Database,
  folder: string,
  manifest: Manifest,
  onTable: (done: number, total: number) => void = () => undefined,
  afterwards: (tx: Sql) => Promise<void> = async () => undefined,
): Promise<void> {
  const known = toMigrations(manifest.steps);
  await assertEmpty(db);
  await assertNotNewer(db, manifest.steps);
  await migrate(db, { migrations: known });
  await db.tx(async (tx) => {
    await useCanonicalFormat(tx);
    const tables = await findTables(tx);
    for (const [index, table] of tables.entries()) {
      if (manifest.tables.some(({ name }) => name === table.name))
        await loadTable(tx, table, getRowsPath(folder, table.name));
      onTable(index + 1, tables.length);
    }
    const wrong = findDifferences(manifest.tables, await sumTables(tx, tables));
    if (wrong.length > 0) throw new RowsDifferError(wrong);
    await afterwards(tx);
  });
  await db.run('analyze');
}

/** Returns the migrations that created the tables of a backup. */
function toMigrations(steps: readonly string[]): Migration[] {
  const had = new Set(steps);
  const known = migrations.map(({ name, steps: all }) => ({
    name,
    steps: all.filter((_, index) => had.delete(`${name}/${index + 1}`)),
  }));
  if (had.size > 0)
    throw new UnusableBackupError('The backup is of a newer version of the shop: bring the shop up to date first.');
  return known;
}

/** Throws `DatabaseNotEmptyError` when a table contains rows. */
export async function assertEmpty(db: Database): Promise<void> {
  for (const { name } of await findTables(db.sql)) {
    const [row] = await queryRows(db.sql, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (row !== undefined) throw new DatabaseNotEmptyError(name);
  }
}

async function assertNotNewer(db: Database, steps: readonly string[]): Promise<void> {
  const had = new Set(steps);
  if ((await findSteps(db.sql)).some((step) => !had.has(step)))
    throw new UnusableBackupError(
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
