// @engine postgres
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpRows } from '../../../server/backup/dump.ts';
import { findBackups, readManifest, getRowsPath, type Manifest } from '../../../server/backup/folder.ts';
import { loadRows, DatabaseNotEmptyError, RowsDifferError } from '../../../server/backup/load.ts';
import { backUp } from '../../../server/backup/make-backup.ts';
import { findDifferences, sumTables, useCanonicalFormat } from '../../../server/backup/checksums.ts';
import { queryRows, findTables } from '../../../server/backup/tables.ts';
import { products } from '../../../server/db/schema.ts';
import { createDatabase, type Database, type Sql } from '../../../server/db/client.ts';
import { createDerivedService } from '../../../server/modules/catalogue/derived.service.ts';
import { createTestDatabase, type TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { payingShop } from '../payments/mpesa-steps.ts';
import { EVERY_STATE, fillWithEveryState, readStates } from './every-state.ts';

/** Dump and load of a shop's rows, on the engine of the running project. */

const NOW = new Date('2026-11-23T00:00:00Z');
/** Settings that change what is read and its format. */
const FORM = ['transaction_isolation', 'transaction_read_only', 'timezone', 'extra_float_digits', 'bytea_output'];

let dataDir: string;
let shop: TestApp;
let folder: string;
let manifest: Manifest;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-rows-'));
  shop = await payingShop({ env: { DATA_DIR: dataDir, ...UNBOUND } });
  await fillWithEveryState(shop);
  fs.mkdirSync(path.join(dataDir, 'pictures'));
  fs.writeFileSync(path.join(dataDir, 'pictures', 'tecno-1.jpg'), 'a picture');
  ({ folder, manifest } = await backUp(shop.env, shop.db, NOW));
});
afterAll(async () => {
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const readSums = (db: Database) =>
  db.tx(async (tx) => {
    await useCanonicalFormat(tx);
    return sumTables(tx, await findTables(tx));
  });
/** Runs `work` on an empty database of the same engine. */
async function elsewhere(work: (db: Database) => Promise<void>): Promise<void> {
  const { db, drop } = await createTestDatabase();
  try {
    await work(db);
  } finally {
    await drop();
  }
}

test('R36, F17: the test shop has orders in every state', async () => {
  expect(await readStates(shop)).toEqual(EVERY_STATE);
  expect(manifest.tables.find(({ name }) => name === 'orders')?.rows).toBeGreaterThan(14);
  expect(readManifest(folder)).toEqual(manifest);
  expect(findBackups(shop.env.backup.dir)).toEqual(['2026-11-23T000000Z']);
});

test('R36, F17: the files are private', () => {
  for (const part of ['', 'tables', 'pictures']) expect(fs.statSync(path.join(folder, part)).mode & 0o077).toBe(0);
  expect(fs.statSync(getRowsPath(folder, 'users')).mode & 0o077).toBe(0);
});

test('R36, F17: the loaded rows equal the dumped ones, and the shop works on the new database', () =>
  elsewhere(async (db) => {
    await loadRows(db, folder, manifest);
    expect(findDifferences(await readSums(db), await readSums(shop.db))).toEqual([]);
    const [one] = await shop.db.sql.select().from(products);
    const [other] = await db.sql.select().from(products);
    expect(other).toEqual(one);
    const none = { counts: 0, specifications: 0, documents: 0, words: 0 };
    expect(await createDerivedService({ db }).repair(new AbortController().signal)).toEqual(none);
    await expect(loadRows(db, folder, manifest)).rejects.toThrow(DatabaseNotEmptyError);
  }));

test('R36, F17: rows with a wrong sum are rolled back, and the right ones can be loaded afterwards', () =>
  elsewhere(async (db) => {
    const wrong = manifest.tables.map((table) => (table.name === 'payments' ? { ...table, sum: '1' } : table));
    await expect(loadRows(db, folder, { ...manifest, tables: wrong })).rejects.toThrow(
      new RowsDifferError(['payments']).message,
    );
    expect((await readSums(db)).filter(({ rows }) => rows > 0)).toEqual([]);
    await loadRows(db, folder, manifest);
    expect(findDifferences(await readSums(db), manifest.tables)).toEqual([]);
  }));

test('R36, F17: reads everything in one snapshot and in one format, for any connection settings', async () => {
  const seen: unknown[] = [];
  const watched = {
    ...shop.db,
    tx: <Result>(work: (tx: Sql) => Promise<Result>) =>
      shop.db.tx(async (tx) => {
        await tx.execute(sql`set local timezone to 'Africa/Nairobi'`);
        await tx.execute(sql`set local extra_float_digits to 0`);
        await tx.execute(sql`set local bytea_output to 'escape'`);
        const result = await work(tx);
        for (const name of FORM)
          seen.push(...(await queryRows<{ is: string }>(tx, sql`select current_setting(${name}::text) as is`)));
        return result;
      }),
  };
  const into = fs.mkdtempSync(path.join(tmpdir(), 'duka-dump-'));
  fs.mkdirSync(path.join(into, 'tables'));
  expect((await dumpRows(watched, into))?.books).toEqual(manifest.books);
  fs.rmSync(into, { recursive: true });
  expect(seen).toEqual(['repeatable read', 'on', 'UTC', '1', 'hex'].map((is) => ({ is })));
});

test.each(['drop table orders cascade', 'delete from schema_steps'])(
  'R36, F17: does not back up a missing or incomplete shop: %s',
  (change) =>
    elsewhere(async (db) => {
      const into = fs.mkdtempSync(path.join(tmpdir(), 'duka-dump-'));
      // Each change runs on its own database.
      await db.run(change);
      expect([await dumpRows(db, into), fs.readdirSync(into)]).toEqual([null, []]);
      fs.rmSync(into, { recursive: true });
    }),
);

test('R36, F17: rejects a backup of a newer version, and one that is older than the tables', () =>
  elsewhere(async (db) => {
    const newer = { ...manifest, steps: [...manifest.steps, '9999-later/1'] };
    await expect(loadRows(db, folder, newer)).rejects.toThrow('of a newer version of the shop');
    const older = { ...manifest, steps: manifest.steps.slice(0, -3) };
    await expect(loadRows(db, folder, older)).rejects.toThrow('newer than the backup');
    expect((await readSums(db)).filter(({ rows }) => rows > 0)).toEqual([]);
  }));

test('R36, F17: a failed backup leaves no files', async () => {
  const broken = createDatabase(
    {
      kind: 'pglite',
      sql: shop.db.sql,
      transaction: () => Promise.reject(new Error('gone')),
      run: async () => undefined,
      now: async () => 0,
      close: async () => undefined,
    },
    { reportMs: 1_000, abortMs: 1_000, report: () => undefined },
  );
  await expect(backUp(shop.env, broken, new Date('2026-11-24T00:00:00Z'))).rejects.toThrow('gone');
  expect(fs.readdirSync(shop.env.backup.dir)).toEqual(['2026-11-23T000000Z']);
});
