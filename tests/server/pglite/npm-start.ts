import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { findFreePorts } from '../../../scripts/free-ports.ts';

export interface StartedByNpm {
  readonly child: ChildProcess;
  /** Resolves when the shop has printed its address; rejects with its output when it ends earlier. */
  readonly opened: Promise<void>;
  /** The exit code, after all output has arrived. */
  readonly ended: Promise<number | null>;
  output(): string;
  /** Resolves when these words have been printed. */
  said(words: string): Promise<void>;
  /** The pid of the shop, which is one of the two child processes. */
  serverPid(): number;
}

/** Runs `npm start` with the shop and its simulators on free ports. The caller must stop it. */
export async function startByNpm(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedByNpm> {
  const [port, simulatorsPort, mailPort] = await findFreePorts(3);
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      SIMULATORS_PORT: String(simulatorsPort),
      SIMULATORS_MAIL_PORT: String(mailPort),
      ...settings,
    },
  });
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
      for (const look of waiting) look();
    });
  }
  const said = (words: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!output.includes(words)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const ready = said('Ctrl+C stops it.');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const early = ended.then((code) => {
    throw new Error(`ended with ${code}: ${output}`);
  });
  const opened = Promise.race([ready, early]);
  opened.catch(() => undefined);
  return {
    child,
    opened,
    ended,
    output: () => output,
    said,
    serverPid: () => getChildren(child.pid ?? 0).find((pid) => getCommand(pid).includes('dist/server/main.js')) ?? 0,
  };
}

/** Minimal machines have no `ps`. */
const hasProc = fs.existsSync('/proc/self/cmdline');

function getChildren(pid: number): number[] {
  const list = hasProc ? fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') : ps('pid=', '--ppid', pid);
  return list.split(/\s+/).map(Number).filter(Boolean);
}

function getCommand(pid: number): string {
  return hasProc ? fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ps('args=', '-p', pid);
}

function ps(columns: string, by: string, pid: number): string {
  return spawnSync('ps', ['-o', columns, by, String(pid)], { encoding: 'utf8' }).stdout;
}
