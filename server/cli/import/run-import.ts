import { DirectoryInUseError } from '../../db/lock.ts';
import type { Database } from '../../db/client.ts';
import { createClock } from '../../clock.ts';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import type { Env } from '../../env/env.ts';
import { createLog } from '../../log.ts';
import type { OwnPictures } from '../../media/own-pictures.ts';
import { createImportService, type Entry, type ImportCounts } from '../../modules/catalogue/import.service.ts';
import { createProgress } from '../shared/progress.ts';
import { createFaultReport, toSentence } from '../reports/faults.ts';
import { formatImport } from '../reports/import.ts';

/** A shop that this program has opened. */
export interface OpenShop {
  runImport(entries: AsyncIterable<Entry>, how: ImportRun): Promise<ImportCounts>;
}

export interface ImportRun {
  /** Name of the source for messages. */
  readonly name: string;
  readonly rate: number;
  /** Refuses prices below this. Shillings. */
  readonly lowest: number;
  readonly uncounted: number;
  /** Change record, by which the import can be undone. `null` for products that do not come from a file. */
  readonly change: { readonly id: string; readonly source: string; readonly actor: string } | null;
  readonly pictures: OwnPictures | null;
  readonly signal: AbortSignal;
  /** Returns how much of the source has been read, and its total. */
  readonly position: () => readonly [done: number, total: number];
}

/** Opens the database of the settings and migrates it, for the duration of `work`. */
export async function withShop(env: Env, work: (shop: OpenShop) => Promise<void>): Promise<void> {
  const db = await openShop(env);
  try {
    await migrate(db);
    const clock = await createClock(() => db.now());
    await work({
      runImport: (entries, how) => runImport(entries, { db, clock, ...how }),
    });
  } finally {
    await db.close();
  }
}

async function openShop(env: Env): Promise<Database> {
  try {
    return await openDatabase(env, createLog(env.logLevel));
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new Error(
      `The shop in ${env.dataDir} is running, and its embedded database serves one program at a time. Stop the shop ` +
        '(Ctrl+C where it runs), run this again, then start the shop. On PostgreSQL (DATABASE_URL) both run together.',
      { cause: error },
    );
  }
}

async function runImport(
  entries: AsyncIterable<Entry>,
  {
    db,
    clock,
    name,
    pictures,
    position,
    ...options
  }: ImportRun & Pick<Parameters<typeof createImportService>[0], 'db' | 'clock'>,
): Promise<ImportCounts> {
  const progress = createProgress('Importing', process.stdout, process.stderr);
  const report = createFaultReport(name, (text) => progress.say(text));
  const counts = await createImportService({ db, clock, pictures }).importProducts(entries, {
    ...options,
    onFault: (line, fault, of) => report.add(line, fault, of),
    onNote: (line, note) => progress.say(toSentence(name, `line ${line}`, note)),
    onPictureFault: (line, picture, reason) =>
      progress.say(`${name}, line ${line}: the picture ${picture.slice(0, 200)} ${reason}`),
    onBatch: (sofar) => progress.show(...position(), formatImport(sofar)),
  });
  report.end();
  progress.end();
  return counts;
}

/** Stops after the current batch at the first Ctrl+C, immediately at the second. */
export function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
