import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerClock, everySecond } from '../../src/services/clock.ts';

describe("H13: the server's time on a phone whose clock is wrong", () => {
  test.each([[-3 * 3_600_000], [86_400_000]])('a clock that is off by %i ms is corrected', (wrong) => {
    let local = 1_000_000_000 + wrong;
    const clock = createServerClock(() => local);
    clock.observe(1_000_000_000);
    expect(clock.now()).toBe(1_000_000_000);
    local += 5_000;
    expect(clock.now()).toBe(1_000_005_000);
  });

  test('whole seconds of the Date header and a slow network do not make it jump', () => {
    const clock = createServerClock(() => 1_000_000);
    clock.observe(998_500);
    expect(clock.now()).toBe(1_000_000);
    clock.observe(990_000);
    clock.observe(991_500);
    expect(clock.now()).toBe(990_000);
  });

  test("without an answer it is the phone's own", () => {
    expect(createServerClock(() => 42).now()).toBe(42);
  });
});

describe('the tick', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('H13: comes each second, at once when the page is shown again, and ends when it is stopped', () => {
    let show: () => void = () => undefined;
    let isStopped = false;
    const told: number[] = [];
    let now = 0;
    const stop = everySecond(
      {
        now: () => now,
        on: (_, listener) => {
          show = listener;
          return () => void (isStopped = true);
        },
      },
      (time) => told.push(time),
    );
    now = 1_000;
    vi.advanceTimersByTime(999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    now = 700_000;
    show();
    expect(told).toEqual([1_000, 700_000]);
    stop();
    vi.advanceTimersByTime(5_000);
    expect(told).toHaveLength(2);
    expect(isStopped).toBe(true);
  });
});
