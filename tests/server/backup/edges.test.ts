// @engine postgres
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findBackups,
  createPartialFolder,
  UnusableBackupError,
  finishFolder,
  hashFile,
  toBackupName,
  toFreeName,
  pruneBackups,
  readManifest,
  getRowsPath,
  verifyFolder,
  type Manifest,
} from '../../../server/backup/folder.ts';
import { findBackup } from '../../../server/backup/restore.ts';
import { findLastNight } from '../../../server/backup/nightly.ts';
import {
  copyPicturesFromBackup,
  hasPictures,
  copyPicturesToBackup,
  findPictures,
} from '../../../server/backup/pictures.ts';
import { assertRoom, getFolderSize, toMegabytes } from '../../../server/backup/disk-space.ts';
import { findDifferences, sumBooks, sumTables } from '../../../server/backup/checksums.ts';
import { queryRows, findSteps, findTables } from '../../../server/backup/tables.ts';
import type { Database } from '../../../server/db/client.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { createTestDatabase } from '../../support/server.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'duka-edges-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dir, { recursive: true, force: true });
});
const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  fs.writeFileSync(path.join(dir, file), text);
  return path.join(dir, file);
};

const EMPTY: Manifest = {
  format: 1,
  madeAt: '2026-11-27T09:00:00.000Z',
  steps: [],
  tables: [],
  books: { orders: 0, orderTotals: 0, payments: 0, refunds: 0, piecesOnHand: 0, piecesReserved: 0 },
  pictures: [],
};

describe('R36: backup folders', () => {
  const at = new Date('2026-11-27T23:59:59.999Z');

  test('R36: are named by the second of their start, or the next free one', () => {
    expect(toBackupName(at)).toBe('2026-11-27T235959Z');
    const taken = new Set(['2026-11-27T235959Z', '2026-11-28T000000Z']);
    expect(toFreeName(at, (name) => taken.has(name))).toBe('2026-11-28T000001Z');
    expect(toFreeName(at, () => false)).toBe('2026-11-27T235959Z');
  });

  test('R36: those of a folder stand by age, and nothing else is one', () => {
    const others = ['notes', '2026-11-29T000000Z.part', 'x2026-11-27T235959Z', '2026-11-27'];
    for (const name of ['2026-11-28T000000Z', '2026-11-27T000000Z', ...others]) fs.mkdirSync(path.join(dir, name));
    expect(findBackups(dir)).toEqual(['2026-11-27T000000Z', '2026-11-28T000000Z']);
    expect(findBackups(path.join(dir, 'missing'))).toEqual([]);
    // In any order of the system's list.
    const listed = fs.readdirSync(dir);
    vi.spyOn(fs, 'readdirSync').mockReturnValue(listed.toReversed() as never);
    expect(findBackups(dir)).toEqual(['2026-11-27T000000Z', '2026-11-28T000000Z']);
  });

  test('R36: are pruned when they are older than the days to keep, except the newest', () => {
    const names = ['2026-11-01T000000Z', '2026-11-13T085959Z', '2026-11-13T090000Z', '2026-11-20T000000Z'];
    for (const name of names) fs.mkdirSync(path.join(dir, name, 'tables'), { recursive: true });
    expect(pruneBackups(dir, 14, new Date('2026-11-27T09:00:00Z'))).toEqual(names.slice(0, 2));
    expect(findBackups(dir)).toEqual(names.slice(2));
    expect(pruneBackups(dir, 1, new Date('2027-11-27T09:00:00Z'))).toEqual(names.slice(2, 3));
    expect(findBackups(dir)).toEqual(names.slice(3));
  });

  test('X55, R36: are private, are written under a temporary name, and replace unfinished ones', () => {
    write('2026-11-26T000000Z.part/tables/x', '');
    write('2026-11-26T000000Z/manifest.json', '');
    const folder = createPartialFolder(dir, '2026-11-27T000000Z');
    expect(folder).toBe(path.join(dir, '2026-11-27T000000Z.part'));
    for (const made of ['', 'tables', 'pictures'])
      expect(fs.statSync(path.join(folder, made)).mode & 0o777, made).toBe(0o700);
    expect(fs.readdirSync(dir)).toEqual(['2026-11-26T000000Z', '2026-11-27T000000Z.part']);
    const whole = finishFolder(folder, EMPTY);
    expect([whole, fs.existsSync(folder)]).toEqual([path.join(dir, '2026-11-27T000000Z'), false]);
    const manifest = path.join(whole, 'manifest.json');
    expect(fs.statSync(manifest).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(manifest, 'utf8')).toMatch(/^\{\n {2}"format": 1,\n {2}"madeAt": .+\n\}\n$/s);
    expect(readManifest(whole)).toEqual(EMPTY);
  });

  test('R36: are invalid without a manifest or with a malformed one', () => {
    expect(() => readManifest(dir)).toThrow('is not a backup: it has no manifest.json.');
    const picture = { name: 'a', size: 1, mtimeMs: 1, sha256: 'a'.repeat(64) };
    for (const wrong of [
      'text',
      { ...EMPTY, format: 2 },
      { ...EMPTY, tables: [{ name: '../x', rows: 0, sum: '', sha256: 'a'.repeat(64) }] },
      ...['', '.hidden', 'a/b', '..'].map((name) => ({ ...EMPTY, pictures: [{ ...picture, name }] })),
    ]) {
      write('manifest.json', typeof wrong === 'string' ? wrong : JSON.stringify(wrong));
      expect(() => readManifest(dir)).toThrow('is damaged, or of a newer shop. Take another backup.');
    }
    write('manifest.json', JSON.stringify({ ...EMPTY, pictures: [picture, { ...picture, name: 'b.' }] }));
    expect(readManifest(dir).pictures).toHaveLength(2);
  });

  test('R36: are complete when each file is unchanged', async () => {
    const file = write('tables/orders.jsonl.gz', 'rows');
    expect(file).toBe(getRowsPath(dir, 'orders'));
    const picture = write('pictures/a.png', 'picture');
    const sha256 = await hashFile(file);
    expect(sha256).toMatch(/^[\da-f]{64}$/);
    const manifest: Manifest = {
      ...EMPTY,
      tables: [{ name: 'orders', rows: 1, sum: '1', sha256 }],
      pictures: [{ name: 'a.png', size: 7, mtimeMs: 1, sha256: await hashFile(picture) }],
    };
    await verifyFolder(dir, manifest);
    fs.writeFileSync(picture, 'changed');
    await expect(verifyFolder(dir, manifest)).rejects.toThrow(`${picture} has changed since. Take another backup.`);
    fs.rmSync(file);
    await expect(verifyFolder(dir, manifest)).rejects.toThrow(UnusableBackupError);
    await expect(verifyFolder(dir, manifest)).rejects.toThrow(`${file} is missing: this backup is not whole.`);
  });
});

