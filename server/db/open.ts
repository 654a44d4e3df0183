import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env/env.ts';
import { createDatabase } from './client.ts';
import type { Database, Driver, Watchdog } from './client.ts';
import { durableDriver } from './pglite.ts';
import { NEEDED_MB, waitForRoom } from './room.ts';
import { postgresDriver } from './postgres.ts';
import { assertSessions } from './sessions.ts';

export interface DatabaseLog {
  warn(details: object, message: string): void;
  fatal(details: object, message: string): void;
}

/** A transaction holds rows, and on PGlite the whole shop: two seconds are already a fault. */
export function watchdogOf(log: Pick<DatabaseLog, 'warn'>): Watchdog {
  return {
    reportMs: 2_000,
    abortMs: 15_000,
    report: (ms, openedAt) => log.warn({ ms: Math.round(ms), openedAt }, 'a transaction is open too long'),
  };
}

/**
 * The database that the settings name: PostgreSQL by DATABASE_URL, else PGlite below DATA_DIR. Throws SessionsUnset
 * where a pooler stands in the way.
 */
export async function openDatabase(env: Env, log: DatabaseLog): Promise<Database> {
  const driver = env.databaseUrl === null ? await embedded(env, log) : await postgres(env, env.databaseUrl, log);
  return createDatabase(driver, watchdogOf(log));
}

async function embedded(env: Env, log: DatabaseLog): Promise<Driver> {
  mkdirSync(env.dataDir, { recursive: true });
  await waitForRoom(env.dataDir, {
    onWait: (roomMb) =>
      log.warn({ roomMb, neededMb: NEEDED_MB }, 'the disk is full: the shop opens when there is room'),
  });
  return durableDriver(path.join(env.dataDir, 'db'), (error) => {
    log.fatal({ err: error }, 'the embedded database broke down, e.g. on a full disk; start the shop again');
    process.exit(1);
  });
}

async function postgres(
  { databasePool, databaseReadPool, isDatabasePooled }: Env,
  url: string,
  log: DatabaseLog,
): Promise<Driver> {
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
