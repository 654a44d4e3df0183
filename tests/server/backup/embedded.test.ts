// @all
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { eq, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBackups, readManifest, getRowsPath } from '../../../server/backup/folder.ts';
import { makeBackup } from '../../../server/backup/make-backup.ts';
import { openEmbedded, createPatientDatabase } from '../../../server/backup/open.ts';
import { findBackup, restoreBackup, SECRETS } from '../../../server/backup/restore.ts';
import type { CommandContext } from '../../../server/control/command.ts';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import type { Database } from '../../../server/db/client.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { fillDirectory } from '../../../server/db/pglite.ts';
import * as schema from '../../../server/db/schema.ts';
import { budgets } from '../../../server/db/schema.ts';
import { readEnv, type Env } from '../../../server/env/env.ts';
import { createLog } from '../../../server/log.ts';
import { runCommandLine } from '../../support/command.ts';

/** Backups of the embedded database on a disk: of a running, a stopped and an interrupted shop. */

const NOW = new Date('2026-11-23T00:00:00Z');
const at = new Date('2026-01-01T00:00:00Z');

/** A migrated database with two rows whose sum never changes, created once. */
let template: string;
let dataDir: string;
let env: Env;

beforeAll(async () => {
  template = fs.mkdtempSync(path.join(tmpdir(), 'duka-backup-'));
  await fillDirectory(path.join(template, 'db'), async (driver) => {
    const db = createPatientDatabase(driver);
    await migrate(db);
    for (const name of ['one', 'other'])
      await db.sql.insert(budgets).values({ name, available: 1_000, refilledAt: at });
  });
});
afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-backup-'));
  fs.cpSync(template, dataDir, { recursive: true });
  env = readEnv({ DATA_DIR: dataDir });
});
// A database has 1,274 files, and each is synced, so a restore on a busy disk takes minutes. The tests in
// tests/server/pglite cover power cuts, so nothing here waits for the disk.
beforeEach(() => void vi.spyOn(fs, 'fsyncSync').mockReturnValue(undefined));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: dataDir });
const nobodyRuns = () => Promise.reject(new Error('no shop runs here'));
const backUp = () => makeBackup(env, { copyOfRunning: nobodyRuns, now: NOW });
const restore = (folder: string, now = NOW) => restoreBackup(env, folder, { now });
const inShop = async <T>(work: (db: Database) => PromiseLike<T>): Promise<T> => {
  const db = await openEmbedded(dataDir);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
const available = () =>
  inShop(async (db) => (await db.sql.select().from(budgets)).map((row) => row.available).sort((a, b) => a - b));
const spend = () => inShop((db) => db.sql.update(budgets).set({ available: 0 }));
const put = (name: string, text: string) => {
  fs.mkdirSync(path.join(dataDir, 'pictures'), { recursive: true });
  fs.writeFileSync(path.join(dataDir, 'pictures', name), text);
};
const entries = () =>
  fs
    .readdirSync(dataDir)
    .filter((name) => name !== 'control')
    .sort();

describe('R36, F17: a running shop', () => {
  test('is backed up at one point in time while it is written to, and keeps running', async () => {
    const db = await openEmbedded(dataDir);
    const deps = { env, db, log: createLog('silent') };
    const stop = await listenForCommands({ deps } as unknown as CommandContext, commands);
    const over = new AbortController();
    let moved = 0;
    const writing = (async () => {
      // Leaves the event loop free between requests.
      for (; !over.signal.aborted; moved += 1, await new Promise(setImmediate))
        await db.tx(async (tx) => {
          await tx
            .update(budgets)
            .set({ available: sql`available - 1` })
            .where(eq(budgets.name, 'one'));
          await tx
            .update(budgets)
            .set({ available: sql`available + 1` })
            .where(eq(budgets.name, 'other'));
        });
    })();
    const { code, output } = await runCommandLine('backup', [], settings());
    const movedMeanwhile = moved;
    const refused = await runCommandLine('restore', [findBackups(env.backup.dir)[0] ?? ''], settings());
    over.abort();
    await writing;
    await stop();
    await db.close();
    expect([code, output]).toEqual([0, expect.stringMatching(/The running shop was paused for \d+ ms\.\n$/)]);
    expect(movedMeanwhile).toBeGreaterThan(0);
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('is used by another process. Stop it first') });
    const [name = ''] = findBackups(env.backup.dir);
    const rows = zlib
      .gunzipSync(fs.readFileSync(getRowsPath(path.join(env.backup.dir, name), 'budgets')))
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { available: number }).available);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(2_000);
    expect(entries()).toEqual(['backups', 'db']);
    expect((await available()).reduce((sum, one) => sum + one, 0)).toBe(2_000);
  });

  test('that cannot be copied is reported, and no files are left', async () => {
    const release = await lockDirectory(dataDir);
    await expect(backUp()).rejects.toThrow('no shop runs here');
    const { code, output } = await runCommandLine('backup', [], settings());
    expect([code, output]).toEqual([1, expect.stringMatching(/^The shop in .* could not be reached: .*Try again/)]);
    await release();
    expect([entries(), findBackups(env.backup.dir)]).toEqual([['backups', 'db'], []]);
  });
});

