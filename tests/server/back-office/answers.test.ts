// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { audit, jobs, orders, paymentAlarms, refunds } from '../../../server/db/schema.ts';
import { toFailureReply } from '../../../server/http/errors.ts';
import { registerAlerts } from '../../../server/modules/back-office/alerts.worker.ts';
import type { Decision } from '../../../server/modules/back-office/item.rules.ts';
import { createBackOfficeService } from '../../../server/modules/back-office/back-office.service.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, unpaidOrder, useCallableShop } from '../payments/attempt-steps.ts';

/** Responses of the back office to typed input, and the texts of its mails. */

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});
beforeEach(async () => {
  for (const table of [refunds, paymentAlarms, jobs]) await shop.db.sql.delete(table);
});

async function alarm(change: Partial<typeof paymentAlarms.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await shop.db.sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at: shop.clock.now(), ...change });
  return id;
}

const settle = (handle: string, note = 'seen', as: Decision | null = null) =>
  shop.services.backOfficeSettle.settle({ handle, as, note, by: 'console otieno' });
const readAnswer = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => {
      const { status, message } = toFailureReply(error);
      return [status, message];
    },
  );

test.each([
  [2, false],
  [3, true],
  [500, true],
  [501, false],
])('D29: accepts a note of %i characters: %s', async (length, isTaken) => {
  const refused = [400, 'Write a note of 3 to 500 characters that says what was done'];
  for (const note of ['x'.repeat(length), ` ${'x'.repeat(length)} `])
    expect(await readAnswer(settle(`alarm-${await alarm()}`, note))).toEqual(isTaken ? 'done' : refused);
});

test('D29: stores the subject, decision, actor and trimmed note of each settlement', async () => {
  const made = await unpaidOrder(shop);
  await attemptIn(shop, made, 'held');
  await settle(`order-${made.id}`, '  it counts ', 'paid');
  const id = await alarm();
  await settle(`alarm-${id}`, ' seen\n');
  const rows = await shop.db.sql.select().from(audit).where(eq(audit.action, 'desk.settled'));
  const about = (subject: string) => rows.filter((row) => row.subject === subject);
  expect(about(`order ${made.id}`)).toMatchObject([
    { actor: 'console otieno', staffId: null, after: { as: 'paid', note: 'it counts' } },
  ]);
  expect(about(`alarm ${id}`).map(({ before, after }) => [before, after])).toEqual([
    [{ what: 'M-Pesa refused the settings of this shop' }, { note: 'seen' }],
  ]);
});

test('D29: explains why an item cannot be settled, with the right status', async () => {
  const [open, done] = [await alarm(), await alarm({ settledAt: shop.clock.now() })];
  const twin = (end: string) => `aaaaaaaa-0000-4000-8000-00000000000${end}`;
  for (const end of ['1', '2']) await alarm({ id: twin(end) });
  const quiet = (await unpaidOrder(shop)).id;
  const late = (await unpaidOrder(shop)).id;
  await shop.db.sql
    .update(orders)
    .set({ expiresAt: new Date(0) })
    .where(eq(orders.id, late));
  const name = (kind: string, id: string) => `${kind}-${id.slice(0, 8)}`;
  const before = await shop.db.sql.$count(audit);
  expect(await readAnswer(settle('king'))).toEqual([
    400,
    "'king' is not a handle. Use one from the list, e.g. refund-1a2b3c4d",
  ]);
  expect(await readAnswer(settle('job-00000000-0000'))).toEqual([404, 'There is no job-00000000.']);
  const two = await readAnswer(settle('alarm-aaaaaaaa'));
  expect([
    two[0],
    String(two[1])
      .split(/[ .]+/)
      .filter((word) => word.startsWith('alarm-'))
      .sort(),
  ]).toEqual([409, ['1', '2'].map((end) => `alarm-${twin(end)}`)]);
  expect(await readAnswer(settle(`alarm-${done}`))).toEqual([
    409,
    `${name('alarm', done)} is already settled. Nothing was changed. See npm run back-office -- show ${name('alarm', done)}`,
  ]);
  expect(await readAnswer(settle(`order-${quiet}`, 'seen', 'cancelled'))).toEqual([
    409,
    `There is nothing to decide about ${name('order', quiet)}.`,
  ]);
  expect(await readAnswer(settle(`alarm-${open}`, 'seen', 'paid'))).toEqual([
    400,
    `${name('alarm', open)} takes only a note, without --as`,
  ]);
  for (const as of [null, 'paid', 'left'] as const)
    expect(await readAnswer(settle(`order-${late}`, 'seen', as))).toEqual([
      400,
      `Settle ${name('order', late)} with --as cancelled`,
    ]);
  expect(await shop.db.sql.$count(audit)).toBe(before);
});

