// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { jobs, paymentAttempts } from '../../../server/db/schema.ts';
import type { Work } from '../../../server/jobs/jobs.ts';
import { EXPIRY_JOB } from '../../../server/modules/orders/expiry.service.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder } from '../payments/attempt-steps.ts';
import { getAttempts, orderRow } from '../payments/mpesa-steps.ts';

let shop: TestApp;
let look: Work;
beforeAll(async () => {
  shop = await callableShop();
  const register = (_: string, work: Work) => void (look = work);
  registerExpiry(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, register, schedule: () => undefined } }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

test('D12: queries M-Pesa once about an overdue order, then only checks the order again', async () => {
  const made = await unpaidOrder(shop);
  await attemptIn(shop, made, 'pending');
  const over = (await orderRow(shop, made.id)).expiresAt ?? new Date(0);
  vi.spyOn(shop.clock, 'now').mockReturnValue(over);
  const askedAt = async () => (await getAttempts(shop, made.id))[0]?.nextQueryAt ?? null;
  const id = randomUUID();
  await look({ id, payload: { orderId: made.id }, attempt: 1 });
  expect(await askedAt()).toEqual(over);
  const queued = (await shop.db.sql.select().from(jobs).where(eq(jobs.kind, EXPIRY_JOB))).filter(({ dedupeKey }) =>
    dedupeKey.endsWith(id),
  );
  expect(queued).toMatchObject([
    { payload: { orderId: made.id, isAgain: true }, runAt: new Date(over.getTime() + 30_000) },
  ]);
  await shop.db.sql.update(paymentAttempts).set({ nextQueryAt: null }).where(eq(paymentAttempts.orderId, made.id));
  await look({ id: randomUUID(), payload: queued[0]?.payload, attempt: 1 });
  expect([await askedAt(), (await orderRow(shop, made.id)).status]).toEqual([null, 'pending']);
});
