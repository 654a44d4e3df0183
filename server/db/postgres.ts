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
/** Migrations and maintenance read whole tables. */
const STATEMENT_MS = 60 * 60_000;

/**
 * PostgreSQL 13 or later, or an engine that speaks like it, behind a pool of at most `max` connections. A query
 * without an answer after `queryMs` fails and its connection is closed.
 */
export function postgresDriver(
  url: string,
  max: number,
  onIdleError: (error: Error) => void,
  queryMs = QUERY_MS,
): Driver {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    query_timeout: queryMs,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'duka',
    // A list is read in the order of an index: with the price of a turning disk PostgreSQL would rather sort it whole.
    options: '-c timezone=UTC -c random_page_cost=1.1',
  });
  // Without listeners a connection that dies while idle, or between two statements of a transaction, ends the process.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => void client.on('error', onIdleError));
  const plain = drizzle(pool, { schema, logger: plainQueryGuard });
  return {
    kind: 'postgres',
    sql: plain as unknown as Sql,
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
      await pool.query(patient);
    },
    async now() {
      const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
      return Number(rows[0]?.ms);
    },
    close: () => pool.end(),
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
