// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refunds } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import { dueRefund, getCalls, hire, pass, readAudit, readRefund, refundingShop } from './refund-steps.ts';

let shop: TestApp;
let ben: CurrentStaff;
let otto: CurrentStaff;
let olga: CurrentStaff;

beforeAll(async () => {
  shop = await refundingShop();
  ben = await hire(shop, 'orders');
  otto = await hire(shop, 'owner');
  olga = await hire(shop, 'owner');
});
afterAll(() => shop.close());

const desk = () => shop.services.refundsStaff;
const OWN = 'You proposed this refund. Above Ksh\u00A010,000 another owner must approve it.';

/** A due refund of this price twice, which the person has proposed. */
async function proposedBy(person: CurrentStaff | null, price: number) {
  const due = await dueRefund(shop, { price });
  await shop.db.sql
    .update(refunds)
    .set({ proposerId: person?.id ?? null })
    .where(eq(refunds.id, due.id));
  return due;
}

test('up to the limit the proposer approves, with one audit row', async () => {
  const { id } = await proposedBy(ben, 5000);
  await desk().approve(ben, id);
  await desk().approve(otto, id);
  expect(await readRefund(shop, id)).toMatchObject({ state: 'approved', approverId: ben.id, way: 'reversal' });
  expect((await readAudit(shop, id)).map(({ actor, action }) => [actor, action])).toEqual([
    [ben.email, 'refund.changed'],
  ]);
});

test('above the limit the proposer is refused, also an owner and by the command; another owner approves', async () => {
  const { id } = await proposedBy(otto, 5001);
  await expect(desk().approve(otto, id)).rejects.toMatchObject({ kind: 'conflict', message: OWN });
  await expect(desk().payByHand(otto, id)).rejects.toMatchObject({ kind: 'conflict', message: OWN });
  await expect(desk().approve(ben, id)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await readRefund(shop, id)).toMatchObject({ state: 'due' });
  await desk().approve(olga, id);
  expect(await readRefund(shop, id)).toMatchObject({ state: 'approved', approverId: olga.id });
});

test('without a proposer one owner is enough above the limit', async () => {
  const { id } = await proposedBy(null, 5001);
  await desk().approve(otto, id);
  expect((await readRefund(shop, id)).state).toBe('approved');
});

test('all refunds of an order count together, failed and dropped ones do not', async () => {
  const { id, receipt } = await proposedBy(ben, 10_000);
  await shop.db.sql.update(refunds).set({ state: 'failed', amount: 7001 }).where(eq(refunds.id, id));
  await shop.db.run(`update payments set refunded = 0 where id = '${id}'`);
  const part = await desk().propose(ben, receipt, 3000, 'one item was missing');
  await shop.db.run(`update refunds set state = 'done' where id = '${id}'`);
  await expect(desk().approve(ben, part)).rejects.toMatchObject({ kind: 'conflict', message: OWN });
  await shop.db.run(`update refunds set state = 'failed' where id = '${id}'`);
  await desk().approve(ben, part);
  expect(await readRefund(shop, part)).toMatchObject({ state: 'approved', way: 'b2c' });
});

test('proposals need a whole amount and a reason, and never exceed the payment, also at the same moment', async () => {
  const { id, receipt } = await proposedBy(ben, 1500);
  await shop.db.sql.update(refunds).set({ amount: 1000 }).where(eq(refunds.id, id));
  await shop.db.run(`update payments set refunded = 1000 where id = '${id}'`);
  for (const amount of [0, -1, 1.5])
    await expect(desk().propose(ben, receipt, amount, 'a reason')).rejects.toMatchObject({ kind: 'invalid' });
  await expect(desk().propose(ben, receipt, 1, ' ')).rejects.toMatchObject({ kind: 'invalid' });
  await expect(desk().propose(ben, 'NOSUCH', 1, 'a reason')).rejects.toMatchObject({ kind: 'not-found' });
  const left = 'Only Ksh\u00A02,000 of this payment can be refunded.';
  await expect(desk().propose(ben, receipt, 2001, 'a reason')).rejects.toMatchObject({
    kind: 'conflict',
    message: left,
  });
  const both = await Promise.allSettled([
    desk().propose(ben, receipt, 2000, 'a reason'),
    desk().propose(otto, receipt, 2000, 'a reason'),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('one refund of a payment is open at a time', async () => {
  const { id, receipt } = await proposedBy(ben, 1500);
  await shop.db.sql.update(refunds).set({ amount: 1000 }).where(eq(refunds.id, id));
  await shop.db.run(`update payments set refunded = 1000 where id = '${id}'`);
  const part = await desk().propose(ben, receipt, 2000, 'a reason');
  await desk().approve(ben, id);
  await expect(desk().approve(ben, part)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Another refund of this payment is not finished. Please wait for it.',
  });
});

test('only an owner drops a refund, with a reason that the shopper reads; approve and drop exclude each other', async () => {
  const { id } = await proposedBy(ben, 1500);
  await expect(desk().drop(ben, id, 'was opened')).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(desk().drop(otto, id, ' ')).rejects.toMatchObject({ kind: 'invalid' });
  const [approved, dropped] = await Promise.allSettled([desk().approve(ben, id), desk().drop(otto, id, 'was opened')]);
  expect(dropped?.status).toBe('fulfilled');
  expect(['fulfilled', 'rejected']).toContain(approved?.status);
  await pass(shop, 120_000);
  expect(await readRefund(shop, id)).toMatchObject({ state: 'dropped', note: 'was opened' });
  expect(getCalls(shop, 'reverse').filter(({ asked }) => asked['receipt'] === id)).toEqual([]);
  expect(shop.sms.texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('Ksh 3,000 will not be paid back: was opened.')]),
  );
  await expect(desk().approve(ben, id)).rejects.toMatchObject({ message: 'This refund is closed.' });
  await desk().drop(otto, id, 'was opened');
});

test('an approval can be taken back before it is sent', async () => {
  const { id } = await proposedBy(ben, 1500);
  await desk().approve(ben, id);
  await desk().takeBack(otto, id);
  await desk().takeBack(otto, id);
  await pass(shop, 120_000);
  expect(await readRefund(shop, id)).toMatchObject({ state: 'due', tries: 0 });
});
