import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserStorage } from '../../src/services/browser-storage.ts';
import { createServerClock, onEverySecond } from '../../src/services/clock.ts';
import { SharedStorage } from '../support/tab.ts';

const storedIn = (storage: SharedStorage) =>
  createBrowserStorage({ storage: () => storage.open({}, () => undefined), on: () => () => undefined });

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

  test.each([
    ['an hour fast', 3_600_000],
    ['an hour slow', -3_600_000],
  ])('Q28: a page that is opened again without a connection counts on, where the clock is %s', (_, wrong) => {
    const storage = new SharedStorage();
    let server = 1_000_000_000;
    const open = () => createServerClock(() => server + wrong, storedIn(storage));
    open().observe(server);
    server += 74_000;
    expect(open().now()).toBe(server);
  });

  test('Q28: a clock that is put right is believed again by the next answer, also after a reload', () => {
    const storage = new SharedStorage();
    storage.values.set('clockOffset', '-3600000');
    const clock = createServerClock(() => 1_000_000_000, storedIn(storage));
    clock.observe(1_000_000_500);
    expect([clock.now(), storage.values.has('clockOffset')]).toEqual([1_000_000_000, false]);
  });

  test.each(['', 'x', '1e3', 'NaN', '1.5', '99999999999999999999', '{"a":1}'])(
    "H10: '%s' in the storage is no difference",
    (text) => {
      const storage = new SharedStorage();
      storage.values.set('clockOffset', text);
      expect(createServerClock(() => 42, storedIn(storage)).now()).toBe(42);
    },
  );

  test('H10: a browser that refuses to store has the difference until the page is closed', () => {
    const refusing = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const clock = createServerClock(() => 42, createBrowserStorage({ storage: refusing, on: () => () => undefined }));
    clock.observe(1_000_000);
    expect(clock.now()).toBe(1_000_000);
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
