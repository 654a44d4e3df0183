// @engine postgres
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../server/db/client.ts';
import { providerTokens } from '../../../server/db/schema.ts';
import { NoAnswerError } from '../../../server/providers/call.ts';
import { createDarajaToken } from '../../../server/providers/daraja-token.ts';
import { readStatements } from '../../support/each-statement.ts';
import { createTestDatabase } from '../../support/server.ts';
import { hang, json, raw, scripted, settingsFor } from './daraja-client.ts';

let db: Database;
let drop: () => Promise<void>;
let now = Date.UTC(2026, 10, 21, 9);
const clock = { now: () => new Date(now), advance: () => undefined, sync: async () => 0 };

beforeAll(async () => void ({ db, drop } = await createTestDatabase()));
afterAll(() => drop());
beforeEach(() => db.sql.delete(providerTokens));
afterEach(() => void (now = Date.UTC(2026, 10, 21, 9)));

/** Serves the tokens `token-1`, `token-2`, … */
const granting = async (expiresIn: unknown = '3599') => {
  let granted = 0;
  return scripted((response) => {
    granted += 1;
    json(200, { access_token: `token-${granted}`, expires_in: expiresIn })(response);
  });
};
/** Creates a token service, as one server process does. */
const process = (baseUrl: string, timeoutMs = 5_000) =>
  createDarajaToken({ settings: { ...settingsFor(baseUrl), timeoutMs }, db, clock });

