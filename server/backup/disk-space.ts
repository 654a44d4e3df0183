import fs from 'node:fs';
import path from 'node:path';

const MEGABYTE = 1024 * 1024;
/** Space that the shop needs to accept orders. */
const LEFT_TO_SHOP = 64 * MEGABYTE;

/** Throws with a message for the owner when the folder's disk lacks space for this many bytes and for the shop. */
export function assertRoom(dir: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(dir);
  const free = bavail * bsize;
  if (free >= bytes + LEFT_TO_SHOP) return;
  throw new Error(
    `The disk of ${dir} has ${toMegabytes(free)} left, and this needs about ${toMegabytes(bytes + LEFT_TO_SHOP)}: make room, or set BACKUP_DIR to another disk. Nothing was changed.`,
  );
}

/** Returns the size of all files in a folder. 0 when it does not exist. */
export function getFolderSize(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
}

export function toMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;
}
