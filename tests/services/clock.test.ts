import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserStorage } from '../../src/services/browser-storage.ts';
import { createServerClock, onEverySecond } from '../../src/services/clock.ts';
import { SharedStorage } from '../support/tab.ts';

const storedIn = (storage: SharedStorage) =>
  createBrowserStorage({ storage: () => storage.open({}, () => undefined), on: () => () => undefined });

describe("H13: the server's time on a device with a wrong clock", () => {
  test.each([[-3 * 3_600_000], [86_400_000]])('corrects a clock that is off by %i ms', (wrong) => {
    let local = 1_000_000_000 + wrong;
    const clock = createServerClock(() => local);
    clock.observe(1_000_000_000);
    expect(clock.now()).toBe(1_000_000_000);
    local += 5_000;
    expect(clock.now()).toBe(1_000_005_000);
  });

  test('does not jump because of whole seconds in the Date header or a slow network', () => {
    const clock = createServerClock(() => 1_000_000);
    clock.observe(998_500);
    expect(clock.now()).toBe(1_000_000);
    clock.observe(990_000);
    clock.observe(991_500);
    expect(clock.now()).toBe(990_000);
  });

  test.each([
    ['an hour fast', 3_600_000],
    ['an hour slow', -3_600_000],
  ])('Q28: a page that is reopened offline keeps the offset of a clock that is %s', (_, wrong) => {
    const storage = new SharedStorage();
    let server = 1_000_000_000;
    const open = () => createServerClock(() => server + wrong, storedIn(storage));
    open().observe(server);
    server += 74_000;
    expect(open().now()).toBe(server);
  });

  test('Q28: the next response removes the offset of a corrected clock, also after a reload', () => {
    const storage = new SharedStorage();
    storage.values.set('clockOffset', '-3600000');
    const clock = createServerClock(() => 1_000_000_000, storedIn(storage));
    clock.observe(1_000_000_500);
    expect([clock.now(), storage.values.has('clockOffset')]).toEqual([1_000_000_000, false]);
  });

  test.each(['', 'x', '1e3', 'NaN', '1.5', '99999999999999999999', '{"a":1}'])(
    "H10: ignores a stored offset of '%s'",
    (text) => {
      const storage = new SharedStorage();
      storage.values.set('clockOffset', text);
      expect(createServerClock(() => 42, storedIn(storage)).now()).toBe(42);
    },
  );

  test('H10: keeps the offset in memory when the browser denies storage', () => {
    const refusing = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const clock = createServerClock(() => 42, createBrowserStorage({ storage: refusing, on: () => () => undefined }));
    clock.observe(1_000_000);
    expect(clock.now()).toBe(1_000_000);
  });

  test('returns the time of the device before any response', () => {
    expect(createServerClock(() => 42).now()).toBe(42);
  });
});

describe('the tick', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('H13: fires each second and when the page becomes visible, until it is stopped', () => {
    let show: () => void = () => undefined;
    let isStopped = false;
    const told: number[] = [];
    let now = 0;
    const stop = onEverySecond(
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
