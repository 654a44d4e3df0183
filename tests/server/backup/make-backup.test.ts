// @engine postgres
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findBackups, type Manifest } from '../../../server/backup/folder.ts';
import { backUp, makeBackup } from '../../../server/backup/make-backup.ts';
import { queryRows } from '../../../server/backup/tables.ts';
import type { Database } from '../../../server/db/client.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { readEnv, type Env } from '../../../server/env/env.ts';
import { createTestDatabase } from '../../support/server.ts';

/** What a backup needs around the rows: its folder, the room on the disks, the pictures of the backup before. */

const NOW = new Date('2026-11-27T09:00:00Z');
const DAY = 24 * 3_600_000;
/** Room that is left to the shop. */
const LEFT = 64 * 1024 * 1024;

let db: Database;
let drop: () => Promise<void>;
let dataDir: string;
let env: Env;

beforeAll(async () => {
  ({ db, drop } = await createTestDatabase());
});
afterAll(() => drop());
beforeEach(() => {
  vi.spyOn(fs, 'fsyncSync').mockReturnValue(undefined);
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-make-'));
  env = readEnv({ DATA_DIR: dataDir, BACKUP_DIR: path.join(dataDir, 'other', 'backups') });
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const write = (file: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(dataDir, file)), { recursive: true });
  fs.writeFileSync(path.join(dataDir, file), content);
};
const onDay = (day: number) => backUp(env, db, new Date(NOW.getTime() + day * DAY));
const pictureOf = ({ folder }: { readonly folder: string; readonly manifest: Manifest }) =>
  fs.statSync(path.join(folder, 'pictures', 'a.jpg')).ino;
/** Sets the free bytes of the disks. */
const setRoom = (room: { readonly data: number; readonly backups: number }) =>
  vi
    .spyOn(fs, 'statfsSync')
    .mockImplementation((dir) => ({ bavail: dir === env.backup.dir ? room.backups : room.data, bsize: 1 }) as never);
const nobodyRuns = () => Promise.reject(new Error('no shop runs here'));

test('R36: shares an unchanged picture with the newest backup, and copies it if that one is damaged', async () => {
  write('pictures/a.jpg', 'first');
  const first = await onDay(0);
  write('pictures/a.jpg', 'second, and longer');
  const second = await onDay(1);
  const third = await onDay(2);
  expect([pictureOf(second) === pictureOf(first), pictureOf(third) === pictureOf(second)]).toEqual([false, true]);
  fs.writeFileSync(path.join(third.folder, 'manifest.json'), '{}');
  const fourth = await onDay(3);
  expect(pictureOf(fourth)).not.toBe(pictureOf(third));
  expect(fourth.manifest.pictures).toEqual(third.manifest.pictures);
});

test.each([
  ['is missing', (file: string) => fs.rmSync(file)],
  ['was cut', (file: string) => fs.writeFileSync(file, 'fir')],
])('R36: copies a picture again when the file in the backup before %s', async (_, damage) => {
  write('pictures/a.jpg', 'first');
  const first = await onDay(0);
  damage(path.join(first.folder, 'pictures', 'a.jpg'));
  const second = await onDay(1);
  expect(fs.readFileSync(path.join(second.folder, 'pictures', 'a.jpg'), 'utf8')).toBe('first');
  expect(second.manifest.pictures).toEqual(first.manifest.pictures);
});

test('R36: needs room for half the embedded database and all pictures on the disk of the backups', async () => {
  write('db/base', 'x'.repeat(4_000));
  write('pictures/a.jpg', 'x'.repeat(3_000));
  setRoom({ data: 0, backups: 5_000 + LEFT - 1 });
  await expect(onDay(0)).rejects.toThrow(`The disk of ${env.backup.dir} has`);
  expect(fs.readdirSync(env.backup.dir)).toEqual([]);
  setRoom({ data: 0, backups: 5_000 + LEFT });
  expect((await onDay(0)).manifest.pictures).toHaveLength(1);
});

