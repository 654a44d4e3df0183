// @engine postgres
// @all
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { toBackupName, pruneBackups, getRowsPath, readManifest } from '../../../server/backup/folder.ts';
import { backUp as backUpOpen, makeBackup } from '../../../server/backup/make-backup.ts';
import { moveToPostgres } from '../../../server/backup/move.ts';
import { getCopyFolder, openEmbedded, openPostgres, createPatientDatabase } from '../../../server/backup/open.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { queryRows } from '../../../server/backup/tables.ts';
import { closeShop, readClosingReason, reopenShop } from '../../../server/db/closed.ts';
import type { Database } from '../../../server/db/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { fillDirectory } from '../../../server/db/pglite.ts';
import { brands, categories, paymentClaims, products, sessions, users } from '../../../server/db/schema.ts';
import { readEnv, type Env } from '../../../server/env/env.ts';
import { createTestDatabase } from '../../support/server.ts';
import { administer } from '../../support/postgres.ts';
import { watchDisk } from './watched-disk.ts';

/** Backups, restores and moves of a small shop in this process, on both engines. */

const NOW = new Date('2026-11-27T09:00:00Z');
const DAY = 24 * 3_600_000;
const { postgresUrl } = inject('server');
const made: string[] = [];

let template: string;
let dataDir: string;
let env: Env;

beforeAll(async () => {
  template = fs.mkdtempSync(path.join(tmpdir(), 'duka-engines-'));
  await fillDirectory(path.join(template, 'db'), async (driver) => {
    const db = createPatientDatabase(driver);
    await migrate(db);
    const id = randomUUID();
    const product = { id, slug: 'spark', name: 'Spark', price: 9_000, rating: 4.3, createdAt: NOW };
    await db.sql.insert(brands).values({ id, slug: 'tecno', name: 'Tecno' });
    await db.sql.insert(categories).values({ id, slug: 'phones', name: 'Phones' });
    await db.sql.insert(products).values({ ...product, brandId: id, categoryId: id });
    const account = { id, name: 'W', email: 'w@example.com', phone: '254712345678', createdAt: NOW, updatedAt: NOW };
    await db.sql.insert(users).values({ ...account, passwordHash: 'x', phoneVerifiedAt: NOW });
    const session = { tokenHash: 't', userId: id, remember: true, createdAt: NOW, lastUsedAt: NOW };
    await db.sql.insert(sessions).values({ ...session, expiresAt: new Date(NOW.getTime() + DAY) });
  });
});
afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  // The tests in tests/server/pglite cover power cuts.
  vi.spyOn(fs, 'fsyncSync').mockReturnValue(undefined);
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-engines-'));
  fs.cpSync(template, dataDir, { recursive: true });
  fs.mkdirSync(path.join(dataDir, 'pictures'));
  fs.writeFileSync(path.join(dataDir, 'pictures', 'a.jpg'), 'then');
  env = readEnv({ DATA_DIR: dataDir });
});
afterEach(async () => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true, force: true });
  for (const name of made.splice(0)) await administer(postgresUrl ?? '', `drop database ${name} with (force)`);
});

const nobodyRuns = () => Promise.reject(new Error('no shop runs here'));
const backUp = (of: Env = env, now = NOW) => makeBackup(of, { copyOfRunning: nobodyRuns, now });
const brandsIn = async (db: Database) => (await db.sql.select().from(brands)).map(({ slug }) => slug);
const countsIn = async (db: Database) => [await db.sql.$count(users), await db.sql.$count(sessions)];
const picture = () => fs.readFileSync(path.join(dataDir, 'pictures', 'a.jpg'), 'utf8');

test('R36: backs up a running shop from a copy, deletes the copy, and prunes old backups', async () => {
  const old = new Date(NOW.getTime() - (env.backup.days + 1) * DAY);
  fs.mkdirSync(path.join(env.backup.dir, toBackupName(old)), { recursive: true });
  const db = await openEmbedded(dataDir);
  await expect(backUp()).rejects.toThrow('no shop runs here');
  const halfACopy = () => {
    fs.mkdirSync(path.join(getCopyFolder(dataDir), 'base'), { recursive: true });
    return nobodyRuns();
  };
  await expect(makeBackup(env, { copyOfRunning: halfACopy, now: NOW })).rejects.toThrow('no shop runs here');
  expect(fs.existsSync(getCopyFolder(dataDir))).toBe(false);
  const copyOfRunning = async () => ((await db.copyFiles?.(getCopyFolder(dataDir))) === undefined ? 0 : 7);
  const { folder, manifest, pausedMs, removed } = await makeBackup(env, { copyOfRunning, now: NOW });
  await db.close();
  expect([pausedMs, removed, fs.existsSync(getCopyFolder(dataDir))]).toEqual([7, [toBackupName(old)], false]);
  expect(manifest.tables.find(({ name }) => name === 'brands')?.rows).toBe(1);
  expect(manifest.pictures.map(({ name }) => name)).toEqual(['a.jpg']);
  expect(folder).toBe(path.join(env.backup.dir, toBackupName(NOW)));
  expect(pruneBackups(env.backup.dir, env.backup.days, NOW)).toEqual([]);
});

