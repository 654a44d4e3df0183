/** Restores a backup into the configured shop: `npm run restore -- NAME`. */
import path from 'node:path';
import { findBackups, readManifest } from '../backup/folder.ts';
import { findBackup, restoreBackup } from '../backup/restore.ts';
import type { Env } from '../env/env.ts';
import { UsageError, runCli, printWhenInterrupted } from './shared/cli.ts';
import { createProgress } from './shared/progress.ts';
import { formatManifest, restoreReport } from './reports/backup.ts';
import { readSettings } from './shared/settings.ts';

const USAGE = `usage: npm run restore               list the backups
       npm run restore -- NAME      restore a backup

NAME is a folder in BACKUP_DIR, or a path. Stop the shop first. Everything is prepared in a temporary place and verified
before it replaces the current files, which are kept next to it. With DATABASE_URL the backup is loaded
into that database, which must be empty.

Everybody must log in again. Data since the backup is lost: compare the orders of that time with your M-Pesa
statement. Passwords are restored too, so set your own again if you changed it since.`;

function list({ backup: { dir } }: Env): void {
  const names = findBackups(dir);
  if (names.length === 0) return console.log(`There is no backup in ${dir}.`);
  for (const name of names) console.log(`${name}  ${formatBackup(path.join(dir, name))}`);
}

function formatBackup(folder: string): string {
  try {
    return formatManifest(readManifest(folder));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

await runCli(USAGE, {}, async ({ positionals: [name, ...more] }) => {
  if (more.length > 0) throw new UsageError();
  const env = readSettings();
  if (name === undefined) return list(env);
  printWhenInterrupted('Nothing was changed. Run it again.');
  const folder = findBackup(env, name);
  const bar = createProgress('Bringing tables', process.stdout, process.stderr);
  const onTable = (done: number, total: number) => bar.show(done, total, `${done} of ${total}`);
  const now = new Date(performance.timeOrigin + performance.now());
  const restored = await restoreBackup(env, folder, { now, onTable });
  bar.end();
  console.log(restoreReport(restored).join('\n'));
});
