// @engine postgres
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type Database } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { postgresDriver } from '../../../server/db/postgres.ts';
import { toFailureReply } from '../../../server/http/errors.ts';
import { createTestApp } from '../../support/server.ts';

const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };
const getFailure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );
const SLEEP = sql`select pg_sleep(60)`;
const { postgresUrl } = inject('server');

// The embedded database has one connection that cannot be interrupted. There only the search limit helps.
describe.each(postgresUrl === undefined ? [] : [postgresUrl])('F11: slow statements on PostgreSQL', (url) => {
  let db: Database;
  beforeAll(() => {
    const driver = postgresDriver(url, 1, () => undefined, { queryMs: 1_000, readMax: 1 });
    db = createDatabase(driver, quiet);
  });
  afterAll(() => db.close());

  async function stillAsleep() {
    const { rows } = (await db.sql.execute(
      sql`select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
    )) as unknown as { rows: unknown[] };
    return rows;
  }

  test.each([
    ['a query', () => db.sql.execute(SLEEP)],
    ['a read', () => db.reads.execute(SLEEP)],
    ['a transaction', () => db.tx((tx) => tx.execute(SLEEP))],
  ])('the database itself ends %s, and the shopper gets 503 with Retry-After', async (_, ask) => {
    const failure = await getFailure(ask());
    expect(databaseCode(failure)).toBe('57014');
    expect(toFailureReply(failure)).toMatchObject({ status: 503, retryAfter: 5 });
    // The database replies before it reports itself idle, and a concurrent test may sleep, too.
    await expect.poll(stillAsleep).toEqual([]);
  });

  test('writes find a connection while all read connections are busy', async () => {
    let isOver = false;
    const slow = getFailure(db.reads.execute(SLEEP)).then(() => (isOver = true));
    await db.tx((tx) => tx.execute(sql`select 1`));
    expect(isOver).toBe(false);
    await slow;
  });

  test('a read cannot write', async () => {
    expect(databaseCode(await getFailure(db.reads.execute(sql`create table written (id int)`)))).toBe('25006');
  });

  test('maintenance statements may run long', async () => {
    await db.run('select pg_sleep(1.1)');
    expect(await getFailure(db.sql.execute(sql`select 1`))).toBeNull();
  });
});

describe('providers 3.4: searches', () => {
  test('limits an address to 600 searches a minute; its other calls and other addresses continue', async () => {
    const shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    const get = (url: string, ip = '197.136.0.1') => shop.app.inject({ url, remoteAddress: ip });
    // For every spelling of the parameter and every call that searches.
    const spellings = ['/api/products?search=tv', '/api/products/facets?s%65arch=tv', '/api/products?limit=1&search=a'];
    for (let done = 0; done < 600; done += 1)
      expect((await get(spellings[done % spellings.length] ?? '')).statusCode).toBe(200);
    for (const url of spellings) {
      const refused = await get(url);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    }
    expect((await get('/api/products')).statusCode).toBe(200);
    expect((await get('/api/products?search=tv', '197.136.0.2')).statusCode).toBe(200);
    shop.clock.advance(61_000);
    expect((await get('/api/products?search=tv')).statusCode).toBe(200);
    await shop.close();
  });
});
