import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A throw-away PostgreSQL server on a unix socket and a free port. */
export interface Cluster {
  /** Connects as the owner; the database's name is the last part. */
  url(database: string): string;
  /** Stops the server and keeps its data: every connection breaks. */
  halt(): void;
  /** Starts it again after `halt`. */
  resume(): void;
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
  return (
    folders.find((folder) =>
      ['initdb', 'pg_ctl', 'postgres'].every((name) => fs.existsSync(path.join(folder, name))),
    ) ?? null
  );
}

/** Makes and starts a cluster below the temporary folder. The server refuses root, so root lends it the user nobody. */
export function startCluster(bin: string, { durable = false, port }: { durable?: boolean; port: number }): Cluster {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) fs.chownSync(folder, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  const run = (program: string, args: readonly string[]) =>
    execFileSync(path.join(bin, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  run('initdb', [
    '-D',
    data,
    '-U',
    'duka',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=200',
    ...(durable ? [] : ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off']),
  ];
  const start = () =>
    run('pg_ctl', ['-D', data, '-l', path.join(folder, 'log'), '-w', '-t', '60', '-o', settings.join(' '), 'start']);
  start();
  return {
    url: (database) => `postgresql://duka@127.0.0.1:${port}/${database}`,
    halt: () => void run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']),
    resume: () => void start(),
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
