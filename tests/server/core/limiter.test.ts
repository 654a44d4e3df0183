// @engine postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitUses } from '../../../server/db/schema.ts';
import { createLimiter } from '../../../server/limits/limiter.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { toOwners } from '../../../server/limits/owners.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const MINUTE = 60_000;
let shop: TestApp;
let time = Date.UTC(2026, 10, 23, 9);
const advance = (ms: number) => void (time += ms);
const clock = { now: () => new Date(time), sync: () => Promise.resolve(0), advance };
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [], env: { RATE_LIMIT_FACTOR: '1' } });
});
beforeEach(async () => {
  await shop.db.sql.delete(limitUses);
});
afterAll(() => shop.close());

const another = (factor = 1) => createLimiter({ db: shop.db, clock, factor });

test('F23, D24: limits in the database count for all processes', async () => {
  const processes = [another(), another()];
  for (let number = 0; number < 10; number += 1) await processes[number % 2]?.count('orders', 'a');
  for (const one of processes)
    await expect(one.count('orders', 'a')).rejects.toMatchObject({
      kind: 'too-often',
      message: 'Please wait a minute and try again.',
      retryAfter: 60,
    });
  await processes[0]?.count('orders', 'b');
});

test.each(['orders', 'badCallbacks'] as const)(
  'F23, D24: %s slide: never more than the limit in any minute, also across the end of a minute',
  async (name) => {
    const limiter = another();
    const most = name === 'orders' ? 10 : 60;
    advance(2 * MINUTE - (time % MINUTE) - 5_000);
    const passes = async () => {
      let passed = 0;
      while (passed <= most && (await limiter.take(name, '203.0.113.7')).waitMs === 0) passed += 1;
      return passed;
    };
    expect(await passes()).toBe(most);
    advance(10_000);
    expect(await passes()).toBe(0);
    expect((await limiter.take(name, '203.0.113.7')).waitMs).toBe(50_000);
    advance(50_000);
    expect(await passes()).toBe(most);
  },
);

test('D24: a refusal does not count, so a caller who waits as long as stated is accepted', async () => {
  const limiter = another();
  await limiter.count('resetsOfMailboxMinute', 'm');
  for (let second = 0; second < 59; second += 1) {
    advance(1_000);
    await expect(limiter.count('resetsOfMailboxMinute', 'm')).rejects.toMatchObject({ retryAfter: 59 - second });
  }
  advance(1_000);
  await limiter.count('resetsOfMailboxMinute', 'm');
});

test('F4, H15: the message of a limit states its wait', async () => {
  const limiter = another();
  await limiter.count('guessMails', 'm');
  await expect(limiter.count('guessMails', 'm')).rejects.toMatchObject({
    message: 'Please try again in 1440 minutes.',
    retryAfter: 86_400,
  });
});

