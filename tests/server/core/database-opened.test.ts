import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDatabase, type Driver, type Sql } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { DirectoryInUseError, lockDirectory } from '../../../server/db/lock.ts';
import { openDatabase, createWatchdog } from '../../../server/db/open.ts';
import { waitForRoom } from '../../../server/db/disk-space.ts';
import type { Env } from '../../../server/env/env.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'duka-open-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the database that a shop opens', () => {
  const quiet = { warn: () => undefined, fatal: () => undefined };
  const settings = (databaseUrl: string | null) =>
    ({ databaseUrl, dataDir: folder, databasePool: 1, databaseReadPool: 0, isDatabasePooled: false }) as Env;

  test('opens PostgreSQL when its address is set, and writes nothing to the data directory', async () => {
    // No server listens on this port.
    const refused = openDatabase(settings('postgres://duka@127.0.0.1:1/duka'), quiet);
    expect(await refused.catch(databaseCode)).toBe('ECONNREFUSED');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('opens the embedded database in the data directory when no address is set', async () => {
    const db = await openDatabase(settings(null), quiet);
    expect(db.kind).toBe('pglite');
    expect(fs.existsSync(path.join(folder, 'db', 'PG_VERSION'))).toBe(true);
    await db.close();
  });
});

describe('a transaction that is open too long', () => {
  const unused = async () => undefined;
  const driver: Driver = {
    kind: 'postgres',
    sql: {} as Sql,
    transaction: (work) => work({} as Sql),
    run: unused,
    now: async () => 0,
    close: unused,
  };

  test('R16: is reported after two seconds with its duration, and aborted after fifteen', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(500);
    const told: [object, string][] = [];
    const db = createDatabase(driver, createWatchdog({ warn: (...given) => void told.push(given) }));
    const outcome = db.tx(() => new Promise<never>(() => undefined)).catch((error: unknown) => String(error));
    await turn();
    vi.advanceTimersByTime(1_999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([
      [{ ms: 2_000, openedAt: expect.stringContaining('database-opened') as string }, 'transaction open too long'],
    ]);
    let isOver = false;
    void outcome.then(() => (isOver = true));
    vi.advanceTimersByTime(12_999);
    await turn();
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await outcome).toContain('open too long and is rolled back');
  });

  test('R16: is not reported when it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const db = createDatabase(driver, createWatchdog({ warn: () => undefined }));
    expect(await db.tx(async () => 1)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('waiting at the start', () => {
  test('X54: checks the free space again only after the pause', async () => {
    const steps: string[] = [];
    const rooms = [1, 63, 64];
    await waitForRoom(folder, {
      onWait: (room) => steps.push(`${room} MB`),
      room: () => {
        steps.push('look');
        return rooms.shift() ?? 64;
      },
      async pause() {
        await turn();
        steps.push('paused');
      },
    });
    expect(steps).toEqual(['look', '1 MB', 'paused', 'look', '63 MB', 'paused', 'look']);
  });

  test('R18: tries a data directory twice when its lock file keeps reappearing', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    try {
      const tries = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
        throw Object.assign(new Error('there'), { code: 'EEXIST' });
      });
      vi.spyOn(fs, 'readFileSync').mockReturnValue('0');
      await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError);
      expect(tries).toHaveBeenCalledTimes(2);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});
