// @engine postgres
import { AsyncLocalStorage } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, type Database, type Driver, type Sql } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { brands } from '../../../server/db/schema.ts';
import { createTestDatabase } from '../../support/server.ts';

const brand = (slug: string) => ({ id: crypto.randomUUID(), name: slug, slug });
const quiet = { reportMs: 10_000, abortMs: 10_000, report: () => undefined };

/** A driver without a database, whose transactions do not wait for each other. */
const stubDriver: Driver = {
  kind: 'postgres',
  sql: {} as Sql,
  transaction: async (work) => work({} as Sql),
  run: async () => {},
  now: async () => 0,
  close: async () => {},
};

describe('the database', () => {
  let db: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ db, drop } = await createTestDatabase());
  });
  afterAll(() => drop());

  const exists = async (slug: string) => (await db.sql.select().from(brands).where(eq(brands.slug, slug))).length === 1;

  test('a transaction that throws writes nothing', async () => {
    const failing = db.tx(async (sql) => {
      await sql.insert(brands).values(brand('gone'));
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await exists('gone')).toBe(false);
  });

  test('providers 2.7: a plain query inside a transaction throws instead of waiting forever', async () => {
    const nested = db.tx(async () => db.sql.select().from(brands));
    await expect(nested).rejects.toThrow('while the transaction is open');
    await expect(db.tx(async () => db.tx(async () => undefined))).rejects.toThrow('while the transaction is open');
    await expect(db.tx(async () => db.now())).rejects.toThrow('while the transaction is open');
    await expect(db.tx(async () => db.run('checkpoint'))).rejects.toThrow('while the transaction is open');
    expect(await db.sql.select().from(brands)).toEqual([]);
  });

  test('providers 2.7: a plain query still throws after the end of another transaction', async () => {
    const follow = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
    let endOther = () => {};
    const otherMayEnd = new Promise<void>((resolve) => (endOther = resolve));
    const other = createDatabase(stubDriver, quiet).tx(() => otherMayEnd);
    const nested = db.tx(async () => {
      endOther();
      await other;
      expect(follow).not.toHaveBeenCalled();
      return db.sql.select().from(brands);
    });
    await expect(nested).rejects.toThrow('while the transaction is open');
    // Node follows promises only while a transaction is open.
    expect(follow).toHaveBeenCalled();
    follow.mockRestore();
  });

  test("a query from a transaction's callback that starts after the transaction runs normally", async () => {
    let later: Promise<unknown> | undefined;
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    await db.tx(async () => {
      later = gate.then(() => db.sql.select().from(brands));
    });
    go();
    await expect(later).resolves.toEqual([]);
  });

  test('finds the SQLSTATE in errors of the query layer', async () => {
    await db.sql.insert(brands).values(brand('once'));
    const again: unknown = await db.sql
      .insert(brands)
      .values(brand('once'))
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(databaseCode(again)).toBe('23505');
  });

  test('returns the database time in epoch milliseconds', async () => {
    const before = Date.now();
    const now = await db.now();
    expect(Math.abs(now - before)).toBeLessThan(60_000);
    expect(Number.isFinite(now)).toBe(true);
  });
});

describe('tx', () => {
  /** A driver that fails before or after the work, in the given order. */
  function failing(failures: readonly { readonly error: Error; readonly when: 'work' | 'commit' }[]) {
    const left = [...failures];
    const transaction = vi.fn(async (work: (sql: Sql) => Promise<unknown>) => {
      const failure = left.shift();
      if (failure?.when === 'work') throw failure.error;
      const value = await work({} as Sql);
      if (failure?.when === 'commit') throw failure.error;
      return value;
    });
    const driver: Driver = { ...stubDriver, transaction: transaction as Driver['transaction'] };
    return { db: createDatabase(driver, quiet), transaction };
  }
  const sqlError = (code: string) => Object.assign(new Error(code), { code });

  test.each(['40001', '40P01', '57P01', '08006', 'ECONNRESET'])('retries after %s before the commit', async (code) => {
    const { db, transaction } = failing([
      { error: sqlError(code), when: 'work' },
      { error: sqlError(code), when: 'work' },
    ]);
    await expect(db.tx(async () => 'kept')).resolves.toBe('kept');
    expect(transaction).toHaveBeenCalledTimes(3);
  });

  test('retries a serialization failure at the commit, because nothing was written', async () => {
    const { db, transaction } = failing([{ error: sqlError('40001'), when: 'commit' }]);
    await expect(db.tx(async () => 'kept')).resolves.toBe('kept');
    expect(transaction).toHaveBeenCalledTimes(2);
  });

  test('never retries work that may be committed', async () => {
    const { db, transaction } = failing([{ error: sqlError('ECONNRESET'), when: 'commit' }]);
    await expect(db.tx(async () => 'perhaps')).rejects.toThrow('ECONNRESET');
    expect(transaction).toHaveBeenCalledTimes(1);
  });

  test('gives up after ten tries, and immediately for any other error', async () => {
    const lost = failing(Array.from({ length: 20 }, () => ({ error: sqlError('40P01'), when: 'work' as const })));
    await expect(lost.db.tx(async () => undefined)).rejects.toThrow('40P01');
    expect(lost.transaction).toHaveBeenCalledTimes(10);
    const ordinary = failing([{ error: sqlError('23505'), when: 'work' }]);
    await expect(ordinary.db.tx(async () => undefined)).rejects.toThrow('23505');
    expect(ordinary.transaction).toHaveBeenCalledTimes(1);
  });

  test('providers 2.7: a transaction that hangs is reported, then rolled back', async () => {
    const reports: string[] = [];
    const db = createDatabase(stubDriver, {
      reportMs: 5,
      abortMs: 30,
      report: (_ms, openedAt) => void reports.push(openedAt),
    });
    await expect(db.tx(() => new Promise(() => {}))).rejects.toThrow('open too long');
    expect(reports).toEqual([expect.stringContaining('database.test.ts')]);
  });
});
