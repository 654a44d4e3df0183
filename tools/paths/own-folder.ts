import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * A folder that belongs to `npm run paths`: it lists the files that the tool wrote there, with a hash of each. The tool
 * replaces and deletes only these, and only as long as nobody has changed them.
 */
const LIST = 'written-by-paths.json';

/** Hashes by file name. */
type Written = Readonly<Record<string, string>>;

/** Throws a sentence when the folder cannot be written, or has files that would be lost. */
export function assertOwnFolder(folder: string): void {
  withReason(folder, () => {
    if (!existsSync(folder)) return accessSync(findParent(folder), constants.W_OK);
    accessSync(folder, constants.W_OK);
    if (readdirSync(folder).length === 0) return;
    const written = readList(folder);
    if (written === null)
      throw new Error(`--into ${folder} has files that npm run paths did not write. Name another folder, or empty it.`);
    const changed = Object.entries(written).find(([name, hash]) => {
      const file = path.join(folder, name);
      return existsSync(file) && hashText(readFileSync(file, 'utf8')) !== hash;
    });
    if (changed !== undefined)
      throw new Error(
        `--into ${folder}: somebody has changed ${changed[0]}, which would be lost. Move it away, or delete it.`,
      );
  });
}

/** Writes the files, and deletes those of an earlier command. Throws a sentence when that is impossible. */
export function writeOwnFiles(folder: string, files: ReadonlyMap<string, string>): void {
  assertOwnFolder(folder);
  const before = readList(folder) ?? {};
  const foreign = [...files.keys()].find((name) => before[name] === undefined && existsSync(path.join(folder, name)));
  if (foreign !== undefined)
    throw new Error(`--into ${folder} has a file ${foreign} that npm run paths did not write. Move it away.`);
  withReason(folder, () => {
    makeFolder(path.resolve(folder));
    for (const name of Object.keys(before)) if (!files.has(name)) rmSync(path.join(folder, name), { force: true });
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
    const written = Object.fromEntries([...files].map(([name, text]) => [name, hashText(text)]));
    writeFileSync(path.join(folder, LIST), `${JSON.stringify(written, null, 2)}\n`);
  });
}

/** Returns the list of a folder; `null` when it has none that can be read. */
function readList(folder: string): Written | null {
  try {
    const list = JSON.parse(readFileSync(path.join(folder, LIST), 'utf8')) as Written;
    // The list cannot name files elsewhere.
    return Object.fromEntries(Object.entries(list).filter(([name]) => name === path.basename(name)));
  } catch {
    return null;
  }
}

/** Returns the nearest folder above that exists. */
function findParent(folder: string): string {
  const parent = path.dirname(path.resolve(folder));
  return existsSync(parent) ? parent : findParent(parent);
}

/** Node's own recursive option never returns where a file system refuses new folders as absent, e.g. below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Adds a sentence to an error of the file system. */
function withReason(folder: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const [, reason] = /^E[A-Z]+: ([^,]+)/.exec((cause as Error).message) ?? [];
    throw reason === undefined ? cause : new Error(`--into ${folder} cannot be written: ${reason}.`, { cause });
  }
}