describe('R36: pictures', () => {
  test('R36: are the visible files of a folder, by name', () => {
    for (const name of ['b.png', 'a.png', '.hidden', 'c.']) write(name, name);
    fs.mkdirSync(path.join(dir, 'folder.png'));
    expect(findPictures(dir)).toEqual(['a.png', 'b.png', 'c.']);
    expect(findPictures(path.join(dir, 'missing'))).toEqual([]);
    // Independent of the order in which the system lists them.
    const listed = fs.readdirSync(dir, { withFileTypes: true });
    vi.spyOn(fs, 'readdirSync').mockReturnValue(listed.toReversed() as never);
    expect(findPictures(dir)).toEqual(['a.png', 'b.png', 'c.']);
  });

  test('R36: keep their time, share unchanged files with the previous backup, and are restored exactly', async () => {
    const from = path.join(dir, 'pictures');
    write('pictures/a.png', 'one');
    write('pictures/b.png', 'other');
    fs.utimesSync(path.join(from, 'a.png'), 1_700_000_000.123, 1_700_000_000.123);
    const getFolder = (name: string) => createPartialFolder(dir, name);
    const first = getFolder('2026-11-27T000000Z');
    const kept = await copyPicturesToBackup(from, first, null);
    expect(kept.map(({ name, size, mtimeMs }) => [name, size, mtimeMs])).toEqual([
      ['a.png', 3, 1_700_000_000_123],
      ['b.png', 5, expect.any(Number)],
    ]);
    const before = { folder: finishFolder(first, EMPTY), manifest: { ...EMPTY, pictures: kept } };
    fs.writeFileSync(path.join(from, 'b.png'), 'longer now');
    const second = getFolder('2026-11-28T000000Z');
    const again = await copyPicturesToBackup(from, second, before);
    expect(again.map(({ size }) => size)).toEqual([3, 10]);
    const getFile = (folder: string, name: string) => fs.statSync(path.join(folder, 'pictures', name)).ino;
    expect(getFile(second, 'a.png')).toBe(getFile(before.folder, 'a.png'));
    expect(getFile(second, 'b.png')).not.toBe(getFile(before.folder, 'b.png'));

    const manifest = { ...EMPTY, pictures: again };
    const into = path.join(dir, 'back');
    write('back/left over', '');
    copyPicturesFromBackup(second, manifest, into);
    expect(hasPictures(into, manifest)).toBe(true);
    expect(fs.readFileSync(path.join(into, 'b.png'), 'utf8')).toBe('longer now');
    expect(hasPictures(into, { ...EMPTY, pictures: kept })).toBe(false);
    fs.utimesSync(path.join(into, 'a.png'), 1, 1);
    expect(hasPictures(into, manifest)).toBe(false);
    copyPicturesFromBackup(second, manifest, into);
    fs.writeFileSync(path.join(into, 'c.png'), '');
    expect(hasPictures(into, manifest)).toBe(false);
    fs.renameSync(path.join(into, 'c.png'), path.join(into, 'a.png'));
    expect(hasPictures(into, manifest)).toBe(false);
  });
});

