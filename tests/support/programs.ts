import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { NOBODY } from './postgres.ts';

/** An installed program that runs beside the shop. */
export interface Program {
  readonly folder: string;
  stop(): Promise<void>;
}

const READY_MS = 20_000;
const ASK_EVERY_MS = 50;

/** Finds an installed program. Throws an error with the install command when it is missing. */
export function findProgram(name: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
  if (found === undefined) throw new Error(`${name} was not found: install it, e.g. apt-get install ${name}`);
  return found;
}

/** Writes the files into a new temporary folder, starts the program there and waits until it accepts connections. */
export async function startProgram(
  name: string,
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  port: number,
): Promise<Program> {
  const file = findProgram(name);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `duka-${name}-`));
  const isRoot = process.getuid?.() === 0;
  for (const [called, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, called), text);
  // pgbouncer rejects root, so root runs it as an unprivileged user.
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const stop = async () => {
    await ended(child);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const until = performance.now() + READY_MS; !(await takesConnections(port)); await pause()) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${said}`);
      if (performance.now() > until) throw new Error(`${name} takes no connections: ${said}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, stop };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
