import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reference } from './reference.ts';

export interface Running {
  /** Milliseconds from the start of the process to its first reply. */
  readonly readyMs: number;
  readonly pid: number;
  /** Resident memory in MB. */
  memory(): number;
  /** CPU seconds used so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

export function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Starts the reference server, and waits until it replies. */
export async function startReference(reference: Reference): Promise<Running> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-reference-'));
  const file = path.join(folder, 'reference.json');
  fs.writeFileSync(file, JSON.stringify(reference));
  try {
    return await run(
      process.execPath,
      ['--import', 'tsx', 'tools/bench/reference.ts', file],
      { NODE_ENV: 'production' },
      `${origin(reference.port)}${reference.reads[0]?.path ?? '/'}`,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a program and waits until `url` replies. Rejects with its output when it exits before. */
export async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  url: string,
): Promise<Running> {
  const started = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output = (output + part).slice(-4_000)));
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`${command} exited with ${code}:\n${output}`))),
  );
  ended.catch(() => undefined);
  await Promise.race([answers(url), ended]);
  return {
    readyMs: Math.round(performance.now() - started),
    pid: child.pid ?? 0,
    memory: () => readMemory(child.pid ?? 0).resident,
    cpuSeconds: () => usedSeconds(child.pid),
    stop: () => stop(child),
  };
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await wait(20);
  }
}

/** Returns the current and the highest resident memory of a process in MB. 0 when it has ended. */
export function readMemory(pid: number): { readonly resident: number; readonly peak: number } {
  const file = `/proc/${pid}/status`;
  const status = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { resident: read('VmRSS'), peak: read('VmHWM') };
}

/** Returns the child process that runs this file. Throws when there is none. */
export function findChild(parent: number, file: string): number {
  const children = fs.readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean);
  const found = children.find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file));
  if (found === undefined) throw new Error(`${file} does not run`);
  return Number(found);
}

/** proc(5): utime, stime, cutime and cstime are the fields 14 to 17, in hundredths of a second. */
function readTimes(pid: number | string | undefined): { parent: number; own: number; ended: number } {
  const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const sum = (first: number) => (Number(afterName[first]) + Number(afterName[first + 1])) / 100;
  return { parent: Number(afterName[1]), own: sum(11), ended: sum(13) };
}

function usedSeconds(pid: number | undefined): number {
  return readTimes(pid).own;
}

/** CPU seconds of a process and its children so far, including those that have exited. */
export function usedByTree(pid: number): number {
  const { own, ended } = readTimes(pid);
  let used = own + ended;
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const times = readTimes(name);
      if (times.parent === pid) used += times.own;
    } catch {
      // The process has exited since the folder was read.
    }
  }
  return used;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}