test('R36: asks PostgreSQL for its size, and needs half of it', async () => {
  const postgres = { ...env, databaseUrl: 'postgres://127.0.0.1:1/none' };
  const [row] = await queryRows<{ bytes: string }>(
    db.sql,
    sql`select pg_database_size(current_database())::text as bytes`,
  );
  const half = Number(row?.bytes) / 2;
  setRoom({ data: 0, backups: 0.9 * half + LEFT });
  await expect(backUp(postgres, db, NOW)).rejects.toThrow(`The disk of ${env.backup.dir} has`);
  setRoom({ data: 0, backups: 1.1 * half + LEFT });
  expect((await backUp(postgres, db, NOW)).manifest.tables.length).toBeGreaterThan(20);
});

test('R36: needs room for a copy of the embedded database beside it, and of no other database', async () => {
  write('db/base', 'x'.repeat(4_000));
  setRoom({ data: 4_000 + LEFT - 1, backups: 1e12 });
  const asked = { copyOfRunning: nobodyRuns, now: NOW };
  await expect(makeBackup(env, asked)).rejects.toThrow(`The disk of ${dataDir} has`);
  setRoom({ data: 0, backups: 1e12 });
  const postgres = { ...env, databaseUrl: 'postgres://127.0.0.1:1/none' };
  await expect(makeBackup(postgres, asked)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('R36: runs alone in its folder, and passes on why the folder cannot be locked', async () => {
  fs.mkdirSync(env.backup.dir, { recursive: true });
  const release = await lockDirectory(env.backup.dir);
  await expect(onDay(0)).rejects.toThrow(`Another backup is running in ${env.backup.dir}. Wait for it.`);
  await release();
  vi.spyOn(fs, 'realpathSync').mockImplementationOnce(() => {
    throw new Error('EIO: i/o error');
  });
  await expect(onDay(0)).rejects.toThrow(/^EIO: i\/o error$/);
  await onDay(0);
});

test('R36: says why BACKUP_DIR cannot be used', async () => {
  fs.mkdirSync(path.dirname(env.backup.dir));
  fs.writeFileSync(env.backup.dir, 'no folder');
  await expect(onDay(0)).rejects.toThrow(`BACKUP_DIR (${env.backup.dir}) cannot be used: EEXIST: file already exists`);
  fs.rmSync(env.backup.dir);
  const access = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
    throw new Error('EACCES: permission denied');
  });
  await expect(onDay(0)).rejects.toThrow(`BACKUP_DIR (${env.backup.dir}) cannot be used: EACCES: permission denied`);
  const { R_OK, W_OK, X_OK } = fs.constants;
  expect(access.mock.calls).toEqual([[env.backup.dir, R_OK | W_OK | X_OK]]);
});

test('R36, X55: makes a folder of backups that only its owner reads', async () => {
  await onDay(0);
  expect(fs.statSync(env.backup.dir).mode & 0o777).toBe(0o700);
});

test('R36: takes the next free second for a second backup', async () => {
  await onDay(0);
  await onDay(0);
  expect(findBackups(env.backup.dir)).toEqual(['2026-11-27T090000Z', '2026-11-27T090001Z']);
});

test('R36: makes nothing of a database without a shop', async () => {
  const none = await createTestDatabase();
  await none.db.run('delete from schema_steps');
  await expect(backUp(env, none.db, NOW)).rejects.toMatchObject({
    name: 'NoShopError',
    message: 'There is no shop in the database yet, so nothing was done.',
  });
  expect(fs.readdirSync(env.backup.dir)).toEqual([]);
  await none.drop();
});

test('R36: says why the disk failed, also when the backup has its final name already', async () => {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    if (findBackups(env.backup.dir).length > 0) throw new Error('EIO: i/o error, fsync');
  });
  await expect(onDay(0)).rejects.toThrow(/^EIO: i\/o error, fsync$/);
});
