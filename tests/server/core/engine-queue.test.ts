import { expect, test } from 'vitest';
import { createEngineQueue, type Lane } from '../../../server/db/engine-queue.ts';

/** A queue whose clock stands still, except during `task`. */
function createTestQueue(waiting = { reads: 100, others: 100 }) {
  let time = 0;
  let turns = 0;
  const started: string[] = [];
  let startTurn: () => void = () => undefined;
  const queue = createEngineQueue({
    waiting,
    now: () => time,
    nextTurn: () => {
      turns += 1;
      return new Promise<void>((resolve) => (startTurn = resolve));
    },
  });
  return {
    queue,
    started,
    turns: () => turns,
    startTurn: () => startTurn(),
    pass: (ms: number) => void (time += ms),
    /** Adds a task that uses the engine for that time. */
    task: (name: string, lane: Lane, ms: number) =>
      queue.run(lane, async () => {
        started.push(name);
        await Promise.resolve();
        time += ms;
        return name;
      }),
  };
}

test('tasks of a lane run alone, in order of arrival, and return their results', async () => {
  const { task, started, queue } = createTestQueue();
  let running = 0;
  const alone = queue.run('reads', async () => {
    running += 1;
    await Promise.resolve();
    expect(running).toBe(1);
    running -= 1;
  });
  const results = await Promise.all([task('a', 'reads', 1), task('b', 'reads', 1), task('c', 'reads', 1), alone]);
  expect([started, results.slice(0, 3)]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('reads run for as long as a long write took before the next write', async () => {
  const { task, started } = createTestQueue();
  const writes = ['w1', 'w2', 'w3'].map((name) => task(name, 'others', 3));
  const reads = ['r1', 'r2', 'r3', 'r4', 'r5'].map((name) => task(name, 'reads', 1));
  await Promise.all([...writes, ...reads]);
  expect(started).toEqual(['w1', 'r1', 'r2', 'r3', 'r4', 'w2', 'r5', 'w3']);
});

test('a write does not wait for all reads that came earlier', async () => {
  const { task, started } = createTestQueue();
  const reads = Array.from({ length: 50 }, (_, index) => task(`r${index}`, 'reads', 1));
  await Promise.all([...reads, task('order', 'others', 1)]);
  expect(started.indexOf('order')).toBeLessThan(3);
});

test('a lane that was idle does not catch up', async () => {
  const { task, started } = createTestQueue();
  for (let done = 0; done < 10; done += 1) await task('early', 'others', 10);
  started.length = 0;
  const busy = task('first', 'others', 1);
  const reads = ['r1', 'r2', 'r3', 'r4'].map((name) => task(name, 'reads', 1));
  await Promise.all([busy, ...reads, task('w', 'others', 1)]);
  expect(started.indexOf('w')).toBeLessThan(4);
});

test('refuses a task of a full lane with 503 and Retry-After, and the other lane continues', async () => {
  const { queue, task } = createTestQueue({ reads: 1, others: 1 });
  let finish: () => void = () => undefined;
  const first = queue.run('reads', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = task('second', 'reads', 1);
  await expect(task('third', 'reads', 1)).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  const order = task('order', 'others', 1);
  finish();
  await first;
  await expect(Promise.all([second, order])).resolves.toEqual(['second', 'order']);
  await expect(task('later', 'reads', 1)).resolves.toBe('later');
});

test('a task that fails passes the engine on', async () => {
  const { queue, task } = createTestQueue();
  const failing = queue.run('others', () => Promise.reject(new Error('statement')));
  const next = task('next', 'others', 1);
  await expect(failing).rejects.toThrow('statement');
  await expect(next).resolves.toBe('next');
});

test('statements of 2 ms run in one turn of the event loop, later ones in the next', async () => {
  const { queue, pass, turns, startTurn } = createTestQueue();
  let isOver = false;
  expect(queue.pace()).toBeUndefined();
  pass(1.5);
  expect(queue.pace()).toBeUndefined();
  pass(0.5);
  const waiting = Promise.resolve(queue.pace()).then(() => (isOver = true));
  expect([turns(), isOver]).toEqual([1, false]);
  startTurn();
  await waiting;
  // The statement that waited has begun the next turn.
  expect(turns()).toBe(2);
  expect(queue.pace()).toBeUndefined();
});