test('R36: backs up an open database and keeps old backups', async () => {
  const { db, drop } = await createTestDatabase();
  const old = path.join(env.backup.dir, toBackupName(new Date(0)));
  fs.mkdirSync(old, { recursive: true });
  const { manifest } = await backUpOpen(env, db, NOW);
  expect([manifest.tables.find(({ name }) => name === 'brands')?.rows, manifest.madeAt]).toEqual([
    0,
    NOW.toISOString(),
  ]);
  expect(fs.existsSync(old)).toBe(true);
  await drop();
});

test('R36: creates nothing without a shop, not even the folder', async () => {
  fs.rmSync(path.join(dataDir, 'db'), { recursive: true });
  await expect(backUp()).rejects.toThrow(`There is no shop in ${dataDir} yet, so nothing was done.`);
  expect(fs.existsSync(env.backup.dir)).toBe(false);
  await expect(openEmbedded(dataDir)).rejects.toMatchObject({ name: 'NoShopError' });
  expect(fs.readdirSync(dataDir)).toEqual(['pictures']);
});

test('R36: a shop that is closed is not backed up, and says why', async () => {
  closeShop(dataDir, 'This shop was moved.');
  await expect(backUp()).rejects.toThrow(/^This shop was moved\.$/);
  expect(fs.readdirSync(env.backup.dir)).toEqual([]);
});

test('R36, X61: restores a stopped shop, releases its directory, and ends all sessions', async () => {
  const { folder, pausedMs } = await backUp();
  expect(pausedMs).toBe(0);
  const writing = await openEmbedded(dataDir);
  await writing.sql.delete(products);
  await writing.sql.delete(brands);
  await writing.close();
  fs.writeFileSync(path.join(dataDir, 'pictures', 'a.jpg'), 'now, and longer');
  const { before } = await restoreBackup(env, folder, { now: NOW });
  expect(before.map((place) => path.basename(place))).toEqual([
    `db.before-${toBackupName(NOW)}`,
    `pictures.before-${toBackupName(NOW)}`,
  ]);
  const db = await openEmbedded(dataDir);
  expect([await brandsIn(db), await countsIn(db), picture()]).toEqual([['tecno'], [1, 0], 'then']);
  await db.close();
});

test('R36: restores the backup of a shop that knew neither refunds nor claims', async () => {
  fs.rmSync(path.join(dataDir, 'db'), { recursive: true });
  const older = migrations.filter(({ name }) => name < '0034');
  await fillDirectory(path.join(dataDir, 'db'), (driver) =>
    migrate(createPatientDatabase(driver), { migrations: older }),
  );
  const { folder, manifest } = await backUp();
  expect(manifest.steps.filter((step) => /^003[48]/.test(step))).toEqual([]);
  await restoreBackup(env, folder, { now: NOW });
  const db = await openEmbedded(dataDir);
  await migrate(db);
  expect(await db.sql.select().from(paymentClaims)).toEqual([]);
  await db.close();
});

test('R36: a restore needs twenty times the backup’s size and 64 MB, or changes nothing', async () => {
  const { folder, bytes } = await backUp();
  const needed = bytes * 20 + 2 * 64 * 1024 * 1024;
  const room = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: needed - 1, bsize: 1 } as never);
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toThrow(`The disk of ${dataDir} has`);
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('db'))).toEqual(['db']);
  room.mockReturnValue({ bavail: needed, bsize: 1 } as never);
  expect((await restoreBackup(env, folder, { now: NOW })).before).toEqual([
    path.join(dataDir, `db.before-${toBackupName(NOW)}`),
  ]);
});

test('R36: a restore keeps the files of each earlier one, and opens the shop when its files are on the disk', async () => {
  const { folder } = await backUp();
  fs.rmSync(path.join(dataDir, 'pictures', 'a.jpg'));
  const seen = watchDisk(dataDir);
  await restoreBackup(env, folder, { now: NOW });
  const [start, end] = [seen.indexOf('rename closed.txt.new to closed.txt'), seen.indexOf('remove closed.txt')];
  const name = toBackupName(NOW);
  expect(seen.slice(start, end + 2)).toEqual([
    'rename closed.txt.new to closed.txt',
    'sync .',
    `rename db to db.before-${name}`,
    'rename db.restored to db',
    `rename pictures to pictures.before-${name}`,
    'rename pictures.restored to pictures',
    'sync .',
    'remove closed.txt',
    'sync .',
  ]);
  const next = toBackupName(new Date(NOW.getTime() + 1_000));
  expect((await restoreBackup(env, folder, { now: NOW })).before).toEqual([path.join(dataDir, `db.before-${next}`)]);
});

