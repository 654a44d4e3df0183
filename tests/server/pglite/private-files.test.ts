import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { durableDriver, SyncedFiles } from '../../../server/db/pglite.ts';
import { waitForRoom } from '../../../server/db/disk-space.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-private-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const broken = (error: unknown): never => {
  throw error;
};

/** Returns the files and folders below that others can access. */
function open(directory: string): string[] {
  const below = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  return [directory, ...below.map((entry) => path.join(entry.parentPath, entry.name))].filter(
    (file) => (fs.statSync(file).mode & 0o077) !== 0,
  );
}

test('X55: only the owner can read the database files, including new and formerly open ones', async () => {
  const directory = path.join(folder, 'db');
  const first = await durableDriver(directory, broken);
  await first.run('create table made_now (id integer)');
  await first.run('insert into made_now select generate_series(1, 5000)');
  await first.run('checkpoint');
  expect(open(directory)).toEqual([]);
  expect(fs.statSync(path.join(directory, 'PG_VERSION')).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.join(directory, 'base')).mode & 0o777).toBe(0o700);
  const settings = await queryRows<{ setting: string }>(
    first.sql,
    sql`select setting from pg_settings where name in ('fsync', 'wal_sync_method') order by name`,
  );
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'fsync']);
  await first.close();

  for (const file of ['PG_VERSION', 'base', 'global']) fs.chmodSync(path.join(directory, file), 0o777);
  const second = await durableDriver(directory, broken);
  expect(open(directory)).toEqual([]);
  await second.close();
});

test('X55: file changes by name take effect and never make the file accessible to others', async () => {
  const directory = path.join(folder, 'plain');
  const client = await PGlite.create({ fs: new SyncedFiles(directory) });
  const { FS: engine } = client.Module as unknown as {
    FS: Record<'writeFile' | 'truncate' | 'chmod', (name: string, to: string | number) => void>;
  };
  engine.writeFile('/pglite/data/note', 'text');
  engine.truncate('/pglite/data/note', 2);
  engine.chmod('/pglite/data/note', 0o666);
  expect(fs.statSync(path.join(directory, 'note'))).toMatchObject({ size: 2, mode: 0o100600 });
  await client.close();
});

test('X54: waits for disk space and reports each low value', async () => {
  const rooms = [0, 3, 63, 64];
  const told: number[] = [];
  let pauses = 0;
  await waitForRoom(folder, {
    onWait: (room) => void told.push(room),
    room: () => rooms.shift() ?? 0,
    pause: async () => void (pauses += 1),
  });
  expect([told, pauses, rooms]).toEqual([[0, 3, 63], 3, []]);
});
