import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../../../scripts/free-ports.ts';

export interface StartedByNpm {
  readonly child: ChildProcess;
  /** When it has said where the shop is; rejects with its words when it ends before. */
  readonly opened: Promise<void>;
  /** The exit code, after its last word. */
  readonly ended: Promise<number | null>;
  output(): string;
}

/** What `npm start` runs, with the shop and its simulators on free ports. The caller ends it. */
export async function startByNpm(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedByNpm> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SIMULATORS_PORT: String(await freePort()),
      ...settings,
    },
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        output += part.toString();
        if (output.includes('Ctrl+C stops it.')) resolve();
      });
    }
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const early = ended.then((code) => {
    throw new Error(`ended with ${code}: ${output}`);
  });
  const opened = Promise.race([ready, early]);
  opened.catch(() => undefined);
  return { child, opened, ended, output: () => output };
}
