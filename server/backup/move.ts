import { sql } from 'drizzle-orm';
import { closeShop } from '../db/closed.ts';
import type { Database } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import type { Env } from '../env/env.ts';
import type { Manifest } from './folder.ts';
import { loadRows, DatabaseNotEmptyError } from './load.ts';
import { backUp } from './make-backup.ts';
import { openEmbedded, openPostgres } from './open.ts';
import { findDifferences, sumTables, useCanonicalFormat } from './checksums.ts';
import { queryRows, findTables } from './tables.ts';

const OLDEST = 130_000;

export interface MoveResult {
  /** The backup that was made for the move. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** An earlier move copied everything and was interrupted at its end. */
  readonly wasThere: boolean;
}

/**
 * Moves the shop from the embedded database into an empty PostgreSQL database. Uses a backup, and compares its rows
 * before the commit. Afterwards the embedded database is closed, so that it gets no more orders. Throws with a message
 * for the owner, and then the shop has not moved.
 */
export async function moveToPostgres(
  env: Env,
  url: string,
  { now, onTable }: { readonly now: Date; readonly onTable?: (done: number, total: number) => void },
): Promise<MoveResult> {
  if (env.databaseUrl !== null)
    throw new Error(
      'The settings name PostgreSQL already. To move an embedded database, take DATABASE_URL out of them.',
    );
  const source = await openEmbedded(env.dataDir);
  const target = await openPostgres(url);
  try {
    await assertUsable(target);
    await migrate(source);
    const { folder, manifest } = await backUp(env, source, now);
    const wasThere = await loadOnce(target, folder, manifest, onTable);
    closeShop(
      env.dataDir,
      `This shop was moved to PostgreSQL (${formatTarget(url)}) at ${now.toISOString()}: set DATABASE_URL to it. What is here is as it was then; remove closed.txt to open it nevertheless.`,
    );
    return { folder, manifest, wasThere };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/**
 * Returns true when everything was there already. Throws `DatabaseNotEmptyError` when the database contains other rows.
 */
async function loadOnce(
  target: Database,
  folder: string,
  manifest: Manifest,
  onTable?: (done: number, total: number) => void,
): Promise<boolean> {
  try {
    await loadRows(target, folder, manifest, onTable);
    return false;
  } catch (error) {
    if (!(error instanceof DatabaseNotEmptyError) || !(await hasAll(target, manifest))) throw error;
    return true;
  }
}

function hasAll(target: Database, { tables }: Manifest): Promise<boolean> {
  return target.tx(async (tx) => {
    await useCanonicalFormat(tx);
    return findDifferences(tables, await sumTables(tx, await findTables(tx))).length === 0;
  });
}

async function assertUsable(target: Database): Promise<void> {
  const [row] = await queryRows<{ version: string }>(
    target.sql,
    sql`select current_setting('server_version_num') as version`,
  );
  if (Number(row?.version) < OLDEST) throw new Error('PostgreSQL 13 or later is needed. Nothing was changed.');
}

/** Omits user and password. */
function formatTarget(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
