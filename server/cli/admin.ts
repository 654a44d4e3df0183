/** Takes somebody on for the staff of the shop that the settings name: `npm run admin -- add EMAIL`. */
import os from 'node:os';
import { ROLES } from '../../contract/endpoint.ts';
import { addStaff } from '../control/commands.ts';
import { Misused, runCli } from './shared/cli.ts';
import { readNewSecret } from './shared/read-secret.ts';
import { addedReport } from './reports/staff.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';

const USAGE = `usage: npm run admin -- add EMAIL [--role ROLE] [--name NAME]

Asks for a password, which is not shown, and lets EMAIL log in as one of the staff. Whoever is there already gets this
password and role, and is logged out everywhere. The password may also come from a pipe: its first line.

  --role ROLE   owner (may do everything), catalogue or orders; owner
  --name NAME   as it is shown; what stands before the @

The shop may run meanwhile.`;

const OPTIONS = {
  role: { type: 'string', default: 'owner' },
  name: { type: 'string', default: '' },
} as const;

await runCli(USAGE, OPTIONS, async ({ values, positionals: [verb, email, ...more] }) => {
  if (verb !== 'add' || email === undefined || more.length > 0) throw new Misused();
  const role = ROLES.find((one) => one === values.role);
  if (role === undefined) throw new Error(`--role has to be one of ${ROLES.join(', ')}`);
  const env = readSettings();
  const terminal = { input: process.stdin, output: process.stderr };
  const password = await readNewSecret(`Password for ${email}: `, terminal);
  const by = `console ${os.userInfo().username}`;
  const added = await runCommand(env, addStaff, { email, name: values.name, role, password, by }, { mayBeNew: true });
  console.log(addedReport(added));
});
