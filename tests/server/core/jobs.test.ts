// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountLinks, jobs as jobRows, limitUses, phoneChanges, sessions } from '../../../server/db/schema.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';

/** Jobs that five processes share. */
const JOBS = size(100, 1_000);
const getKey = (payload: unknown) => (payload as { readonly dedupeKey: string }).dedupeKey;

describe('jobs', () => {
  let shop: TestApp;
  beforeEach(async () => {
    shop = await createTestApp({ handlers: () => [] });
  });
  afterEach(() => shop.close());

  const add = (kind: string, dedupeKey: string, inMs = 0) =>
    shop.deps.jobs.enqueue(shop.db.sql, {
      kind,
      dedupeKey,
      payload: { dedupeKey },
      runAt: new Date(shop.clock.now().getTime() + inMs),
    });

  test('runs a due job once, a later one at its time, and one key only once', async () => {
    const ran: unknown[] = [];
    shop.deps.jobs.register('note', async ({ payload }) => void ran.push(payload));
    await add('note', 'a');
    await add('note', 'a');
    await add('note', 'b', 60_000);
    await shop.deps.jobs.runDue();
    expect(ran).toEqual([{ dedupeKey: 'a' }]);
    shop.clock.advance(60_000);
    await shop.deps.jobs.runDue();
    await shop.deps.jobs.runDue();
    expect(ran).toEqual([{ dedupeKey: 'a' }, { dedupeKey: 'b' }]);
  });

  test('outbox: a job of a failed transaction does not exist', async () => {
    const ran: string[] = [];
    shop.deps.jobs.register('mail', async ({ id }) => void ran.push(id));
    const failing = shop.db.tx(async (sql) => {
      await shop.deps.jobs.enqueue(sql, { kind: 'mail', dedupeKey: 'x', payload: {}, runAt: shop.clock.now() });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await shop.deps.jobs.runDue();
    expect(ran).toEqual([]);
  });

  test('retries a failed job with increasing delays', async () => {
    const attempts: number[] = [];
    shop.deps.jobs.register('flaky', async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('not yet');
    });
    await add('flaky', 'x');
    await shop.deps.jobs.runDue();
    await shop.deps.jobs.runDue();
    expect(attempts).toEqual([1]);
    shop.clock.advance(2_000);
    await shop.deps.jobs.runDue();
    expect(attempts).toEqual([1, 2]);
    shop.clock.advance(4_000);
    await shop.deps.jobs.runDue();
    expect(attempts).toEqual([1, 2, 3]);
    const [row] = await shop.db.sql.select().from(jobRows).where(eq(jobRows.dedupeKey, 'x'));
    expect(row?.doneAt).not.toBeNull();
  });

  test('D28: retries a job forever, at most an hour apart', async () => {
    const times: number[] = [];
    shop.deps.jobs.register('stubborn', async () => {
      times.push(shop.clock.now().getTime());
      throw new Error('not yet');
    });
    await add('stubborn', 'x');
    for (let minute = 0; minute < 3 * 24 * 60; minute += 10) {
      await shop.deps.jobs.runDue();
      shop.clock.advance(10 * 60_000);
    }
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits.length).toBeGreaterThan(60);
    expect(Math.max(...waits)).toBeLessThan(3_600_000 + 11 * 60_000);
  });

  test('D28: tries a job that has failed often again after an hour', async () => {
    shop.deps.jobs.register('late', () => Promise.reject(new Error('not yet')));
    await add('late', 'x');
    await shop.db.sql.update(jobRows).set({ attempts: 20 }).where(eq(jobRows.kind, 'late'));
    const before = shop.clock.now().getTime();
    await shop.deps.jobs.runDue();
    const after = shop.clock.now().getTime();
    const [row] = await shop.db.sql.select().from(jobRows).where(eq(jobRows.kind, 'late'));
    const runAt = row?.runAt.getTime() ?? 0;
    expect([runAt - before >= 3_600_000, runAt - after <= 3_600_000]).toEqual([true, true]);
  });

  test('D28: what may be given up is, at the first failure from that moment on, and somebody is told once', async () => {
    const [tries, told] = [[] as number[], [] as unknown[]];
    const began = shop.clock.now().getTime();
    let isToldInVain = true;
    const onGivenUp = async ({ payload }: { payload: unknown }) => {
      told.push(payload);
      if (isToldInVain) throw new Error('the database is away');
    };
    const work = async () => {
      tries.push(shop.clock.now().getTime() - began);
      throw new Error('not yet');
    };
    shop.deps.jobs.register('news', work, { onGivenUp });
    const runAt = new Date(began);
    const giveUpAt = new Date(began + 86_400_000);
    await shop.deps.jobs.enqueue(shop.db.sql, { kind: 'news', dedupeKey: 'x', payload: { a: 1 }, runAt, giveUpAt });
    const run = () => shop.deps.jobs.runDue().catch(() => 0);
    for (let minute = 0; minute < 24 * 60 - 1; minute += 1) {
      await run();
      shop.clock.advance(60_000);
    }
    expect(told).toEqual([]);
    shop.clock.advance(60_000);
    await run();
    expect(tries.at(-1)).toBeGreaterThanOrEqual(86_400_000);
    expect(tries.at(-1)).toBeLessThan(86_400_000 + 60_000);
    // The callback failed, so it runs again when the lease expires.
    isToldInVain = false;
    shop.clock.advance(60_000);
    await run();
    expect(told).toEqual([{ a: 1 }, { a: 1 }]);
    const count = tries.length;
    shop.clock.advance(86_400_000);
    await run();
    expect(tries).toHaveLength(count);
  });

  test('R21: two processes share the jobs and take over those of a dead one when its lease expires', async () => {
    const done: unknown[] = [];
    const other = createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log });
    for (const runner of [shop.deps.jobs, other])
      runner.register('share', async ({ payload }) => void done.push(payload));
    for (let number = 0; number < 60; number += 1) await add('share', String(number));
    await Promise.all([shop.deps.jobs.runDue(), other.runDue()]);
    expect(done).toHaveLength(60);
    await shop.db.sql.insert(jobRows).values({
      id: randomUUID(),
      kind: 'share',
      dedupeKey: 'dead',
      payload: 'dead',
      runAt: shop.clock.now(),
      attempts: 1,
      lockId: randomUUID(),
      lockedUntil: new Date(shop.clock.now().getTime() + 30_000),
    });
    await other.runDue();
    expect(done).not.toContain('dead');
    shop.clock.advance(30_001);
    await other.runDue();
    expect(done).toContain('dead');
  });

  test(`R21: ${JOBS} jobs, four of five processes killed at work: one effect each, taken over in 31 s`, async () => {
    let effects = 0;
    /** A process killed in its n-th job, before or after the effect. It then does nothing and releases no lease. */
    const runner = (diesAt: number, isBefore: boolean) => {
      let begun = 0;
      const jobs = createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log });
      const killed = gate();
      jobs.register('order', async ({ payload }) => {
        const isDead = ++begun >= diesAt;
        if (isDead && (isBefore || begun > diesAt)) return (killed.open(), new Promise(() => undefined));
        await jobs.enqueue(shop.db.sql, {
          kind: 'effect',
          dedupeKey: getKey(payload),
          payload: {},
          runAt: new Date(0),
        });
        effects += 1;
        if (isDead) return (killed.open(), new Promise(() => undefined));
      });
      return { ended: jobs.runDue(), killed: killed.passed };
    };
    for (let number = 0; number < JOBS; number += 1) await add('order', String(number));
    const doomed = [1, 7, 13, JOBS / 10].map((diesAt, index) => runner(diesAt, index % 2 === 0));
    await Promise.all(doomed.map(({ killed }) => killed));
    await runner(Infinity, false).ended;
    const left = await shop.db.sql.select().from(jobRows).where(isNull(jobRows.doneAt));
    expect(left.filter(({ kind }) => kind === 'order').length).toBeGreaterThan(0);
    shop.clock.advance(31_000);
    await runner(Infinity, false).ended;
    const rows = await shop.db.sql.select().from(jobRows);
    expect(rows.filter(({ kind, doneAt }) => kind === 'order' && doneAt !== null)).toHaveLength(JOBS);
    expect(rows.filter(({ kind }) => kind === 'effect')).toHaveLength(JOBS);
    // Unrecorded effects run again, and their key prevents duplicates.
    expect(effects).toBeGreaterThan(JOBS);
  });

  const gate = () => {
    let open = (): void => undefined;
    const passed = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, passed };
  };

  test('R20: a provider that hangs does not block jobs of other lanes', async () => {
    const [started, answered, expired] = [gate(), gate(), gate()];
    shop.deps.jobs.register('text', async () => (started.open(), answered.passed), { lane: 'provider' });
    shop.deps.jobs.register('expire', async () => expired.open());
    await add('text', 'x');
    shop.deps.jobs.start();
    await started.passed;
    await add('expire', 'x');
    shop.deps.jobs.wake();
    await expired.passed;
    answered.open();
  });

  test('R17: a stop waits for running jobs and starts no others', async () => {
    const [started, answered] = [gate(), gate()];
    const begun: string[] = [];
    shop.deps.jobs.register('text', async ({ id }) => {
      begun.push(id);
      started.open();
      await answered.passed;
    });
    for (let number = 0; number < 25; number += 1) await add('text', String(number));
    shop.deps.jobs.start();
    await started.passed;
    const stopped = shop.deps.jobs.stop();
    answered.open();
    await stopped;
    expect(begun.length).toBeLessThanOrEqual(10);
    expect(await shop.db.sql.select().from(jobRows).where(isNull(jobRows.doneAt))).toHaveLength(25 - begun.length);
  });

  test('a scheduled job runs once per period over all processes', async () => {
    let runs = 0;
    const other = createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log });
    for (const runner of [shop.deps.jobs, other]) runner.schedule('tidy', 60_000, async () => void (runs += 1));
    for (let minute = 0; minute < 5; minute += 1) {
      await Promise.all([shop.deps.jobs.runDue(), other.runDue()]);
      shop.clock.advance(60_000);
    }
    expect(runs).toBe(4);
  });

  test('providers 2.7: maintenance cleans up and vacuums', async () => {
    registerMaintenance(shop.deps, shop.services);
    const { user } = await shop.signIn();
    const past = new Date(shop.clock.now().getTime() - 1);
    await shop.db.sql.update(sessions).set({ expiresAt: past }).where(eq(sessions.userId, user.id));
    await shop.db.sql
      .insert(accountLinks)
      .values({ userId: user.id, kind: 'email', id: user.id, email: 'a@b.c', createdAt: past, expiresAt: past });
    await shop.db.sql
      .insert(phoneChanges)
      .values({ userId: user.id, phone: '254722000000', flowHash: 'x', askedAt: past, expiresAt: past });
    await shop.deps.limiter.count('reviews', 'old');
    await shop.deps.jobs.runDue();
    shop.clock.advance(3_600_000);
    const ran = await shop.deps.jobs.runDue();
    expect(ran).toBe(shop.db.kind === 'pglite' ? 3 : 1);
    expect(await shop.db.sql.select().from(sessions)).toEqual([]);
    for (const table of [limitUses, accountLinks, phoneChanges])
      expect(await shop.db.sql.select().from(table)).toEqual([]);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });
});
