import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** A temporary PostgreSQL server on a unix socket and a free port. */
export interface Cluster {
  /** Returns the address of a database for its owner. */
  url(database: string): string;
  /** Stops the server, which breaks every connection. Keeps the data. */
  halt(): void;
  /** Starts the server after `halt`. */
  resume(): void;
  /** Promotes a replica to the primary. Returns when it accepts writes. */
  promote(): void;
  /** Kills the server and its processes with SIGKILL, which simulates the loss of its host. */
  kill(): Promise<void>;
  stop(): void;
}

/** Id of the unprivileged user that runs programs which reject root. */
export const NOBODY = 65_534;

/** Returns the folder of `initdb`, `pg_ctl` and `postgres`; null when PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const versions = '/usr/lib/postgresql';
  if (fs.existsSync(versions))
    folders.push(
      ...fs
        .readdirSync(versions)
        .sort()
        .map((version) => path.join(versions, version, 'bin')),
    );
  const found = folders.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => fs.existsSync(path.join(folder, name))),
  );
  // The target folder of a link also has the other programs.
  return found === undefined ? null : path.dirname(fs.realpathSync(path.join(found, 'pg_ctl')));
}

/** Creates and starts a cluster in the temporary folder. As root, runs the server as an unprivileged user. */
export function startCluster(bin: string, { durable = false, port }: { durable?: boolean; port: number }): Cluster {
  const folder = newFolder();
  const run = runnerIn(folder, bin);
  const data = path.join(folder, 'data');
  const how = ['-U', 'duka', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])];
  run('initdb', ['-D', data, ...how]);
  return started(folder, run, port, durable ? [] : FORGETFUL);
}

/** Starts a replica that streams from the cluster on a port, with the standby name `replica`. */
export async function startReplica(bin: string, { from, port }: { from: number; port: number }): Promise<Cluster> {
  const folder = newFolder();
  const run = runnerIn(folder, bin);
  const source = `postgresql://duka@127.0.0.1:${from}/postgres?application_name=replica`;
  // Asynchronous, because this process may forward the port.
  await run.aside('pg_basebackup', ['-d', source, '-D', path.join(folder, 'data'), '-R', '-c', 'fast']);
  return started(folder, run, port, []);
}

interface Run {
  (program: string, args: readonly string[]): void;
  /** Runs the program asynchronously. */
  aside(program: string, args: readonly string[]): Promise<void>;
}

const FORGETFUL = ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'];

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-pg-'));
  if (process.getuid?.() === 0) fs.chownSync(folder, NOBODY, NOBODY);
  return folder;
}

function runnerIn(folder: string, bin: string): Run {
  const how = {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder },
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  };
  const run = (program: string, args: readonly string[]) =>
    void execFileSync(path.join(bin, program), args, { ...how, stdio: ['ignore', 'ignore', 'pipe'] });
  const aside = async (program: string, args: readonly string[]) =>
    void (await promisify(execFile)(path.join(bin, program), args, how));
  return Object.assign(run, { aside });
}

function started(folder: string, run: Run, port: number, more: readonly string[]): Cluster {
  const data = path.join(folder, 'data');
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=200',
    ...more,
  ];
  const start = () =>
    run('pg_ctl', ['-D', data, '-l', path.join(folder, 'log'), '-w', '-t', '60', '-o', settings.join(' '), 'start']);
  start();
  let isDead = false;
  const url = (database: string) => `postgresql://duka@127.0.0.1:${port}/${database}`;
  return {
    url,
    halt: () => run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']),
    resume: start,
    promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
    async kill() {
      isDead = true;
      const [postmaster = ''] = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1);
      const below = await askDatabase<{ pid: number }>(url('postgres'), 'select pid from pg_stat_activity');
      for (const pid of [Number(postmaster), ...below.map((row) => row.pid)]) killIfThere(pid);
    },
    stop() {
      if (!isDead) run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs one statement on a new connection. */
export async function administer(url: string, statement: string): Promise<void> {
  await askDatabase(url, statement);
}

/** Runs one statement on a new connection and returns its rows. */
export async function askDatabase<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
