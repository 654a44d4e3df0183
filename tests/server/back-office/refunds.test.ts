// @engine pglite
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentAlarms, refunds } from '../../../server/db/schema.ts';
import { takeUnreportedRefunds } from '../../../server/modules/back-office/alerts.repository.ts';
import { findDueRefunds, findHistory } from '../../../server/modules/back-office/back-office.repository.ts';
import { createBackOfficeService } from '../../../server/modules/back-office/back-office.service.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getAttempts, callback, mpesaOrder, payingShop, push } from '../payments/mpesa-steps.ts';

let shop: TestApp;
let younger: string;
let older: string;
let orderId: string;

const ago = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * 60_000);

beforeAll(async () => {
  shop = await payingShop();
  const product = await addProduct(shop, { price: 3000, stock: 9 });
  const paid = async () => {
    const shopper = await shop.signIn();
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await callback(shop);
    const [attempt] = await getAttempts(shop, made.id);
    return { orderId: made.id, attemptId: attempt?.id ?? '' };
  };
  const [first, second] = [await paid(), await paid()];
  ({ orderId, attemptId: younger } = first);
  older = second.attemptId;
});
beforeEach(async () => {
  await shop.db.sql.delete(refunds);
  for (const [attemptId, minutes] of [
    [younger, 1],
    [older, 2],
  ] as const) {
    const row = { id: attemptId, attemptId, orderId, amount: 3000, reason: 'overpaid' as const };
    await shop.db.sql.insert(refunds).values({ ...row, createdAt: ago(minutes) });
  }
});
afterAll(() => shop.close());

test('D29: lists refunds due by age', async () => {
  const ids = async (limit: number) => (await findDueRefunds(shop.db.sql, limit)).map(({ id }) => id);
  expect([await ids(9), await ids(1)]).toEqual([[older, younger], [older]]);
});

test('D29: takes the oldest unreported refunds, each once', async () => {
  const take = async () => (await takeUnreportedRefunds(shop.db.sql, 1, shop.clock.now())).map(({ id }) => id);
  expect([await take(), await take(), await take()]).toEqual([[older], [younger], []]);
});

test('D29: an order’s history lists its refunds by age', async () => {
  const [first] = (await findHistory(shop.db.sql, orderId, 1)).refunds;
  expect(first?.id).toBe(older);
});

test('D29: returns 409 for an item that is already settled', async () => {
  const id = randomUUID();
  await shop.db.sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at: ago(1) });
  const { settle } = shop.services.backOfficeSettle;
  const settling = { handle: `alarm-${id}`, as: null, note: 'settings mended', by: 'console test' };
  await settle(settling);
  await expect(settle(settling)).rejects.toMatchObject({ kind: 'conflict' });
});

test('D29: shows the thirty newest alarms of an order', async () => {
  const now = shop.clock.now().getTime();
  const before = (minutes: number) => new Date(now - minutes * 60_000);
  for (let minutes = 1; minutes <= 31; minutes += 1)
    await shop.db.sql
      .insert(paymentAlarms)
      .values({ id: randomUUID(), kind: 'badSettings', orderId, at: before(minutes) });
  const { history } = await createBackOfficeService(shop.deps).show(`order-${orderId}`);
  const told = history.filter(({ text }) => text.includes('refused the settings'));
  expect([told.length, told[0]?.at, told.at(-1)?.at]).toEqual([30, before(30).toISOString(), before(1).toISOString()]);
  expect(history.find(({ text }) => text.startsWith('prompt '))?.text).toContain(
    `prompt ${younger.slice(0, 8)} for Ksh`,
  );
});

test('D29: returns 409 for an order without an open decision', async () => {
  const { settle } = shop.services.backOfficeSettle;
  const settling = { handle: `order-${orderId}`, as: 'paid', note: 'looked at it', by: 'console test' } as const;
  await expect(settle(settling)).rejects.toMatchObject({ kind: 'conflict' });
});
