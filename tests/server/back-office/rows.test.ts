// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { executeCommand } from '../../../server/control/command.ts';
import { listBackOffice } from '../../../server/control/commands.ts';
import { audit, jobs, orders, paymentAlarms } from '../../../server/db/schema.ts';
import { takeUnreportedAlarms } from '../../../server/modules/back-office/alerts.repository.ts';
import { insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import * as desk from '../../../server/modules/back-office/back-office.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order as place } from '../orders/ordering.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  await shop.db.sql.delete(paymentAlarms);
});
afterAll(() => shop.close());

const MINUTE = 60_000;
/** Returns the time `minutes` ago. */
const ago = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * MINUTE);
const getIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const uuid = (start: string, filling: string) =>
  start.padEnd(32, filling).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

async function alarm({
  id = randomUUID() as string,
  kind = 'badSettings',
  orderId = null as string | null,
  minutes = 0,
} = {}) {
  await shop.db.sql.insert(paymentAlarms).values({ id, kind, orderId, at: ago(minutes) });
  return id;
}

async function cashOrder(): Promise<string> {
  const shopper = await shop.signIn();
  return (await place(shop, shopper, getDraft([await addProduct(shop)]))).body.data.order._id;
}

async function section(title: string) {
  return (await executeCommand(listBackOffice, shop, {})).find((one) => one.title === title);
}

test('D29: lists alarms by time, equal times by id', async () => {
  const [last, second, first] = [uuid('3', '0'), uuid('2', '0'), uuid('1', '0')];
  const at = shop.clock.now();
  for (const id of [last, second, first])
    await shop.db.sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at });
  const oldest = await alarm({ id: uuid('9', '0'), minutes: 1 });
  expect(getIds(await desk.findOpenAlarms(shop.db.sql, 'others', 10))).toEqual([oldest, first, second, last]);
});

test('X13: an alarm of many hours is one row, hides no other of its kind, and is settled as a whole', async () => {
  const now = shop.clock.now().getTime();
  const before = (minutes: number) => new Date(now - minutes * MINUTE);
  const raise = (subject: string, minutes: number) =>
    insertAlarm(shop.db.sql, { kind: 'badSettings', orderId: null, attemptId: null, subject }, before(minutes));
  for (let hour = 12; hour >= 1; hour -= 1) for (const _ of [1, 2]) await raise('2028 not permitted', hour * 60);
  await raise('500.001.1001 the passkey', 90);
  const list = async () =>
    (await desk.findOpenAlarms(shop.db.sql, 'others', 10)).map(({ id, count, at, lastAt }) => ({
      id,
      count,
      at,
      lastAt,
    }));
  const [old, fresh] = await list();
  expect(await list()).toMatchObject([
    { count: 24, at: before(720), lastAt: before(60) },
    { count: 1, at: before(90) },
  ]);
  expect((await section('Alarms'))?.items).toMatchObject([{ last: before(60).toISOString() }, {}]);
  expect(await desk.settleAlarm(shop.db.sql, old?.id ?? '', shop.clock.now())).toBe(true);
  expect(getIds(await list())).toEqual([fresh?.id]);
  expect(await desk.settleAlarm(shop.db.sql, old?.id ?? '', shop.clock.now())).toBe(false);
});

test('X13: lists the newest when there are more than ten of a kind', async () => {
  const ids = [];
  for (let number = 12; number >= 0; number -= 1) ids.push(await alarm({ kind: 'secondReceipt', minutes: number }));
  expect(getIds(await desk.findOpenAlarms(shop.db.sql, 'others', 10))).toEqual(ids.slice(-10));
});

test('D29: lists overdue orders by age', async () => {
  const [younger, older] = [await cashOrder(), await cashOrder()];
  await shop.db.sql
    .update(orders)
    .set({ createdAt: ago(100) })
    .where(eq(orders.id, older));
  for (const orderId of [younger, older]) await alarm({ kind: 'order.untouched', orderId });
  expect(getIds(await desk.findOverdueOrders(shop.db.sql, ago(60), 10))).toEqual([older, younger]);
  expect(getIds(await desk.findOverdueOrders(shop.db.sql, ago(60), 1))).toEqual([older]);
});

