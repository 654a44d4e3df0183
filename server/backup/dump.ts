import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database, Sql } from '../db/client.ts';
import { hashFile, getRowsPath, type Manifest } from './folder.ts';
import { sumBooks, sumTables, useCanonicalFormat } from './checksums.ts';
import { queryRows, findSteps, findTables, type Table } from './tables.ts';

/**
 * Writes all rows of the shop at one moment, one per line, in the database's own format, so that nothing is lost in
 * JavaScript. Returns their part of the manifest. `null` when the database contains no shop.
 */
export async function dumpRows(
  db: Database,
  folder: string,
): Promise<Pick<Manifest, 'steps' | 'tables' | 'books'> | null> {
  return db.tx(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await useCanonicalFormat(tx);
    const steps = await findSteps(tx);
    const tables = await findTables(tx);
    if (steps.length === 0 || !tables.some(({ name }) => name === 'orders')) return null;
    for (const table of tables) await dumpTable(tx, table, getRowsPath(folder, table.name));
    const sums = await sumTables(tx, tables);
    const hashed = await Promise.all(
      sums.map(async (sum) => ({ ...sum, sha256: await hashFile(getRowsPath(folder, sum.name)) })),
    );
    return { steps, tables: hashed, books: await sumBooks(tx) };
  });
}

async function dumpTable(tx: Sql, { name }: Table, file: string): Promise<void> {
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select to_jsonb(it)::text as row from ${sql.identifier(name)} it`,
  );
  // In sequence, so that the next rows are fetched only after the file has taken the previous ones.
  await pipeline(Readable.from(lines(tx)), zlib.createGzip(), fs.createWriteStream(file, { mode: 0o600 }));
  await tx.execute(sql`close backup_rows`);
}

async function* lines(tx: Sql): AsyncGenerator<string> {
  for (;;) {
    const rows = await queryRows<{ row: string }>(tx, sql`fetch forward 200 from backup_rows`);
    if (rows.length === 0) return;
    yield `${rows.map(({ row }) => row).join('\n')}\n`;
  }
}
