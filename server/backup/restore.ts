import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { closeShop, readClosingReason, reopenShop, ShopClosedError } from '../db/closed.ts';
import { lockDirectory } from '../db/lock.ts';
import {
  accountLinks,
  googleSignIns,
  knownBrowsers,
  knownStaffBrowsers,
  loginCodes,
  otpChallenges,
  pendingRegistrations,
  phoneChanges,
  sessions,
  staffSessions,
} from '../db/schema.ts';
import type { Sql } from '../db/client.ts';
import { doubtRefunds } from './restored-refunds.ts';
import { askClaimsAgain } from '../modules/settlement/claims.repository.ts';
import { insertRestore } from '../modules/settlement/sent-money.repository.ts';
import { fillDirectory } from '../db/pglite.ts';
import { syncPath } from '../db/sync.ts';
import type { Env } from '../env/env.ts';
import { findBackups, UnusableBackupError, toFreeName, readManifest, verifyFolder, type Manifest } from './folder.ts';
import { loadRows } from './load.ts';
import { getDatabaseFolder, openPostgres, createPatientDatabase } from './open.ts';
import { copyPicturesFromBackup, hasPictures } from './pictures.ts';
import { assertRoom, getFolderSize } from './disk-space.ts';

/** Tables whose rows grant access by a token, cookie, code or link. */
export const SECRETS = [
  sessions,
  staffSessions,
  knownBrowsers,
  knownStaffBrowsers,
  loginCodes,
  accountLinks,
  phoneChanges,
  googleSignIns,
  pendingRegistrations,
  otpChallenges,
] as const;

const INTERRUPTED =
  'A restore was interrupted while it replaced the files. Nothing is lost. Run npm run restore with the same backup again.';
/** Estimated ratio of rows with indexes to the compressed file. */
const GROWTH = 20;
const SMALLEST = 64 * 1024 * 1024;

export interface RestoreResult {
  readonly manifest: Manifest;
  /** Locations of the previous files. Nothing was removed. */
  readonly before: readonly string[];
}

/** Finds the folder of a backup: by its name in `BACKUP_DIR`, or by its path. */
export function findBackup(env: Env, name: string): string {
  const found = [path.join(env.backup.dir, name), path.resolve(name)].find((folder) =>
    fs.existsSync(path.join(folder, 'manifest.json')),
  );
  if (found !== undefined) return found;
  const newest = findBackups(env.backup.dir).at(-1);
  const hint = newest === undefined ? 'There is none in BACKUP_DIR' : `The newest one in BACKUP_DIR is ${newest}`;
  throw new UnusableBackupError(`There is no backup '${name}'. ${hint} (${env.backup.dir}).`);
}

/**
 * Restores the rows and pictures of a backup, with all sessions ended. Prepares and compares everything in temporary
 * folders first, and keeps the previous files. Throws with a message for the owner, and then nothing has changed.
 */
export async function restoreBackup(
  env: Env,
  folder: string,
  { now, onTable }: { readonly now: Date; readonly onTable?: (done: number, total: number) => void },
): Promise<RestoreResult> {
  const manifest = readManifest(folder);
  await verifyFolder(folder, manifest);
  fs.mkdirSync(env.dataDir, { recursive: true });
  const settleRows = (tx: Sql) => changeRestored(tx, manifest, now);
  if (env.databaseUrl !== null) {
    const db = await openPostgres(env.databaseUrl, env.isDatabasePooled);
    await loadRows(db, folder, manifest, onTable, settleRows).finally(() => db.close());
    return { manifest, before: replaceFiles(env.dataDir, movePicturesAside(env.dataDir, folder, manifest), now) };
  }
  const unlock = await lockDirectory(env.dataDir);
  try {
    const closed = readClosingReason(env.dataDir);
    if (closed !== null && closed !== INTERRUPTED) throw new ShopClosedError(closed);
    assertRoom(env.dataDir, getFolderSize(folder) * GROWTH + SMALLEST);
    const aside = `${getDatabaseFolder(env.dataDir)}.restored`;
    await fillDirectory(aside, (driver) =>
      loadRows(createPatientDatabase(driver), folder, manifest, onTable, settleRows),
    ).catch((error: unknown) => {
      fs.rmSync(aside, { recursive: true, force: true });
      throw error;
    });
    const pictures = movePicturesAside(env.dataDir, folder, manifest);
    // Synchronous from here on, so that only a power failure can interrupt it.
    closeShop(env.dataDir, INTERRUPTED);
    const before = replaceFiles(env.dataDir, ['db', ...pictures], now);
    reopenShop(env.dataDir);
    return { manifest, before };
  } finally {
    await unlock();
  }
}

/**
 * Deletes the rows that old secrets would open. The backup contains sessions, browsers and links that their owner has
 * ended since, by a logout or a new password (X61). Everybody must log in again. Refunds are in doubt, and M-Pesa is asked
 * about claims again (PAY-F6). Money since the backup is in doubt, too. The tables are those of the backup, which may be older than refunds and claims.
 */
async function changeRestored(tx: Sql, { steps, madeAt }: Manifest, now: Date): Promise<void> {
  for (const table of SECRETS) await tx.delete(table);
  const has = (migration: string) => steps.some((step) => step.startsWith(`${migration}/`));
  if (has('0034-refunds')) await doubtRefunds(tx, now);
  if (has('0038-claims')) await askClaimsAgain(tx, now);
  await insertRestore(tx, { id: randomUUID(), backupAt: new Date(madeAt), restoredAt: now });
}

/** Prepares the pictures in a temporary folder. Returns nothing to move when they are unchanged. */
function movePicturesAside(dataDir: string, folder: string, manifest: Manifest): readonly 'pictures'[] {
  if (hasPictures(path.join(dataDir, 'pictures'), manifest)) return [];
  copyPicturesFromBackup(folder, manifest, path.join(dataDir, 'pictures.restored'));
  return ['pictures'];
}

/** Moves the prepared files into place. Returns where the previous files are. */
function replaceFiles(dataDir: string, names: readonly string[], now: Date): string[] {
  const kept: string[] = [];
  for (const name of names) {
    const place = path.join(dataDir, name);
    const before = `${place}.before-${toFreeName(now, (at) => fs.existsSync(`${place}.before-${at}`))}`;
    if (fs.existsSync(place)) {
      fs.renameSync(place, before);
      kept.push(before);
    }
    fs.renameSync(`${place}.restored`, place);
  }
  syncPath(dataDir);
  return kept;
}
