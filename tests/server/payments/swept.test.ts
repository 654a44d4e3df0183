// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs, paymentAttempts } from '../../../server/db/schema.ts';
import { registerReconciler } from '../../../server/modules/payments/reconciler.worker.ts';
import type { AttemptChange } from '../../../server/modules/settlement/attempts.repository.ts';
import { QUERY_JOB } from '../../../server/modules/settlement/query-schedule.service.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder } from './attempt-steps.ts';
import { push, stopTime } from './mpesa-steps.ts';

const HOUR = 3_600_000;

let shop: TestApp;
/** The hourly jobs by name. */
const hourly = new Map<string, () => Promise<void>>();
beforeAll(async () => {
  shop = await callableShop();
  const schedule = (kind: string, _: number, work: () => Promise<void>) => void hourly.set(kind, work);
  registerReconciler(
    ...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, register: () => undefined, schedule } }),
  );
});
beforeEach(async () => {
  stopTime(shop);
  await shop.db.sql.update(paymentAttempts).set({ state: 'failed', crossCheck: null, nextQueryAt: null });
  await shop.db.sql.delete(jobs);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const ago = (ms: number) => new Date(shop.clock.now().getTime() - ms);
const sweep = async () => hourly.get('payments.sweep')?.();
const tidy = async () => hourly.get('payments.tidyQueries')?.();
const readRow = async (id: string) =>
  (await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0];
const askings = async () => shop.db.sql.select().from(jobs).where(eq(jobs.kind, QUERY_JOB));

async function attempt(change: AttemptChange): Promise<string> {
  const { id } = await attemptIn(shop, await unpaidOrder(shop), 'pending');
  await shop.db.sql
    .update(paymentAttempts)
    .set({ nextQueryAt: null, ...change })
    .where(eq(paymentAttempts.id, id));
  await shop.db.sql.delete(jobs);
  return id;
}

describe('D28: payments with lost jobs', () => {
  test('an attempt more than an hour past its deadline expires, and the log has the count', async () => {
    const answered = { answeredAt: shop.clock.now() };
    const over = shop.env.mpesa.expireMs + HOUR;
    const lost = await attempt({ ...answered, createdAt: ago(over + 1), pushedAt: ago(over + 1) });
    const kept = await attempt({ ...answered, createdAt: ago(over), pushedAt: ago(over) });
    await sweep();
    expect([(await readRow(lost))?.state, (await readRow(kept))?.state]).toEqual(['expired', 'pending']);
    const said = shop.lines().filter(({ msg }) => msg === 'expiring payments whose job was lost');
    expect(said.map(({ attempts }) => attempts)).toEqual([1]);
    await sweep();
    expect(shop.lines().filter(({ msg }) => msg === 'expiring payments whose job was lost')).toHaveLength(1);
  });

  test('a query that is more than an hour late is queued immediately, and none before', async () => {
    const id = await attempt({ nextQueryAt: ago(HOUR) });
    await sweep();
    expect(await askings()).toEqual([]);
    await shop.db.sql
      .update(paymentAttempts)
      .set({ nextQueryAt: ago(HOUR + 1) })
      .where(eq(paymentAttempts.id, id));
    await sweep();
    expect(await askings()).toMatchObject([{ runAt: shop.clock.now(), doneAt: null }]);
  });

  test('the sweep fails and is retried when a query cannot be queued', async () => {
    await attempt({ nextQueryAt: ago(HOUR + 1) });
    vi.spyOn(shop.db.sql, 'insert').mockImplementationOnce(() => {
      throw new Error('refused by the test');
    });
    await expect(sweep()).rejects.toThrow('refused by the test');
  });
});

describe('D7: cross-checks without an answer', () => {
  test('are dropped an hour after the last query, and open payments are kept', async () => {
    const end = Math.max(...shop.env.mpesa.queryMs) + HOUR;
    const checked = { state: 'succeeded', crossCheck: 'due', nextQueryAt: ago(0) } as const;
    const old = await attempt({ ...checked, createdAt: ago(end + 1) });
    const young = await attempt({ ...checked, createdAt: ago(end) });
    const open = await attempt({ createdAt: ago(end + 1), nextQueryAt: ago(0) });
    const settled = await attempt({ state: 'failed', nextQueryAt: ago(0) });
    await tidy();
    const seen = await Promise.all([old, young, open, settled].map(readRow));
    expect(seen.map((row) => [row?.crossCheck ?? null, row?.nextQueryAt !== null])).toEqual([
      ['dropped', false],
      ['due', true],
      [null, true],
      [null, false],
    ]);
  });
});

test('D27: rejects a decision about an order without a doubtful payment', async () => {
  const desk = shop.services.refundsBackOffice;
  const { id } = await unpaidOrder(shop);
  for (const decide of [desk.take, desk.giveBack, desk.deny])
    await expect(shop.db.tx((tx) => decide(tx, id))).rejects.toMatchObject({
      kind: 'conflict',
      message: 'No money of this order is in doubt.',
    });
});

test('a finished push leaves no timer that keeps the process alive', async () => {
  const made = await unpaidOrder(shop);
  const set = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  expect((await push(shop, made.shopper, made)).status).toBe(200);
  const at = set.mock.calls.findIndex(([, ms]) => ms === shop.env.mpesa.answerMs);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(cleared).toHaveBeenCalledWith(set.mock.results[at]?.value);
});
