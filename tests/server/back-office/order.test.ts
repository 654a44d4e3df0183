// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobs, orders, paymentAlarms } from '../../../server/db/schema.ts';
import { toAlarmItem } from '../../../server/modules/back-office/item.rules.ts';
import * as desk from '../../../server/modules/back-office/back-office.repository.ts';
import { createBackOfficeService } from '../../../server/modules/back-office/back-office.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order as place } from '../orders/ordering.ts';

/** Order of similar items, and rejected input. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  vi.spyOn(shop.deps.clock, 'now').mockReturnValue(shop.clock.now());
  await shop.db.sql.delete(paymentAlarms);
  await shop.db.sql.delete(jobs);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => shop.close());

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(shop.deps.clock.now().getTime() - ms);
const getId = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
const getIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
async function cashOrder(): Promise<string> {
  return (await place(shop, await shop.signIn(), getDraft([await addProduct(shop)]))).body.data.order._id;
}

test('X13: of equal times, shows the last id of a subject, and keeps the last ids of a kind', async () => {
  const same = { kind: 'badSettings', subject: 'the same', at: ago(0) };
  for (const [hour, digit] of ['1', '3', '2'].entries())
    await shop.db.sql.insert(paymentAlarms).values({ ...same, id: getId(digit), hour });
  expect(getIds(await desk.findOpenAlarms(shop.db.sql, 'others', 10))).toEqual([getId('3')]);
  await shop.db.sql.delete(paymentAlarms);
  for (const digit of ['2', '3', '1'])
    await shop.db.sql.insert(paymentAlarms).values({ id: getId(digit), kind: 'secondReceipt', at: ago(0) });
  expect(getIds(await desk.findOpenAlarms(shop.db.sql, 'others', 2))).toEqual([getId('2'), getId('3')]);
});

test('X13: shows the last time of a repeated alarm when it is known', () => {
  const at = new Date(0);
  const alarm = { id: getId('1'), kind: 'badSettings', orderId: null, attemptId: null, detail: null, settledAt: null };
  const getItem = (count: number, lastAt: Date | null) =>
    toAlarmItem({ ...alarm, shortId: null, at, count, lastAt } as Parameters<typeof toAlarmItem>[0]);
  expect(getItem(2, new Date(HOUR))).toHaveProperty('last', new Date(HOUR).toISOString());
  for (const none of [getItem(2, null), getItem(1, new Date(HOUR))]) expect(none).not.toHaveProperty('last');
});

test('D29: returns two of three jobs with the same start of the id', async () => {
  for (const last of ['1', '2', '3']) {
    const id = `${getId('a').slice(0, -1)}${last}`;
    await shop.db.sql.insert(jobs).values({ id, kind: 'none', payload: {}, dedupeKey: id, runAt: ago(0) });
  }
  expect(await desk.findJobs(shop.db.sql, 'aaaa')).toHaveLength(2);
});

test('D12: an order is overdue exactly one hour after it expires', async () => {
  const id = await cashOrder();
  const { list } = createBackOfficeService(shop.deps);
  const isListed = async (expiresAt: Date) => {
    await shop.db.sql.update(orders).set({ expiresAt }).where(eq(orders.id, id));
    const section = (await list()).find(({ title }) => title === 'Overdue orders');
    return section?.items.some(({ handle }) => id.startsWith(handle.replace('order-', '')));
  };
  expect([await isListed(ago(HOUR + 1)), await isListed(ago(HOUR)), await isListed(ago(1))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('D29: repeats up to fifty characters of an invalid handle', async () => {
  await expect(createBackOfficeService(shop.deps).show('x'.repeat(60))).rejects.toThrow(
    `'${'x'.repeat(50)}' is not a handle`,
  );
});

test('D29: settling wakes the job worker, and rejects a decision that the item does not allow', async () => {
  const { settle } = shop.services.backOfficeSettle;
  const id = await cashOrder();
  await shop.db.sql
    .insert(paymentAlarms)
    .values({ id: randomUUID(), kind: 'order.untouched', orderId: id, at: ago(0) });
  const settling = { handle: `order-${id}`, note: 'called the shopper', by: 'console test' };
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  for (const as of ['paid', null] as const)
    await expect(settle({ ...settling, as })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('with --as processing or cancelled or left'),
    });
  expect(wake).not.toHaveBeenCalled();
  await settle({ ...settling, as: 'left' });
  expect(wake).toHaveBeenCalled();
});
