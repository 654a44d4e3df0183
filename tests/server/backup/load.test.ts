// @engine postgres
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifferences, sumTables, useCanonicalFormat } from '../../../server/backup/checksums.ts';
import { dumpRows } from '../../../server/backup/dump.ts';
import type { Manifest } from '../../../server/backup/folder.ts';
import { loadRows } from '../../../server/backup/load.ts';
import { findTables, queryRows } from '../../../server/backup/tables.ts';
import type { Database, Sql } from '../../../server/db/client.ts';
import { createTestDatabase } from '../../support/server.ts';

/** Many rows of one table, out and in again. */

const ROWS = 401;

let folder: string;
let manifest: Manifest;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'duka-load-'));
  fs.mkdirSync(path.join(folder, 'tables'));
  const { db, drop } = await createTestDatabase();
  // Together larger than what is unpacked at a time, with characters of two bytes.
  await db.sql.execute(sql`insert into budgets (name, available, refilled_at)
    select lpad(at::text, 3, '0') || repeat('ũ', 200), at, '2026-11-27T09:00:00Z' from generate_series(1, ${ROWS}) at`);
  const rows = await dumpRows(db, folder);
  if (rows === null) throw new Error('no shop');
  manifest = { format: 1, madeAt: '2026-11-27T09:00:00.000Z', ...rows, pictures: [] };
  await drop();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** An empty database of the engine, for the time of some work. */
async function elsewhere(work: (db: Database) => Promise<void>): Promise<void> {
  const { db, drop } = await createTestDatabase();
  try {
    await work(db);
  } finally {
    await drop();
  }
}

/** The database with something done at the beginning of each transaction, or to its handle. */
const withTransactions = (db: Database, change: (tx: Sql) => Promise<Sql>): Database => ({
  ...db,
  tx: (work) => db.tx(async (tx) => work(await change(tx))),
});

test('R36: inserts at most 200 rows in a statement, in their order, and nothing into an empty table', () =>
  elsewhere(async (db) => {
    const statements: string[][] = [];
    const watched = withTransactions(
      db,
      async (tx) =>
        new Proxy(tx, {
          get: (target, key) =>
            key === 'execute'
              ? (statement: SQL) => {
                  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
                  if (text.startsWith('insert into'))
                    statements.push((JSON.parse(String(params[0])) as { name: string }[]).map(({ name }) => name));
                  return target.execute(statement);
                }
              : Reflect.get(target, key),
        }),
    );
    await loadRows(watched, folder, manifest);
    expect(statements.map(({ length }) => length)).toEqual([200, 200, 1]);
    const names = Array.from({ length: ROWS }, (_, at) => String(at + 1).padStart(3, '0') + 'ũ'.repeat(200));
    expect(statements.flat()).toEqual(names);
  }));

test('R36: compares in one form, whatever form the connection prefers', () =>
  elsewhere(async (db) => {
    const other = withTransactions(db, async (tx) => {
      await tx.execute(sql`set local timezone to 'Africa/Nairobi'`);
      return tx;
    });
    await loadRows(other, folder, manifest);
    const sums = await db.tx(async (tx) => {
      await useCanonicalFormat(tx);
      return sumTables(tx, await findTables(tx));
    });
    expect(findDifferences(sums, manifest.tables)).toEqual([]);
  }));

test('R36: sums tables in their order', () =>
  elsewhere(async (db) => {
    const tables = await findTables(db.sql);
    expect((await sumTables(db.sql, tables)).map(({ name }) => name)).toEqual(tables.map(({ name }) => name));
  }));

test('R36: tells the planner how many rows there are, and the caller how far it is', () =>
  elsewhere(async (db) => {
    const steps: number[][] = [];
    await loadRows(db, folder, manifest, (...step) => void steps.push(step));
    const known = await queryRows<{ rows: string }>(
      db.sql,
      sql`select reltuples::text as rows from pg_class where oid = 'budgets'::regclass`,
    );
    expect(known).toEqual([{ rows: String(ROWS) }]);
    const { length } = manifest.tables;
    expect(steps).toEqual(Array.from({ length }, (_, at) => [at + 1, length]));
  }));

test('R36: names a table that the backup does not have, empty or not', () =>
  elsewhere(async (db) => {
    await db.run('create table letters (name text)');
    await expect(loadRows(db, folder, manifest)).rejects.toMatchObject({
      name: 'RowsDifferError',
      message: 'The rows of letters would differ after the restore, so nothing was written.',
    });
    expect(await db.sql.execute(sql`select from budgets`)).toMatchObject({ rows: [] });
    await db.run(`insert into letters values ('a')`);
    await expect(loadRows(db, folder, manifest)).rejects.toMatchObject({
      name: 'DatabaseNotEmptyError',
      message: 'The database is not empty (there are rows in letters), so nothing was changed. Use an empty database.',
    });
    await db.run('drop table letters');
  }));

test('R36: refuses a newer backup without a change', () =>
  elsewhere(async (db) => {
    const newer = { ...manifest, steps: [...manifest.steps, '9999-later/1'] };
    await expect(loadRows(db, folder, newer)).rejects.toMatchObject({
      name: 'UnusableBackupError',
      message: 'The backup is of a newer version of the shop: bring the shop up to date first.',
    });
    expect(await db.sql.execute(sql`select from budgets`)).toMatchObject({ rows: [] });
  }));
