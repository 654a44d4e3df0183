import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '../../server/db/client.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { memoryDump } from '../../server/db/pglite.ts';
import { postgresDriver } from '../../server/db/postgres.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { administer, findPostgres, startCluster, type Cluster } from './postgres.ts';
import { findFreePort } from '../../scripts/free-ports.ts';

/** The source of test databases: a dump of PGlite, or a server with a template database. */
export interface Provided {
  readonly pgliteDump?: string;
  /** The project `server-pg` exists as well. */
  readonly isAlsoOnPostgres?: boolean;
  readonly postgresUrl?: string;
  /** The same server through a pooler in transaction mode. */
  readonly poolerUrl?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: Provided;
  }
}

const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };

/** For the project `server-pglite`: one migrated dump, cached between runs until a migration changes. */
export async function setupPglite(project: TestProject): Promise<void> {
  const isAlsoOnPostgres = findPostgres() !== null;
  if (!isAlsoOnPostgres) {
    project.vitest.logger.warn(
      'PostgreSQL was not found (initdb, pg_ctl, postgres): the server suite runs on PGlite only.',
    );
  }
  const version = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const file = path.join(os.tmpdir(), `duka-pglite-${version}.tar`);
  if (!fs.existsSync(file)) {
    const { driver, dump } = await memoryDump();
    await migrate(createDatabase(driver, quiet));
    const aside = `${file}.${process.pid}`;
    fs.writeFileSync(aside, await dump());
    fs.renameSync(aside, file);
    await driver.close();
  }
  project.provide('server', { pgliteDump: file, isAlsoOnPostgres });
}

/**
 * For the project `server-pg`, which exists only when PostgreSQL is installed: one temporary cluster per run. Returns a
 * function that stops it.
 */
export async function setupPostgres(project: TestProject): Promise<() => void> {
  const cluster = await startTemplate();
  project.provide('server', { postgresUrl: cluster.url('postgres') });
  return () => cluster.stop();
}

/** For the project `through-pgbouncer`: a temporary cluster behind pgbouncer. */
export async function setupPgbouncer(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTemplate();
  const postgresUrl = cluster.url('postgres');
  const pooler = await startPgbouncer(postgresUrl).catch((error: unknown) => {
    cluster.stop();
    throw error;
  });
  const poolerUrl = new URL(postgresUrl);
  poolerUrl.port = String(pooler.port);
  project.provide('server', { postgresUrl, poolerUrl: poolerUrl.href });
  return async () => {
    await pooler.stop();
    cluster.stop();
  };
}

async function startTemplate(): Promise<Cluster> {
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL was not found');
  const cluster = startCluster(bin, { port: await findFreePort() });
  try {
    await administer(cluster.url('postgres'), 'create database template_duka');
    const driver = postgresDriver(cluster.url('template_duka'), 2, () => undefined);
    await migrate(createDatabase(driver, quiet));
    await driver.close();
    return cluster;
  } catch (error) {
    cluster.stop();
    throw error;
  }
}
