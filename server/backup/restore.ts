import fs from 'node:fs';
import path from 'node:path';
import { closeShop, reasonOfClosing, reopenShop, ShopClosed } from '../db/closed.ts';
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
import { fillDirectory } from '../db/pglite.ts';
import { syncPath } from '../db/sync.ts';
import type { Env } from '../env/env.ts';
import { backupsIn, BackupUnusable, nameOf, readManifest, verifyFolder, type Manifest } from './folder.ts';
import { loadRows } from './load.ts';
import { databaseFolder, openPostgres, patient } from './open.ts';
import { bringPictures, hasPictures } from './pictures.ts';
import { assertRoom, bytesIn } from './room.ts';

/** Tables whose rows open something for whoever has a token, a cookie, a code or a link. */
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
  'A restore was interrupted while it exchanged the files. Nothing is lost: run npm run restore with the same backup again.';
/** Rows with their indexes take about so many times the room of the packed file. */
const GROWTH = 20;
const SMALLEST = 64 * 1024 * 1024;

export interface Restored {
  readonly manifest: Manifest;
  /** Where that is which was there before; nothing was removed. */
  readonly before: readonly string[];
}

/** The folder of a backup that somebody names: by its name in BACKUP_DIR, or where it is. */
export function findBackup(env: Env, name: string): string {
  const found = [path.join(env.backup.dir, name), path.resolve(name)].find((folder) =>
    fs.existsSync(path.join(folder, 'manifest.json')),
  );
  if (found !== undefined) return found;
  const newest = backupsIn(env.backup.dir).at(-1);
  const hint = newest === undefined ? 'There is none in BACKUP_DIR' : `The newest one in BACKUP_DIR is ${newest}`;
  throw new BackupUnusable(`There is no backup '${name}'. ${hint} (${env.backup.dir}).`);
}

/**
 * Makes the shop of the settings what it was when a backup was made: rows and pictures, but nobody is logged in. All of it is made aside and
 * compared first; what is there is kept beside. Throws in words for the owner, and then nothing has changed.
 */
export async function restoreBackup(
  env: Env,
  folder: string,
  { now, onTable }: { readonly now: Date; readonly onTable?: (done: number, total: number) => void },
): Promise<Restored> {
  const manifest = readManifest(folder);
  await verifyFolder(folder, manifest);
  fs.mkdirSync(env.dataDir, { recursive: true });
  if (env.databaseUrl !== null) {
    const db = openPostgres(env.databaseUrl, env.isDatabasePooled);
    await loadRows(db, folder, manifest, onTable, endSecrets).finally(() => db.close());
    return { manifest, before: exchange(env.dataDir, [picturesAside(env.dataDir, folder, manifest)], now) };
  }
  const unlock = await lockDirectory(env.dataDir);
  try {
    const closed = reasonOfClosing(env.dataDir);
    if (closed !== null && closed !== INTERRUPTED) throw new ShopClosed(closed);
    assertRoom(env.dataDir, bytesIn(folder) * GROWTH + SMALLEST);
    const aside = `${databaseFolder(env.dataDir)}.restored`;
    await fillDirectory(aside, (driver) => loadRows(patient(driver), folder, manifest, onTable, endSecrets)).catch(
      (error: unknown) => {
        fs.rmSync(aside, { recursive: true, force: true });
        throw error;
      },
    );
    const pictures = picturesAside(env.dataDir, folder, manifest);
    // From here to the end nothing waits, so that nothing but a power cut comes between.
    closeShop(env.dataDir, INTERRUPTED);
    const before = exchange(env.dataDir, ['db', pictures], now);
    reopenShop(env.dataDir);
    return { manifest, before };
  } finally {
    await unlock();
  }
}

/**
 * Deletes what a secret of that time opens: the backup has sessions, browsers and links that their owner has ended since,
 * by a logout or a new password (X61). Everybody logs in again.
 */
async function endSecrets(tx: Sql): Promise<void> {
  for (const table of SECRETS) await tx.delete(table);
}

/** Makes the pictures ready beside those that are there; null where they are the same. */
function picturesAside(dataDir: string, folder: string, manifest: Manifest): 'pictures' | null {
  if (hasPictures(path.join(dataDir, 'pictures'), manifest)) return null;
  bringPictures(folder, manifest, path.join(dataDir, 'pictures.restored'));
  return 'pictures';
}

/** Puts what was made aside in its place. Gives where that is which was there. */
function exchange(dataDir: string, names: readonly (string | null)[], now: Date): string[] {
  const kept: string[] = [];
  for (const name of names) {
    const place = name === null ? null : path.join(dataDir, name);
    if (place === null || !fs.existsSync(`${place}.restored`)) continue;
    const before = `${place}.before-${nameOf(now, (at) => fs.existsSync(`${place}.before-${at}`))}`;
    if (fs.existsSync(place)) {
      fs.renameSync(place, before);
      kept.push(before);
    }
    fs.renameSync(`${place}.restored`, place);
  }
  syncPath(dataDir);
  return kept;
}