test('D29: shows the notes of an item and its order, and only that order’s history', async () => {
  const [made, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
  const id = await alarm({ orderId: made.id });
  for (const subject of [`alarm ${id}`, `order ${made.id}`, `order ${other.id}`])
    await shop.db.sql
      .insert(audit)
      .values({ id: randomUUID(), actor: 'console', action: subject, subject, at: shop.clock.now() });
  const { show } = createBackOfficeService(shop.deps);
  const said = (await show(`alarm-${id}`)).notes.map(({ text }) => text);
  expect(said.toSorted()).toEqual([`console, alarm ${id}`, `console, order ${made.id}`]);
  expect((await show(`alarm-${id}`)).history.map(({ text }) => text)).toContain('order: created');
  expect(await show(`alarm-${await alarm({ hour: 1 })}`)).toMatchObject({ history: [], notes: [] });
});

/** Runs the next round and returns its mails. */
async function mailed(): Promise<readonly { readonly subject: string; readonly text: string }[]> {
  let tell = async () => {};
  const schedule = (_: string, __: number, work: () => Promise<void>) => void (tell = work);
  const env = { ...shop.env, mail: { ...shop.env.mail, alertTo: 'owner@duka.example' } };
  registerAlerts(...withServices({ ...shop.deps, env, jobs: { ...shop.deps.jobs, schedule } }));
  await shop.db.sql.delete(jobs);
  await tell();
  return (await shop.db.sql.select().from(jobs)).map(({ payload }) => payload as { subject: string; text: string });
}
const HELP = '\n\nTo handle them, run: npm run back-office\n';

test('D29: mails each alarm of the shop, and the orders of each kind, each order once', async () => {
  const made = [];
  for (let number = 0; number < 6; number += 1) made.push((await unpaidOrder(shop)).id);
  const short = made.map((id) => id.slice(0, 8).toUpperCase());
  const at = (second: number) => new Date(shop.clock.now().getTime() - 60_000 + second * 1_000);
  await alarm({ at: at(0) });
  await alarm({ kind: 'strangeResult', detail: { fix: 'Ask Safaricom.' }, at: at(1) });
  for (const [number, orderId] of made.entries()) {
    await alarm({ kind: 'order.unsent', orderId, at: at(10 + number) });
    if (number < 5) await alarm({ kind: 'idsDiffer', orderId, at: at(20 + number) });
  }
  for (const second of [30, 31]) await alarm({ kind: 'secondReceipt', orderId: made[0] ?? '', at: at(second) });
  const five = short.slice(0, 5).join(', ');
  expect(await mailed()).toMatchObject([
    {
      subject: `${shop.env.mail.from.name}: 5 items wait in the back office`,
      text:
        [
          'M-Pesa refused the settings of this shop.',
          'M-Pesa sent an unknown result. Ask Safaricom.',
          `A paid order that was not sent: orders ${five} and 1 more.`,
          `M-Pesa sent different ids for one prompt: orders ${five}.`,
          `One prompt brought two receipts: order ${short[0]}.`,
        ].join('\n') + HELP,
    },
  ]);
  expect(await mailed()).toEqual([]);
});

test('D29: a mail about one item is in the singular, and a mail has 500 items at most', async () => {
  const made = await unpaidOrder(shop);
  const { id: attemptId } = await attemptIn(shop, made, 'failed');
  const at = shop.clock.now();
  await shop.db.sql
    .insert(refunds)
    .values({ attemptId, orderId: made.id, amount: 3000, reason: 'overpaid', createdAt: at });
  const subject = `${shop.env.mail.from.name}: One item waits in the back office`;
  const text = `Ksh\u00A03,000 must be refunded for order ${made.id.slice(0, 8).toUpperCase()}.${HELP}`;
  expect(await mailed()).toMatchObject([{ subject, text }]);
  const rows = Array.from({ length: 501 }, () => ({ id: randomUUID(), kind: 'badSettings', at }));
  await shop.db.sql.insert(paymentAlarms).values(rows);
  expect(await mailed()).toMatchObject([{ subject: expect.stringContaining(': 500 items wait') }]);
  expect(await mailed()).toMatchObject([{ subject }]);
});