describe('R36: disk space', () => {
  test('R36: a disk needs exactly the bytes to write and 64 MB for the shop', () => {
    const MB = 1024 * 1024;
    const free = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 65, bsize: MB } as never);
    expect(() => assertRoom(dir, MB)).not.toThrow();
    expect(() => assertRoom(dir, MB + 1)).toThrow(
      `The disk of ${dir} has 65 MB left, and this needs about 65 MB: make room, or set BACKUP_DIR`,
    );
    free.mockReturnValue({ bavail: 3, bsize: MB } as never);
    expect(() => assertRoom(dir, 0)).toThrow('has 3.0 MB left, and this needs about 64 MB');
  });

  test('R36: a folder’s size is the sum of its files, and 0 when it is missing', () => {
    write('a', '12');
    write('b/c', '345');
    expect([getFolderSize(dir), getFolderSize(path.join(dir, 'missing'))]).toEqual([5, 0]);
  });

  test('R36: megabytes have one decimal below 10 MB', () => {
    const MB = 1024 * 1024;
    expect([0, 1.25 * MB, 10 * MB - 1, 10 * MB, 99.6 * MB].map(toMegabytes)).toEqual([
      '0.0 MB',
      '1.3 MB',
      '10.0 MB',
      '10 MB',
      '100 MB',
    ]);
  });
});

test('R36, F17: the last night is the latest configured hour in Kenya, including the current moment', () => {
  const night = (now: string, hour: number) => findLastNight(new Date(now), hour).toISOString();
  expect(night('2026-11-27T00:00:00.000Z', 3)).toBe('2026-11-27T00:00:00.000Z');
  expect(night('2026-11-26T23:59:59.999Z', 3)).toBe('2026-11-26T00:00:00.000Z');
  expect(night('2026-11-27T21:00:00.000Z', 0)).toBe('2026-11-27T21:00:00.000Z');
  expect(night('2026-11-27T20:59:59.999Z', 0)).toBe('2026-11-26T21:00:00.000Z');
  expect(night('2026-11-27T20:59:59.999Z', 23)).toBe('2026-11-27T20:00:00.000Z');
});

