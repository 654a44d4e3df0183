import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { plainQueryGuard, TransactionTooLong } from './client.ts';
import type { Driver, Sql } from './client.ts';
import { isConnectionLoss, isTimeout } from './errors.ts';
import * as schema from './schema.ts';
import { SESSION } from './sessions.ts';

/**
 * Shoppers wait 10 s. A host that is gone without a word would otherwise keep the connection, and the shop, for ever.
 */
const QUERY_MS = 8_000;
/** The database itself ends a statement a little earlier. */
const SERVER_PART = 0.9;
/** The first list of a new connection takes three times as long: one visitor a minute is enough to keep it (X57). */
const IDLE_MS = 5 * 60_000;
/** Migrations and maintenance read whole tables. */
const STATEMENT_MS = 60 * 60_000;

export interface PostgresOptions {
  /** A query without an answer after so long fails, and its connection is closed. */
  readonly queryMs?: number;
  /** Connections beside the others for reads of the catalogue. */
  readonly readMax?: number;
  /** Behind a pooler in transaction mode: nothing that belongs to a session is asked of it (decision 0033). */
  readonly isPooled?: boolean;
}

/** PostgreSQL 13 or later, or an engine that speaks like it, behind a pool of at most `max` connections. */
export function postgresDriver(
  url: string,
  max: number,
  onIdleError: (error: Error) => void,
  { queryMs = QUERY_MS, readMax = 0, isPooled = false }: PostgresOptions = {},
): Driver {
  const session = { ...SESSION, statement_timeout: String(Math.ceil(queryMs * SERVER_PART)) };
  const settings = {
    connectionString: url,
    query_timeout: queryMs,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'duka',
  };
  /** Behind a pooler the role has the settings of a session (sessions.ts). */
  const withSession = (more: Readonly<Record<string, string>> = {}) =>
    isPooled ? {} : { options: optionsOf({ ...session, ...more }) };
  // … which may be too short for a backup.
  const begin = isPooled && queryMs > QUERY_MS ? beginFor(queryMs) : 'begin';
  const poolOf = (config: pg.PoolConfig) => {
    const made = new pg.Pool(config);
    // Without listeners a connection that dies while idle, or between two statements of a transaction, ends the process.
    made.on('error', onIdleError);
    made.on('connect', (client) => void client.on('error', onIdleError));
    return made;
  };
  const named = (sql: Sql) => (isPooled ? withoutNames(sql) : sql);
  const handleOn = (its: pg.Pool) => named(drizzle(its, { schema, logger: plainQueryGuard }) as unknown as Sql);
  const handles = new WeakMap<pg.PoolClient, Sql>();
  /** The query builder of a connection, always the same one, so that statements built for it can be kept (statements.ts). */
  const handleOf = (client: pg.PoolClient) => {
    const sql = handles.get(client) ?? named(drizzle(client, { schema }) as unknown as Sql);
    handles.set(client, sql);
    return sql;
  };
  const pool = poolOf({ ...settings, ...withSession(), max });
  const readOnly = withSession({ default_transaction_read_only: 'on' });
  const readPool = readMax === 0 ? null : poolOf({ ...settings, ...readOnly, max: readMax });
  return {
    kind: 'postgres',
    sql: handleOn(pool),
    ...(readPool !== null && { reads: handleOn(readPool) }),
    async transaction(work) {
      const client = await pool.connect();
      let isUnusable = false;
      try {
        await client.query(begin);
        const result = await work(handleOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        // A connection that still works for somebody, is silent, or whose ROLLBACK failed, is closed instead of reused.
        isUnusable =
          error instanceof TransactionTooLong ||
          isTimeout(error) ||
          isConnectionLoss(error) ||
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
      const client = await pool.connect();
      let isDone = false;
      try {
        await client.query(beginFor(STATEMENT_MS));
        await client.query(patient);
        await client.query('commit');
        isDone = true;
      } finally {
        client.release(!isDone);
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

/** How a connection is asked for the settings of its session. */
function optionsOf(session: Readonly<Record<string, string>>): string {
  return Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** A transaction whose statements may take so long; the session keeps nothing of it. */
function beginFor(statementMs: number): string {
  return `begin; set local statement_timeout = ${statementMs}`;
}

/** Prepares no statement by name: the next transaction may meet another connection of the pooler, which knows none. */
function withoutNames(handle: Sql): Sql {
  const { session } = handle._;
  const prepare: typeof session.prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, _name, ...rest) => prepare(query, fields, undefined, ...rest);
  return handle;
}

/** Whether the connection behind a client is gone. */
function isBroken(client: pg.PoolClient): boolean {
  const stream = (client as unknown as { connection?: { stream?: { destroyed?: boolean } } }).connection?.stream;
  return stream?.destroyed === true;
}
