// @engine postgres
// @all
import fs from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findBackups, toBackupName, pruneBackups } from '../../../server/backup/folder.ts';
import { createBackupProgram, findLastNight, registerNightly, type RunBackup } from '../../../server/backup/nightly.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let dataDir: string;
let shop: TestApp;
let nights: number[];
let run: RunBackup;
let stop: () => void;

beforeEach(async () => {
  [nights, run] = [[], make];
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-nightly-'));
  shop = await createTestApp({ env: { DATA_DIR: dataDir, BACKUP_HOUR: '3' } });
  startWindow(shop, DAY);
  shop.clock.advance(12 * HOUR);
  stop = registerNightly(shop.deps, (signal) => {
    nights.push(shop.clock.now().getTime());
    return run(signal);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  stop();
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function make(): Promise<void> {
  fs.mkdirSync(path.join(shop.env.backup.dir, toBackupName(shop.clock.now())), { recursive: true });
}
const alarms = () => shop.db.sql.select().from(paymentAlarms).orderBy(asc(paymentAlarms.at));

/** Lets hours pass, each with what a running shop does in it. */
async function pass(hours: number): Promise<number> {
  const before = nights.length;
  for (let hour = 0; hour < hours; hour += 1) {
    await shop.deps.jobs.runDue();
    shop.clock.advance(HOUR);
    await shop.deps.jobs.runDue();
    await shop.deps.background.idle();
  }
  return nights.length - before;
}

test('R36, F17: the hour of the backup is in Kenya’s time', () => {
  const night = (now: string) => findLastNight(new Date(now), 3).toISOString();
  expect(night('2026-11-23T00:00:00Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(night('2026-11-22T23:59:59Z')).toBe('2026-11-22T00:00:00.000Z');
  expect(findLastNight(new Date('2026-11-22T22:30:00Z'), 1).toISOString()).toBe('2026-11-22T22:00:00.000Z');
});

test('R36, F17: runs once a night, catches up after a miss or a failure, and alerts the back office once', async () => {
  expect(await pass(2)).toBe(1);
  expect(await pass(48)).toBe(2);
  expect(nights.slice(1).map((at) => new Date(at).getUTCHours())).toEqual([0, 0]);
  run = () => Promise.reject(new Error('The disk has no room'));
  expect(await pass(24)).toBeGreaterThan(1);
  expect(await alarms()).toMatchObject([{ kind: 'backup.failed', detail: { why: 'The disk has no room' } }]);
  run = make;
  expect(await pass(2)).toBe(1);
});

test('R36, F17: makes one backup at a time, and the next one the next night', async () => {
  let finish: () => void = () => undefined;
  run = () => new Promise((resolve) => (finish = resolve));
  for (let hour = 0; hour < 3; hour += 1) {
    await shop.deps.jobs.runDue();
    shop.clock.advance(HOUR);
  }
  expect(nights).toHaveLength(1);
  await make();
  finish();
  await shop.deps.background.idle();
  run = make;
  expect(await pass(24)).toBe(1);
});

test('R36, F17: ends the running backup with the shop, without an alarm', async () => {
  let given: AbortSignal | undefined;
  run = (signal) =>
    new Promise((_, reject) => {
      given = signal;
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  await shop.deps.jobs.runDue();
  shop.clock.advance(HOUR);
  await shop.deps.jobs.runDue();
  expect(given?.aborted).toBe(false);
  stop();
  expect(given?.aborted).toBe(true);
  await shop.deps.background.idle();
  expect(await alarms()).toEqual([]);
});

test('R36, F17: writes a failure that is no error as text', async () => {
  run = () => Promise.reject('no room' as unknown);
  await pass(2);
  expect(await alarms()).toMatchObject([{ detail: { why: 'no room' } }]);
});

test('R36, F17: makes none without an hour', () => {
  const schedule = vi.spyOn(shop.deps.jobs, 'schedule').mockReturnValue(undefined);
  const off = { ...shop.env, backup: { ...shop.env.backup, hour: null } };
  registerNightly({ ...shop.deps, env: off }, run);
  expect(schedule).not.toHaveBeenCalled();
  registerNightly(shop.deps, run);
  expect(schedule.mock.calls).toEqual([['backup.nightly', HOUR, expect.any(Function)]]);
});

test('R36, F17: a folder that cannot be read is told as well', async () => {
  await pass(1);
  const { dir } = shop.env.backup;
  fs.renameSync(dir, `${dir}.away`);
  fs.writeFileSync(dir, 'no folder');
  await pass(25);
  fs.rmSync(dir);
  fs.renameSync(`${dir}.away`, dir);
  const [told] = await alarms();
  expect(told).toMatchObject({ kind: 'backup.failed', detail: { why: expect.stringContaining('ENOTDIR') } });
});

test('R36, F17: prunes old backups, but never the newest and nothing else', async () => {
  await pass(72);
  const { dir } = shop.env.backup;
  fs.mkdirSync(path.join(dir, 'holiday'));
  const all = findBackups(dir);
  expect(all.length).toBeGreaterThan(2);
  const later = new Date(shop.clock.now().getTime() + 400 * DAY);
  expect(pruneBackups(dir, 500, later)).toEqual([]);
  expect(pruneBackups(dir, 14, later)).toEqual(all.slice(0, -1));
  expect([findBackups(dir), fs.existsSync(path.join(dir, 'holiday'))]).toEqual([all.slice(-1), true]);
});

test('R36, F17: a failing program reports its reason, and a stopped one is not waited for', async () => {
  const run = createBackupProgram('server/cli/backup.ts', ['--import', 'tsx']);
  vi.stubEnv('DATA_DIR', path.join(dataDir, 'empty'));
  const priority = vi.spyOn(os, 'setPriority');
  await expect(run(new AbortController().signal)).rejects.toThrow(
    /^There is no shop in .*empty yet, so nothing was done\.$/,
  );
  // Runs with a lower priority than the shop.
  expect(priority.mock.calls).toEqual([[expect.any(Number), os.constants.priority.PRIORITY_BELOW_NORMAL]]);
  await expect(run(AbortSignal.abort())).rejects.toThrow();
});
