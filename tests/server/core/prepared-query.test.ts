// @engine postgres
import { desc, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createDatabase, type Database, type Sql } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { postgresDriver } from '../../../server/db/postgres.ts';
import { placeholder } from '../../../server/db/statements.ts';
import { createTestDatabase } from '../../support/server.ts';

const { postgresUrl } = inject('server');

test('a prepared statement has the values of each call, on both engines', async () => {
  const { db, drop } = await createTestDatabase();
  const doubled = sql<number>`2 * ${placeholder('number')}::int`.as('doubled');
  const statement = db.sql
    .select({ doubled })
    .from(sql`(select 1) as one`)
    .prepare('number_doubled');
  for (const number of [1, 5]) expect(await statement.execute({ number })).toEqual([{ doubled: 2 * number }]);
  await drop();
});

// The embedded database has no connections.
describe.each(postgresUrl === undefined ? [] : [postgresUrl])('a prepared statement on PostgreSQL', (url) => {
  let db: Database;
  beforeEach(() => {
    const driver = postgresDriver(url, 2, () => undefined);
    db = createDatabase(driver, { reportMs: 10_000, abortMs: 10_000, report: () => undefined });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await db.close();
  });

  const numbers = sql`generate_series(1, ${placeholder('most')}::int) as listed (number)`;
  const prepare = (handle: Sql) =>
    handle
      .select({
        number: sql<number>`listed.number`,
        share: sql<number>`12 / (listed.number - ${placeholder('gap')}::int)`,
        none: sql<string | null>`null::text`,
        texts: sql<string[]>`array['a "b"', listed.number::text]`,
        json: sql<object>`jsonb_build_object('isEven', listed.number % 2 = 0)`,
      })
      .from(numbers)
      .orderBy(desc(sql`1`))
      .prepare('numbers_listed');
  const row = (number: number) => ({
    number,
    share: 12 / number,
    none: null,
    texts: ['a "b"', String(number)],
    json: { isEven: number % 2 === 0 },
  });
  /** Counts the descriptions of columns that arrive on the connections. */
  const countDescriptions = () =>
    vi.spyOn(pg.Client.prototype as unknown as { _handleRowDescription(): void }, '_handleRowDescription');

  test('has the same values each time, and its columns are described once', async () => {
    const descriptions = countDescriptions();
    const statement = prepare(db.sql);
    expect(await statement.execute({ most: 2, gap: 0 })).toEqual([row(2), row(1)]);
    expect(await statement.execute({ most: 0, gap: 0 })).toEqual([]);
    expect(await statement.execute({ most: 3, gap: 0 })).toEqual([row(3), row(2), row(1)]);
    expect(descriptions).toHaveBeenCalledTimes(1);
  });

  test('is described on each connection', async () => {
    const descriptions = countDescriptions();
    const statement = prepare(db.sql);
    const both = () => Promise.all([1, 2].map((most) => statement.execute({ most, gap: 0 })));
    expect(await both()).toEqual([[row(1)], [row(2), row(1)]]);
    expect(await both()).toEqual([[row(1)], [row(2), row(1)]]);
    expect(descriptions).toHaveBeenCalledTimes(2);
  });

  test('shares its description with transactions on the same connection', async () => {
    const descriptions = countDescriptions();
    await prepare(db.sql).execute({ most: 1, gap: 0 });
    expect(await db.tx((tx) => prepare(tx).execute({ most: 1, gap: 0 }))).toEqual([row(1)]);
    expect(descriptions).toHaveBeenCalledTimes(1);
  });

  test('rejects when PostgreSQL refuses it, and works afterwards', async () => {
    const statement = prepare(db.sql);
    const failed = (most: number) =>
      statement.execute({ most, gap: 1 }).then(
        () => null,
        (error: unknown) => databaseCode(error),
      );
    expect(await failed(1)).toBe('22012');
    expect(await statement.execute({ most: 1, gap: 0 })).toEqual([row(1)]);
    expect(await failed(2)).toBe('22012');
    expect(await statement.execute({ most: 1, gap: 0 })).toEqual([row(1)]);
  });

  test('rejects when a cell cannot be read, and works afterwards', async () => {
    const statement = prepare(db.sql);
    vi.spyOn(pg.types, 'getTypeParser').mockReturnValue(() => {
      throw new Error('unreadable');
    });
    await expect(statement.execute({ most: 1, gap: 0 })).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'unreadable' }),
    });
    vi.restoreAllMocks();
    await db.close();
    db = createDatabase(
      postgresDriver(url, 1, () => undefined),
      { reportMs: 10_000, abortMs: 10_000, report: () => undefined },
    );
    expect(await prepare(db.sql).execute({ most: 1, gap: 0 })).toEqual([row(1)]);
  });

  test('rejects when another statement has its name', async () => {
    await db.tx(async (tx) => {
      await prepare(tx).execute({ most: 1, gap: 0 });
      const other = tx
        .select({ one: sql<number>`1` })
        .from(sql`(select 1) as one`)
        .prepare('numbers_listed');
      await expect(other.execute()).rejects.toMatchObject({
        cause: expect.objectContaining({ message: 'Two prepared statements have the name numbers_listed' }),
      });
      expect(await prepare(tx).execute({ most: 2, gap: 0 })).toEqual([row(2), row(1)]);
    });
  });
});
