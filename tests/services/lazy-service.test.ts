import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyService } from '../../src/compose/env.ts';
import type { Api } from '../../src/services/api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const api = () => Promise.resolve((() => undefined) as unknown as Api);

test('H15: rejects as offline when the code cannot be fetched, and the next call retries', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => 'service');
  const service = lazyService({ api }, load);
  await expect(service()).rejects.toMatchObject({ kind: 'offline' });
  expect(await service()).toBe('service');
});

test('§7: rejects as offline when the code takes over 10000 ms, and the next call uses the late code', async () => {
  let arrive: (create: () => string) => void = () => undefined;
  const load = vi.fn(() => new Promise<() => string>((resolve) => (arrive = resolve)));
  const service = lazyService({ api }, load);
  const failed = service().then(
    () => 'it came',
    (error: unknown) => error,
  );
  let isSettled = false;
  void failed.finally(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSettled && (await failed)).toMatchObject({ kind: 'offline' });
  arrive(() => 'service');
  expect(await service()).toBe('service');
  expect(load).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