test('X61: knows every table whose rows grant access to a token, cookie, code or link', () => {
  const names = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []));
  const secret = names.filter(({ columns }) =>
    columns.some(({ name }) => /^(?:token|flow|browser|code|id)_hash$/.test(name)),
  );
  // These grant no access: callbacks still arrive for old attempts, a proved phone is a fact, buyers still hold the codes of
  // their parcels, and the last one is never read.
  const harmless = ['collection_codes', 'payment_attempts', 'payer_phones', 'pending_registrations'];
  expect([...SECRETS.map((table) => getTableConfig(table).name), ...harmless].sort()).toEqual(
    secret.map(({ name }) => name).sort(),
  );
});

test('X61: a restore ends old sessions, browsers and login codes, and keeps the accounts', async () => {
  const id = randomUUID();
  const later = new Date('2030-01-01T00:00:00Z');
  await inShop(async ({ sql: db }) => {
    const account = { id, name: 'W', email: 'w@example.com', phone: '254712345678', createdAt: at, updatedAt: at };
    await db.insert(schema.users).values({ ...account, passwordHash: 'x', phoneVerifiedAt: at });
    await db
      .insert(schema.sessions)
      .values({ tokenHash: 'revoked', userId: id, remember: true, createdAt: at, lastUsedAt: at, expiresAt: later });
    await db.insert(schema.knownBrowsers).values({ browserHash: 'b', userId: id, expiresAt: later });
    await db.insert(schema.loginCodes).values({ emailHash: 'e', codeHash: 'c', tries: 0, expiresAt: later });
  });
  const { folder } = await backUp();
  await restore(folder);
  const left = await inShop(async ({ sql: db }) =>
    Promise.all(
      [schema.users, schema.sessions, schema.knownBrowsers, schema.loginCodes].map((table) => db.$count(table)),
    ),
  );
  expect(left).toEqual([1, 0, 0, 0]);
});

describe('R36, F17: a stopped shop', () => {
  test('gets its rows and pictures back, and its replaced files are kept', async () => {
    put('a-1.jpg', 'then');
    const { folder, pausedMs } = await backUp();
    expect([pausedMs, readManifest(folder).pictures.map(({ name }) => name)]).toEqual([0, ['a-1.jpg']]);
    await spend();
    put('a-1.jpg', 'now, and longer');
    put('b-1.jpg', 'new');
    const { before } = await restore(folder);
    expect(await available()).toEqual([1_000, 1_000]);
    expect(fs.readdirSync(path.join(dataDir, 'pictures'))).toEqual(['a-1.jpg']);
    expect(fs.readFileSync(path.join(dataDir, 'pictures', 'a-1.jpg'), 'utf8')).toBe('then');
    expect(before.map((name) => path.basename(name))).toEqual([
      'db.before-2026-11-23T000000Z',
      'pictures.before-2026-11-23T000000Z',
    ]);
    expect(fs.readFileSync(path.join(before[1] ?? '', 'b-1.jpg'), 'utf8')).toBe('new');
  });

  test('shares unchanged pictures between backups, and each backup keeps its own version', async () => {
    put('a-1.jpg', 'then');
    const first = await backUp();
    const second = await backUp();
    expect(path.basename(second.folder)).toBe('2026-11-23T000001Z');
    put('a-1.jpg', 'now, and longer');
    const third = await backUp();
    const [one, two, three] = [first, second, third].map(({ folder }) => path.join(folder, 'pictures', 'a-1.jpg'));
    expect(fs.statSync(two ?? '').ino).toBe(fs.statSync(one ?? '').ino);
    expect([one, three].map((file) => fs.readFileSync(file ?? '', 'utf8'))).toEqual(['then', 'now, and longer']);
  });
});

