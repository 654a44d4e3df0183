import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger as QueryLogger } from 'drizzle-orm/logger';
import { isConnectionLoss, isRetryable, isTimeout } from './errors.ts';
import type * as schema from './schema.ts';

/** The query builder, of the database or of a transaction. Count changed rows with `.returning()`. */
export type Sql = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** For single statements. Throws inside `tx`, where only the transaction's own handle is allowed. */
  readonly sql: Sql;
  /** For public reads, on separate connections if there are several, so that slow reads do not delay orders. */
  readonly reads: Sql;
  /**
   * Runs `work` in one READ COMMITTED transaction. Retries serialization failures, deadlocks and connections lost
   * before the commit (10 tries, with jitter). So `work` must not have effects outside the database or wait for the
   * network. Timeouts are not retried. Transactions cannot be nested.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs one plain statement outside of transactions. Only for migrations and maintenance. */
  run(statement: string): Promise<void>;
  /** The database's clock in epoch milliseconds. Only `server/clock.ts` calls it. */
  now(): Promise<number>;
  /**
   * Copies the files at one moment while statements wait. Missing when the database files are not on this machine. The
   * copy opens as after a power failure. Returns how long statements waited, in milliseconds.
   */
  copyFiles?(target: string): Promise<number>;
  close(): Promise<void>;
}

/** A driver. `createDatabase` adds the guards and retries that all drivers need. */
export interface Driver {
  readonly kind: Database['kind'];
  readonly sql: Sql;
  /** Missing when there is one connection for everything. */
  readonly reads?: Sql;
  /** Runs BEGIN, `work` and COMMIT once. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  run(statement: string): Promise<void>;
  now(): Promise<number>;
  copyFiles?: Database['copyFiles'];
  close(): Promise<void>;
}

export interface Watchdog {
  /** Reports a transaction that is open longer than this. */
  readonly reportMs: number;
  /** Rolls back a transaction that is open longer than this. */
  readonly abortMs: number;
  report(ms: number, openedAt: string): void;
}

/** The transaction was rolled back while its work may still run. Its connection must not be reused. */
export class TransactionTooLongError extends Error {
  constructor() {
    super('The transaction was open too long and is rolled back.');
    this.name = 'TransactionTooLongError';
  }
}

interface Scope {
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
/** Number of transactions whose work runs. It may still run after its transaction took too long. */
let running = 0;
const TRIES = 10;

/** Throws inside a transaction, because on PGlite the query would wait forever (providers 2.7). */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open === true) {
    throw new Error('A query outside the transaction was made while the transaction is open: use its own handle.');
  }
}

/** Guard for the plain handle of a driver: refuses queries inside a transaction. */
export const plainQueryGuard: QueryLogger = { logQuery: assertOutsideTransaction };

/** Throws when the transaction has ended. Its work may still run after it took too long. */
function assertTransactionOpen(): void {
  if (scopes.getStore()?.open === false) throw new Error('The transaction has ended: its handle cannot be used.');
}

/** Guard for a handle that all transactions of a driver share. */
export const transactionGuard: QueryLogger = { logQuery: assertTransactionOpen };

/** Keeps the guards while the work runs. Without any, Node 20 and 22 need not follow every promise of the process. */
async function follow<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
    if (running === 0) scopes.disable();
  }
}

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
            abort = setTimeout(() => {
              scope.open = false;
              reject(new TransactionTooLongError());
            }, watchdog.abortMs);
          });
          const result = await Promise.race([follow(work(sql)), tooLong]);
          isWorkDone = true;
          return result;
        }),
      );
      return { value };
    } catch (error) {
      // A connection lost during COMMIT leaves the outcome unknown. Only the caller's idempotency key can tell.
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
