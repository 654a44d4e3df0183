import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { createDatabase, transactionGuard, TransactionTooLongError, type Sql } from '../../../server/db/client.ts';
import { createEngineQueue } from '../../../server/db/engine-queue.ts';
import { EngineConnection } from '../../../server/db/pglite-connection.ts';
import { placeholder } from '../../../server/db/statements.ts';

/** Statements of the embedded database, on an engine in memory. */

const numbers = pgTable('numbers', { id: integer('id').primaryKey() });
const quiet = { logQuery: () => undefined };
let client: PGlite;
let connection: EngineConnection;
let db: Sql;
/** Calls of the engine. */
let calls: MockInstance;

const createQueue = () => createEngineQueue({ waiting: { reads: 1_000, others: 1_000 } });

beforeAll(async () => {
  client = await PGlite.create();
  await client.exec('create table numbers (id integer primary key)');
  calls = vi.spyOn(client, 'execProtocolStream');
});
afterAll(() => client.close());
beforeEach(async () => {
  await client.exec('deallocate all; truncate numbers; insert into numbers values (1), (2), (3)');
  connection = new EngineConnection(client, createQueue());
  db = connection.queuedHandle('reads', quiet);
  calls.mockClear();
});

const find = (name: string, more = sql`true`) =>
  db
    .select()
    .from(numbers)
    .where(sql`${numbers.id} = ${placeholder('id')} and ${more}`)
    .prepare(name);
const prepared = async () =>
  (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows;

test('a named statement is parsed once and then needs one call of the engine', async () => {
  const statement = find('by_id');
  expect(await statement.execute({ id: 2 })).toEqual([{ id: 2 }]);
  expect(calls).toHaveBeenCalledTimes(2);
  expect([await statement.execute({ id: 3 }), await statement.execute({ id: 4 })]).toEqual([[{ id: 3 }], []]);
  expect(calls).toHaveBeenCalledTimes(4);
});

test('a statement without a name leaves nothing in the engine', async () => {
  expect(await find('').execute({ id: 2 })).toEqual([{ id: 2 }]);
  expect(await prepared()).toEqual([]);
});

test('keeps the 200 statements that were used last, and parses others again', async () => {
  const statement = find('first');
  await statement.execute({ id: 1 });
  const other = (number: number) =>
    find(`other_${number}`, sql`exists (select from numbers as ${sql.identifier(`other${number}`)})`);
  for (let number = 0; number < 205; number += 1) {
    await other(number).execute({ id: 1 });
    if (number === 100) await statement.execute({ id: 1 });
  }
  const kept = (await prepared()).map(({ statement: text }) => text);
  expect(kept).toHaveLength(200);
  const has = (words: RegExp) => kept.some((text) => words.test(text));
  expect([has(/ and true/), has(/other5"/), has(/other6"/), has(/other204"/)]).toEqual([true, false, true, true]);
  expect(await other(5).execute({ id: 1 })).toEqual([{ id: 1 }]);
});

test('a failed statement leaves the engine usable, also when it cannot be parsed', async () => {
  await expect(db.execute(sql`select nothing from nowhere`)).rejects.toMatchObject({ cause: { code: '42P01' } });
  await expect(db.insert(numbers).values({ id: 1 })).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await find('by_id').execute({ id: 1 })).toEqual([{ id: 1 }]);
});

test('parallel statements of a transaction get their own results', async () => {
  const inner = connection.transactionHandle(quiet);
  const results = await Promise.all(
    [1, 2, 3].map((id) => queryRows<{ id: number }>(inner, sql`select ${id}::integer as id`)),
  );
  expect(results).toEqual([[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]]);
});

test('a statement that waits for the engine does not run after its transaction has ended', async () => {
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const slow = new EngineConnection(client, { ...createQueue(), pace: () => gate });
  const write = slow.transactionHandle(quiet).insert(numbers).values({ id: 9 }).execute();
  await Promise.resolve();
  slow.endTransaction();
  go();
  await expect(write).rejects.toMatchObject({ cause: { message: 'The transaction has ended.' } });
  expect(await find('by_id').execute({ id: 9 })).toEqual([]);
});

test('a transaction that took too long can no longer use the handle that all share', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const unused = async () => undefined;
  const inner = connection.transactionHandle(transactionGuard);
  const database = createDatabase(
    { kind: 'pglite', sql: db, transaction: (work) => work(inner), run: unused, now: async () => 0, close: unused },
    { reportMs: 1_000, abortMs: 2_000, report: () => undefined },
  );
  let goOn: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  let late: Promise<unknown> = Promise.resolve();
  const slow = database.tx(async (tx) => {
    await gate;
    late = tx.insert(numbers).values({ id: 9 }).execute();
    await late;
  });
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect(slow).rejects.toThrow(TransactionTooLongError);
  goOn();
  await gate;
  await expect(late).rejects.toThrow('The transaction has ended: its handle cannot be used.');
  expect(await find('by_id').execute({ id: 9 })).toEqual([]);
});