describe('providers 1.1: one token, shared by all processes', () => {
  test('providers 1.1: is fetched once and used until a minute before its expiry', async () => {
    await using daraja = await granting();
    const tokens = process(daraja.url);
    expect([await tokens.get(), await tokens.get()]).toEqual(['token-1', 'token-1']);
    expect(daraja.heard[0]).toMatchObject({
      path: '/oauth/v1/generate?grant_type=client_credentials',
      headers: {
        authorization: `Basic ${Buffer.from('simulated-consumer-key:simulated-consumer-secret').toString('base64')}`,
      },
    });
    now += (3599 - 60) * 1000 - 1;
    expect(await tokens.get()).toBe('token-1');
    now += 1;
    expect(await tokens.get()).toBe('token-2');
    expect(daraja.heard).toHaveLength(2);
  });

  test('providers 1.1: asks at the base address, with or without a slash at its end', async () => {
    await using daraja = await granting();
    await process(`${daraja.url}/`).get();
    expect(daraja.heard[0]?.path).toBe('/oauth/v1/generate?grant_type=client_credentials');
  });

  test.each([['3599'], [3599]])('providers 1.1: a life of %j', async (expiresIn) => {
    await using daraja = await granting(expiresIn);
    const tokens = process(daraja.url);
    await tokens.get();
    const [row] = await db.sql.select().from(providerTokens);
    expect(row).toMatchObject({
      provider: 'daraja',
      token: 'token-1',
      expiresAt: new Date(now + 3_599_000),
      lockedUntil: null,
      lockId: null,
    });
  });

  test('providers 1.1: three processes that need a token concurrently send one request', async () => {
    await using daraja = await granting();
    const processes = [process(daraja.url), process(daraja.url), process(daraja.url)];
    const got = await Promise.all(processes.flatMap((it) => [it.get(), it.get(), it.get()]));
    expect(new Set(got)).toEqual(new Set(['token-1']));
    expect(daraja.heard).toHaveLength(1);
  });

  test('providers 1.1: reads a rejected token again before renewing it', async () => {
    await using daraja = await granting();
    const [one, other] = [process(daraja.url), process(daraja.url)];
    expect([await one.get(), await other.get()]).toEqual(['token-1', 'token-1']);
    expect(await one.get('token-1')).toBe('token-2');
    expect(await other.get('token-1')).toBe('token-2');
    expect(daraja.heard).toHaveLength(2);
  });

  test('providers 1.1: concurrent calls with the same rejected token renew it once', async () => {
    await using daraja = await granting();
    const [one, other] = [process(daraja.url), process(daraja.url)];
    await Promise.all([one.get(), other.get()]);
    const got = await Promise.all([one, other, one, other].map((it) => it.get('token-1')));
    expect(new Set(got)).toEqual(new Set(['token-2']));
    expect(daraja.heard).toHaveLength(2);
  });

  test('providers 1.1: a running read does not answer a concurrent call with a rejected token', async () => {
    await using daraja = await granting();
    await process(daraja.url).get();
    const tokens = process(daraja.url);
    const [first, second] = await Promise.all([tokens.get(), tokens.get('token-1')]);
    expect([first, second]).toEqual(['token-1', 'token-2']);
  });

  test('R11: a process that dies with the lease blocks the others only until the lease expires', async () => {
    await using daraja = await granting();
    await db.sql.insert(providerTokens).values({
      provider: 'daraja',
      expiresAt: new Date(0),
      lockedUntil: new Date(now + 10_000),
      lockId: crypto.randomUUID(),
    });
    await expect(process(daraja.url, 250).get()).rejects.toThrow();
    expect(daraja.heard).toEqual([]);
    now += 10_001;
    expect(await process(daraja.url).get()).toBe('token-1');
  });

  test('R11: a token that arrives after its lease was lost does not replace the newer one', async () => {
    await using daraja = await scripted((response) => {
      void db.sql
        .update(providerTokens)
        .set({ token: 'newer', expiresAt: new Date(now + 3_600_000), lockId: null, lockedUntil: null })
        .where(eq(providerTokens.provider, 'daraja'))
        .then(() => json(200, { access_token: 'late', expires_in: '3599' })(response));
    });
    expect(await process(daraja.url).get()).toBe('newer');
  });

  test.each([
    ['wrong keys', raw(400, 'text/plain', '')],
    ['the firewall', raw(403, 'text/html', '<html></html>')],
    ['no token', json(200, {})],
    ['an empty token', json(200, { access_token: '', expires_in: '3599' })],
    ['no lifetime', json(200, { access_token: 't', expires_in: 'soon' })],
    ['a server error', json(500, { access_token: 't', expires_in: '3599' })],
  ])('R11: %s is an error and releases the lease', async (_what, answer) => {
    await using daraja = await scripted(answer, json(200, { access_token: 'good', expires_in: '3599' }));
    const tokens = process(daraja.url);
    await expect(tokens.get()).rejects.toThrow('Daraja gives no access token');
    expect(await tokens.get()).toBe('good');
  });

  test('R11: throws after the time-out without a response', async () => {
    await using daraja = await scripted(hang);
    await expect(process(daraja.url, 150).get()).rejects.toThrow('no answer');
  });

  test('R11: respects another process’s lease until exactly its end', async () => {
    await using daraja = await granting();
    const lockedUntil = new Date(now + 10_000);
    await db.sql.insert(providerTokens).values({ provider: 'daraja', expiresAt: new Date(0), lockedUntil });
    now += 10_000;
    await expect(process(daraja.url, 250).get()).rejects.toThrow();
    now += 1;
    expect(await process(daraja.url).get()).toBe('token-1');
  });

  test('R11: the lease is longer than the request’s time-out', async () => {
    const seen: (Date | null | undefined)[] = [];
    await using daraja = await scripted((response) => {
      void db.sql
        .select()
        .from(providerTokens)
        .then(([row]) => {
          seen.push(row?.lockedUntil);
          json(200, { access_token: 'token-1', expires_in: '3599' })(response);
        });
    });
    await process(daraja.url, 5_000).get();
    expect(seen).toEqual([new Date(now + 5_000 + 2_000)]);
  });

  test('R11: a failed request does not release a lease that another process holds', async () => {
    const [lockId, lockedUntil] = [crypto.randomUUID(), new Date(now + 10_000)];
    await using daraja = await scripted((response) => {
      void db.sql
        .update(providerTokens)
        .set({ lockId, lockedUntil })
        .then(() => raw(400, 'text/plain', '')(response));
    });
    await expect(process(daraja.url).get()).rejects.toThrow('Daraja gives no access token');
    expect(await db.sql.select().from(providerTokens)).toMatchObject([{ lockId, lockedUntil }]);
  });

  test('providers 1.1: returns a fresh token immediately, and polls another’s lease ten times a second', async () => {
    await using daraja = await granting();
    // The row, its read, the lease, the token.
    expect(await readStatements(() => process(daraja.url).get())).toBe(4);
    await db.sql.update(providerTokens).set({ token: '', lockedUntil: new Date(now + 10_000) });
    const waited = await readStatements(() =>
      process(daraja.url, 250)
        .get()
        .catch(() => ''),
    );
    expect(waited).toBeLessThanOrEqual(1 + 2 * 3);
  });

  test('PAY-M1: distinguishes a time-out, a missing server and a rejection', async () => {
    const failure = (url: string) =>
      process(url, 150)
        .get()
        .catch((error: unknown) => error);
    await using silent = await scripted(hang);
    expect(await failure(silent.url)).toMatchObject({ name: 'TokenRefusedError', code: 'token.timeout' });
    const gone = await scripted(hang);
    await gone[Symbol.asyncDispose]();
    expect(await failure(gone.url)).toMatchObject({ name: 'TokenRefusedError', code: 'token.network' });
    await using refusing = await scripted(json(400, { errorCode: '400.008.01' }));
    expect(await failure(refusing.url)).toMatchObject({ name: 'TokenRefusedError', code: 'token.400.008.01' });
  });
});

