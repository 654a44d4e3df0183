import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { syncPath, syncTree } from '../db/sync.ts';

/**
 * A backup is a folder with `manifest.json`, a file of rows per table, and the pictures. It is created under a
 * temporary name and renamed at the end, so that a backup with its final name is complete.
 */

const Hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/));
const Name = v.pipe(v.string(), v.regex(/^[a-z_][a-z\d_]*$/));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Picture = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => name !== '' && !name.startsWith('.') && path.basename(name) === name),
  ),
  size: Count,
  mtimeMs: v.number(),
  sha256: Hash,
});
const Manifest = v.object({
  format: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Migration steps that the shop had. */
  steps: v.array(v.string()),
  tables: v.array(v.object({ name: Name, rows: Count, sum: v.string(), sha256: Hash })),
  books: v.object({
    orders: Count,
    orderTotals: v.number(),
    payments: v.number(),
    refunds: v.number(),
    piecesOnHand: v.number(),
    piecesReserved: v.number(),
  }),
  pictures: v.array(Picture),
});

export type Manifest = v.InferOutput<typeof Manifest>;
export type BackupPicture = v.InferOutput<typeof Picture>;

/** A folder that is not a backup or is incomplete. The message is for the owner. */
export class UnusableBackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableBackupError';
  }
}

const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z$/;
const PART = '.part';

/** Returns the name of a second in UTC. A later one has a greater name. */
export const toBackupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** Returns the name of this second, or of the next one whose name is free. */
export function toFreeName(at: Date, isTaken: (name: string) => boolean): string {
  const name = toBackupName(at);
  return isTaken(name) ? toFreeName(new Date(at.getTime() + 1_000), isTaken) : name;
}

/** Returns the names of complete backups in a folder, oldest first. */
export function findBackups(dir: string): string[] {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort();
}

export const getRowsPath = (folder: string, table: string) => path.join(folder, 'tables', `${table}.jsonl.gz`);
export const getPicturesFolder = (folder: string) => path.join(folder, 'pictures');

/** Creates an empty folder for a new backup. Removes the rest of interrupted ones. */
export function createPartialFolder(dir: string, name: string): string {
  for (const left of fs.readdirSync(dir).filter((one) => one.endsWith(PART)))
    fs.rmSync(path.join(dir, left), { recursive: true, force: true });
  const folder = path.join(dir, `${name}${PART}`);
  // It will contain password hashes and phone numbers.
  for (const made of [folder, path.join(folder, 'tables'), getPicturesFolder(folder)])
    fs.mkdirSync(made, { recursive: true, mode: 0o700 });
  return folder;
}

/** Syncs the folder to disk and gives it its final name. */
export function finishFolder(folder: string, manifest: Manifest): string {
  fs.writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  syncTree(folder);
  const whole = folder.slice(0, -PART.length);
  fs.renameSync(folder, whole);
  syncPath(path.dirname(whole));
  return whole;
}

/** Throws `UnusableBackupError` when the manifest cannot be read. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, 'manifest.json');
  if (!fs.existsSync(file)) throw new UnusableBackupError(`${folder} is not a backup: it has no manifest.json.`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), fs.readFileSync(file, 'utf8'));
  if (!parsed.success) throw new UnusableBackupError(`${file} is damaged, or of a newer shop. Take another backup.`);
  return parsed.output;
}

/** Verifies all files of a backup. Throws `UnusableBackupError` for a missing or changed file. */
export async function verifyFolder(folder: string, { tables, pictures }: Manifest): Promise<void> {
  const files = [
    ...tables.map(({ name, sha256 }) => ({ file: getRowsPath(folder, name), sha256 })),
    ...pictures.map(({ name, sha256 }) => ({ file: path.join(getPicturesFolder(folder), name), sha256 })),
  ];
  for (const { file, sha256 } of files) {
    if (!fs.existsSync(file))
      throw new UnusableBackupError(`${file} is missing: this backup is not whole. Take another.`);
    if ((await hashFile(file)) !== sha256)
      throw new UnusableBackupError(`${file} has changed since. Take another backup.`);
  }
}

/** Removes backups that are older than `days`, but never the newest one or other files. Returns their names. */
export function pruneBackups(dir: string, days: number, now: Date): string[] {
  const oldest = toBackupName(new Date(now.getTime() - days * 24 * 3_600_000));
  const old = findBackups(dir)
    .slice(0, -1)
    .filter((name) => name < oldest);
  for (const name of old) fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  return old;
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}
