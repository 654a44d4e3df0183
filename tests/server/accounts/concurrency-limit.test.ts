import { describe, expect, test } from 'vitest';
import { createConcurrencyLimit } from '../../../server/concurrency-limit.ts';

/** Work that ends only when the test releases it. */
function held() {
  let open = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  const work = async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise<void>((resolve) => releases.push(resolve));
    open -= 1;
  };
  return { work, open: () => open, most: () => most, release: () => releases.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('§6 passwords: hashing is limited (providers 3.5)', () => {
  test('§6: runs no more tasks than places at a time, and the rest in order', async () => {
    const gate = createConcurrencyLimit({ places: 2, waiting: 10 });
    const { work, open, most, release } = held();
    const all = Promise.all(Array.from({ length: 7 }, () => gate.run(work)));
    for (let left = 7; left > 0; left -= 1) {
      await settled();
      expect(open()).toBe(Math.min(2, left));
      release();
    }
    await all;
    expect(most()).toBe(2);
  });

  test('§6: a full queue answers 503 with Retry-After immediately, and is usable again afterwards', async () => {
    const gate = createConcurrencyLimit({ places: 1, waiting: 1 });
    const { work, release } = held();
    const first = gate.run(work);
    const second = gate.run(work);
    await expect(gate.run(work)).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });
    release();
    await first;
    await settled();
    release();
    await second;
    expect(await gate.run(async () => 'free')).toBe('free');
  });

  test('§6: frees the place of a task that fails', async () => {
    const gate = createConcurrencyLimit({ places: 1, waiting: 0 });
    await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.run(async () => 'free')).toBe('free');
  });

  test('X61: runs prioritized work before all queued work, and accepts it when others fill the queue', async () => {
    const gate = createConcurrencyLimit({ places: 1, waiting: 3 });
    const { work, release } = held();
    const order: string[] = [];
    const run = (name: string, isFirst: boolean) =>
      gate.run(
        async () => {
          order.push(name);
          await work();
        },
        { isFirst },
      );
    const flood = Array.from({ length: 60 }, (_, n) => run(`stranger ${n}`, false).catch(() => 'refused'));
    const known = [run('known 1', true), run('known 2', true)];
    for (let n = 0; n < 6; n += 1) {
      await settled();
      release();
    }
    await Promise.all(known);
    expect((await Promise.all(flood)).filter((it) => it === 'refused')).toHaveLength(56);
    expect(order).toEqual(['stranger 0', 'known 1', 'known 2', 'stranger 1', 'stranger 2', 'stranger 3']);
  });
});
