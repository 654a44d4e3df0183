// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heartbeats, idempotencyKeys, jobs } from '../../../server/db/schema.ts';
import { daysAhead } from '../../../server/jobs/cleanup-clock.repository.ts';
import { PostponeJob } from '../../../server/jobs/jobs.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { createTestApp, type TestApp, withServices } from '../../support/server.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp({ handlers: () => [] });
  stopTime(shop);
});
afterEach(() => shop.close());

const later = (ms: number) => new Date(shop.clock.now().getTime() + ms);
const insert = (dedupeKey: string, change: Partial<typeof jobs.$inferInsert> = {}) =>
  shop.db.sql
    .insert(jobs)
    .values({ id: randomUUID(), kind: 'note', dedupeKey, payload: { dedupeKey }, runAt: later(0), ...change });
const row = async (dedupeKey: string) =>
  (await shop.db.sql.select().from(jobs).where(eq(jobs.dedupeKey, dedupeKey)))[0];

describe('selection of jobs', () => {
  const ran: unknown[] = [];
  beforeEach(() => {
    ran.length = 0;
    shop.deps.jobs.register('note', async ({ payload }) => void ran.push((payload as { dedupeKey: string }).dedupeKey));
  });

  test('runs the oldest jobs first, ten at a time', async () => {
    for (let age = 1; age <= 11; age += 1) await insert(`${age}`, { runAt: later(-age) });
    await shop.deps.jobs.runDue();
    expect([ran.length, ran.at(-1)]).toEqual([11, '1']);
  });

  test('runs the oldest jobs first, also without the index', async () => {
    await shop.db.run('drop index jobs_due');
    for (let age = 1; age <= 11; age += 1) await insert(`${age}`, { runAt: later(-age) });
    await shop.deps.jobs.runDue();
    expect([ran.length, ran.at(-1)]).toEqual([11, '1']);
  });

  test('runs a job from its due time on, and one whose lease has expired', async () => {
    await insert('due');
    await insert('early', { runAt: later(1) });
    await insert('leased', { lockedUntil: later(0), lockId: randomUUID() });
    await insert('left', { lockedUntil: later(-1), lockId: randomUUID() });
    await insert('done', { doneAt: later(-1) });
    await insert('other', { kind: 'other' });
    await shop.deps.jobs.runDue();
    expect(ran.toSorted()).toEqual(['due', 'left']);
  });
});

describe('outcomes of a job', () => {
  test('retries no later than the time at which a job is given up (D28)', async () => {
    shop.deps.jobs.register('note', () => Promise.reject(new Error('no')));
    await insert('soon', { giveUpAt: later(500) });
    await insert('far', { giveUpAt: later(DAY) });
    await shop.deps.jobs.runDue();
    expect([(await row('soon'))?.runAt, (await row('far'))?.runAt]).toEqual([later(500), later(2_000)]);
  });

  test('a postponed job is not a failure, and its time to give up moves with it (D28)', async () => {
    shop.deps.jobs.register('note', () => Promise.reject(new PostponeJob(MINUTE)));
    await insert('a', { giveUpAt: later(DAY) });
    await insert('b');
    await shop.deps.jobs.runDue();
    const putOff = { attempts: 0, runAt: later(MINUTE), lockedUntil: null, doneAt: null, lastError: null };
    expect(await row('a')).toMatchObject({ ...putOff, giveUpAt: later(DAY + MINUTE) });
    expect(await row('b')).toMatchObject({ ...putOff, giveUpAt: null });
  });

  test.each([
    ['succeeds', () => undefined],
    ['fails', () => Promise.reject(new Error('no'))],
    ['postpones it', () => Promise.reject(new PostponeJob(MINUTE))],
  ])('R21: a late worker that %s does not change the job that another worker took over', async (_, end) => {
    const taken = { lockId: randomUUID(), lockedUntil: later(MINUTE), attempts: 2 };
    shop.deps.jobs.register('note', async ({ id }) => {
      await shop.db.sql.update(jobs).set(taken).where(eq(jobs.id, id));
      await end();
    });
    await insert('a');
    await shop.deps.jobs.runDue();
    expect(await row('a')).toMatchObject({ ...taken, doneAt: null, lastError: null, runAt: later(0) });
  });

  test('a scheduled job is given up when the next one after it is due', async () => {
    shop.deps.jobs.schedule('round', 10 * MINUTE, () => Promise.resolve());
    shop.clock.advance(10 * MINUTE - (shop.clock.now().getTime() % (10 * MINUTE)));
    await shop.deps.jobs.runDue();
    const [planned] = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'round'));
    expect([planned?.runAt, planned?.giveUpAt]).toEqual([later(10 * MINUTE), later(20 * MINUTE)]);
  });

  test('maintenance deletes jobs that ended a week ago', async () => {
    registerMaintenance(shop.deps, shop.services);
    await shop.deps.jobs.runDue();
    await insert('old', { doneAt: later(-8 * DAY) });
    await insert('young', { doneAt: later(-6 * DAY) });
    await insert('open', { runAt: later(-9 * DAY) });
    shop.clock.advance(HOUR);
    await shop.deps.jobs.runDue();
    const left = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'note'));
    expect(left.map(({ dedupeKey }) => dedupeKey).sort()).toEqual(['open', 'young']);
  });
});