describe('R36: tables of the database', () => {
  let db: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ db, drop } = await createTestDatabase());
  });
  afterAll(() => drop());
  const named = async (statement: SQL) =>
    (await queryRows<{ name: string }>(db.sql, statement)).map(({ name }) => name);
  const OWN = ['schema_steps', 'schema_lease', 'durability_probe', 'circuits', 'cross_checks', 'pulls'];

  test('R36: every table of the shop comes after the tables that it references', async () => {
    const tables = await findTables(db.sql);
    const known = await named(
      sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(known.filter((name) => !OWN.includes(name)).sort());
    const place = new Map(tables.map(({ name }, at) => [name, at]));
    const references = await queryRows<{ one: string; other: string }>(
      db.sql,
      sql`select conrelid::regclass::text as one, confrelid::regclass::text as other from pg_constraint
        where contype = 'f' and connamespace = current_schema()::text::regnamespace`,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const { one, other } of references)
      if (one !== other) expect(place.get(one), `${one} after ${other}`).toBeGreaterThan(place.get(other) ?? Infinity);
  });

  test('R36: tables have their written columns in order', async () => {
    await db.run(
      'create table backup_probe (id integer, gone integer, twice integer generated always as (id * 2) stored)',
    );
    await db.run('alter table backup_probe drop column gone');
    try {
      const tables = await findTables(db.sql);
      expect(tables.find(({ name }) => name === 'backup_probe')?.columns).toEqual(['id']);
      for (const { name, columns } of tables) {
        const written = await named(
          sql`select column_name as name from information_schema.columns
            where table_schema = current_schema() and table_name = ${name} and is_generated = 'NEVER' order by ordinal_position`,
        );
        expect(columns, name).toEqual(written);
      }
    } finally {
      await db.run('drop table backup_probe');
    }
  });

  test('R36: chained tables come in the order of their references, and a cycle is an error', async () => {
    const names = ['probe_e', 'probe_d', 'probe_c', 'probe_b', 'probe_a', 'probe_9', 'probe_8', 'probe_7', 'probe_6'];
    await db.run('create table probe_f (id integer primary key, parent integer references probe_f (id))');
    try {
      for (const [at, name] of names.entries())
        await db.run(
          `create table ${name} (id integer primary key, other integer references ${names[at - 1] ?? 'probe_f'} (id))`,
        );
      const order = async () =>
        (await findTables(db.sql)).map(({ name }) => name).filter((name) => /^probe_/.test(name));
      expect(await order()).toEqual(['probe_f', ...names]);
      await db.run('alter table probe_f add column other integer references probe_6 (id)');
      await expect(order()).rejects.toThrow('Tables refer to each other in a circle: probe_6, ');
    } finally {
      await db.run(`drop table ${['probe_f', ...names].join(', ')} cascade`);
    }
  });

  test('R36: tables of other schemas are left out', async () => {
    const before = await findTables(db.sql);
    await db.run('create schema probe');
    try {
      await db.run('create table probe.orders (id integer primary key)');
      await db.run('create table probe.users (id integer primary key, other integer references probe.orders (id))');
      expect(await findTables(db.sql)).toEqual(before);
    } finally {
      await db.run('drop schema probe cascade');
    }
  });

  test('R36: lists the migrations that have run', async () => {
    const all = migrations.flatMap(({ name, steps }) => steps.map((_, index) => `${name}/${index + 1}`));
    expect((await findSteps(db.sql)).sort()).toEqual(all.sort());
  });

  test('R36: sums contain the row count and differ when a row differs', async () => {
    const tables = (await findTables(db.sql)).filter(({ name }) => name === 'brands');
    const sum = async () => (await sumTables(db.sql as never, tables))[0];
    expect(await sum()).toEqual({ name: 'brands', rows: 0, sum: '0' });
    await db.run(`insert into brands (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'a', 'A')`);
    const one = await sum();
    await db.run(`update brands set name = 'B'`);
    const other = await sum();
    expect([one?.rows, other?.rows, one?.sum === other?.sum]).toEqual([1, 1, false]);
    await db.run('delete from brands');
    const [a, b] = [one ?? null, other ?? null];
    if (a === null || b === null) throw new Error('no sums');
    expect(findDifferences([a], [a])).toEqual([]);
    expect(findDifferences([a], [b])).toEqual(['brands']);
    expect(findDifferences([a], [])).toEqual(['brands']);
    expect(findDifferences([], [a])).toEqual(['brands']);
    expect(findDifferences([a], [{ ...a, rows: 2 }])).toEqual(['brands']);
    expect(await sumBooks(db.sql)).toEqual(EMPTY.books);
  });
});

test('F17: finds a backup by its name in BACKUP_DIR or by its folder; the error names the newest', () => {
  const env = { backup: { dir } } as Parameters<typeof findBackup>[0];
  const one = path.dirname(write('2026-11-22T000000Z/manifest.json', '{}'));
  expect(findBackup(env, '2026-11-22T000000Z')).toBe(one);
  expect(findBackup({ backup: { dir: path.join(dir, 'none') } } as typeof env, one)).toBe(one);
  expect(() => findBackup(env, 'x')).toThrow(
    `There is no backup 'x'. The newest one in BACKUP_DIR is 2026-11-22T000000Z (${dir}).`,
  );
});
