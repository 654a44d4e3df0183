// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitUses } from '../../../server/db/schema.ts';
import { databaseCounts, deleteOldUses, lockKey } from '../../../server/limits/database-counts.ts';
import { createLimiter } from '../../../server/limits/limiter.ts';
import { TURN_MINUTES } from '../../../server/limits/limits.ts';
import { createProcessCounts } from '../../../server/limits/process-counts.ts';
import { findTurns, holderNumber, putTurns } from '../../../server/limits/turns.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const MINUTE = 60_000;
const TURN_MS = TURN_MINUTES * MINUTE;

let shop: TestApp;
let time = Date.UTC(2026, 10, 23, 9);
const clock = { now: () => new Date(time), sync: () => Promise.resolve(0), advance: (ms: number) => void (time += ms) };
const limiter = () => createLimiter({ db: shop.db, clock, factor: 1 });
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [] });
});
beforeEach(async () => {
  await shop.db.sql.delete(limitUses);
});
afterAll(() => shop.close());

test('D24: keeps a turn for its time, per key', async () => {
  const first = { holder: 1, due: time };
  const second = { holder: 2, due: time + MINUTE };
  await putTurns(shop.db.sql, 'a', [first, second]);
  await putTurns(shop.db.sql, 'b', [{ holder: 3, due: time }]);
  const found = (ms: number, key = 'a') => findTurns(shop.db.sql, key, new Date(time + ms));
  expect(await found(TURN_MS - 1)).toEqual([first, second]);
  expect(await found(TURN_MS)).toEqual([second]);
  expect(await found(TURN_MS + MINUTE - 1)).toEqual([second]);
  expect(await found(TURN_MS + MINUTE)).toEqual([]);
  expect(await found(0, 'b')).toEqual([{ holder: 3, due: time }]);
  expect(await found(0, 'c')).toEqual([]);
});

test('D24: overwrites earlier turns, and keeps the row until the last turn ends', async () => {
  await putTurns(shop.db.sql, 'a', [{ holder: 1, due: time }]);
  await putTurns(shop.db.sql, 'a', [{ holder: 2, due: time + MINUTE }]);
  expect(await findTurns(shop.db.sql, 'a', clock.now())).toEqual([{ holder: 2, due: time + MINUTE }]);
  const [row] = await shop.db.sql.select().from(limitUses).where(eq(limitUses.key, 'turns a'));
  expect(row?.expiresAt).toEqual(new Date(time + MINUTE + TURN_MS));
});

test('a browser has one number that fits into the row', () => {
  expect(holderNumber('one')).toBe(holderNumber('one'));
  expect(holderNumber('one')).not.toBe(holderNumber('two'));
  for (const cookie of ['', 'one', 'two', 'x'.repeat(500)]) {
    expect(holderNumber(cookie)).toBeGreaterThanOrEqual(0);
    expect(holderNumber(cookie)).toBeLessThan(2 ** 28);
  }
});

test('D24: the wait of a key counts from its own oldest use', async () => {
  for (const who of ['a', 'b']) {
    for (let number = 0; number < 10; number += 1) {
      await limiter().count('orders', who);
      clock.advance(1_000);
    }
  }
  expect((await limiter().take('orders', 'a')).waitMs).toBe(MINUTE - 20_000);
  expect((await limiter().take('orders', 'b')).waitMs).toBe(MINUTE - 10_000);
});

test('returns a use to its owner', async () => {
  for (const who of ['a', 'b']) for (let number = 0; number < 3; number += 1) await limiter().count('orders', who);
  await limiter().giveBack('orders', 'a');
  expect([await limiter().count('orders', 'a'), await limiter().count('orders', 'b')]).toEqual([3, 4]);
});

test('deletes expired uses, and none that expires now', async () => {
  await limiter().count('orders', 'a');
  clock.advance(1);
  await limiter().count('orders', 'b');
  await deleteOldUses(shop.db.sql, new Date(time + MINUTE));
  expect((await shop.db.sql.select().from(limitUses)).map(({ key }) => key)).toEqual(['orders b']);
});

test('D24: limits in the process slide, use by use', async () => {
  const one = limiter();
  const passes = async () => {
    let passed = 0;
    while (passed <= 60 && (await one.take('badCallbacks', '203.0.113.9')).waitMs === 0) passed += 1;
    return passed;
  };
  for (let number = 0; number < 20; number += 1) await one.count('badCallbacks', '203.0.113.9');
  clock.advance(MINUTE / 2);
  expect(await passes()).toBe(40);
  expect((await one.take('badCallbacks', '203.0.113.9')).waitMs).toBe(MINUTE / 2);
  clock.advance(MINUTE / 2);
  expect(await passes()).toBe(20);
  clock.advance(MINUTE / 2);
  expect(await passes()).toBe(40);
});

test('H15: rounds the seconds to wait up', async () => {
  const one = limiter();
  for (let number = 0; number < 10; number += 1) await one.count('orders', 'a');
  clock.advance(500);
  await expect(one.count('orders', 'a')).rejects.toMatchObject({ retryAfter: 60 });
});

test('a key lock is a row without uses that lasts until the latest expiry', async () => {
  for (const minutes of [1, 2]) await lockKey(shop.db.sql, 'a', new Date(time + minutes * MINUTE));
  expect(await shop.db.sql.select().from(limitUses)).toMatchObject([
    { key: 'a', slots: [], counts: [], expiresAt: new Date(time + 2 * MINUTE) },
  ]);
});

test('a limit of zero waits for a whole window, also when all uses have expired', async () => {
  const asked = { key: 'a', slot: time, oldest: time - MINUTE, most: 0, now: time, perMs: MINUTE };
  const before = time - 2 * MINUTE;
  await databaseCounts.use({ ...asked, slot: before, oldest: before - MINUTE, most: 1, now: before }, shop.db.sql);
  expect(await databaseCounts.use(asked, shop.db.sql)).toEqual({ used: 0, waitMs: MINUTE });
});

test('D24: a process keeps 100,000 keys and evicts the least recently used one', () => {
  const { use } = createProcessCounts();
  const isFree = (key: number, isCounted = true) =>
    use({ key: `${key}`, slot: time, oldest: time - MINUTE, most: 1, now: time, perMs: MINUTE }, isCounted).waitMs ===
    0;
  for (let key = 1; key <= 100_000; key += 1) isFree(key);
  expect(isFree(1, false)).toBe(false);
  isFree(100_001);
  expect([isFree(1, false), isFree(2, false)]).toEqual([true, false]);
});

test('D24: rejects when a use cannot be returned', async () => {
  await shop.db.run('alter table limit_uses rename to limit_uses_gone');
  try {
    await expect(limiter().giveBack('orders', 'a')).rejects.toThrow();
  } finally {
    await shop.db.run('alter table limit_uses_gone rename to limit_uses');
  }
});