test('R36: a restore creates the data directory', async () => {
  const { folder } = await backUp();
  const fresh = { ...env, dataDir: path.join(dataDir, 'new', 'shop') };
  expect((await restoreBackup(fresh, folder, { now: NOW })).before).toEqual([]);
  expect(fs.readdirSync(fresh.dataDir).sort()).toEqual(['db', 'pictures']);
});

test('R36: a restore that fails says why, and leaves nothing', async () => {
  const { folder } = await backUp();
  vi.spyOn(PGlite, 'create').mockRejectedValueOnce(new Error('no memory'));
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toThrow(/^no memory$/);
  const manifest = readManifest(folder);
  const tables = manifest.tables.map((table) => (table.name === 'brands' ? { ...table, sum: '1' } : table));
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toMatchObject({ name: 'RowsDifferError' });
  expect(fs.readdirSync(dataDir).sort()).toEqual(['backups', 'db', 'pictures']);
});

test('R36: a restore that was interrupted is made again; a shop that moved away is not restored over', async () => {
  const { folder } = await backUp();
  const rename = fs.renameSync;
  const powerCut = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (String(from).endsWith('db.restored')) throw new Error('power cut');
    rename(from, to);
  });
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toThrow('power cut');
  powerCut.mockRestore();
  expect(readClosingReason(dataDir)).toContain('npm run restore');
  await restoreBackup(env, folder, { now: new Date(NOW.getTime() + DAY) });
  expect(readClosingReason(dataDir)).toBeNull();
  closeShop(dataDir, 'This shop was moved.');
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toThrow('This shop was moved.');
});

test('R36: does not restore a changed backup, and releases the directory', async () => {
  const { folder } = await backUp();
  fs.appendFileSync(getRowsPath(folder, 'brands'), 'x');
  await expect(restoreBackup(env, folder, { now: NOW })).rejects.toThrow('has changed since. Take another backup.');
  expect(fs.readdirSync(dataDir).sort()).toEqual(['backups', 'db', 'pictures']);
  await (await openEmbedded(dataDir)).close();
});

async function emptyDatabase(): Promise<string> {
  const name = `engines_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl ?? '', `create database ${name}`);
  made.push(name);
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}
const on = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openPostgres(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
/** The open connections of a database. */
const connections = async (url: string) =>
  on(postgresUrl ?? '', async (db) => {
    const name = new URL(url).pathname.slice(1);
    return queryRows(db.sql, sql`select pid from pg_stat_activity where datname = ${name}`);
  });

if (postgresUrl !== undefined) {
  test('R36: a move copies everything and leaves no connection; a second move finds the copy', async () => {
    const url = await emptyDatabase();
    const told: number[][] = [];
    const first = await moveToPostgres(env, url, { now: NOW, onTable: (...step) => void told.push(step) });
    expect([first.wasThere, path.basename(first.folder), told.at(-1)]).toEqual([
      false,
      toBackupName(NOW),
      [told.length, told.length],
    ]);
    expect(await on(url, async (db) => [await brandsIn(db), await countsIn(db)])).toEqual([['tecno'], [1, 1]]);
    const { host, pathname } = new URL(url);
    expect(readClosingReason(dataDir)).toContain(
      `This shop was moved to PostgreSQL (${host}${pathname}) at 2026-11-27T09:00:00.000Z: set DATABASE_URL to it.`,
    );
    await expect.poll(() => connections(url)).toEqual([]);
    reopenShop(dataDir);
    // Rows are compared in one format, for any settings of the other database.
    const name = new URL(url).pathname.slice(1);
    await administer(postgresUrl, `alter database ${name} set extra_float_digits to -15`);
    await administer(postgresUrl, `alter database ${name} set bytea_output to 'escape'`);
    expect((await moveToPostgres(env, url, { now: NOW })).wasThere).toBe(true);
  });

  test('R36, X61: backs up and restores PostgreSQL with its pictures, without an embedded database', async () => {
    const url = await emptyDatabase();
    await moveToPostgres(env, url, { now: NOW });
    fs.rmSync(path.join(dataDir, 'db'), { recursive: true });
    const { folder } = await backUp({ ...env, databaseUrl: url }, new Date(NOW.getTime() + DAY));
    fs.writeFileSync(path.join(dataDir, 'pictures', 'a.jpg'), 'now, and longer');
    const other = await emptyDatabase();
    const { before, manifest } = await restoreBackup({ ...env, databaseUrl: other }, folder, { now: NOW });
    expect(before.map((place) => path.basename(place))).toEqual([`pictures.before-${toBackupName(NOW)}`]);
    expect(manifest.pictures.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(await on(other, async (db) => [await brandsIn(db), await countsIn(db)])).toEqual([['tecno'], [1, 0]]);
    expect(picture()).toBe('then');
    await expect.poll(() => connections(other)).toEqual([]);
  });

  test('decision 0033: a session sets its own statement time-out of almost an hour', async () => {
    const [row] = await on(await emptyDatabase(), (db) =>
      queryRows<{ limit: string }>(db.sql, sql`select current_setting('statement_timeout') as limit`),
    );
    expect(row?.limit).toBe('54min');
  });
}
