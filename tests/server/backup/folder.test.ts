import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createPartialFolder,
  finishFolder,
  getPicturesFolder,
  readManifest,
  UnusableBackupError,
  type Manifest,
} from '../../../server/backup/folder.ts';
import { copyPicturesFromBackup, copyPicturesToBackup, hasPictures } from '../../../server/backup/pictures.ts';
import { findBackup } from '../../../server/backup/restore.ts';
import { watchDisk } from './watched-disk.ts';

/** The files of a backup. */

const AT = 1_700_000_000_000;
const EMPTY: Manifest = {
  format: 1,
  madeAt: '2026-11-27T09:00:00.000Z',
  steps: [],
  tables: [],
  books: { orders: 0, orderTotals: 0, payments: 0, refunds: 0, piecesOnHand: 0, piecesReserved: 0 },
  pictures: [],
};

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'duka-folder-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dir, { recursive: true, force: true });
});

describe('R36: a folder', () => {
  test('R36: is on the disk before it gets its final name, and its name afterwards', () => {
    const folder = createPartialFolder(dir, '2026-11-27T000000Z');
    const seen = watchDisk(dir);
    finishFolder(folder, EMPTY);
    const part = '2026-11-27T000000Z.part';
    expect(seen).toEqual([
      ...['/manifest.json', '/pictures', '/tables', ''].map((name) => `sync ${part}${name}`),
      `rename ${part} to 2026-11-27T000000Z`,
      'sync .',
    ]);
  });

  test('R36: is refused with counts that are no whole numbers from zero', () => {
    const folder = createPartialFolder(dir, '2026-11-27T000000Z');
    for (const orders of [-1, 0.5, '0', null]) {
      const manifest = { ...EMPTY, books: { ...EMPTY.books, orders } };
      fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
      expect(() => readManifest(folder), String(orders)).toThrow('is damaged');
    }
    expect(new UnusableBackupError('No.')).toMatchObject({ name: 'UnusableBackupError', message: 'No.' });
  });

  test('F17: is searched in BACKUP_DIR, whose newest one is named, or none', () => {
    const env = { backup: { dir } } as Parameters<typeof findBackup>[0];
    expect(() => findBackup(env, 'x')).toThrow(`There is no backup 'x'. There is none in BACKUP_DIR (${dir}).`);
    for (const name of ['2026-11-21T000000Z', '2026-11-22T000000Z', '2026-11-23T000000Z'])
      fs.mkdirSync(path.join(dir, name));
    expect(() => findBackup(env, 'x')).toThrow('The newest one in BACKUP_DIR is 2026-11-23T000000Z');
  });
});

describe('R36: pictures', () => {
  const write = (name: string, text: string, at = AT) => {
    fs.mkdirSync(path.join(dir, 'shop'), { recursive: true });
    fs.writeFileSync(path.join(dir, 'shop', name), text);
    fs.utimesSync(path.join(dir, 'shop', name), at / 1000, at / 1000);
  };
  const copy = async (name: string, before: Parameters<typeof copyPicturesToBackup>[2] = null) => {
    const folder = createPartialFolder(dir, name);
    const pictures = await copyPicturesToBackup(path.join(dir, 'shop'), folder, before);
    const manifest = { ...EMPTY, pictures };
    return { folder: finishFolder(folder, manifest), manifest };
  };
  const fileIn = (backup: { readonly folder: string }, name: string) =>
    path.join(getPicturesFolder(backup.folder), name);

  test('R36: share their file with the backup before if size and time are the same, and stay in order', async () => {
    for (const name of ['a', 'b', 'd']) write(name, 'then');
    const before = await copy('2026-11-27T000000Z');
    write('a', 'late', AT + 1);
    write('b', 'longer');
    write('c', 'new');
    const after = await copy('2026-11-28T000000Z', before);
    expect(after.manifest.pictures.map(({ name, size, mtimeMs }) => [name, size, mtimeMs])).toEqual([
      ['a', 4, AT + 1],
      ['b', 6, AT],
      ['c', 3, AT],
      ['d', 4, AT],
    ]);
    const isShared = (name: string) => fs.statSync(fileIn(after, name)).ino === fs.statSync(fileIn(before, name)).ino;
    expect(['a', 'b', 'd'].map(isShared)).toEqual([false, false, true]);
    expect(after.manifest.pictures[3]).toEqual(before.manifest.pictures[2]);
    expect(['a', 'b', 'c', 'd'].map((name) => fs.readFileSync(fileIn(after, name), 'utf8'))).toEqual([
      'late',
      'longer',
      'new',
      'then',
    ]);
  });

  test('R36: are copied on a file system without hard links', async () => {
    write('a', 'then');
    const before = await copy('2026-11-27T000000Z');
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw new Error('EPERM: operation not permitted, link');
    });
    const after = await copy('2026-11-28T000000Z', before);
    expect(fs.readFileSync(fileIn(after, 'a'), 'utf8')).toBe('then');
    expect(fs.statSync(fileIn(after, 'a')).ino).not.toBe(fs.statSync(fileIn(before, 'a')).ino);
    expect(fs.readFileSync(fileIn(before, 'a'), 'utf8')).toBe('then');
  });

  test('R36: are others if a name, a size or a time differs', async () => {
    for (const name of ['a', 'b']) write(name, 'then');
    const backup = await copy('2026-11-27T000000Z');
    const shop = path.join(dir, 'shop');
    expect(hasPictures(shop, backup.manifest)).toBe(true);
    write('a', 'longer');
    expect(hasPictures(shop, backup.manifest)).toBe(false);
    write('a', 'late', AT + 1);
    expect(hasPictures(shop, backup.manifest)).toBe(false);
    fs.renameSync(path.join(shop, 'a'), path.join(shop, 'c'));
    expect(hasPictures(shop, backup.manifest)).toBe(false);
    fs.rmSync(path.join(shop, 'c'));
    expect(hasPictures(shop, backup.manifest)).toBe(false);
    copyPicturesFromBackup(backup.folder, backup.manifest, shop);
    expect(hasPictures(shop, backup.manifest)).toBe(true);
  });
});
