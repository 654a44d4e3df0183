import { spawn } from 'node:child_process';
import { BRIEF } from './brief.ts';
import { whenBuilt } from './built.ts';

export interface Ran {
  readonly code: number | null;
  /** What it said, on either stream. */
  readonly output: string;
}

/** The commands of an owner: each is a file of server/cli, and the same built. */
export type Command = 'admin' | 'back-office' | 'backup' | 'restore' | 'move';

/**
 * Runs a built command with nothing but these settings; `typed` comes from a pipe. To translate its sources would take
 * three times as long; command-lines.test.ts shows that both are the same.
 */
export async function runCommandLine(
  name: Command,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  typed = '',
): Promise<Ran> {
  await whenBuilt();
  return run(['--enable-source-maps', `dist/admin/${name}.js`, ...args], settings, typed);
}

/** What `npm run <name> -- …args` runs. */
export function runSources(
  name: Command,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ran> {
  return run(['--import', 'tsx', `server/cli/${name}.ts`, ...args], settings);
}

function run(args: readonly string[], settings: Readonly<Record<string, string>>, typed = ''): Promise<Ran> {
  const child = spawn(process.execPath, [...BRIEF, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  child.stdin.on('error', () => undefined).end(typed);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
