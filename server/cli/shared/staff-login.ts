import type { StaffCredentials, StaffInput } from '../../control/staff-command.ts';
import type { Command } from '../../control/command.ts';
import { readLines, type Terminal } from './read-secret.ts';
import { readSettings } from './settings.ts';
import { runCommand } from './shop-command.ts';

/**
 * Asks for the e-mail and password of a staff account, the password without echo. From a pipe or file they are the first
 * two lines. They are never arguments, because other users of the machine can read those.
 */
export async function readStaffLogin(terminal: Terminal): Promise<StaffCredentials> {
  const questions = [
    { text: 'Staff e-mail: ', isSecret: false },
    { text: 'Password: ', isSecret: true },
  ];
  const [email = '', password = ''] = await readLines(questions, terminal);
  return { email: email.trim(), password };
}

/**
 * Asks for a staff login and runs the command with it on the configured shop. Throws `CommandRefusedError` for a wrong
 * password, during the wait after several, and for a role that may not run the command.
 */
export async function runStaffCommand<Input, Output>(
  command: Command<StaffInput<Input>, Output>,
  request: Input,
): Promise<Output> {
  const env = readSettings();
  const login = await readStaffLogin({ input: process.stdin, output: process.stderr });
  return runCommand(env, command, { login, request });
}
