import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../../../server/clock.ts';

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('R15: follows the database, whatever the host’s own clock says', async () => {
    vi.setSystemTime('2001-01-01T00:00:00Z');
    const clock = await createClock(async () => Date.parse('2026-11-21T10:00:00Z'));
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:00.000Z');
    vi.advanceTimersByTime(1_500);
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:01.500Z');
    vi.setSystemTime('2040-01-01T00:00:00Z');
    expect(clock.now().toISOString()).toBe('2026-11-21T10:00:01.500Z');
  });

  test('R15: a sync takes the database’s time over, and the time of the question is halved', async () => {
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

  test('H16: what it was moved by stays, also over a sync', async () => {
    const clock = await createClock(async () => Date.parse('2026-11-21T10:00:00Z'));
    clock.advance(3_600_000);
    await clock.sync();
    expect(clock.now().toISOString()).toBe('2026-11-21T11:00:00.000Z');
  });
});
