import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { DirectoryInUseError, lockDirectory } from '../db/lock.ts';
import type { Env } from '../env/env.ts';
import { dumpRows } from './dump.ts';
import {
  findBackups,
  createPartialFolder,
  finishFolder,
  toFreeName,
  pruneBackups,
  readManifest,
  type Manifest,
} from './folder.ts';
import { getDatabaseFolder, NoShopError, openSource } from './open.ts';
import { copyPicturesToBackup } from './pictures.ts';
import { assertRoom, getFolderSize } from './disk-space.ts';
import { queryRows } from './tables.ts';

export interface BackupResult {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Total size of the files, including those shared with other backups. */
  readonly bytes: number;
  /** Pause of a running shop on the embedded database, in milliseconds. */
  readonly pausedMs: number;
  /** Names of removed old backups. */
  readonly removed: readonly string[];
}

/**
 * Backs up rows and pictures of the shop at one moment, whether it runs or not. Throws with a message for the owner.
 * Then there is no new backup, and the old ones are unchanged.
 */
export async function makeBackup(
  env: Env,
  { copyOfRunning, now }: { readonly copyOfRunning: () => Promise<number>; readonly now: Date },
): Promise<BackupResult> {
  if (env.databaseUrl === null && !fs.existsSync(getDatabaseFolder(env.dataDir))) throw new NoShopError(env.dataDir);
  return withBackupLock(env.backup.dir, async () => {
    if (env.databaseUrl === null) assertRoom(env.dataDir, getFolderSize(getDatabaseFolder(env.dataDir)));
    const source = await openSource(env, copyOfRunning);
    const made = await writeBackup(env, source.db, now).finally(() => source.close());
    return { ...made, pausedMs: source.pausedMs, removed: pruneBackups(env.backup.dir, env.backup.days, now) };
  });
}

/** Same as `makeBackup`, for an open database. Does not remove old backups. */
export function backUp(
  env: Env,
  db: Database,
  now: Date,
): Promise<Pick<BackupResult, 'folder' | 'manifest' | 'bytes'>> {
  return withBackupLock(env.backup.dir, () => writeBackup(env, db, now));
}

/** Excludes parallel backups in this folder. */
async function withBackupLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new Error(`BACKUP_DIR (${dir}) cannot be used: ${(error as Error).message}`, { cause: error });
  }
  const unlock = await lockDirectory(dir).catch((error: unknown) => {
    throw error instanceof DirectoryInUseError ? new Error(`Another backup is running in ${dir}. Wait for it.`) : error;
  });
  return work().finally(unlock);
}

async function writeBackup(env: Env, db: Database, now: Date) {
  const { dir } = env.backup;
  const pictures = path.join(env.dataDir, 'pictures');
  assertRoom(dir, (await getDatabaseSize(env, db)) / 2 + getFolderSize(pictures));
  const folder = createPartialFolder(
    dir,
    toFreeName(now, (name) => fs.existsSync(path.join(dir, name))),
  );
  try {
    const rows = await dumpRows(db, folder);
    if (rows === null) throw new NoShopError('the database');
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      ...rows,
      pictures: await copyPicturesToBackup(pictures, folder, findNewestBackup(dir)),
    };
    const whole = finishFolder(folder, manifest);
    return { folder: whole, manifest, bytes: getFolderSize(whole) };
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function getDatabaseSize(env: Env, db: Database): Promise<number> {
  if (env.databaseUrl === null) return getFolderSize(getDatabaseFolder(env.dataDir));
  const [row] = await queryRows<{ bytes: string }>(
    db.sql,
    sql`select pg_database_size(current_database())::text as bytes`,
  );
  return Number(row?.bytes);
}

/** Returns the newest readable backup. An unreadable one does not prevent a new backup. */
function findNewestBackup(dir: string): { folder: string; manifest: Manifest } | null {
  const name = findBackups(dir).at(-1);
  if (name === undefined) return null;
  const folder = path.join(dir, name);
  try {
    return { folder, manifest: readManifest(folder) };
  } catch {
    return null;
  }
}
