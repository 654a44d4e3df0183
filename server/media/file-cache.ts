import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A cache of files that can be recreated at any time. An unusable folder costs only speed. */
export interface FileCache {
  /** `null` when the file is not cached. */
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
}

const DRAFT = '.tmp';
/** A draft of this age is abandoned, because no write takes so long. */
const DRAFT_MS = 3_600_000;
/** Fraction that remains after eviction, so that not every new file causes another one. */
const LEFT = 0.9;

/**
 * Keeps at most `mostBytes` in the folder, and evicts the oldest files first. Each process checks the folder after
 * writing a tenth of that, so each may exceed the limit by a tenth.
 */
export function createFileCache(dir: string, mostBytes: number): FileCache {
  /** Bytes left until the next check of the folder. */
  let room = 0;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const kept = await listFiles(dir);
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    if (bytes > mostBytes) {
      for (const { file, size } of kept) {
        if (bytes <= mostBytes * LEFT) break;
        await rm(file, { force: true });
        bytes -= size;
      }
    }
    room = Math.min(mostBytes - bytes, mostBytes / 10);
  }

  return {
    async read(name) {
      // A power failure may leave an empty file, which counts as missing.
      const kept = await readFile(path.join(dir, name)).catch(() => null);
      return kept?.length === 0 ? null : kept;
    },
    async write(name, bytes) {
      const draft = path.join(dir, `${name}.${randomUUID()}${DRAFT}`);
      try {
        await mkdir(dir, { recursive: true });
        // Writes a draft and renames it, so that no reader sees a partial file, even after a crash.
        await writeFile(draft, bytes);
        await rename(draft, path.join(dir, name));
        room -= bytes.length;
        if (room < 0) await (looking ??= look().finally(() => (looking = null)));
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Returns the files, oldest first. Removes abandoned drafts. */
async function listFiles(dir: string) {
  const found = [];
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name);
    // Another process may have removed the file.
    const about = await stat(file).catch(() => null);
    if (about?.isFile() !== true) continue;
    const isDraft = name.endsWith(DRAFT);
    if (isDraft && Date.now() - about.mtimeMs > DRAFT_MS) await rm(file, { force: true });
    else if (!isDraft) found.push({ file, size: about.size, writtenAt: about.mtimeMs });
  }
  return found.sort((a, b) => a.writtenAt - b.writtenAt);
}
