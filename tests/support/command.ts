import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  /** What it said, on either stream. */
  readonly output: string;
}

/** What `npm run <name> -- …args` runs, with nothing but these settings; `typed` comes from a pipe. */
export function runCommandLine(
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  typed = '',
): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  child.stdin.on('error', () => undefined).end(typed);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
