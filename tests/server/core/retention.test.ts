// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  orderEvents,
  orders,
  otpChallenges,
  paymentAlarms,
  paymentAttempts,
  paymentMessages,
  refunds,
  sessions,
} from '../../../server/db/schema.ts';
import { getProfile } from '../../../contract/auth.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { deleteOldAlarms, deleteOldEvents, deleteOldMessages } from '../../../server/jobs/retention.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder, type MadeOrder } from '../payments/attempt-steps.ts';

const DAY = 24 * 3_600_000;

let shop: TestApp;
let order: MadeOrder;
let attemptId: string;
beforeAll(async () => {
  shop = await callableShop({
    env: { KEEP_MESSAGES_DAYS: '30', KEEP_EVENTS_DAYS: '60', KEEP_ALARMS_DAYS: '90', KEEP_CODES_DAYS: '3' },
  });
  registerMaintenance(shop.deps, shop.services);
  // The first poll plans the hourly job.
  await shop.deps.jobs.runDue();
});
afterAll(() => shop.close());
beforeEach(async () => {
  for (const table of [paymentMessages, orderEvents, paymentAlarms]) await shop.db.sql.delete(table);
  order = await unpaidOrder(shop);
  attemptId = (await attemptIn(shop, order, 'pending')).id;
  await shop.db.sql.delete(orderEvents);
});

const ago = (days: number) => new Date(shop.clock.now().getTime() - days * DAY);
/** Runs the hourly job. */
async function cleanUp(): Promise<void> {
  shop.clock.advance(3_600_000);
  await shop.deps.jobs.runDue();
  expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
}
const turnInto = (state: (typeof paymentAttempts.$inferSelect)['state']) =>
  shop.db.sql.update(paymentAttempts).set({ state }).where(eq(paymentAttempts.id, attemptId));

async function message(days: number): Promise<string> {
  const id = randomUUID();
  const row = { id, attemptId, bodyHash: id, body: '{"PhoneNumber":254722000000}', receivedAt: ago(days) };
  await shop.db.sql.insert(paymentMessages).values(row);
  return id;
}
async function event(days: number): Promise<string> {
  const id = randomUUID();
  await shop.db.sql.insert(orderEvents).values({ id, orderId: order.id, type: 'placed', data: null, at: ago(days) });
  return id;
}
async function alarm(days: number, settledDaysAgo: number | null): Promise<string> {
  const id = randomUUID();
  const settledAt = settledDaysAgo === null ? null : ago(settledDaysAgo);
  await shop.db.sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at: ago(days), settledAt });
  return id;
}
const readIds = async (table: typeof paymentMessages | typeof orderEvents | typeof paymentAlarms) =>
  (await shop.db.sql.select({ id: table.id }).from(table)).map(({ id }) => id);