test('exactly the allowed number of 20 concurrent calls passes', async () => {
  const limiter = another();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => limiter.count('orders', 'burst')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('stores many uses in few slots, and enforces the same limit', async () => {
  const limiter = another();
  for (let number = 0; number < 100; number += 1) await limiter.count('codes', '203.0.113.7');
  await expect(limiter.count('codes', '203.0.113.7')).rejects.toMatchObject({ kind: 'too-often' });
  const [row] = await shop.db.sql.select().from(limitUses);
  expect(row?.slots.length).toBeLessThanOrEqual(2);
  advance(60 * MINUTE);
  expect(await limiter.count('codes', '203.0.113.7')).toBe(1);
});

test('a returned use can be used again', async () => {
  const limiter = another();
  for (let number = 0; number < 10; number += 1) await limiter.count('orders', 'back');
  await limiter.giveBack('orders', 'back');
  expect(await limiter.count('orders', 'back')).toBe(10);
});

test('D24: refuses until the last millisecond of the wait, and states at least a second', async () => {
  const limiter = another();
  for (let number = 1; number <= 10; number += 1) expect(await limiter.count('orders', 'last')).toBe(number);
  for (let number = 0; number < LIMITS.polls.most; number += 1)
    expect([limiter.secondsLeft('polls', 'last'), limiter.secondsToWait('polls', 'last')]).toEqual([0, 0]);
  expect(limiter.secondsLeft('polls', 'last')).toBeGreaterThan(58);
  advance(MINUTE - 1);
  expect(await limiter.take('orders', 'last')).toEqual({ used: 0, waitMs: 1 });
  await expect(limiter.count('orders', 'last')).rejects.toMatchObject({ retryAfter: 1 });
  advance(1);
  expect(await limiter.take('orders', 'last')).toEqual({ used: 1, waitMs: 0 });
  expect([limiter.secondsLeft('polls', 'last'), limiter.secondsToWait('polls', 'last')]).toEqual([0, 0]);
});

test('D24: counts up to 60 uses by the millisecond, and more by the sixtieth of the window', async () => {
  advance(MINUTE - (time % MINUTE) + 500);
  for (const [most, waitMs] of [
    [60, 60_000],
    [61, 59_500],
  ] as const) {
    const limiter = another(most / LIMITS.badCallbacks.most);
    for (let number = 0; number < most; number += 1)
      expect(limiter.secondsToWait('badCallbacks', '203.0.113.8')).toBe(0);
    advance(1_000);
    // A use in a later slot.
    expect((await limiter.take('badCallbacks', '203.0.113.8')).waitMs).toBe(waitMs - 1_000);
    advance(-1_000);
  }
});

test('D24: drops the uses of a whole slot when it leaves the window', async () => {
  const limiter = another(61 / LIMITS.badCallbacks.most);
  advance(MINUTE - (time % MINUTE));
  const pass = (count: number) => {
    for (let number = 0; number < count; number += 1)
      expect(limiter.secondsToWait('badCallbacks', '203.0.113.6')).toBe(0);
  };
  pass(40);
  advance(30_000);
  pass(21);
  expect(limiter.secondsLeft('badCallbacks', '203.0.113.6')).toBe(30);
  advance(500);
  // A started second counts as a whole one.
  expect(limiter.secondsLeft('badCallbacks', '203.0.113.6')).toBe(30);
  advance(29_500);
  pass(40);
  expect(limiter.secondsToWait('badCallbacks', '203.0.113.6')).toBe(30);
});

test('F3, D24: returns the larger count of a /64 and its /48', async () => {
  const limiter = another();
  const uses = [];
  for (const net of ['1', '2', '1']) uses.push(await limiter.count('signUps', `2001:db8:9:${net}::1`));
  expect(uses).toEqual([1, 2, 3]);
});

test('RATE_LIMIT_FACTOR multiplies limits, never below one, and not those of mails and alarms', async () => {
  const generous = another(3);
  for (let number = 0; number < 30; number += 1) await generous.count('orders', 'factor');
  await expect(generous.count('orders', 'factor')).rejects.toMatchObject({ kind: 'too-often' });
  const strict = another(0.001);
  await strict.count('orders', 'strict');
  await expect(strict.count('orders', 'strict')).rejects.toMatchObject({ kind: 'too-often' });
  await generous.count('guessMails', 'fixed');
  await expect(generous.count('guessMails', 'fixed')).rejects.toMatchObject({ kind: 'too-often' });
});

test('F3, D24: counts an IPv6 customer by /64, and by its /48 with four times the limit', async () => {
  const limiter = another();
  const passes = async (net: number) => {
    let passed = 0;
    while (passed <= 50 && (await limiter.take('signUps', `2001:db8:1:${net.toString(16)}::1`)).waitMs === 0)
      passed += 1;
    return passed;
  };
  const all = [];
  for (let net = 0; net < 6; net += 1) all.push(await passes(net));
  expect(all).toEqual([50, 50, 50, 50, 0, 0]);
  expect((await limiter.take('signUps', '2001:db8:2::1')).waitMs).toBe(0);
});

test('F3, D23: the owner of a /48 cannot use up more than half of the hourly codes', async () => {
  const limiter = another();
  let passed = 0;
  for (let net = 0; net < 300; net += 1)
    if ((await limiter.take('codes', `2001:db8:1:${net.toString(16)}::1`)).waitMs === 0) passed += 1;
  expect(passed).toBe(100);
  expect(passed).toBeLessThan(LIMITS.codesOfShop.most / 2);
});

test.each([
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0/48'],
  ['2001:db8::a:b:c:d', '2001:db8:0:0', '2001:db8:0/48'],
  ['2001:db8:0:0:1::', '2001:db8:0:0', '2001:db8:0/48'],
  ['2001:db8:1:2::5', '2001:db8:1:2', '2001:db8:1/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1/48'],
  ['::1', '0:0:0:0', '0:0:0/48'],
  ['::', '0:0:0:0', '0:0:0/48'],
  ['::ffff:198.51.100.7', '198.51.100.7', undefined],
  ['198.51.100.7', '198.51.100.7', undefined],
])('the owners of %s are %s and %s, for every spelling of its zeros', (ip, narrow, wide) => {
  expect(toOwners(ip).map(({ key }) => key)).toEqual([narrow, ...(wide === undefined ? [] : [wide])]);
});

test('D24: a browser that is counted separately does not use up the limit of its address', async () => {
  await another().count('logins', '203.0.113.9', { apart: 'known' });
  const keys = async () => (await shop.db.sql.select().from(limitUses)).map(({ key }) => key);
  expect(await keys()).toEqual(['logins apart known']);
  await another().count('logins', '203.0.113.9');
  expect(await keys()).toContain('logins apart known');
  expect((await keys()).length).toBeGreaterThan(1);
});
