/** Backs up the shop that the settings name: `npm run backup`. */
import { makeBackup } from '../backup/make-backup.ts';
import { copyDatabase } from '../control/commands.ts';
import { Misused, runCli, sayWhenInterrupted } from './shared/cli.ts';
import { backupReport } from './reports/backup.ts';
import { readSettings } from './shared/settings.ts';
import { askRunning } from './shared/shop-command.ts';

const USAGE = `usage: npm run backup

Writes rows and pictures of the shop into a new folder of BACKUP_DIR, as they are at one moment; the shop may run. Folders
that are older than BACKUP_DAYS days are removed, never the newest. Passwords are in it as hashes, phones and addresses
as they are: keep it where nobody else reads it, and a copy of it on another machine.

npm run restore brings it back.`;

await runCli(USAGE, {}, async ({ positionals }) => {
  if (positionals.length > 0) throw new Misused();
  const env = readSettings();
  sayWhenInterrupted('There is no new backup; the old ones are as they were.');
  const started = performance.now();
  const made = await makeBackup(env, {
    copyOfRunning: () => askRunning(env, copyDatabase, {}),
    now: new Date(performance.timeOrigin + started),
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(backupReport(made, { seconds, days: env.backup.days }).join('\n'));
});
