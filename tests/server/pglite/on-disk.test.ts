import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import timers from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { openDatabase } from '../../../server/db/open.ts';
import type { Database, Sql } from '../../../server/db/client.ts';
import { DirectoryInUseError } from '../../../server/db/lock.ts';
import { openCopy } from '../../../server/db/pglite.ts';
import { readEnv } from '../../../server/env/env.ts';

/** The embedded database in this process, opened as the shop does. */
let dataDir: string;
let db: Database;
const warnings: unknown[] = [];
const waits: number[] = [];
const opening = { began: 0, ended: 0 };

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-disk-'));
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => void waits.push(ms ?? 0) as never);
  syncBuiltinESMExports();
  vi.spyOn(fs, 'statfsSync').mockReturnValueOnce({ bavail: 3, bsize: 1024 * 1024 } as never);
  [warnings.length, waits.length] = [0, 0];
  opening.began = Date.now();
  db = await open();
  opening.ended = Date.now();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(async () => {
  await db.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => void vi.restoreAllMocks());

const open = () =>
  openDatabase(readEnv({ DATA_DIR: dataDir }), {
    warn: (details) => void warnings.push(details),
    fatal: () => undefined,
  });
const numbers = async (from: Sql) =>
  (await queryRows<{ id: number }>(from, sql`select id from numbers order by id`)).map(({ id }) => id);

test('X54: opens when there is space, and logs how little there was before', () => {
  expect([warnings, waits]).toEqual([[{ roomMb: 3, neededMb: 64 }], [5_000]]);
});

test('R18: rejects a second opening, and the first continues', async () => {
  await expect(open()).rejects.toThrow(DirectoryInUseError);
  expect(Math.abs((await db.now()) - Date.now())).toBeLessThan(60_000);
});

test('providers 2.7: the first commit, which proves durability, has the time of the opening', async () => {
  const [row] = await queryRows<{ at: string }>(db.sql, sql`select at::text as at from durability_probe`);
  const at = Date.parse(`${row?.at.replace(' ', 'T')}:00`);
  // Two clocks of one process may differ slightly.
  expect(at).toBeGreaterThan(opening.began - 1_000);
  expect(at).toBeLessThan(opening.ended + 1_000);
});

test('a failing statement throws', async () => {
  await expect(db.run('select 1 / 0')).rejects.toThrow('division by zero');
});

test('R36: a copy contains the committed rows and replaces an earlier copy', async () => {
  await db.run('create table if not exists numbers (id integer)');
  await db.run('delete from numbers');
  await db.run('insert into numbers values (1), (2)');
  const copy = path.join(dataDir, 'copy');
  fs.mkdirSync(path.join(copy, 'left'), { recursive: true });
  const took = await db.copyFiles?.(copy);
  expect(took).toBeGreaterThan(0);
  expect(fs.existsSync(path.join(copy, 'left'))).toBe(false);
  expect(fs.statSync(copy).mode & 0o777).toBe(0o700);
  await db.run('insert into numbers values (3)');
  const copied = await openCopy(copy);
  expect([await numbers(copied.sql), await numbers(db.sql)]).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
  await copied.close();
});
