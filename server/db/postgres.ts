import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { plainQueryGuard } from './client.ts';
import type { Driver, Sql } from './client.ts';
import * as schema from './schema.ts';

/** PostgreSQL 13 or later, or an engine that speaks like it, behind a pool of at most `max` connections. */
export function postgresDriver(url: string, max: number, onIdleError: (error: Error) => void): Driver {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'duka',
    options: '-c timezone=UTC',
  });
  // Without a listener a connection that dies while idle ends the process.
  pool.on('error', onIdleError);
  const plain = drizzle(pool, { schema, logger: plainQueryGuard });
  return {
    kind: 'postgres',
    sql: plain as unknown as Sql,
    async transaction(work) {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        return await drizzle(client, { schema }).transaction((sql) => work(sql as unknown as Sql));
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      } finally {
        // A connection whose ROLLBACK may have failed is not reused.
        client.release(failure !== undefined && isBroken(client));
      }
    },
    async run(statement) {
      await pool.query(statement);
    },
    async now() {
      const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
      return Number(rows[0]?.ms);
    },
    close: () => pool.end(),
  };
}

/** Whether the connection behind a client is gone. */
function isBroken(client: pg.PoolClient): boolean {
  const stream = (client as unknown as { connection?: { stream?: { destroyed?: boolean } } }).connection?.stream;
  return stream?.destroyed === true;
}
