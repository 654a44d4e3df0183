import { describe, expect, test, vi } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import { createConcurrencyLimit } from '../../../server/concurrency-limit.ts';
import { createFairQueue } from '../../../server/fair-queue.ts';
import { createLog } from '../../../server/log.ts';

/** Work that ends only when the test ends it. */
function task(name: string, begun: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const done = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(name) : reject(error));
  });
  return { work: () => (begun.push(name), done), end: (error?: Error) => end(error) };
}
/** Waits for one turn of the event loop, in which released work continues. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('X56: a fair queue for pictures', () => {
  const queue = (more: object = {}) => createFairQueue({ places: 1, waitingOfOne: 2, waiting: 3, ...more });

  test('X56: another caller does not wait for all tasks of a caller with many', async () => {
    const begun: string[] = [];
    const { run } = queue();
    const tasks = new Map(['a1', 'a2', 'a3', 'b1'].map((name) => [name, task(name, begun)]));
    const ask = (name: string) => run(name.slice(0, 1), name, tasks.get(name)?.work ?? (async () => ''));
    const asked = ['a1', 'a2', 'a3', 'b1'].map(ask);
    for (const name of ['a1', 'a2', 'b1', 'a3']) {
      await settled();
      expect(begun.at(-1)).toBe(name);
      tasks.get(name)?.end();
    }
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('X56: a new task of a caller with a running task queues behind waiting callers', async () => {
    const begun: string[] = [];
    const { run } = queue();
    const first = task('a1', begun);
    const all = [
      run('a', 'a1', first.work),
      run('b', 'b1', async () => begun.push('b1')),
      run('a', 'a2', async () => begun.push('a2')),
    ];
    first.end();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  test('X56: a task that a caller requests twice while it waits takes one place', async () => {
    const begun: string[] = [];
    const { run } = queue({ waitingOfOne: 1 });
    const first = task('first', begun);
    const running = run('b', 'first', first.work);
    const twice = [run('a', 'k', async () => 1), run('a', 'k', async () => 2)];
    first.end();
    expect([await running, ...(await Promise.all(twice))]).toEqual(['first', 1, 1]);
  });

  test('X56: refuses too many tasks of one caller, or of all, with a wait', async () => {
    const begun: string[] = [];
    const { run } = queue();
    const first = task('first', begun);
    const running = run('a', 'first', first.work);
    const waiting = [run('a', 'a1', async () => 1), run('a', 'a2', async () => 2)];
    await expect(run('a', 'a3', async () => 3)).rejects.toMatchObject({ kind: 'too-often', retryAfter: 5 });
    waiting.push(run('b', 'b1', async () => 3));
    await expect(run('c', 'c1', async () => 4)).rejects.toMatchObject({ kind: 'too-often' });
    first.end();
    expect(await running).toBe('first');
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
    // The places are free again.
    expect(await run('c', 'c1', async () => 4)).toBe(4);
  });

  test('X56: calls with one key share one run at the earliest turn', async () => {
    const begun: string[] = [];
    const { run } = queue();
    const [one, shared] = [task('one', begun), task('shared', begun)];
    const all = [
      run('a', 'one', one.work),
      run('a', 'a1', async () => begun.push('a1')),
      run('a', 'shared', shared.work),
      run('b', 'shared', async () => 'never'),
    ];
    one.end();
    await settled();
    shared.end();
    expect((await Promise.all(all)).slice(2)).toEqual(['shared', 'shared']);
    await settled();
    expect(begun.filter((name) => name === 'shared')).toHaveLength(1);
    // A finished task runs again.
    expect(await run('b', 'shared', async () => 'again')).toBe('again');
  });

  test('X56: a failed task rejects its caller and frees its place', async () => {
    const { run } = queue();
    await expect(run('a', 'k', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run('a', 'k', async () => 'fine')).toBe('fine');
  });

  test('X56: runs as many tasks at a time as there are places', async () => {
    const begun: string[] = [];
    const { run } = queue({ places: 2 });
    const tasks = ['a', 'b', 'c'].map((name) => task(name, begun));
    const all = tasks.map(({ work }, at) => run('x', String(at), work));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    tasks[1]?.end();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { end } of tasks) end();
    await Promise.all(all);
  });
});

describe('concurrent work', () => {
  test('D26: prioritized work waits in a separate queue, which is served first', async () => {
    const begun: string[] = [];
    const limit = createConcurrencyLimit({ places: 1, waiting: 1 });
    const running = task('running', begun);
    const all = [
      limit.run(running.work),
      limit.run(async () => begun.push('other')),
      limit.run(async () => begun.push('first'), { isFirst: true }),
    ];
    await settled();
    expect(begun).toEqual(['running']);
    for (const isFirst of [false, true])
      await expect(limit.run(async () => 0, { isFirst })).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });
    running.end();
    await Promise.all(all);
    expect(begun).toEqual(['running', 'first', 'other']);
    await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit.run(async () => 'free')).toBe('free');
  });
});

test('D28: uses the middle of the query as the time of the database reading', async () => {
  let at = 500;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => at);
  const clock = await createClock(async () => {
    at += 100;
    return 1_000_000;
  });
  expect(clock.now().getTime()).toBe(1_000_050);
  at += 7;
  expect(clock.now().getTime()).toBe(1_000_057);
  clock.advance(1_000);
  expect(clock.now().getTime()).toBe(1_001_057);
  spy.mockRestore();
});

describe('H14: log contents', () => {
  const logged = (fields: object) => {
    const lines: string[] = [];
    createLog('info', { write: (line: string) => void lines.push(line) }).info(fields, 'text');
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };

  test('H14: masks secrets and phones at each logged depth, and logs nothing deeper', () => {
    const nested = (depth: number, inside: unknown): unknown =>
      depth === 0 ? inside : { in: nested(depth - 1, inside) };
    expect(logged({ a: { password: 'x', list: [{ pin: '1' }], phone: '254712345678' } })['a']).toEqual({
      password: '***',
      list: [{ pin: '***' }],
      phone: '254712***678',
    });
    expect(JSON.stringify(logged({ a: nested(3, { word: 'seen' }) }))).toContain('seen');
    expect(JSON.stringify(logged({ a: nested(4, { word: 'deep' }) }))).not.toContain('deep');
    expect(JSON.stringify(logged({ a: nested(2, [['seen']]) }))).toContain('seen');
    expect(JSON.stringify(logged({ a: nested(3, [['deep']]) }))).not.toContain('deep');
  });

  test('H14: logs neither statement nor values of a database error, and the message of any other error', () => {
    const of = (more: object) => logged({ err: Object.assign(new Error('words 254712345678'), more) })['err'];
    for (const more of [
      { severity: 'ERROR', code: '22P02' },
      { severity: 'ERROR', code: '23505' },
      { query: 'select', code: '42P01' },
      { params: [] },
    ])
      expect(JSON.stringify(of(more))).not.toContain('words');
    for (const more of [{ severity: 'ERROR', code: '40001' }, { code: '22P02' }, {}])
      expect(of(more)).toMatchObject({ type: 'Error', message: 'words 254712345678' });
    expect(logged({ err: 'text' })['err']).toEqual({ type: 'string' });
    expect(of({ cause: new TypeError('inner') })).toMatchObject({ cause: { type: 'TypeError', message: 'inner' } });
  });
});