test('maintenance deletes order keys that no retry can use any more', async () => {
  registerMaintenance(shop.deps, shop.services);
  await shop.deps.jobs.runDue();
  const { user } = await shop.signIn();
  const { keyMs } = shop.env.orders;
  for (const [key, age] of [
    ['old', keyMs],
    ['young', keyMs - 2 * HOUR],
  ] as const)
    await shop.db.sql
      .insert(idempotencyKeys)
      .values({ userId: user.id, route: 'orders', key, bodyHash: '', createdAt: later(-age) });
  shop.clock.advance(HOUR);
  await shop.deps.jobs.runDue();
  expect((await shop.db.sql.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(['young']);
});

test('maintenance of an embedded database vacuums each hour and runs a checkpoint every ten minutes', async () => {
  const planned: Parameters<TestApp['deps']['jobs']['schedule']>[] = [];
  const ran: string[] = [];
  const run = async (statement: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    ran.push(statement);
  };
  registerMaintenance(
    ...withServices({
      ...shop.deps,
      db: { ...shop.deps.db, kind: 'pglite', run },
      jobs: { ...shop.deps.jobs, schedule: (...given) => void planned.push(given) },
    }),
  );
  expect(planned.map(([kind, everyMs]) => [kind, everyMs])).toEqual([
    ['maintenance.cleanup', HOUR],
    ['maintenance.vacuum', HOUR],
    ['maintenance.checkpoint', 10 * MINUTE],
  ]);
  for (const [, , work] of planned.slice(1)) await work();
  expect(ran).toEqual(['vacuum (analyze)', 'checkpoint']);
});

describe('X58: a clock that is set ahead', () => {
  const start = Date.UTC(2026, 0, 1);
  /** Returns the reported days ahead for these days, in order. */
  async function said(...days: readonly number[]): Promise<number[]> {
    await shop.db.sql.delete(heartbeats);
    const answers: number[] = [];
    for (const day of days) answers.push(await daysAhead(shop.db.sql, new Date(start + day * DAY)));
    return answers;
  }

  test.each([
    ['accepts a pause of seven days, not of eight', [0, 7, 15], [0, 0, 8]],
    ['accepts a new time after a day', [0, 40, 40.9, 41, 42], [0, 40, 40, 0, 0]],
    ['accepts it at the latest seven days after the jump', [0, 40, 47], [0, 40, 0]],
    ['waits another day after more than seven days', [0, 40, 47.5, 48, 48.5], [0, 40, 47, 48, 0]],
    ['waits another day for a time before the first jump', [0, 40, 30, 30.5, 31], [0, 40, 30, 30, 0]],
    ['forgets a jump when the time is right again', [0, 800, 1, 802], [0, 800, 0, 801]],
  ])('X58: it %s', async (_, days, answers) => {
    expect(await said(...days)).toEqual(answers);
  });
});

test('D29: a period that cannot be recorded fails, and the next poll records it', async () => {
  shop.deps.jobs.schedule('hourly', HOUR, async () => undefined);
  const periods = () => shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'hourly'));
  await shop.db.run('alter table jobs add constraint nothing_more check (false) not valid');
  try {
    await expect(shop.deps.jobs.runDue()).rejects.toThrow();
  } finally {
    await shop.db.run('alter table jobs drop constraint nothing_more');
  }
  expect(await periods()).toHaveLength(0);
  await shop.deps.jobs.runDue();
  expect(await periods()).toHaveLength(1);
});
