import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimiter, ownerOf } from '../../../server/rate-limit.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [], env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop.close());

test('the shared limit counts for all processes, and starts anew with each window', async () => {
  const other = createLimiter({ db: shop.db, clock: shop.clock, factor: 1 });
  startWindow(shop, 60_000);
  const limiters = [shop.deps.limiter, other];
  for (let number = 0; number < 4; number += 1) await limiters[number % 2]?.limit('login:a', 4, 60_000);
  await expect(other.limit('login:a', 4, 60_000)).rejects.toMatchObject({
    status: 429,
    message: 'Please wait a minute and try again.',
  });
  const refusal: unknown = await shop.deps.limiter.limit('login:a', 4, 60_000).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ retryAfter: expect.any(Number) });
  await other.limit('login:b', 4, 60_000);
  shop.clock.advance(60_000);
  await other.limit('login:a', 4, 60_000);
});

test.each([
  [60_000, 'Please wait a minute and try again.'],
  [61_000, 'Please try again in 2 minutes.'],
  [15 * 60_000, 'Please try again in 15 minutes.'],
])('H15: the text of a limit names its own wait, here of %i ms', async (windowMs, message) => {
  startWindow(shop, windowMs);
  await shop.deps.limiter.limit(`wait:${windowMs}`, 1, windowMs);
  await expect(shop.deps.limiter.limit(`wait:${windowMs}`, 1, windowMs)).rejects.toMatchObject({ message });
});

test('20 at once: exactly the allowed number passes', async () => {
  startWindow(shop, 3_600_000);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => shop.deps.limiter.limit('burst', 7, 3_600_000)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

test('RATE_LIMIT_FACTOR multiplies, and never below one', async () => {
  startWindow(shop, 3_600_000);
  const generous = createLimiter({ db: shop.db, clock: shop.clock, factor: 3 });
  for (let number = 0; number < 6; number += 1) await generous.limit('factor', 2, 3_600_000);
  await expect(generous.limit('factor', 2, 3_600_000)).rejects.toMatchObject({ status: 429 });
  const strict = createLimiter({ db: shop.db, clock: shop.clock, factor: 0.001 });
  await strict.limit('strict', 2, 3_600_000);
  await expect(strict.limit('strict', 2, 3_600_000)).rejects.toMatchObject({ status: 429 });
});

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::a:b:c:d', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['2001:db8:1::5', '2001:db8:1:0'],
  ['2001:db8:1:2::5', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
  ['198.51.100.7', '198.51.100.7'],
])('the owner of %s is %s: a /64 however its zeros are written, and each IPv4 address', (ip, owner) => {
  expect(ownerOf(ip)).toBe(owner);
});
