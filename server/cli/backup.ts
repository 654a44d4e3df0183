/** Backs up the configured shop: `npm run backup`. */
import { makeBackup } from '../backup/make-backup.ts';
import { copyDatabase } from '../control/commands.ts';
import { UsageError, runCli, printWhenInterrupted } from './shared/cli.ts';
import { backupReport } from './reports/backup.ts';
import { readSettings } from './shared/settings.ts';
import { sendToRunningShop } from './shared/shop-command.ts';

const USAGE = `usage: npm run backup

Writes a snapshot of the shop's rows and pictures into a new folder of BACKUP_DIR. The shop may be running. Removes
folders older than BACKUP_DAYS days, but never the newest. A backup contains password hashes, and phones and
addresses as plain text: store it in a private place, with a copy on another machine.

Restore it with npm run restore.`;

await runCli(USAGE, {}, async ({ positionals }) => {
  if (positionals.length > 0) throw new UsageError();
  const env = readSettings();
  printWhenInterrupted('There is no new backup. The old ones are unchanged.');
  const started = performance.now();
  const made = await makeBackup(env, {
    copyOfRunning: () => sendToRunningShop(env, copyDatabase, {}),
    now: new Date(performance.timeOrigin + started),
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(backupReport(made, { seconds, days: env.backup.days }).join('\n'));
});
