import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Files that can be made anew at any time. A folder that cannot be read or written costs speed, nothing else. */
export interface KeptFiles {
  /** Null where it is not kept. */
  read(name: string): Promise<Buffer | null>;
  keep(name: string, bytes: Buffer): Promise<void>;
}

const DRAFT = '.tmp';
/** A draft of which nothing became: nobody writes for so long. */
const DRAFT_MS = 3_600_000;
/** What is left after some had to go, so that not every new one makes others go. */
const LEFT = 0.9;

/**
 * Keeps at most `mostBytes` in the folder: those that were written first go first. Processes that share it look at it after
 * every tenth of that which they wrote, so each may be a tenth over.
 */
export function createKeptFiles(dir: string, mostBytes: number): KeptFiles {
  /** What may be written before the folder has to be looked at. */
  let room = 0;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const kept = await filesOf(dir);
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
      // A file that a power cut left empty counts as missing.
      const kept = await readFile(path.join(dir, name)).catch(() => null);
      return kept?.length === 0 ? null : kept;
    },
    async keep(name, bytes) {
      const draft = path.join(dir, `${name}.${randomUUID()}${DRAFT}`);
      try {
        await mkdir(dir, { recursive: true });
        // Written beside and renamed, so that a reader or a killed process never leaves half a file.
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

/** Those written first come first; what was left half written is removed. */
async function filesOf(dir: string) {
  const found = [];
  for (const name of await readdir(dir)) {
    const file = path.join(dir, name);
    // Another process may have removed it.
    const about = await stat(file).catch(() => null);
    if (about?.isFile() !== true) continue;
    const isDraft = name.endsWith(DRAFT);
    if (isDraft && Date.now() - about.mtimeMs > DRAFT_MS) await rm(file, { force: true });
    else if (!isDraft) found.push({ file, size: about.size, writtenAt: about.mtimeMs });
  }
  return found.sort((a, b) => a.writtenAt - b.writtenAt);
}
