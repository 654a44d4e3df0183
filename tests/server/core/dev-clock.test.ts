import { expect, test } from 'vitest';
import { createTestApp } from '../../support/server.ts';

const REAL_PROVIDERS = {
  TERMII_API_KEY: 'key',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '600100',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_ORIGIN: 'https://duka.example',
};
const advance = { method: 'POST', url: '/api/dev/clock', payload: { advanceMs: 90_000 } } as const;

test('H16: with simulators the clock can be moved, and what becomes due runs', async () => {
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
  await shop.close();
});

test('H16: it does not exist in production', async () => {
  const shop = await createTestApp({
    handlers: () => [],
    env: {
      ...REAL_PROVIDERS,
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://duka.example',
      TERMII_BASE_URL: 'https://v3.api.termii.com',
      TERMII_SENDER_ID: 'Duka',
      MPESA_BASE_URL: 'https://api.safaricom.co.ke',
    },
  });
  expect((await shop.app.inject(advance)).statusCode).toBe(404);
  expect(shop.app.hasRoute({ method: 'POST', url: '/api/dev/clock' })).toBe(false);
  await shop.close();
});

test('H16: nor with real providers', async () => {
  const shop = await createTestApp({ handlers: () => [], env: REAL_PROVIDERS });
  expect((await shop.app.inject(advance)).statusCode).toBe(404);
  await shop.close();
});