describe('R11: the row of another provider', () => {
  test('is neither locked nor changed', async () => {
    await using daraja = await granting();
    const other = { provider: 'other', token: '', expiresAt: new Date(0), lockedUntil: null, lockId: null };
    await db.sql.insert(providerTokens).values(other);
    const readRow = async () =>
      (await db.sql.select().from(providerTokens).where(eq(providerTokens.provider, 'other')))[0];
    await db.sql.update(providerTokens).set({ token: 'token-1' });
    expect(await process(daraja.url).get()).toBe('token-1');
    expect(await process(daraja.url).get('token-1')).toBe('token-2');
    expect(await readRow()).toMatchObject({ ...other, token: 'token-1' });
  });
});

test('R11: uses a token that was renewed during the read and fetches none', async () => {
  await using daraja = await granting();
  await process(daraja.url).get();
  const newer = { token: 'newer', expiresAt: new Date(now + 3_600_000) };
  let isRenewed = false;
  const sql = new Proxy(db.sql, {
    get(target, name: keyof typeof db.sql) {
      if (name !== 'update' || isRenewed) return target[name];
      isRenewed = true;
      return (table: typeof providerTokens) => ({
        set: (values: object) => ({
          where: (condition: never) => ({
            async returning(fields: never) {
              await db.sql.update(providerTokens).set(newer);
              return db.sql.update(table).set(values).where(condition).returning(fields);
            },
          }),
        }),
      });
    },
  });
  const settings = { ...settingsFor(daraja.url), timeoutMs: 5_000 };
  expect(await createDarajaToken({ settings, db: { ...db, sql }, clock }).get('token-1')).toBe('newer');
  expect(daraja.heard).toHaveLength(1);
});

test.each([
  ['ECONNRESET', 'no answer: ECONNRESET', true],
  ['ECONNREFUSED', 'no answer: ECONNREFUSED', false],
  [23, 'no answer: TypeError', true],
  [undefined, 'no answer: TypeError', true],
])('R11: a network error with the code %s is reported as %s', (code, message, wasSent) => {
  const said = new NoAnswerError(new TypeError('fetch failed', { cause: { code } }));
  expect([said.message, said.wasSent]).toEqual([message, wasSent]);
  expect(new NoAnswerError(new TypeError('fetch failed', { cause: null })).message).toBe('no answer: TypeError');
  expect(new NoAnswerError('text').message).toBe('no answer: unknown');
});
