// @engine pglite
import { expect, test } from 'vitest';
import { createTestApp } from '../../support/server.ts';
import { PRODUCTION, REAL_MPESA, REAL_PROVIDERS } from './production.ts';

const advance = { method: 'POST', url: '/api/dev/clock', payload: { advanceMs: 90_000 } } as const;

test('H16: the clock can be advanced with simulators, and due jobs run', async () => {
  const shop = await createTestApp({ handlers: () => [] });
  let ran = 0;
  shop.deps.jobs.register('later', async () => void (ran += 1));
  await shop.deps.jobs.enqueue(shop.db.sql, {
    kind: 'later',
    dedupeKey: '1',
    payload: {},
    runAt: new Date(shop.clock.now().getTime() + 80_000),
  });
  const before = shop.clock.now().getTime();
  const response = await shop.app.inject(advance);
  expect(response.statusCode).toBe(200);
  expect(shop.clock.now().getTime() - before).toBeGreaterThanOrEqual(90_000);
  expect(ran).toBe(1);
  const backwards = await shop.app.inject({ ...advance, payload: { advanceMs: -1 } });
  expect(backwards.statusCode).toBe(400);
  const leapYear = 366 * 24 * 3_600_000;
  const days = async (advanceMs: number) => (await shop.app.inject({ ...advance, payload: { advanceMs } })).statusCode;
  expect([await days(leapYear), await days(leapYear + 1)]).toEqual([200, 400]);
  await shop.close();
});

test('H16: the call does not exist in production', async () => {
  const shop = await createTestApp({ handlers: () => [], env: PRODUCTION });
  expect((await shop.app.inject(advance)).statusCode).toBe(404);
  expect(shop.app.hasRoute({ method: 'POST', url: '/api/dev/clock' })).toBe(false);
  await shop.close();
});

test.each(Object.entries({ money: REAL_MPESA, texts: { TERMII_API_KEY: 'key' }, all: REAL_PROVIDERS }))(
  'F15, H16, D30: the call does not exist when %s is real',
  async (_what, env) => {
    const shop = await createTestApp({ handlers: () => [], env });
    expect((await shop.app.inject(advance)).statusCode).toBe(404);
    await shop.close();
  },
);

test('F15, D30: returns 404 for a caller on another machine', async () => {
  const shop = await createTestApp({ handlers: () => [], env: { TRUST_PROXY: '10.0.0.1' } });
  const from = async (remoteAddress: string, forwarded = '192.0.2.1') =>
    (await shop.app.inject({ ...advance, remoteAddress, headers: { 'x-forwarded-for': forwarded } })).statusCode;
  expect(await from('192.0.2.1')).toBe(404);
  expect(await from('10.0.0.1', '127.0.0.1')).toBe(404);
  expect(await from('127.0.0.1')).toBe(200);
  expect(await from('::1')).toBe(200);
  await shop.close();
});

test('F15, D30: returns 404 for a caller behind a trusted proxy on this machine', async () => {
  const shop = await createTestApp({ handlers: () => [], env: { TRUST_PROXY: '127.0.0.1' } });
  const through = async (forwarded: string) =>
    (await shop.app.inject({ ...advance, headers: { 'x-forwarded-for': forwarded } })).statusCode;
  expect(await through('102.68.76.1')).toBe(404);
  expect(await through('127.0.0.1')).toBe(200);
  await shop.close();
});
