/** Takes somebody on for the staff of the shop that the settings name: `npm run admin -- add EMAIL`. */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { ROLES } from '../contract/endpoint.ts';
import { addStaff } from '../server/control/commands.ts';
import { readNewSecret } from './read-secret.ts';
import { addedReport } from './reports/staff.ts';
import { readSettings } from './settings.ts';
import { runCommand } from './shop-command.ts';

const USAGE = `usage: npm run admin -- add EMAIL [--role ROLE] [--name NAME]

Asks for a password, which is not shown, and lets EMAIL log in as one of the staff. Whoever is there already gets this
password and role, and is logged out everywhere. The password may also come from a pipe: its first line.

  --role ROLE   owner (may do everything), catalogue or orders; owner
  --name NAME   as it is shown; what stands before the @

The shop may run meanwhile.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    role: { type: 'string', default: 'owner' },
    name: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

async function add(email: string): Promise<void> {
  const role = ROLES.find((one) => one === values.role);
  if (role === undefined) throw new Error(`--role has to be one of ${ROLES.join(', ')}`);
  const env = readSettings();
  const terminal = { input: process.stdin, output: process.stderr };
  const password = await readNewSecret(`Password for ${email}: `, terminal);
  const by = `console ${os.userInfo().username}`;
  const added = await runCommand(env, addStaff, { email, name: values.name, role, password, by }, { mayBeNew: true });
  console.log(addedReport(added));
}

const [verb, email, ...more] = positionals;
if (values.help || verb !== 'add' || email === undefined || more.length > 0) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 1;
} else {
  await add(email).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
