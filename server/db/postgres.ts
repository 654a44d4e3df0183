import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { plainQueryGuard, TransactionTooLong } from './client.ts';
import type { Driver, Sql } from './client.ts';
import { isTimeout } from './errors.ts';
import * as schema from './schema.ts';

/**
 * Shoppers wait 10 s. A host that is gone without a word would otherwise keep the connection, and the shop, for ever.
 */
const QUERY_MS = 8_000;
/** The database itself ends a statement a little earlier: what nobody waits for any more would slow down all others. */
const SERVER_PART = 0.9;
/** Migrations and maintenance read whole tables. */
const STATEMENT_MS = 60 * 60_000;

/**
 * PostgreSQL 13 or later, or an engine that speaks like it, behind a pool of at most `max` connections, and one of
 * `readMax` for reads of the catalogue, where that is not 0. A query without an answer after `queryMs` fails and its
 * connection is closed.
 */
export function postgresDriver(
  url: string,
  max: number,
  onIdleError: (error: Error) => void,
  { queryMs = QUERY_MS, readMax = 0 }: { readonly queryMs?: number; readonly readMax?: number } = {},
): Driver {
  const settings = {
    connectionString: url,
    query_timeout: queryMs,
    statement_timeout: Math.ceil(queryMs * SERVER_PART),
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'duka',
    // A list is read in the order of an index: with the price of a turning disk PostgreSQL would rather sort it whole.
    options: '-c timezone=UTC -c random_page_cost=1.1',
  };
  const poolOf = (config: pg.PoolConfig) => {
    const made = new pg.Pool(config);
    // Without listeners a connection that dies while idle, or between two statements of a transaction, ends the process.
    made.on('error', onIdleError);
    made.on('connect', (client) => void client.on('error', onIdleError));
    return made;
  };
  const handleOn = (its: pg.Pool) => drizzle(its, { schema, logger: plainQueryGuard }) as unknown as Sql;
  const pool = poolOf({ ...settings, max });
  const readOnly = `${settings.options} -c default_transaction_read_only=on`;
  const readPool = readMax === 0 ? null : poolOf({ ...settings, max: readMax, options: readOnly });
  return {
    kind: 'postgres',
    sql: handleOn(pool),
    ...(readPool !== null && { reads: handleOn(readPool) }),
    async transaction(work) {
      const client = await pool.connect();
      let isUnusable = false;
      try {
        await client.query('begin');
        const result = await work(handleOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        // A connection that still works for somebody, is silent, or whose ROLLBACK failed, is closed instead of reused.
        isUnusable =
          error instanceof TransactionTooLong ||
          isTimeout(error) ||
          isBroken(client) ||
          (await client.query('rollback').then(
            () => false,
            () => true,
          ));
        throw error;
      } finally {
        client.release(isUnusable);
      }
    },
    async run(statement) {
      const patient: pg.QueryConfig & { query_timeout: number } = { text: statement, query_timeout: STATEMENT_MS };
      // On a connection that nobody uses afterwards: what it may take is the connection's own.
      const client = await pool.connect();
      try {
        await client.query(`set statement_timeout = ${STATEMENT_MS}`);
        await client.query(patient);
      } finally {
        client.release(true);
      }
    },
    async now() {
      const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
      return Number(rows[0]?.ms);
    },
    async close() {
      await Promise.all([pool.end(), readPool?.end()]);
    },
  };
}

const handles = new WeakMap<pg.PoolClient, Sql>();

/**
 * The query builder of a connection, always the same one, so that statements built for it can be kept (statements.ts).
 */
function handleOf(client: pg.PoolClient): Sql {
  const sql = handles.get(client) ?? (drizzle(client, { schema }) as unknown as Sql);
  handles.set(client, sql);
  return sql;
}

/** Whether the connection behind a client is gone. */
function isBroken(client: pg.PoolClient): boolean {
  const stream = (client as unknown as { connection?: { stream?: { destroyed?: boolean } } }).connection?.stream;
  return stream?.destroyed === true;
}
