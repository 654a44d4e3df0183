/** Adds a staff account to the configured shop: `npm run admin -- add EMAIL`. */
import os from 'node:os';
import { ROLES } from '../../contract/endpoint.ts';
import { addStaff } from '../control/commands.ts';
import { UsageError, runCli } from './shared/cli.ts';
import { readNewSecret } from './shared/read-secret.ts';
import { addedReport } from './reports/staff.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';

const USAGE = `usage: npm run admin -- add EMAIL [--role ROLE] [--name NAME]

Adds a staff account. Prompts for its password without showing it. An existing account gets the new
password and role, and is logged out everywhere. From a pipe, the password is the first line.

  --role ROLE   owner (may do everything), catalogue or orders. Default: owner
  --name NAME   display name. Default: the part of EMAIL before the @

The shop may be running.`;

const OPTIONS = {
  role: { type: 'string', default: 'owner' },
  name: { type: 'string', default: '' },
} as const;

await runCli(USAGE, OPTIONS, async ({ values, positionals: [verb, email, ...more] }) => {
  if (verb !== 'add' || email === undefined || more.length > 0) throw new UsageError();
  const role = ROLES.find((one) => one === values.role);
  if (role === undefined) throw new Error(`--role must be one of ${ROLES.join(', ')}`);
  const env = readSettings();
  const terminal = { input: process.stdin, output: process.stderr };
  const password = await readNewSecret(`Password for ${email}: `, terminal);
  const by = `console ${os.userInfo().username}`;
  const added = await runCommand(env, addStaff, { email, name: values.name, role, password, by }, { mayBeNew: true });
  console.log(addedReport(added));
});
