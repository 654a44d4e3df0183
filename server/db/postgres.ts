import type { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { plainQueryGuard, TransactionTooLongError } from './client.ts';
import type { Driver, Sql } from './client.ts';
import { isConnectionLoss, isTimeout } from './errors.ts';
import { describeOnce } from './prepared-query.ts';
import * as schema from './schema.ts';
import { SESSION } from './sessions.ts';

/**
 * Shoppers wait 10 s. Without a timeout, a host that disappears would block the connection, and so the shop, forever.
 */
const QUERY_MS = 8_000;
/** The database cancels a statement slightly earlier. */
const SERVER_PART = 0.9;
/**
 * The first list query of a new connection takes three times as long. One visitor a minute keeps a connection open
 * (X57).
 */
const IDLE_MS = 5 * 60_000;
/** Migrations and maintenance read whole tables. */
const STATEMENT_MS = 60 * 60_000;

export interface PostgresOptions {
  /** Silence of the database after which a query fails and its connection is closed. Milliseconds. */
  readonly queryMs?: number;
  /** Number of additional connections for catalogue reads. */
  readonly readMax?: number;
  /** Whether a pooler in transaction mode is used, so that no session state is allowed (decision 0033). */
  readonly isPooled?: boolean;
}

/** PostgreSQL 13 or later, or a compatible engine, with a pool of at most `max` connections. */
export function postgresDriver(
  url: string,
  max: number,
  onIdleError: (error: Error) => void,
  { queryMs = QUERY_MS, readMax = 0, isPooled = false }: PostgresOptions = {},
): Driver {
  const session = { ...SESSION, statement_timeout: String(Math.ceil(queryMs * SERVER_PART)) };
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'duka',
  };
  /** With a pooler, the role must have the session settings (`sessions.ts`). */
  const withSession = (more: Readonly<Record<string, string>> = {}) =>
    isPooled ? {} : { options: formatOptions({ ...session, ...more }) };
  // The timeout of the role may be too short for a backup.
  const begin = isPooled && queryMs > QUERY_MS ? beginFor(queryMs) : 'begin';
  const createPool = (config: pg.PoolConfig) => {
    const made = new pg.Pool(config);
    // Without listeners, a connection that fails while idle, or between two statements of a transaction, ends the
    // process.
    made.on('error', onIdleError);
    made.on('connect', (client) => {
      client.on('error', onIdleError);
      limitSilence(client, queryMs);
    });
    return made;
  };
  const withoutNamesIfPooled = (sql: Sql) => (isPooled ? removeNames(sql) : sql);
  const handleOn = (its: pg.Pool) =>
    withoutNamesIfPooled(drizzle(describeOnce(its), { schema, logger: plainQueryGuard }) as unknown as Sql);
  const handles = new WeakMap<pg.PoolClient, Sql>();
  /**
   * Returns the query builder of a connection. Always the same one, so that its prepared statements can be cached
   * (`statements.ts`).
   */
  const getHandle = (client: pg.PoolClient) => {
    const sql =
      handles.get(client) ?? withoutNamesIfPooled(drizzle(describeOnce(client), { schema }) as unknown as Sql);
    handles.set(client, sql);
    return sql;
  };
  const pool = createPool({ ...settings, ...withSession(), max });
  const readOnly = withSession({ default_transaction_read_only: 'on' });
  const readPool = readMax === 0 ? null : createPool({ ...settings, ...readOnly, max: readMax });
  return {
    kind: 'postgres',
    sql: handleOn(pool),
    ...(readPool !== null && { reads: handleOn(readPool) }),
    async transaction(work) {
      const client = await pool.connect();
      let isUnusable = false;
      try {
        await client.query(begin);
        const result = await work(getHandle(client));
        await client.query('commit');
        return result;
      } catch (error) {
        // Closes a connection that may still be busy, is silent, or failed to roll back, instead of reusing it.
        isUnusable =
          error instanceof TransactionTooLongError ||
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
      const client = await pool.connect();
      let isDone = false;
      try {
        await client.query(beginFor(STATEMENT_MS));
        getSocket(client).setTimeout(STATEMENT_MS);
        await client.query(statement);
        await client.query('commit');
        isDone = true;
      } finally {
        getSocket(client).setTimeout(queryMs);
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

/** Formats session settings as a connection option. */
function formatOptions(session: Readonly<Record<string, string>>): string {
  return Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Starts a transaction with another statement timeout, which ends with the transaction. */
function beginFor(statementMs: number): string {
  return `begin; set local statement_timeout = ${statementMs}`;
}

/** Prepares statements without names, because the pooler may use another connection for the next transaction. */
function removeNames(handle: Sql): Sql {
  const { session } = handle._;
  const prepare: typeof session.prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, _name, ...rest) => prepare(query, fields, undefined, ...rest);
  return handle;
}

function getSocket(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

/** Closes a connection on which a query waits and nothing was received or sent for `ms` (decision 0131). */
function limitSilence(client: pg.PoolClient, ms: number): void {
  const socket = getSocket(client);
  socket.setTimeout(ms);
  socket.on('timeout', () => {
    if (!isReady(client)) socket.destroy(new Error('Query read timeout'));
  });
}

/** Returns whether the client waits for no reply. Its type leaves the field out. */
function isReady(client: pg.PoolClient): boolean {
  return (client as { readonly readyForQuery?: boolean }).readyForQuery === true;
}

/** Returns whether the connection of a client is lost. */
function isBroken(client: pg.PoolClient): boolean {
  return getSocket(client).destroyed === true;
}
