import fs from 'node:fs';
import path from 'node:path';
import { hashOf, picturesFolder, type KeptPicture, type Manifest } from './folder.ts';

/**
 * Keeps the originals of the shop's pictures in a backup. One that the backup before has as it is takes no room again:
 * both have the same file, which nobody changes.
 */
export async function keepPictures(
  from: string,
  folder: string,
  before: { readonly folder: string; readonly manifest: Manifest } | null,
): Promise<KeptPicture[]> {
  const had = new Map(before?.manifest.pictures.map((picture) => [picture.name, picture]));
  const kept: KeptPicture[] = [];
  for (const name of picturesIn(from)) {
    const { size, mtimeMs } = stateOf(path.join(from, name));
    const known = had.get(name);
    const target = path.join(picturesFolder(folder), name);
    if (before !== null && known?.size === size && known.mtimeMs === mtimeMs) {
      shareFile(path.join(picturesFolder(before.folder), name), target);
      kept.push(known);
      continue;
    }
    copyPicture(path.join(from, name), target, mtimeMs);
    kept.push({ name, size, mtimeMs, sha256: await hashOf(target) });
  }
  return kept;
}

/** Puts the pictures of a backup into a folder that is there for them alone. */
export function bringPictures(folder: string, { pictures }: Manifest, into: string): void {
  fs.rmSync(into, { recursive: true, force: true });
  fs.mkdirSync(into, { recursive: true });
  for (const { name, mtimeMs } of pictures)
    copyPicture(path.join(picturesFolder(folder), name), path.join(into, name), mtimeMs);
}

/** Whether the folder has the pictures of the backup and no others. */
export function hasPictures(dir: string, { pictures }: Manifest): boolean {
  const names = picturesIn(dir);
  return (
    names.length === pictures.length &&
    pictures.every(({ name, size, mtimeMs }) => {
      if (!fs.existsSync(path.join(dir, name))) return false;
      const found = stateOf(path.join(dir, name));
      return found.size === size && found.mtimeMs === mtimeMs;
    })
  );
}

/** Names of the files of a folder, which may be missing. */
export function picturesIn(dir: string): string[] {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Whole milliseconds are what every file system keeps of a time that was set. */
function stateOf(file: string): { size: number; mtimeMs: number } {
  const { size, mtimeMs } = fs.statSync(file);
  return { size, mtimeMs: Math.round(mtimeMs) };
}

function shareFile(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    // Not every file system can.
    fs.copyFileSync(from, to);
  }
}

/** With its time, by which it is known to be the same. */
function copyPicture(from: string, to: string, mtimeMs: number): void {
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  fs.utimesSync(to, mtimeMs / 1000, mtimeMs / 1000);
}
