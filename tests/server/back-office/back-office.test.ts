// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { paymentStatus } from '../../../contract/mpesa.ts';
import { executeCommand } from '../../../server/control/command.ts';
import { listBackOffice, settleInBackOffice, showInBackOffice } from '../../../server/control/commands.ts';
import { audit, jobs, paymentAlarms, paymentAttempts } from '../../../server/db/schema.ts';
import { insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order as place, type Shopper } from '../orders/ordering.ts';
import { callback, mpesaOrder, orderRow, pass, payingShop, push } from '../payments/mpesa-steps.ts';

const HOUR = 3_600_000;

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

/** One item of every kind, created once; each test settles its own. */
let ids: Record<'twice' | 'doubted' | 'denied' | 'kept' | 'cash' | 'late' | 'job', string>;
/** Raises a new alarm for each test. */
const alarm = async (kind = 'badSettings', orderId: OrderId | null = null) => {
  await insertAlarm(
    shop.db.sql,
    { kind, orderId, attemptId: null, subject: randomUUID(), detail: { odd: '\u001b[2J' } },
    shop.clock.now(),
  );
  const rows = await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, kind));
  return rows.at(-1)?.id ?? '';
};
const handle = (kind: string, id: string) => `${kind}-${id.slice(0, 8)}`;
const listed = async () => {
  const sections = await executeCommand(listBackOffice, shop, {});
  return Object.fromEntries(sections.map(({ title, items }) => [title, items]));
};
const handles = async () =>
  Object.values(await listed())
    .flat()
    .map((item) => item.handle);
const settle = (name: string, as: string | null, note = 'sent as QK12ABCDEF') =>
  executeCommand(settleInBackOffice, shop, { handle: name, as, note, by: 'console otieno' });
/** Audit rows by time; rows of one transaction have the same time. */
const notes = (subject: string) =>
  shop.db.sql.select().from(audit).where(eq(audit.subject, subject)).orderBy(audit.at, audit.action);
const paid = async (amount = 3000) => {
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  await callback(shop, { amount });
  return made.id;
};
/** Creates an order that is held because Daraja contradicts its own callback. */
const contradicted = async () => {
  shop.mpesa.answerQuery({ outcome: 'result', code: '1032', text: '' });
  const id = await paid();
  await pass(shop, 3 * 60_000, 30_000);
  expect(await orderRow(shop, id)).toMatchObject({ money: 'held', isPaid: true });
  return id;
};

beforeAll(async () => {
  shop = await payingShop();
  shopper = await shop.signIn({ phone: '254712345678' });
  product = await addProduct(shop, { price: 3000, stock: 50 });
  const cash = await place(shop, shopper, getDraft([product]), randomUUID());
  await shop.deps.jobs.runDue();
  shop.clock.advance(50 * HOUR);
  await shop.deps.jobs.runDue();
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  await callback(shop, { receipt: 'R1' }, shop.mpesa.prompts[0]);
  await callback(shop, { receipt: 'R2' }, shop.mpesa.prompts[1]);
  const doubted = await paid(2999);
  shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });
  await pass(shop, 3 * 60_000, 30_000);
  const denied = await contradicted();
  const kept = await contradicted();
  await shop.deps.jobs.runDue();
  const job = randomUUID();
  const now = shop.clock.now();
  await shop.db.sql.insert(jobs).values({
    id: job,
    kind: 'none',
    dedupeKey: '',
    payload: {},
    attempts: 12,
    lastError: 'SmsError',
    runAt: new Date(now.getTime() + HOUR),
  });
  const late = randomUUID();
  const detail = { channel: 'sms', about: 'paid' };
  await shop.db.sql
    .insert(paymentAlarms)
    .values({ id: late, kind: 'message.undelivered', orderId: made.id, detail, at: now });
  ids = { twice: made.id, doubted, denied, kept, cash: cash.body.data.order._id, late, job };
});
afterAll(() => shop.close());

