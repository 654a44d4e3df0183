import { spawn } from 'node:child_process';

/** Heap limit of one process in MB; with the rest of its memory it stays under 1.5 GB. */
const HEAP_MB = 900;

export interface ProcessResult {
  readonly code: number;
  readonly said: string;
}

/**
 * Runs `vitest` with its arguments and resolves when it has exited. Ends it when `isStuck`, called every second,
 * returns `true`.
 */
export function runVitest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isStuck: () => boolean = () => false,
): Promise<ProcessResult> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--silent=true', ...args], {
    env: { ...process.env, ...env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that its workers end with it.
    detached: true,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()));
  return new Promise((resolve, reject) => {
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const watch = setInterval(() => {
      if (isStuck()) end();
    }, 1_000);
    // Before the folder of the run is removed.
    process.prependOnceListener('exit', end);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      process.off('exit', end);
      resolve({ code: code ?? 1, said: said.join('') });
    });
  });
}
