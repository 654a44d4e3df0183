// @engine postgres
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobs as jobRows } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

/** Tests when a job lane polls the table. Its timer is replaced, so no time passes while a test waits. */

let shop: TestApp;
/** The delays in ms before the next poll of each lane. */
const waits: (number | undefined)[] = [];
beforeEach(async () => {
  shop = await createTestApp({ handlers: () => [] });
  waits.length = 0;
  const before = globalThis.setTimeout;
  // Only the timer of a next poll passes the lane as an argument.
  const after = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
    if (given.length === 0) return before(work, ms);
    waits.push(ms);
    return before(() => undefined, 0);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(after as typeof setTimeout);
});
afterEach(async () => {
  await shop.deps.jobs.stop();
  vi.restoreAllMocks();
  await shop.close();
});

const add = () =>
  shop.deps.jobs.enqueue(shop.db.sql, { kind: 'note', dedupeKey: randomUUID(), payload: {}, runAt: new Date(0) });
const open = () => shop.db.sql.$count(jobRows, isNull(jobRows.doneAt));
const hasLooked = (times: number) => expect.poll(() => waits.length).toBe(times);

test('a lane polls once a second, and immediately when it is woken', async () => {
  shop.deps.jobs.register('note', async () => undefined);
  shop.deps.jobs.start();
  await hasLooked(1);
  await add();
  shop.deps.jobs.wake();
  await hasLooked(2);
  expect([waits, await open()]).toEqual([[1_000, 1_000], 0]);
});

test('a lane that is woken during a poll polls once more, and then waits again', async () => {
  shop.deps.jobs.register('note', async () => shop.deps.jobs.wake());
  await add();
  shop.deps.jobs.start();
  await hasLooked(1);
  shop.deps.jobs.wake();
  await hasLooked(2);
  expect(waits).toEqual([0, 1_000]);
});

test('does not poll before the start or after the stop, also when a poll was running', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = 0;
  shop.deps.jobs.register('note', () => {
    begun += 1;
    return ended;
  });
  await add();
  shop.deps.jobs.wake();
  for (let n = 0; n < 20; n += 1) await turn();
  expect(begun).toBe(0);
  shop.deps.jobs.start();
  await expect.poll(() => begun).toBe(1);
  const stopped = shop.deps.jobs.stop();
  end();
  await stopped;
  for (let n = 0; n < 20; n += 1) await turn();
  shop.deps.jobs.wake();
  expect(waits).toEqual([]);
});

test('logs a failed read of the table and polls again', async () => {
  shop.deps.jobs.register('note', async () => undefined);
  await shop.db.run('alter table jobs rename to tasks');
  try {
    shop.deps.jobs.start();
    await hasLooked(1);
  } finally {
    await shop.db.run('alter table tasks rename to jobs');
  }
  expect(shop.lines().some(({ msg }) => msg === 'jobs could not be read')).toBe(true);
  await add();
  shop.deps.jobs.wake();
  await hasLooked(2);
  expect(await open()).toBe(0);
});

test('runDue waits for the previous run of a lane and for jobs of other lanes', async () => {
  const steps: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  shop.deps.jobs.register('note', async () => {
    steps.push('begins');
    await ended;
    steps.push('ends');
  });
  await add();
  shop.deps.jobs.start();
  await expect.poll(() => steps).toEqual(['begins']);
  const all = shop.deps.jobs.runDue().then(() => steps.push('all'));
  // A run that does not wait has read the table by then.
  for (let n = 0; n < 20; n += 1) await open();
  end();
  await all;
  expect(steps).toEqual(['begins', 'ends', 'all']);
  const [row] = await shop.db.sql.select().from(jobRows).where(eq(jobRows.kind, 'note'));
  expect(row?.attempts).toBe(1);
});

test('begins a second run of all lanes after the first one', async () => {
  let begun = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  shop.deps.jobs.register('note', () => {
    begun += 1;
    return ended;
  });
  await add();
  const first = shop.deps.jobs.runDue();
  await expect.poll(() => begun).toBe(1);
  await add();
  const second = shop.deps.jobs.runDue();
  // A run that does not wait has read the table by then.
  for (let n = 0; n < 20; n += 1) await open();
  const begunBefore = begun;
  end();
  await Promise.all([first, second]);
  expect([begunBefore, begun]).toEqual([1, 2]);
});

test('the kinds of a lane are all looked for', async () => {
  const ran: string[] = [];
  for (const kind of ['first', 'note', 'last'])
    shop.deps.jobs.register(kind, async () => void ran.push(kind), { lane: 'one' });
  for (const kind of ['first', 'note', 'last'])
    await shop.deps.jobs.enqueue(shop.db.sql, { kind, dedupeKey: 'x', payload: {}, runAt: new Date(0) });
  shop.deps.jobs.start();
  await hasLooked(1);
  expect(ran.toSorted()).toEqual(['first', 'last', 'note']);
});

test('rejects a second job with the same name', () => {
  shop.deps.jobs.register('note', async () => undefined);
  expect(() => shop.deps.jobs.register('note', async () => undefined)).toThrow('registered already');
});
