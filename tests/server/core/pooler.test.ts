// @engine postgres
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { createDatabase, type Database } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { postgresDriver } from '../../../server/db/postgres.ts';
import { assertSessions, UnsetSessionError } from '../../../server/db/sessions.ts';
import { perHandle, placeholder } from '../../../server/db/statements.ts';
import { toFailureReply } from '../../../server/http/errors.ts';
import { administer } from '../../support/postgres.ts';
import { startStrictPooler, type StrictPooler } from '../../support/strict-pooler.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };
const { postgresUrl } = inject('server');
const getFailure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );

test('R35: a refusal by a read-only database is retried elsewhere, and then returns 503', async () => {
  const { db, drop } = await createTestDatabase();
  let tries = 0;
  const work = () =>
    db.tx(async (tx) => {
      tries += 1;
      await tx.execute(sql`set transaction read only`);
      await tx.execute(sql`create table written (id int)`);
    });
  const failure = await getFailure(work());
  expect([databaseCode(failure), tries]).toEqual(['25006', 10]);
  expect(toFailureReply(failure)).toMatchObject({ status: 503, retryAfter: 5 });
  await drop();
});

const named = perHandle((db) => ({
  double: db
    .select({ value: sql<number>`2 * ${placeholder('of')}::int` })
    .from(sql`generate_series(1, 1)`)
    .prepare('double'),
}));

// The embedded database has no pooler.
describe.each(postgresUrl === undefined ? [] : [postgresUrl])('R34: behind a pooler in transaction mode', (url) => {
  let pooler: StrictPooler;
  let role: string;
  let open: Database[];
  beforeEach(async () => {
    pooler = await startStrictPooler(Number(new URL(url).port));
    role = `pooled_${randomUUID().slice(0, 8)}`;
    open = [];
    await administer(url, `create role ${role} login`);
  });
  afterEach(async () => {
    await Promise.all(open.map((db) => db.close()));
    await pooler.stop();
    await administer(url, `drop role ${role}`);
  });

  function connect(options: Parameters<typeof postgresDriver>[3], port = pooler.port): Database {
    const address = new URL(url);
    address.port = String(port);
    address.username = role;
    const db = createDatabase(
      postgresDriver(address.href, 2, () => undefined, options),
      quiet,
    );
    open.push(db);
    return db;
  }
  const unset = async (db: Database, isPooled: boolean) => {
    const failure = await getFailure(assertSessions(db.sql, isPooled));
    return failure instanceof UnsetSessionError ? failure.message : failure;
  };

  test('uses no session state: no startup settings, no named statements', async () => {
    const db = connect({ isPooled: true, readMax: 1 });
    expect(await db.tx((tx) => named(tx).double.execute({ of: 1 }))).toEqual([{ value: 2 }]);
    expect(await named(db.sql).double.execute({ of: 2 })).toEqual([{ value: 4 }]);
    expect(await named(db.reads).double.execute({ of: 3 })).toEqual([{ value: 6 }]);
    await db.run('create temporary table tried (id int)');
    expect(pooler.offences).toEqual([]);
  });

  test('keeps the names of statements on a connection without a pooler', async () => {
    const db = connect({}, Number(new URL(url).port));
    const kept = await db.tx(async (tx) => {
      await named(tx).double.execute({ of: 1 });
      return queryRows<{ name: string }>(tx, sql`select name from pg_prepared_statements`);
    });
    expect(kept).toEqual([{ name: 'double' }]);
  });

  test('a statement of maintenance may take its time, and leaves none of that behind', async () => {
    await administer(url, `alter role ${role} set statement_timeout = '300'`);
    const db = connect({ isPooled: true });
    await db.run('select pg_sleep(0.4)');
    expect(databaseCode(await getFailure(db.sql.execute(sql`select pg_sleep(60)`)))).toBe('57014');
    const backup = connect({ isPooled: true, queryMs: 60_000 });
    await backup.tx((tx) => tx.execute(sql`select pg_sleep(0.4)`));
  });

  test('the start names the missing settings of the role, and passes when they are set', async () => {
    const said = await unset(connect({ isPooled: true }), true);
    expect(said).toContain(`alter role ${role} set timezone = 'UTC';`);
    const [, statements = ''] = /needs them, "(.*)"/.exec(String(said)) ?? [];
    expect(statements.split('; ')).toHaveLength(4);
    for (const statement of statements.split(';')) if (statement.trim() !== '') await administer(url, statement);
    expect(await unset(connect({ isPooled: true }), true)).toBeNull();
  });

  test('without the setting, the start names a pooler that refuses settings or drops them', async () => {
    const words = 'set DATABASE_POOLER=on';
    expect(await unset(connect({}), false)).toContain(words);
    // Pgbouncer drops the settings that it is configured to ignore.
    const dropped = connect({ isPooled: true });
    expect(await unset(dropped, false)).toContain(words);
    expect(await unset(connect({}, Number(new URL(url).port)), false)).toBeNull();
  });
});
