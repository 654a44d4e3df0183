import fs from 'node:fs';
import path from 'node:path';
import { createDatabase, type Database, type Driver, type Watchdog } from '../db/client.ts';
import { DirectoryInUseError } from '../db/lock.ts';
import { openCopy, durableDriver } from '../db/pglite.ts';
import type { Env } from '../env/env.ts';

/** Maximum delay of a timer. */
const LONGEST_MS = 2_147_483_647;
const STATEMENT_MS = 3_600_000;
/** One transaction handles all rows, and the connection is used for nothing else. */
const PATIENT: Watchdog = { reportMs: LONGEST_MS, abortMs: LONGEST_MS, report: () => undefined };

/** There is no shop to back up or move. */
export class NoShopError extends Error {
  constructor(where: string) {
    super(`There is no shop in ${where} yet, so nothing was done.`);
    this.name = 'NoShopError';
  }
}

/** Returns a database without transaction timeouts. */
export function createPatientDatabase(driver: Driver): Database {
  return createDatabase(driver, PATIENT);
}

export async function openPostgres(url: string, isPooled = false): Promise<Database> {
  // The running shop imports this file and need not load the driver.
  const { postgresDriver } = await import('../db/postgres.ts');
  return createPatientDatabase(postgresDriver(url, 2, () => undefined, { queryMs: STATEMENT_MS, isPooled }));
}

/** Folder of the embedded database. */
export const getDatabaseFolder = (dataDir: string) => path.join(dataDir, 'db');
/** Folder for the copy that a running shop makes. */
export const getCopyFolder = (dataDir: string) => path.join(dataDir, 'db.copy');

/**
 * Opens the embedded database exclusively. Throws `NoShopError` when there is none, `DirectoryInUseError` while the
 * shop runs, and `ShopClosedError`.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  if (!fs.existsSync(getDatabaseFolder(dataDir))) throw new NoShopError(dataDir);
  return createPatientDatabase(
    await durableDriver(getDatabaseFolder(dataDir), (error) => {
      throw new Error('The embedded database failed, e.g. on a full disk', { cause: error });
    }),
  );
}

export interface Source {
  readonly db: Database;
  /** Pause of the running shop, in milliseconds. */
  readonly pausedMs: number;
  close(): Promise<void>;
}

/**
 * Opens the shop's database for reading, whether the shop runs or not. `copyOfRunning` makes the running shop copy its
 * embedded database and returns the pause in milliseconds.
 */
export async function openSource(env: Env, copyOfRunning: () => Promise<number>): Promise<Source> {
  if (env.databaseUrl !== null) return toSource(await openPostgres(env.databaseUrl, env.isDatabasePooled));
  try {
    return toSource(await openEmbedded(env.dataDir));
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
  }
  const copy = getCopyFolder(env.dataDir);
  const remove = () => fs.rmSync(copy, { recursive: true, force: true });
  try {
    const pausedMs = await copyOfRunning();
    const { db, close } = toSource(createPatientDatabase(await openCopy(copy)));
    return { db, pausedMs, close: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

function toSource(db: Database): Source {
  return { db, pausedMs: 0, close: () => db.close() };
}
