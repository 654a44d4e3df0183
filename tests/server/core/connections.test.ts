// @engine postgres
import { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { createDatabase, type Database, type Sql } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { postgresDriver } from '../../../server/db/postgres.ts';
import { createTestDatabase } from '../../support/server.ts';

const { postgresUrl } = inject('server');

test('R16: a transaction works normally after a failed statement, on both engines', async () => {
  const { db, drop } = await createTestDatabase();
  await expect(db.tx((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  const [row] = await db.tx((tx) => queryRows<{ one: number }>(tx, sql`select 1 as one`));
  expect(row).toEqual({ one: 1 });
  await drop();
});

// The embedded database has no connections.
describe.each(postgresUrl === undefined ? [] : [postgresUrl])('the only connection to PostgreSQL', (url) => {
  let db: Database;
  beforeEach(() => {
    const driver = postgresDriver(url, 1, () => undefined, { readMax: 1 });
    db = createDatabase(driver, { reportMs: 10_000, abortMs: 50, report: () => undefined });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await db.close();
  });

  const readNumber = async (handle: Sql) =>
    (await queryRows<{ pid: number }>(handle, sql`select pg_backend_pid() as pid`))[0]?.pid;
  const failing = (work: (tx: Sql) => PromiseLike<unknown>) =>
    db
      .tx(async (tx) => work(tx))
      .then(
        () => null,
        (error: unknown) => error,
      );

  test('is reused after a transaction, also after a failed one', async () => {
    const first = await db.tx(readNumber);
    expect(await db.tx(readNumber)).toBe(first);
    expect(databaseCode(await failing((tx) => tx.execute(sql`select 1 / 0`)))).toBe('22012');
    await failing(() => Promise.reject(new Error('second thoughts')));
    expect(await db.tx(readNumber)).toBe(first);
  });

  test('is reused after a statement outside a transaction, and is replaced after a failed one', async () => {
    const first = await db.tx(readNumber);
    await db.run('select 1');
    expect(await db.tx(readNumber)).toBe(first);
    await expect(db.run('select 1 / 0')).rejects.toThrow();
    expect(await db.tx(readNumber)).not.toBe(first);
  });

  test('R16: is closed when a statement still runs and when a rollback fails', async () => {
    const first = await db.tx(readNumber);
    expect(String(await failing((tx) => tx.execute(sql`select pg_sleep(0.3)`)))).toContain('open too long');
    const second = await db.tx(readNumber);
    expect(second).not.toBe(first);
    const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      return given[0] === 'rollback' ? Promise.reject(new Error('no')) : ask.apply(this, given);
    } as never);
    await failing(() => Promise.reject(new Error('second thoughts')));
    vi.restoreAllMocks();
    expect(await db.tx(readNumber)).not.toBe(second);
  });

  test('R16: reports its loss, both when idle and between two statements of a transaction', async () => {
    const lost: string[] = [];
    const patient = createDatabase(
      postgresDriver(url, 1, ({ message }) => lost.push(message)),
      { reportMs: 10_000, abortMs: 10_000, report: () => undefined },
    );
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const end = (pid: number | undefined) => other.query('select pg_terminate_backend($1)', [pid]);
    await end(await patient.tx(readNumber));
    await expect.poll(() => lost.at(-1)).toContain('terminating connection');
    lost.length = 0;
    let tries = 0;
    await patient.tx(async (tx) => {
      tries += 1;
      if (tries > 1) return;
      await end(await readNumber(tx));
      await expect.poll(() => lost.at(-1)).toContain('terminating connection');
      await readNumber(tx);
    });
    expect(tries).toBe(2);
    await Promise.all([other.end(), patient.close()]);
  });

  test('R16: is kept while no query waits, however long the database is silent, and run() waits longer', async () => {
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    const first = await db.tx(readNumber);
    const socket = limits.mock.contexts[0] as Socket;
    const limit = socket.timeout;
    socket.emit('timeout');
    expect(await db.tx(readNumber)).toBe(first);
    limits.mockClear();
    await db.run('select 1');
    expect(limits.mock.calls.map(([ms]) => ms)).toEqual([60 * 60_000, limit]);
  });

  test('is separate for reads and read-only there', async () => {
    expect(await readNumber(db.reads)).not.toBe(await readNumber(db.sql));
    const written = await Promise.resolve(db.reads.execute(sql`create table written (id int)`)).catch(
      (error: unknown) => error,
    );
    expect(databaseCode(written)).toBe('25006');
  });
});
