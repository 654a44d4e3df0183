import { spawn } from 'node:child_process';
import { BRIEF } from './brief.ts';
import { whenBuilt } from './built.ts';

export interface Ran {
  readonly code: number | null;
  /** Output of both streams. */
  readonly output: string;
}

/** The commands for shop owners. Each is a file of server/cli and a built file. */
export type Command = 'admin' | 'back-office' | 'mpesa' | 'parcels' | 'refunds' | 'backup' | 'restore' | 'move';

/**
 * Runs a built command with only these settings and pipes `typed` into it. Running from the sources takes three times
 * as long; command-lines.test.ts proves that both behave the same.
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

/** Runs the command from its sources, like `npm run <name> -- …args`. */
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
