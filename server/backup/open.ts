import fs from 'node:fs';
import path from 'node:path';
import { createDatabase, type Database, type Driver, type Watchdog } from '../db/client.ts';
import { DirectoryInUse } from '../db/lock.ts';
import { copiedDriver, durableDriver } from '../db/pglite.ts';
import { postgresDriver } from '../db/postgres.ts';
import type { Env } from '../env/env.ts';

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;
const STATEMENT_MS = 3_600_000;
/** All rows go through one transaction, which nobody else waits for. */
const PATIENT: Watchdog = { reportMs: LONGEST_MS, abortMs: LONGEST_MS, report: () => undefined };

/** Nothing is there to be backed up or moved. */
export class NoShop extends Error {
  constructor(where: string) {
    super(`There is no shop in ${where} yet, so nothing was done.`);
    this.name = 'NoShop';
  }
}

/** A database whose transactions may take as long as they need. */
export function patient(driver: Driver): Database {
  return createDatabase(driver, PATIENT);
}

export function openPostgres(url: string, isPooled = false): Database {
  return patient(postgresDriver(url, 2, () => undefined, { queryMs: STATEMENT_MS, isPooled }));
}

/** Where the embedded database of a data directory is. */
export const databaseFolder = (dataDir: string) => path.join(dataDir, 'db');
/** Where a running shop puts a copy of it. */
export const copyFolder = (dataDir: string) => path.join(dataDir, 'db.copy');

/**
 * The embedded database for itself alone. Throws NoShop where there is none, DirectoryInUse while the shop runs and
 * ShopClosed.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  if (!fs.existsSync(databaseFolder(dataDir))) throw new NoShop(dataDir);
  return patient(
    await durableDriver(databaseFolder(dataDir), (error) => {
      throw new Error('The embedded database broke down, e.g. on a full disk', { cause: error });
    }),
  );
}

export interface Source {
  readonly db: Database;
  /** How long the shop waited for it. */
  readonly pausedMs: number;
  close(): Promise<void>;
}

/**
 * The shop's database to be read from, whether the shop runs or not. `copyOfRunning` has the running shop copy its
 * embedded database and gives for how long it waited.
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
