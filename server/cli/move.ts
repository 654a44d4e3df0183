/**
 * Moves the shop from the embedded database to PostgreSQL: `npm run move -- postgres://user:password@host/database`.
 */
import { moveToPostgres } from '../backup/move.ts';
import { UsageError, runCli, printWhenInterrupted } from './shared/cli.ts';
import { createProgress } from './shared/progress.ts';
import { moveReport } from './reports/backup.ts';
import { readSettings } from './shared/settings.ts';

const USAGE = `usage: npm run move -- postgres://USER:PASSWORD@HOST/DATABASE

Moves the shop from the embedded database to an empty PostgreSQL 13 or later. Stop the shop first. The command makes
a backup, and compares counts and sums of every table before it commits. Afterwards the embedded
database is closed. Set DATABASE_URL and start the shop. PGPASSWORD may provide the password.`;

/** The error must not repeat the URL, because it contains a password. */
function checked(url: string): string {
  const isOne = URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol);
  if (!isOne || new URL(url).pathname.length < 2)
    throw new Error('The URL must be postgres://USER:PASSWORD@HOST/DATABASE. Nothing was changed.');
  return url;
}

await runCli(USAGE, {}, async ({ positionals: [url, ...more] }) => {
  if (url === undefined || more.length > 0) throw new UsageError();
  const env = readSettings();
  const target = checked(url);
  printWhenInterrupted('The shop has not moved. Run it again.');
  const bar = createProgress('Bringing tables', process.stdout, process.stderr);
  const onTable = (done: number, total: number) => bar.show(done, total, `${done} of ${total}`);
  const now = new Date(performance.timeOrigin + performance.now());
  const moved = await moveToPostgres(env, target, { now, onTable });
  bar.end();
  console.log(moveReport(moved).join('\n'));
});
