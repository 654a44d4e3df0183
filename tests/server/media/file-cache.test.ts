import fsp, { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileCache } from '../../../server/media/file-cache.ts';
import { quickFiles, slowFiles } from '../../support/slow-files.ts';

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'kept-')), 'media');
});
afterEach(() => {
  quickFiles();
  return rm(join(dir, '..'), { recursive: true, force: true });
});

const bytesIn = async () => {
  const files = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name))));
  return files.reduce((sum, { length }) => sum + length, 0);
};
const HOURS_AGO = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('F2: stays below its limit after many writes and keeps the latest file', async () => {
  const files = createFileCache(dir, 10_000);
  for (let n = 0; n < 200; n += 1) {
    await files.write(`${n}.webp`, Buffer.alloc(700, 1));
    expect(await bytesIn()).toBeLessThanOrEqual(10_000);
  }
  expect(await files.read('199.webp')).toHaveLength(700);
  expect(await files.read('0.webp')).toBeNull();
});

test('F2: stays below its limit with concurrent writes by two processes', async () => {
  const both = [createFileCache(dir, 10_000), createFileCache(dir, 10_000)];
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => both[n % 2]?.write(`${n}.webp`, Buffer.alloc(500, 1)) ?? Promise.resolve()),
  );
  await both[0]?.write('last.webp', Buffer.alloc(1_500, 1));
  expect(await bytesIn()).toBeLessThanOrEqual(10_000);
});

test('F2: deletes the oldest files first, and drafts of a killed process once they are old', async () => {
  await mkdir(dir);
  for (const [name, hours] of [
    ['a.webp', 3],
    ['b.webp', 9],
    ['c.webp.1.tmp', 2],
    ['d.webp.2.tmp', 0],
  ] as const) {
    await writeFile(join(dir, name), Buffer.alloc(400, 1));
    await utimes(join(dir, name), HOURS_AGO(hours), HOURS_AGO(hours));
  }
  await createFileCache(dir, 1_000).write('e.webp', Buffer.alloc(400, 1));
  expect((await readdir(dir)).sort()).toEqual(['a.webp', 'd.webp.2.tmp', 'e.webp']);
});

test('F2: evicts the next file when another process has removed the oldest', async () => {
  await mkdir(dir);
  for (const [name, hours] of [
    ['gone.webp', 3],
    ['old.webp', 2],
  ] as const) {
    await writeFile(join(dir, name), Buffer.alloc(400, 1));
    await utimes(join(dir, name), HOURS_AGO(hours), HOURS_AGO(hours));
  }
  const { stat } = fsp;
  vi.spyOn(fsp, 'stat').mockImplementation((async (file: string) => {
    const about = await stat(file);
    if (file.endsWith('gone.webp')) await rm(file);
    return about;
  }) as typeof stat);
  syncBuiltinESMExports();
  await createFileCache(dir, 1_000).write('new.webp', Buffer.alloc(700, 1));
  expect(await readdir(dir)).toEqual(['new.webp']);
});

test('F2: nothing goes while all of it is within the bound', async () => {
  const files = createFileCache(dir, 1_000);
  for (const [name, bytes] of [
    ['a.webp', 400],
    ['b.webp', 400],
    ['c.webp', 200],
  ] as const)
    await files.write(name, Buffer.alloc(bytes, 1));
  expect((await readdir(dir)).sort()).toEqual(['a.webp', 'b.webp', 'c.webp']);
  await files.write('d.webp', Buffer.alloc(1, 1));
  expect(await bytesIn()).toBeLessThanOrEqual(900);
});

test('F2: a finished write has stored its file and deleted the old ones', async () => {
  await mkdir(dir);
  for (const name of ['old.webp', 'old.webp.1.tmp']) {
    await writeFile(join(dir, name), Buffer.alloc(900, 1));
    await utimes(join(dir, name), HOURS_AGO(2), HOURS_AGO(2));
  }
  slowFiles('mkdir', 'writeFile', 'rename', 'rm');
  await createFileCache(dir, 1_000).write('new.webp', Buffer.alloc(200, 1));
  expect(await readdir(dir)).toEqual(['new.webp']);
});

test('F2: a file that cannot be renamed leaves no draft', async () => {
  await mkdir(join(dir, 'taken.webp'), { recursive: true });
  slowFiles('rm');
  await createFileCache(dir, 1_000).write('taken.webp', Buffer.alloc(1, 1));
  expect(await readdir(dir)).toEqual(['taken.webp']);
});

test('F2: creates the folder and its parents', async () => {
  const files = createFileCache(join(dir, 'a', 'b'), 1_000);
  await files.write('a.webp', Buffer.alloc(1, 1));
  expect(await files.read('a.webp')).toHaveLength(1);
});

test('F2: keeps a draft for exactly an hour', async () => {
  await mkdir(dir);
  const now = 1_800_000_000_000;
  vi.spyOn(Date, 'now').mockReturnValue(now);
  for (const [name, age] of [
    ['hour.tmp', 3_600_000],
    ['older.tmp', 3_601_000],
  ] as const) {
    await writeFile(join(dir, name), 'x');
    await utimes(join(dir, name), new Date(now - age), new Date(now - age));
  }
  await createFileCache(dir, 1_000).write('a.webp', Buffer.alloc(1, 1));
  expect((await readdir(dir)).sort()).toEqual(['a.webp', 'hour.tmp']);
});

test('F2: lists the folder again after each tenth of the limit is written', async () => {
  const looks = vi.spyOn(fsp, 'readdir');
  syncBuiltinESMExports();
  const files = createFileCache(dir, 10_000);
  const counts: number[] = [];
  for (let n = 0; n < 13; n += 1) {
    await files.write(`${n}.webp`, Buffer.alloc(100, 1));
    counts.push(looks.mock.calls.length);
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
});
