import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env/env.ts';
import { createDatabase } from './client.ts';
import type { Database, Driver, Watchdog } from './client.ts';
import { durableDriver } from './pglite.ts';
import { NEEDED_MB, waitForRoom } from './disk-space.ts';
import { assertSessions } from './sessions.ts';

export interface DatabaseLog {
  warn(details: object, message: string): void;
  fatal(details: object, message: string): void;
}

/** A transaction locks rows, and on PGlite the whole shop. Two seconds are already a fault. */
export function createWatchdog(log: Pick<DatabaseLog, 'warn'>): Watchdog {
  return {
    reportMs: 2_000,
    abortMs: 15_000,
    report: (ms, openedAt) => log.warn({ ms: Math.round(ms), openedAt }, 'transaction open too long'),
  };
}

/**
 * Opens the database of the settings: PostgreSQL at `DATABASE_URL`, otherwise PGlite in `DATA_DIR`. Throws
 * `UnsetSessionError` when a pooler drops the session settings.
 */
export async function openDatabase(env: Env, log: DatabaseLog): Promise<Database> {
  const driver =
    env.databaseUrl === null ? await openEmbedded(env, log) : await openPostgres(env, env.databaseUrl, log);
  return createDatabase(driver, createWatchdog(log));
}

async function openEmbedded(env: Env, log: DatabaseLog): Promise<Driver> {
  mkdirSync(env.dataDir, { recursive: true });
  await waitForRoom(env.dataDir, {
    onWait: (roomMb) =>
      log.warn({ roomMb, neededMb: NEEDED_MB }, 'the disk is full, waiting for space before the shop opens'),
  });
  return durableDriver(path.join(env.dataDir, 'db'), (error) => {
    log.fatal({ err: error }, 'the embedded database failed, e.g. on a full disk. Start the shop again');
    process.exit(1);
  });
}

async function openPostgres(
  { databasePool, databaseReadPool, isDatabasePooled }: Env,
  url: string,
  log: DatabaseLog,
): Promise<Driver> {
  // The embedded database does not need the driver, which takes a while to load.
  const { postgresDriver } = await import('./postgres.ts');
  const driver = postgresDriver(
    url,
    databasePool,
    (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'),
    { readMax: databaseReadPool, isPooled: isDatabasePooled },
  );
  try {
    await assertSessions(driver.sql, isDatabasePooled);
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}
