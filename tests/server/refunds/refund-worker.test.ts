// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobs, paymentAlarms, refunds } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import { dueRefund, getCalls, hire, pass, readRefund, refundingShop } from './refund-steps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let shop: TestApp;
beforeEach(async () => {
  shop = await refundingShop({ env: { MPESA_INITIATOR_PASSWORD_DATE: '2026-01-01' } });
});
afterEach(() => shop.close());

const alarms = async (kind: string) =>
  (await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, kind))).length;

test('the balance is asked for once per batch, and a batch goes on without an answer after 60 s', async () => {
  const ben = await hire(shop, 'orders');
  const due = [await dueRefund(shop), await dueRefund(shop)];
  for (const { id } of due) await shop.services.refundsStaff.approve(ben, id);
  await pass(shop, 0);
  await pass(shop, 50_000);
  expect([getCalls(shop, 'balance').length, getCalls(shop, 'reverse').length]).toEqual([1, 0]);
  await pass(shop, 10_000);
  expect([getCalls(shop, 'balance').length, getCalls(shop, 'reverse').length]).toEqual([1, 2]);
});

test('PAY-F2: the only owner’s approval is sent ten minutes later, whatever wakes the refund and the clock does', async () => {
  const ben = await hire(shop, 'orders');
  const { id } = await dueRefund(shop);
  await shop.services.refundsStaff.approve(ben, id);
  const from = shop.clock.now().getTime();
  // Only the back office can approve it with a second factor, so the delay is set here.
  await shop.db.sql
    .update(refunds)
    .set({ notBefore: new Date(from + 600_000) })
    .where(eq(refunds.id, id));
  await pass(shop, 0);
  await pass(shop, 599_999);
  expect([getCalls(shop, 'balance').length, (await readRefund(shop, id)).state]).toEqual([0, 'approved']);
  shop.clock.advance(-300_000);
  await pass(shop, 300_000);
  expect((await readRefund(shop, id)).state).toBe('approved');
  await pass(shop, 1);
  await pass(shop, 60_000);
  expect([getCalls(shop, 'reverse').length, (await readRefund(shop, id)).state]).toEqual([1, 'sent']);
});

test('warns once, a week before the initiator’s password ends', async () => {
  const { passwordEndsAt } = shop.env.mpesa;
  await pass(shop, HOUR);
  await pass(shop, HOUR);
  expect(passwordEndsAt).not.toBeNull();
  expect(await alarms('password.ends')).toBe(1);
});

test('D28: a step whose job is lost is done within the hour', async () => {
  const ben = await hire(shop, 'orders');
  const { id } = await dueRefund(shop);
  await shop.services.refundsStaff.approve(ben, id);
  await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'refunds.step'));
  for (const ms of [HOUR, HOUR, 60_000]) await pass(shop, ms);
  expect(getCalls(shop, 'reverse')).toHaveLength(1);
});

test('D29: a refund that nobody approves raises an alarm after a day, once a day', async () => {
  const { id } = await dueRefund(shop);
  await pass(shop, HOUR);
  expect(await alarms('refund.unapproved')).toBe(0);
  for (const _ of [1, 2, 3]) await pass(shop, DAY + HOUR);
  expect(await alarms('refund.unapproved')).toBeGreaterThanOrEqual(2);
  expect(await alarms('refund.unapproved')).toBeLessThanOrEqual(3);
  expect((await readRefund(shop, id)).state).toBe('due');
});

test('payments and refunds of a process of the previous version are completed', async () => {
  const { id, order } = await dueRefund(shop);
  await shop.db.sql.update(refunds).set({ paymentId: null }).where(eq(refunds.id, id));
  await shop.db.run(`update payments set refunded = 0, phone = null where id = '${id}'`);
  await pass(shop, HOUR);
  await pass(shop, HOUR);
  expect(await readRefund(shop, id)).toMatchObject({ paymentId: id, orderId: order.id, state: 'due' });
  const { rows } = (await shop.db.sql.execute(
    `select refunded, phone is null as lost from payments where id = '${id}'`,
  )) as unknown as {
    rows: object[];
  };
  expect(rows).toEqual([{ refunded: 3000, lost: false }]);
});
