// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { paymentAttempts, payments, refunds } from '../../../server/db/schema.ts';
import {
  findDueAttempt,
  findQueryable,
  isAnyQueryLate,
} from '../../../server/modules/payments/reconciler.repository.ts';
import { createCallbackService } from '../../../server/modules/payments/callback.service.ts';
import {
  insertPayment,
  setReportedAmount,
  setReceipt,
} from '../../../server/modules/settlement/attempts.repository.ts';
import { ReceiptTakenError } from '../../../server/modules/settlement/settlement.service.ts';
import type { TestApp } from '../../support/server.ts';
import { getBody, callableShop, unpaidOrder, writtenAttempt } from './attempt-steps.ts';

/** Writes about one attempt's payment must not change another's. */

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => shop.close());

const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);

/** Writes a payment without a receipt. */
async function paid(amount: number) {
  const made = await unpaidOrder(shop);
  const { id } = await writtenAttempt(shop, made);
  await insertPayment(shop.db.sql, {
    id,
    attemptId: id,
    orderId: made.id,
    phone: null,
    receipt: null,
    amount: amount as never,
    paidAt: at(10),
  });
  return { id, orderId: made.id };
}
const readRow = async (id: string) => {
  const [row] = await shop.db.sql.select().from(payments).where(eq(payments.attemptId, id));
  return [row?.receipt, row?.amount, row?.paidAt];
};

test('Q16: sets a receipt once, on its own payment, and keeps the earliest time', async () => {
  const [one, other] = [await paid(100), await paid(200)];
  const [receipt, second] = [randomUUID(), randomUUID()];
  await setReceipt(shop.db.sql, one.id, receipt, at(5));
  await setReceipt(shop.db.sql, one.id, second, at(1));
  expect(await readRow(one.id)).toEqual([receipt, 100, at(5)]);
  expect(await readRow(other.id)).toEqual([null, 200, at(10)]);
  await setReceipt(shop.db.sql, other.id, second, at(20));
  expect(await readRow(other.id)).toEqual([second, 200, at(10)]);
});

test('D27: a reported amount changes its own payment only, until it has a receipt or was refunded', async () => {
  const [one, other, known] = [await paid(100), await paid(200), await paid(300)];
  await setReceipt(shop.db.sql, known.id, randomUUID(), at(10));
  for (const { id, orderId } of [one, other, known])
    await shop.db.sql
      .insert(refunds)
      .values({ attemptId: id, orderId, amount: 1, reason: 'cancelled', createdAt: START });
  await shop.db.sql
    .update(refunds)
    .set({ confirmedAt: START, reference: 'R' } as never)
    .where(eq(refunds.attemptId, known.id));
  for (const { id } of [one, known]) await setReportedAmount(shop.db.sql, id, 70 as never, START);
  const amounts = [one, other, known].map(async ({ id }) => {
    const [back] = await shop.db.sql.select().from(refunds).where(eq(refunds.attemptId, id));
    return [(await readRow(id))[1], back?.amount];
  });
  expect(await Promise.all(amounts)).toEqual([
    [70, 70],
    [200, 1],
    [300, 1],
  ]);
});

test('D7: asks about no prompt whose id is unknown', async () => {
  const { id } = await writtenAttempt(shop, await unpaidOrder(shop));
  const set = (row: Partial<typeof paymentAttempts.$inferInsert>) =>
    shop.db.sql.update(paymentAttempts).set(row).where(eq(paymentAttempts.id, id));
  const found = async () => [
    (await findDueAttempt(shop.db.sql, at(10)))?.id ?? null,
    await isAnyQueryLate(shop.db.sql, at(11)),
    (await findQueryable(shop.db.sql, id))?.id ?? null,
  ];
  await set({ state: 'unknown', nextQueryAt: at(10), checkoutRequestId: null });
  expect(await found()).toEqual([null, false, null]);
  await set({ checkoutRequestId: `ws ${id}` });
  expect(await found()).toEqual([id, true, id]);
  await set({ nextQueryAt: at(11) });
  expect(await found()).toEqual([null, false, id]);
});

test('U25: what a callback makes the shop send goes at once', async () => {
  const attempt = await writtenAttempt(shop, await unpaidOrder(shop));
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  await shop.services.callback.receive(attempt.id, getBody(attempt));
  expect(wake).toHaveBeenCalled();
});

test('Q20: returns an outage error after repeated conflicts with another callback', async () => {
  let tries = 0;
  const tx = vi.fn(async () => {
    tries += 1;
    throw tries > 20 ? new Error('it never ends') : new ReceiptTakenError();
  });
  const { receive } = createCallbackService({ ...shop.deps, db: { ...shop.db, tx: tx as never } }, shop.services);
  await expect(receive(randomUUID(), '{}')).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });
  expect(tries).toBeGreaterThan(1);
});