test('D29: settles the open alarms of one order only', async () => {
  const [one, other] = [await cashOrder(), await cashOrder()];
  const ids = [await alarm({ orderId: one }), await alarm({ orderId: one }), await alarm({ orderId: other })];
  const [before = '', open = '', neighbour = ''] = ids;
  const earlier = ago(5);
  await shop.db.sql.update(paymentAlarms).set({ settledAt: earlier }).where(eq(paymentAlarms.id, before));
  const now = shop.clock.now();
  expect(await desk.settleOrderAlarms(shop.db.sql, one, now)).toBe(1);
  const rows = await shop.db.sql.select().from(paymentAlarms);
  expect(Object.fromEntries(rows.map(({ id, settledAt }) => [id, settledAt]))).toEqual({
    [before]: earlier,
    [open]: now,
    [neighbour]: null,
  });
});

test('finds all ids with a given start, from the first to the last', async () => {
  const [first, last] = [uuid('abcd', '0'), uuid('abcd', 'f')];
  for (const id of [uuid('abcc', 'f'), first, last, uuid('abce', '0')]) await alarm({ id });
  expect(getIds(await desk.findAlarms(shop.db.sql, 'abcd')).sort()).toEqual([first, last]);
  expect(getIds(await desk.findAlarms(shop.db.sql, 'abcd0000-0000'))).toEqual([first]);
  await alarm({ id: uuid('abcd1', '0') });
  expect(await desk.findAlarms(shop.db.sql, 'abcd')).toHaveLength(2);
});

test('shows twenty notes on a subject, oldest first', async () => {
  for (let minutes = 0; minutes < 21; minutes += 1)
    await shop.db.sql
      .insert(audit)
      .values({ id: randomUUID(), actor: 'console', action: `${minutes}`, subject: 'alarm 1', at: ago(minutes) });
  await shop.db.sql
    .insert(audit)
    .values({ id: randomUUID(), actor: 'console', action: 'other', subject: 'alarm 2', at: ago(99) });
  const notes = await desk.findNotes(shop.db.sql, ['alarm 1']);
  expect(notes.map(({ action }) => action)).toEqual(Array.from({ length: 20 }, (_, index) => `${20 - index}`));
});

test('X13: lists ten undelivered messages and reports that there are more', async () => {
  for (let number = 0; number < 10; number += 1) await alarm({ kind: 'message.undelivered' });
  expect(await section('Undelivered messages')).toMatchObject({ items: { length: 10 }, isCut: false });
  await alarm({ kind: 'message.undelivered' });
  expect(await section('Undelivered messages')).toMatchObject({ items: { length: 10 }, isCut: true });
});

test('D29: lists thirty failing jobs and reports that there are more', async () => {
  const failing = { kind: 'none', payload: {}, attempts: 12, lastError: 'SmsError', runAt: shop.clock.now() };
  const add = (dedupeKey: string) => shop.db.sql.insert(jobs).values({ ...failing, id: randomUUID(), dedupeKey });
  for (let number = 0; number < 30; number += 1) await add(`${number}`);
  expect(await section('Failing jobs')).toMatchObject({ items: { length: 30 }, isCut: false });
  await add('30');
  expect(await section('Failing jobs')).toMatchObject({ items: { length: 30 }, isCut: true });
});

test('D29: takes the oldest unreported alarms, each once', async () => {
  const [younger, older] = [await alarm({ minutes: 1 }), await alarm({ minutes: 2 })];
  const take = async () => getIds(await takeUnreportedAlarms(shop.db.sql, 1, shop.clock.now()));
  expect([await take(), await take(), await take()]).toEqual([[older], [younger], []]);
});