describe('D29: items of the back office', () => {
  test('are listed by kind with their possible decisions; an order’s own alarm is not listed twice', async () => {
    const all = await listed();
    const short = (id: string) => id.slice(0, 8).toUpperCase();
    expect(all['Refunds due']).toMatchObject([
      {
        ways: [],
        what: expect.stringMatching(`Ksh.3,000 to 254712345678: order ${short(ids.twice)} was paid twice, receipt R2`),
      },
    ]);
    expect(all['Orders with a payment in doubt']).toMatchObject([
      { handle: handle('order', ids.doubted), ways: ['paid', 'refund'] },
      { handle: handle('order', ids.denied), ways: ['paid', 'refund', 'unpaid'] },
      { handle: handle('order', ids.kept) },
    ]);
    expect(all['Overdue orders']).toMatchObject([
      { handle: handle('order', ids.cash), ways: ['processing', 'cancelled', 'left'] },
    ]);
    expect(all['Undelivered messages']).toMatchObject([
      { handle: handle('alarm', ids.late), what: expect.stringContaining(short(ids.twice)) },
    ]);
    expect(all['Alarms']).toEqual([]);
    expect(all['Failing jobs']).toMatchObject([{ handle: handle('job', ids.job), ways: ['again'] }]);
  });

  test('can be shown with all details, by handle in any case or by order number', async () => {
    const {
      item,
      history,
      notes: none,
    } = await executeCommand(showInBackOffice, shop, {
      handle: ids.denied.slice(0, 8).toUpperCase(),
    });
    expect([item.handle, none]).toEqual([handle('order', ids.denied), []]);
    const said = history.map(({ text }) => text).join('\n');
    expect(said).toMatch(
      /prompt .* for Ksh.3,000 to 254712345678: succeeded, Ksh.3,000 received, receipt .*, cross-check mis/,
    );
    expect(said).toContain('order: payment.mismatched');
    expect(said).toContain('M-Pesa contradicts itself');
  });
});

describe('D29: settling with a note, once, with an audit row', () => {
  test('a refund is not settled here, because it needs an approval', async () => {
    const [due] = (await listed())['Refunds due'] ?? [];
    const name = due?.handle ?? '';
    await expect(settle(name, 'refund')).rejects.toThrow(`${name} takes only a note, without --as`);
    await expect(settle(name, null)).rejects.toThrow('A refund needs an approval. Nothing was changed.');
    expect(await orderRow(shop, ids.twice)).toMatchObject({ money: 'overpaid' });
    expect((await listed())['Refunds due']).toHaveLength(1);
    const shown = await executeCommand(showInBackOffice, shop, { handle: name });
    expect(shown.notes).toEqual([]);
  });

  test('two concurrent settlements: one succeeds, with one note', async () => {
    const id = await alarm('idsDiffer');
    const both = await Promise.allSettled([settle(handle('alarm', id), null), settle(handle('alarm', id), null)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await notes(`alarm ${id}`)).toHaveLength(1);
    expect(await handles()).not.toContain(handle('alarm', id));
  });

  test('money in doubt is accepted', async () => {
    await settle(handle('order', ids.doubted), 'paid');
    expect(await orderRow(shop, ids.doubted)).toMatchObject({ status: 'processing', money: 'paid', isPaid: true });
    await settle(handle('order', ids.kept), 'paid');
    expect(await orderRow(shop, ids.kept)).toMatchObject({ status: 'processing', money: 'paid' });
    const left = await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, ids.kept));
    expect(left.map(({ settledAt }) => settledAt === null)).toEqual([false]);
    await expect(settle(handle('order', ids.kept), 'paid')).rejects.toThrow('There is nothing to decide about');
  });

  test('money in doubt is refunded or was never received', async () => {
    const before = (await listed())['Refunds due']?.length ?? 0;
    const back = await contradicted();
    await settle(handle('order', back), 'refund');
    expect(await orderRow(shop, back)).toMatchObject({ status: 'cancelled', money: 'refundDue' });
    expect((await listed())['Refunds due']).toHaveLength(before + 1);
    const { reserved } = await readStock(shop, product.id);
    await settle(handle('order', ids.denied), 'unpaid');
    expect(await orderRow(shop, ids.denied)).toMatchObject({ status: 'cancelled', money: 'unpaid', isPaid: false });
    expect((await readStock(shop, product.id)).reserved).toBe(reserved - 1);
    const [attempt] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, ids.denied));
    const told = await shop.call(
      paymentStatus,
      { checkoutRequestId: attempt?.checkoutRequestId ?? '' },
      { token: shopper.token },
    );
    expect(told.body.data).toMatchObject({
      status: 'failed',
      failureReason: 'This order has been cancelled.',
      orderStatus: 'cancelled',
    });
  });

  test('an untouched cash order stays pending or is processed', async () => {
    const other = (await place(shop, shopper, getDraft([product]), randomUUID())).body.data.order._id as string;
    await alarm('order.untouched', toOrderId(other));
    await settle(handle('order', ids.cash), 'left', 'comes on Friday');
    expect(await orderRow(shop, ids.cash)).toMatchObject({ status: 'pending' });
    expect((await listed())['Overdue orders']).toMatchObject([{ handle: handle('order', other) }]);
    await settle(handle('order', other), 'processing');
    expect(await orderRow(shop, other)).toMatchObject({ status: 'processing' });
    expect((await notes(`order ${other}`)).map(({ action, actor }) => [action, actor])).toEqual([
      ['desk.settled', 'console otieno'],
      ['order.status', 'console otieno'],
    ]);
    expect((await listed())['Overdue orders']).toEqual([]);
  });

  test('an unpaid order with a lost expiry is cancelled', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await shop.db.sql.delete(jobs).where(eq(jobs.kind, 'orders.expiry'));
    shop.clock.advance(2 * HOUR);
    expect((await listed())['Overdue orders']).toContainEqual(
      expect.objectContaining({ handle: handle('order', made.id), ways: ['cancelled'] }),
    );
    await expect(settle(handle('order', made.id), 'processing')).rejects.toThrow('with --as cancelled');
    await settle(handle('order', made.id), 'cancelled');
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', cancelReason: 'staff' });
  });

  test('a failing job is retried immediately', async () => {
    await settle(handle('job', ids.job), 'again');
    const [row] = await shop.db.sql.select().from(jobs).where(eq(jobs.id, ids.job));
    expect(row?.runAt.getTime()).toBeLessThanOrEqual(shop.clock.now().getTime());
  });
});

