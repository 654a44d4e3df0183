// @engine pglite
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock, type Clock } from '../../../server/clock.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { takeTime } from '../../../server/follow-time.ts';
import { createTestApp, withServices } from '../../support/server.ts';

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("R15: follows the database and ignores the host's own clock", async () => {
    vi.setSystemTime('2001-01-01T00:00:00Z');
    const clock = await createClock(async () => Date.parse('2026-11-21T10:00:00Z'));
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:00.000Z');
    vi.advanceTimersByTime(1_500);
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:01.500Z');
    vi.setSystemTime('2040-01-01T00:00:00Z');
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:01.500Z');
  });

  test('R15: a sync adopts the database time and adds half of the query time', async () => {
    let database = Date.parse('2026-11-21T10:00:00Z');
    const clock = await createClock(async () => {
      vi.advanceTimersByTime(200);
      return database;
    });
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:00.100Z');
    database = Date.parse('2026-11-21T10:05:00Z');
    await clock.sync();
    expect(clock.now().toISOString()).toBe('2026-11-21T10:05:00.100Z');
  });

  test('D28 R15: pauses after a step back of up to a minute until the database catches up', async () => {
    let database = Date.parse('2026-11-21T10:00:00Z');
    const clock = await createClock(async () => database);
    vi.advanceTimersByTime(60_000);
    database = Date.parse('2026-11-21T10:00:00.005Z');
    expect(await clock.sync()).toBe(0);
    expect(clock.now().toISOString()).toBe('2026-11-21T10:01:00.000Z');
    vi.advanceTimersByTime(59_000);
    expect(clock.now().toISOString()).toBe('2026-11-21T10:01:00.000Z');
    vi.advanceTimersByTime(1_000);
    expect(clock.now().toISOString()).toBe('2026-11-21T10:01:00.005Z');
  });

  test('D28 R15: pauses for a step back of exactly a minute, and follows one of a millisecond more', async () => {
    const start = Date.parse('2026-11-21T10:00:00Z');
    const back = async (ms: number) => {
      let database = start;
      const clock = await createClock(async () => database);
      database = start - ms;
      return clock.sync();
    };
    expect([await back(60_000), await back(60_001)]).toEqual([0, 60_001]);
  });

  test('D28 R15: follows a longer step back, and a step ahead by a day', async () => {
    let database = Date.parse('2026-11-21T10:00:00Z');
    const clock = await createClock(async () => database);
    database = Date.parse('2026-11-20T10:00:00Z');
    expect(await clock.sync()).toBe(86_400_000);
    expect(clock.now().toISOString()).toBe('2026-11-20T10:00:00.000Z');
    database = Date.parse('2026-11-22T10:00:00Z');
    expect(await clock.sync()).toBe(0);
    expect(clock.now().toISOString()).toBe('2026-11-22T10:00:00.000Z');
  });

  test.each([Number.NaN, Infinity])('F2: rejects an answer of %d and keeps its time', async (answer) => {
    let database = Date.parse('2026-11-21T10:00:00Z');
    const clock = await createClock(async () => database);
    database = answer;
    await expect(clock.sync()).rejects.toThrow('The database returned no time.');
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:00.000Z');
    await expect(createClock(async () => answer)).rejects.toThrow('The database returned no time.');
  });

  test('D28: raises one alarm for a clock that was set back by more than a minute', async () => {
    const shop = await createTestApp({ handlers: () => [] });
    const steps = [90_000, 0];
    const clock: Clock = { ...shop.clock, sync: async () => steps.shift() ?? 0 };
    await takeTime(...withServices({ ...shop.deps, clock }));
    await takeTime(...withServices({ ...shop.deps, clock }));
    const alarms = await shop.db.sql.select().from(paymentAlarms);
    expect(alarms).toMatchObject([{ kind: 'clock.setBack', detail: { backMs: 90_000 } }]);
    await shop.close();
  });

  test('H16: keeps its advance after a sync', async () => {
    const clock = await createClock(async () => Date.parse('2026-11-21T10:00:00Z'));
    clock.advance(3_600_000);
    await clock.sync();
    expect(clock.now().toISOString()).toBe('2026-11-21T11:00:00.000Z');
  });
});