describe('R36, F17: an interrupted restore', () => {
  test('between two file exchanges: the shop does not open, and running the restore again completes it', async () => {
    const { folder } = await backUp();
    await spend();
    const rename = fs.renameSync;
    const powerCut = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(from).endsWith('db.restored')) throw new Error('power cut');
      rename(from, to);
    });
    await expect(restore(folder)).rejects.toThrow('power cut');
    powerCut.mockRestore();
    expect(fs.existsSync(path.join(dataDir, 'db'))).toBe(false);
    fs.mkdirSync(path.join(dataDir, 'db'));
    await expect(openEmbedded(dataDir)).rejects.toThrow('Run npm run restore with the same backup again');
    await restore(folder, new Date('2026-11-24T00:00:00Z'));
    expect(await available()).toEqual([1_000, 1_000]);
    expect(entries()).toContain('db.before-2026-11-23T000000Z');
  });

  test('before the exchange: nothing changes and unfinished files are replaced, even in a new directory', async () => {
    put('a-1.jpg', 'then');
    const { folder } = await backUp();
    fs.mkdirSync(path.join(env.backup.dir, '2026-11-22T000000Z.part'));
    await backUp();
    expect(fs.readdirSync(env.backup.dir)).toEqual(['2026-11-23T000000Z', '2026-11-23T000001Z']);
    const empty = path.join(dataDir, 'new', 'shop');
    fs.mkdirSync(path.join(empty, 'db.restored'), { recursive: true });
    env = { ...env, dataDir: empty };
    expect((await restore(folder)).before).toEqual([]);
    expect(fs.readdirSync(empty).sort()).toEqual(['db', 'pictures']);
  });
});

describe('R36, F17: errors are reported, and nothing is changed', () => {
  test('without a shop, a backup or space, or during another backup', async () => {
    expect(() => findBackup(env, 'x')).toThrow(/There is no backup 'x'. There is none in BACKUP_DIR/);
    fs.writeFileSync(env.backup.dir, 'no folder');
    await expect(backUp()).rejects.toThrow(/^BACKUP_DIR \(.*\) cannot be used: EEXIST/);
    fs.rmSync(env.backup.dir);
    fs.mkdirSync(env.backup.dir);
    const release = await lockDirectory(env.backup.dir);
    await expect(backUp()).rejects.toThrow(/^Another backup is running in .*\. Wait for it\.$/);
    await release();
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 10, bsize: 4096 } as never);
    await expect(backUp()).rejects.toThrow(
      /^The disk of .* has 0\.0 MB left, and this needs about .*Nothing was changed\.$/,
    );
    vi.restoreAllMocks();
    expect(findBackups(env.backup.dir)).toEqual([]);
    fs.rmSync(path.join(dataDir, 'db'), { recursive: true });
    await expect(backUp()).rejects.toThrow(/^There is no shop in .* yet, so nothing was done\.$/);
    expect(entries()).toEqual(['backups']);
  });

  test('with an incomplete backup', async () => {
    const { folder } = await backUp();
    await spend();
    const broken = async (file: string, change: (file: string) => void) => {
      const copy = path.join(dataDir, 'copy');
      fs.rmSync(copy, { recursive: true, force: true });
      fs.cpSync(folder, copy, { recursive: true });
      change(path.join(copy, file));
      return restore(copy).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    };
    const rows = path.join('tables', 'budgets.jsonl.gz');
    expect(await broken(rows, fs.rmSync)).toContain('is missing: this backup is not whole');
    expect(await broken(rows, (file) => fs.appendFileSync(file, 'x'))).toContain('has changed since');
    expect(await broken('manifest.json', fs.rmSync)).toContain('is not a backup');
    expect(await broken('manifest.json', (file) => fs.writeFileSync(file, '{"format":2}'))).toContain('is damaged');
    const escaping = (file: string) => {
      const manifest = readManifest(path.dirname(file));
      const stray = { name: '../../x', size: 1, mtimeMs: 1, sha256: 'a'.repeat(64) };
      fs.writeFileSync(file, JSON.stringify({ ...manifest, pictures: [stray] }));
    };
    expect(await broken('manifest.json', escaping)).toContain('is damaged');
    expect(await available()).toEqual([0, 0]);
  });

  test('npm run restore lists the backups and rejects an unknown one', async () => {
    expect((await runCommandLine('restore', [], settings())).output).toMatch(/^There is no backup in /);
    await backUp();
    expect((await runCommandLine('restore', [], settings())).output).toMatch(
      /^2026-11-23T000000Z {2}2 rows in \d+ tables, 0 pictures: 0 orders/,
    );
    expect(await runCommandLine('restore', ['nix'], settings())).toEqual({
      code: 1,
      output: expect.stringContaining("There is no backup 'nix'. The newest one in BACKUP_DIR is 2026-11-23T000000Z"),
    });
    expect((await runCommandLine('backup', [], { ...settings(), BACKUP_DAYS: '0' })).output).toContain(
      'BACKUP_DAYS must be at least 1',
    );
  });
});