describe('D29: an item that cannot be settled returns an error and changes nothing', () => {
  test.each([
    ['nothing', "'nothing' is not a handle. Use one from the list, e.g. refund-1a2b3c4d"],
    ['refund-zzzzzzzz', 'is not a handle'],
    ['refund-00000000', 'There is no refund-00000000.'],
    ['order-00000000-0000-4000-8000-00000000000000', 'is not a handle'],
    ['00000000', 'There is no order-00000000.'],
    ['', 'is not a handle'],
  ])('%s', async (name, words) => {
    const before = await shop.db.sql.$count(audit);
    await expect(settle(name, null)).rejects.toThrow(words);
    expect(await shop.db.sql.$count(audit)).toBe(before);
  });

  test('requires a note of limited length; strips control characters from provider texts', async () => {
    const id = await alarm('secondReceipt');
    for (const note of ['', '  x ', 'x'.repeat(501)])
      await expect(settle(handle('alarm', id), null, note)).rejects.toThrow('a note of 3 to 500 characters');
    const [item] = (await listed())['Alarms'] ?? [];
    expect(item?.what).toBe('One prompt brought two receipts: odd  [2J');
    await settle(handle('alarm', id), null);
  });

  test('X13: lists ten alarms of a kind and hides no other kind', async () => {
    for (let number = 0; number < 31; number += 1) await alarm('strangeResult');
    const section = (await executeCommand(listBackOffice, shop, {})).find(({ title }) => title === 'Alarms');
    const strange = section?.items.filter(({ what }) => what.startsWith('M-Pesa sent an unknown result'));
    expect([strange?.length, section?.isCut]).toEqual([10, true]);
    const newer = await alarm('secondReceipt');
    expect(await handles()).toContain(handle('alarm', newer));
    await settle(handle('alarm', newer), null);
  });
});
