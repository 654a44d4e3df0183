import fs from 'node:fs';
import path from 'node:path';
import { hashFile, getPicturesFolder, type BackupPicture, type Manifest } from './folder.ts';

/**
 * Adds the originals of the shop's pictures to a backup. Unchanged pictures share their file with the previous backup,
 * because nothing modifies these files.
 */
export async function copyPicturesToBackup(
  from: string,
  folder: string,
  before: { readonly folder: string; readonly manifest: Manifest } | null,
): Promise<BackupPicture[]> {
  const had = new Map(before?.manifest.pictures.map((picture) => [picture.name, picture]));
  const kept: BackupPicture[] = [];
  for (const name of findPictures(from)) {
    const { size, mtimeMs } = getFileState(path.join(from, name));
    const known = had.get(name);
    const target = path.join(getPicturesFolder(folder), name);
    const shared = before === null ? null : path.join(getPicturesFolder(before.folder), name);
    // A damaged picture of the previous backup must not fail this one, nor be in it.
    if (shared !== null && known?.size === size && known.mtimeMs === mtimeMs && getSize(shared) === size) {
      shareFile(shared, target);
      kept.push(known);
      continue;
    }
    copyPicture(path.join(from, name), target, mtimeMs);
    kept.push({ name, size, mtimeMs, sha256: await hashFile(target) });
  }
  return kept;
}

/** Restores the pictures of a backup into a separate folder. */
export function copyPicturesFromBackup(folder: string, { pictures }: Manifest, into: string): void {
  fs.rmSync(into, { recursive: true, force: true });
  fs.mkdirSync(into);
  for (const { name, mtimeMs } of pictures)
    copyPicture(path.join(getPicturesFolder(folder), name), path.join(into, name), mtimeMs);
}

/** Returns whether the folder contains exactly the pictures of the backup. */
export function hasPictures(dir: string, { pictures }: Manifest): boolean {
  const names = findPictures(dir);
  return (
    names.length === pictures.length &&
    pictures.every(({ name, size, mtimeMs }) => {
      const file = path.join(dir, name);
      const found = fs.existsSync(file) ? getFileState(file) : null;
      return found?.size === size && found.mtimeMs === mtimeMs;
    })
  );
}

/** Returns the file names of a folder, which may not exist. */
export function findPictures(dir: string): string[] {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Rounds to milliseconds, because not all file systems store more. */
function getFileState(file: string): { size: number; mtimeMs: number } {
  const { size, mtimeMs } = fs.statSync(file);
  return { size, mtimeMs: Math.round(mtimeMs) };
}

/** Bytes. `null` when the file does not exist. */
function getSize(file: string): number | null {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function shareFile(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    // Not every file system supports hard links.
    fs.copyFileSync(from, to);
  }
}

/** Keeps the modification time, which identifies unchanged pictures. */
function copyPicture(from: string, to: string, mtimeMs: number): void {
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  fs.utimesSync(to, new Date(mtimeMs), new Date(mtimeMs));
}
