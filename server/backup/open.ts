import fs from 'node:fs';
import path from 'node:path';
import { createDatabase, type Database, type Driver, type Watchdog } from '../db/client.ts';
import { DirectoryInUse } from '../db/lock.ts';
import { copiedDriver, durableDriver } from '../db/pglite.ts';
import { postgresDriver } from '../db/postgres.ts';
import type { Env } from '../env/env.ts';

/** Maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;
const STATEMENT_MS = 3_600_000;
/** One transaction handles all rows, and nobody else uses the connection. */
const PATIENT: Watchdog = { reportMs: LONGEST_MS, abortMs: LONGEST_MS, report: () => undefined };

/** There is no shop to back up or move. */
export class NoShop extends Error {
  constructor(where: string) {
    super(`There is no shop in ${where} yet, so nothing was done.`);
    this.name = 'NoShop';
  }
}

/** Returns a database without transaction timeouts. */
export function patient(driver: Driver): Database {
  return createDatabase(driver, PATIENT);
}

export function openPostgres(url: string, isPooled = false): Database {
  return patient(postgresDriver(url, 2, () => undefined, { queryMs: STATEMENT_MS, isPooled }));
}

/** Folder of the embedded database. */
export const databaseFolder = (dataDir: string) => path.join(dataDir, 'db');
/** Folder for the copy that a running shop makes. */
export const copyFolder = (dataDir: string) => path.join(dataDir, 'db.copy');

/**
 * Opens the embedded database exclusively. Throws `NoShop` when there is none, `DirectoryInUse` while the shop runs,
 * and `ShopClosed`.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  if (!fs.existsSync(databaseFolder(dataDir))) throw new NoShop(dataDir);
  return patient(
    await durableDriver(databaseFolder(dataDir), (error) => {
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
  if (env.databaseUrl !== null) return sourceOf(openPostgres(env.databaseUrl, env.isDatabasePooled));
  try {
    return sourceOf(await openEmbedded(env.dataDir));
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
  }
  const copy = copyFolder(env.dataDir);
  const remove = () => fs.rmSync(copy, { recursive: true, force: true });
  try {
    const pausedMs = await copyOfRunning();
    const { db, close } = sourceOf(patient(await copiedDriver(copy)));
    return { db, pausedMs, close: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

function sourceOf(db: Database): Source {
  return { db, pausedMs: 0, close: () => db.close() };
}
