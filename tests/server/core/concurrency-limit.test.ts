import { expect, test } from 'vitest';
import { createConcurrencyLimit } from '../../../server/concurrency-limit.ts';

test('tasks beyond the places start in order of arrival', async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: Number.POSITIVE_INFINITY });
  const order: number[] = [];
  const tasks = [1, 2, 3].map((task) =>
    limit.run(async () => {
      order.push(task);
    }),
  );
  await Promise.all(tasks);
  expect(order).toEqual([1, 2, 3]);
});

test('a task that finds the queue full is refused with 503', async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 1 });
  let finish = () => {};
  const first = limit.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = limit.run(async () => 'second');
  await expect(limit.run(async () => 'third')).rejects.toMatchObject({ kind: 'unavailable' });
  finish();
  await first;
  await expect(second).resolves.toBe('second');
});
