import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger as QueryLogger } from 'drizzle-orm/logger';
import { isConnectionLoss, isRetryable, isTimeout } from './errors.ts';
import type * as schema from './schema.ts';

/** The query builder, of the database or of one transaction. Count changed rows with `.returning()`. */
export type Sql = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** Single statements. Throws when used inside `tx`, where only the transaction's own handle may be used. */
  readonly sql: Sql;
  /** Reads for everybody, on connections of their own where there are several: slow ones keep no order waiting. */
  readonly reads: Sql;
  /**
   * Runs `work` in one READ COMMITTED transaction. Serialization failures, deadlocks and connections
   * lost before the commit are tried again (10 tries, jitter), so `work` must not have effects outside
   * the database and must not wait for the network. A database that is too slow is not asked again.
   * Transactions do not nest.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One plain statement outside any transaction: migrations and maintenance only. */
  run(statement: string): Promise<void>;
  /** The database's own clock, epoch ms; only `server/clock.ts` asks. */
  now(): Promise<number>;
  /**
   * Copies the files as they are at one moment, while statements wait; not there where the database has no files of the
   * shop's. The copy opens as after a power cut. Gives for how long statements waited, in milliseconds.
   */
  copyFiles?(target: string): Promise<number>;
  close(): Promise<void>;
}

/** What a driver gives; `createDatabase` adds the guards and retries that both need. */
export interface Driver {
  readonly kind: Database['kind'];
  readonly sql: Sql;
  /** Left out where there is one connection for everything. */
  readonly reads?: Sql;
  /** BEGIN, `work`, COMMIT, once. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  run(statement: string): Promise<void>;
  now(): Promise<number>;
  copyFiles?: Database['copyFiles'];
  close(): Promise<void>;
}

export interface Watchdog {
  /** A transaction that is open longer than this is reported. */
  readonly reportMs: number;
  /** … and longer than this is rolled back. */
  readonly abortMs: number;
  report(ms: number, openedAt: string): void;
}

/** The transaction was rolled back while its work may still go on; its connection must not serve anybody else. */
export class TransactionTooLong extends Error {
  constructor() {
    super('The transaction was open too long and is rolled back.');
    this.name = 'TransactionTooLong';
  }
}

interface Scope {
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
const TRIES = 10;

/** Throws when the caller runs inside a transaction: on PGlite the query would wait for ever (providers 2.7). */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open === true) {
    throw new Error('A query outside the transaction was made while the transaction is open: use its own handle.');
  }
}

/** For the plain handle of a driver: refuses each query that is made inside a transaction. */
export const plainQueryGuard: QueryLogger = { logQuery: assertOutsideTransaction };

export function createDatabase(driver: Driver, watchdog: Watchdog): Database {
  async function once<T>(work: (sql: Sql) => Promise<T>): Promise<{ value: T } | { retry: unknown }> {
    const scope: Scope = { open: true };
    const opened = new Error('opened');
    const started = performance.now();
    const report = setTimeout(
      () => watchdog.report(performance.now() - started, opened.stack ?? ''),
      watchdog.reportMs,
    );
    let abort: NodeJS.Timeout | undefined;
    let isWorkDone = false;
    try {
      const value = await driver.transaction((sql) =>
        scopes.run(scope, async () => {
          const tooLong = new Promise<never>((_, reject) => {
            abort = setTimeout(() => reject(new TransactionTooLong()), watchdog.abortMs);
          });
          const result = await Promise.race([work(sql), tooLong]);
          isWorkDone = true;
          return result;
        }),
      );
      return { value };
    } catch (error) {
      // A connection lost during COMMIT leaves the outcome unknown: only the caller's idempotency key can tell.
      if (isRetryable(error) || (isConnectionLoss(error) && !isTimeout(error) && !isWorkDone)) return { retry: error };
      throw error;
    } finally {
      scope.open = false;
      clearTimeout(report);
      clearTimeout(abort);
    }
  }

  return {
    kind: driver.kind,
    sql: driver.sql,
    reads: driver.reads ?? driver.sql,
    async tx(work) {
      assertOutsideTransaction();
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await once(work);
        if ('value' in outcome) return outcome.value;
        if (attempt === TRIES) throw outcome.retry;
        await wait(Math.random() * Math.min(500, 10 * 2 ** attempt));
      }
    },
    async run(statement) {
      assertOutsideTransaction();
      await driver.run(statement);
    },
    async now() {
      assertOutsideTransaction();
      return driver.now();
    },
    ...(driver.copyFiles !== undefined && { copyFiles: driver.copyFiles }),
    close: () => driver.close(),
  };
}
