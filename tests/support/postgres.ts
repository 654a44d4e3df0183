import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** A throw-away PostgreSQL server on a unix socket and a free port. */
export interface Cluster {
  /** Connects as the owner; the database's name is the last part. */
  url(database: string): string;
  /** Stops the server and keeps its data: every connection breaks. */
  halt(): void;
  /** Starts it again after `halt`. */
  resume(): void;
  /** Makes a replica the primary; comes back when it takes writes. */
  promote(): void;
  /** kill -9 of the server and all that belongs to it, as when its machine is gone. */
  kill(): Promise<void>;
  stop(): void;
}

/** Who runs what refuses to run as root. */
export const NOBODY = 65_534;

/** The folder of `initdb`, `pg_ctl` and `postgres`, or null where PostgreSQL is not installed. */
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
  // Behind a link stand its other programs too.
  return found === undefined ? null : path.dirname(fs.realpathSync(path.join(found, 'pg_ctl')));
}

/** Makes and starts a cluster below the temporary folder. The server refuses root, so root lends it the user nobody. */
export function startCluster(bin: string, { durable = false, port }: { durable?: boolean; port: number }): Cluster {
  const folder = newFolder();
  const run = runnerIn(folder, bin);
  const data = path.join(folder, 'data');
  const how = ['-U', 'duka', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])];
  run('initdb', ['-D', data, ...how]);
  return started(folder, run, port, durable ? [] : FORGETFUL);
}

/** A replica that streams from the cluster behind a port, as `replica` among its standbys. */
export async function startReplica(bin: string, { from, port }: { from: number; port: number }): Promise<Cluster> {
  const folder = newFolder();
  const run = runnerIn(folder, bin);
  const source = `postgresql://duka@127.0.0.1:${from}/postgres?application_name=replica`;
  // What the port leads through may be in this process.
  await run.aside('pg_basebackup', ['-d', source, '-D', path.join(folder, 'data'), '-R', '-c', 'fast']);
  return started(folder, run, port, []);
}

interface Run {
  (program: string, args: readonly string[]): void;
  /** While this process goes on. */
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

/** One statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  await askDatabase(url, statement);
}

/** The rows of one statement on a connection of its own. */
export async function askDatabase<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