describe('F27: no shopper data is kept forever', () => {
  test.each(['succeeded', 'failed', 'expired', 'refunded'] as const)(
    'deletes a message of an attempt that is %s after its days, not before',
    async (state) => {
      await turnInto(state);
      await message(31);
      const young = await message(29);
      await cleanUp();
      expect(await readIds(paymentMessages)).toEqual([young]);
    },
  );

  test.each(['pending', 'held', 'refund_pending'] as const)(
    'keeps every message of an attempt that is %s',
    async (state) => {
      await turnInto(state);
      const old = await message(400);
      await cleanUp();
      expect(await readIds(paymentMessages)).toEqual([old]);
    },
  );

  test('an unconfirmed refund keeps the messages of its payment', async () => {
    await turnInto('succeeded');
    const refund = { attemptId, orderId: order.id, amount: 1, reason: 'overpaid' as const, createdAt: ago(300) };
    await shop.db.sql.insert(refunds).values(refund);
    const old = await message(300);
    await cleanUp();
    expect(await readIds(paymentMessages)).toEqual([old]);
    await shop.db.sql
      .update(refunds)
      .set({ confirmedAt: ago(0) })
      .where(eq(refunds.attemptId, attemptId));
    await cleanUp();
    expect(await readIds(paymentMessages)).toEqual([]);
  });

  test('deletes events of an order when the order has ended and its money is settled', async () => {
    await turnInto('failed');
    const set = (change: Partial<typeof orders.$inferInsert>) =>
      shop.db.sql.update(orders).set(change).where(eq(orders.id, order.id));
    const [old, young] = [await event(61), await event(59)];
    for (const change of [
      { status: 'processing', money: 'paid' },
      { status: 'cancelled', money: 'refundDue' },
      { status: 'cancelled', money: 'held' },
    ] as const) {
      await set(change);
      await cleanUp();
      expect((await readIds(orderEvents)).toSorted()).toEqual([old, young].toSorted());
    }
    await set({ status: 'cancelled', money: 'unpaid' });
    await cleanUp();
    expect(await readIds(orderEvents)).toEqual([young]);
  });

  test('deletes an alarm after its days since it was settled, never before, and in several batches', async () => {
    for (let made = 0; made < 3; made += 1) await alarm(400, 91);
    const many = Array.from({ length: 1_000 }, () => ({
      id: randomUUID(),
      kind: 'badSettings',
      at: ago(200),
      settledAt: ago(100),
    }));
    await shop.db.sql.insert(paymentAlarms).values(many);
    const kept = [await alarm(400, 89), await alarm(4_000, null)];
    await cleanUp();
    expect((await readIds(paymentAlarms)).toSorted()).toEqual(kept.toSorted());
  });

  test('a due refund does not keep the messages of another payment', async () => {
    await turnInto('succeeded');
    const other = await unpaidOrder(shop);
    const { id } = await attemptIn(shop, other, 'pending');
    const refund = { attemptId: id, orderId: other.id, amount: 1, reason: 'overpaid' as const, createdAt: ago(300) };
    await shop.db.sql.insert(refunds).values(refund);
    await message(300);
    await cleanUp();
    expect(await readIds(paymentMessages)).toEqual([]);
  });

  test('a batch has at most the requested size', async () => {
    await turnInto('failed');
    await shop.db.sql.update(orders).set({ status: 'cancelled', money: 'unpaid' }).where(eq(orders.id, order.id));
    for (let made = 0; made < 3; made += 1) await Promise.all([message(300), event(300), alarm(300, 200)]);
    const remove = [deleteOldMessages, deleteOldEvents, deleteOldAlarms];
    for (const most of [2, 2, 2]) {
      const gone = await Promise.all(remove.map((one) => one(shop.db.sql, ago(100), most)));
      expect(gone).toEqual(gone.map(() => gone[0]));
      expect(gone[0]).toBeLessThanOrEqual(most);
    }
    for (const table of [paymentMessages, orderEvents, paymentAlarms]) expect(await readIds(table)).toEqual([]);
  });

  test('deletes codes after their days, in any state', async () => {
    const code = (days: number, verified: boolean) => ({
      idHash: `${days} ${verified}`,
      phone: '254722000000',
      providerPinId: 'P1',
      sentAt: ago(days),
      expiresAt: ago(days),
      verifiedAt: verified ? ago(days) : null,
    });
    await shop.db.sql.insert(otpChallenges).values([code(2, true), code(2, false), code(4, true), code(4, false)]);
    await cleanUp();
    const left = await shop.db.sql.select().from(otpChallenges);
    expect(left.map(({ idHash }) => idHash).sort()).toEqual(['2 false', '2 true']);
  });
});

describe('X58: a clock that is set ahead', () => {
  const jumps = async () =>
    (await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, 'clock.setAhead'))).map(
      ({ detail }) => detail,
    );

  test('X58: accepts a new time after a day, and a pause of a week immediately', async () => {
    await turnInto('failed');
    await cleanUp();
    const old = await message(29);
    shop.clock.advance(6 * DAY);
    await cleanUp();
    expect([await jumps(), await messagesLeft()]).toEqual([[], []]);
    const other = await message(29);
    shop.clock.advance(40 * DAY);
    await cleanUp();
    shop.clock.advance(DAY - 2 * 3_600_000);
    await cleanUp();
    expect(await messagesLeft()).toEqual([other]);
    await cleanUp();
    expect(await messagesLeft()).toEqual([]);
    expect(old).not.toBe(other);
  });

  test('X58: deletes nothing, and raises an alarm first', async () => {
    await turnInto('failed');
    await cleanUp();
    const { token } = await shop.signIn();
    const old = await message(29);
    shop.clock.advance(800 * DAY);
    await cleanUp();
    expect(await jumps()).toEqual([{ days: 800 }]);
    expect(await sessionsLeft()).toBeGreaterThan(0);
    expect(await messagesLeft()).toEqual([old]);
    shop.clock.advance(-800 * DAY);
    await shop.deps.jobs.runDue();
    expect((await shop.call(getProfile, {}, { token })).status).toBe(200);
    expect(await messagesLeft()).toEqual([old]);
  });
});

const sessionsLeft = async () => (await shop.db.sql.select().from(sessions)).length;
const messagesLeft = async () => (await shop.db.sql.select().from(paymentMessages)).map(({ id }) => id);

test('F27: removes a thousand rows with a statement, and the rest with the next one', async () => {
  const rows = Array.from({ length: 1_001 }, () => ({ id: randomUUID(), kind: 'badSettings', settledAt: ago(91) }));
  await shop.db.sql.insert(paymentAlarms).values(rows.map((row) => ({ ...row, at: ago(100) })));
  const removed = vi.spyOn(shop.db.sql, 'delete');
  await cleanUp();
  const times = removed.mock.calls.filter(([table]) => table === paymentAlarms).length;
  removed.mockRestore();
  expect([times, await readIds(paymentAlarms)]).toEqual([2, []]);
});
