// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, getTableName } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  accountLinks,
  googleSignIns,
  idempotencyKeys,
  jobs,
  knownBrowsers,
  knownStaffBrowsers,
  limitUses,
  loginCodes,
  loginFailures,
  orderEvents,
  orders,
  otpChallenges,
  payerPhones,
  paymentAlarms,
  paymentMessages,
  pendingRegistrations,
  phoneChanges,
  sessions,
  staffSessions,
} from '../../../server/db/schema.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { deleteOldAlarms, deleteOldEvents, deleteOldMessages } from '../../../server/jobs/retention.repository.ts';
import { hasNoJob } from '../../../server/jobs/waiting.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

/** Tests the time from which housekeeping deletes each kind of row. */

let shop: TestApp;
let cleanUp: () => Promise<void>;
beforeAll(async () => {
  shop = await callableShop();
  const schedule = (kind: string, _: number, work: () => Promise<void>) => {
    if (kind === 'maintenance.cleanup') cleanUp = work;
  };
  registerMaintenance(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, schedule } }));
});
beforeEach(() => stopTime(shop));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => shop.close());

const DAY = 24 * 3_600_000;
const at = (ms: number) => new Date(shop.clock.now().getTime() + ms);
/** A millisecond before a time, the time itself, and a millisecond after it. */
const AROUND = [-1, 0, 1] as const;

test('F27: deletes expired rows of each kind, and none that expires now or later', async () => {
  const { sql } = shop.db;
  for (const ms of AROUND) {
    const [name, createdAt, expiresAt] = [randomUUID(), at(-DAY), at(ms)];
    const userId = (await shop.signIn()).user.id;
    const staffId = (await shop.signInStaff()).staff.id;
    const person = { email: `${name}@example.test`, name, phone: '254722000000', flowHash: name };
    await sql.update(sessions).set({ expiresAt }).where(eq(sessions.userId, userId));
    await sql.update(staffSessions).set({ expiresAt }).where(eq(staffSessions.staffId, staffId));
    await sql.insert(loginCodes).values({ emailHash: name, codeHash: name, tries: 0, expiresAt });
    await sql.insert(loginFailures).values({ emailHash: name, failures: 1, waitUntil: createdAt, expiresAt });
    await sql.insert(knownBrowsers).values({ browserHash: name, userId, expiresAt });
    await sql.insert(knownStaffBrowsers).values({ browserHash: name, staffId, expiresAt });
    await sql.insert(googleSignIns).values({ ...person, idHash: name, sub: name, createdAt, expiresAt });
    await sql
      .insert(pendingRegistrations)
      .values({ ...person, id: name, passwordHash: '', origin: name, createdAt, expiresAt });
    await sql
      .insert(accountLinks)
      .values({ userId, kind: 'email', id: name, email: person.email, createdAt, expiresAt });
    await sql
      .insert(phoneChanges)
      .values({ userId, phone: person.phone, flowHash: name, askedAt: createdAt, expiresAt });
    await sql.insert(limitUses).values({ key: name, slots: [1], counts: [1], expiresAt });
    await sql.insert(payerPhones).values({ userId, phone: person.phone, flowHash: name, expiresAt });
  }
  await cleanUp();
  const tables = [
    sessions,
    staffSessions,
    loginCodes,
    loginFailures,
    knownBrowsers,
    knownStaffBrowsers,
    googleSignIns,
    pendingRegistrations,
    accountLinks,
    phoneChanges,
    limitUses,
    payerPhones,
  ];
  for (const table of tables) {
    const left = (await sql.select({ expiresAt: table.expiresAt }).from(table)).map(({ expiresAt }) => expiresAt);
    const sorted = left.toSorted((one, other) => one.getTime() - other.getTime());
    expect([getTableName(table), sorted]).toEqual([getTableName(table), [at(0), at(1)]]);
  }
});

test('D25: keeps a verified payer phone after it expires', async () => {
  const userId = (await shop.signIn()).user.id;
  await shop.db.sql
    .insert(payerPhones)
    .values({ userId, phone: '254722000001', flowHash: '', expiresAt: at(-DAY), provedAt: at(-DAY) });
  await cleanUp();
  expect(await shop.db.sql.$count(payerPhones, eq(payerPhones.userId, userId))).toBe(1);
});

test('F27: deletes codes, keys and finished jobs after their days, to the millisecond', async () => {
  const { sql } = shop.db;
  const userId = (await shop.signIn()).user.id;
  const { keep, orders: orderTimes } = shop.env;
  for (const ms of AROUND) {
    const name = `${ms}`;
    const [sentAt, createdAt, doneAt] = [keep.codesMs, orderTimes.keyMs, 7 * DAY].map((age) => at(ms - age));
    const code = { idHash: name, phone: '254722000000', providerPinId: '' };
    await sql.insert(otpChallenges).values({ ...code, sentAt: sentAt ?? at(0), expiresAt: at(-DAY) });
    await sql
      .insert(idempotencyKeys)
      .values({ userId, route: 'orders', key: name, bodyHash: '', createdAt: createdAt ?? at(0) });
    await sql
      .insert(jobs)
      .values({ id: randomUUID(), kind: 'none', dedupeKey: name, payload: {}, runAt: at(-9 * DAY), doneAt });
  }
  const open = { id: randomUUID(), kind: 'none', dedupeKey: 'open', payload: {}, runAt: at(-99 * DAY) };
  await sql.insert(jobs).values(open);
  await cleanUp();
  expect((await sql.select().from(otpChallenges)).map(({ idHash }) => idHash).sort()).toEqual(['0', '1']);
  expect(
    (await sql.select().from(idempotencyKeys))
      .map(({ key }) => key)
      .filter((key) => key.length < 3)
      .sort(),
  ).toEqual(['0', '1']);
  const left = (await sql.select().from(jobs).where(eq(jobs.kind, 'none'))).map(({ dedupeKey }) => dedupeKey);
  expect(left.sort()).toEqual(['0', '1', 'open']);
});

test('F27: deletes messages, events and alarms after their days, in batches of the given size', async () => {
  const { sql } = shop.db;
  const made = await unpaidOrder(shop);
  const { id: attemptId } = await attemptIn(shop, made, 'failed');
  for (const table of [paymentMessages, orderEvents, paymentAlarms]) await sql.delete(table);
  await sql.update(orders).set({ status: 'cancelled', money: 'unpaid' }).where(eq(orders.id, made.id));
  const before = at(-DAY);
  for (const ms of [-3, -2, ...AROUND]) {
    const [id, then] = [randomUUID(), at(ms - DAY)];
    await sql.insert(paymentMessages).values({ id, attemptId, bodyHash: id, body: '', receivedAt: then });
    await sql.insert(orderEvents).values({ id, orderId: made.id, type: 'placed', at: then });
    await sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at: at(-9 * DAY), settledAt: then });
  }
  for (const [remove, table] of [
    [deleteOldMessages, paymentMessages],
    [deleteOldEvents, orderEvents],
    [deleteOldAlarms, paymentAlarms],
  ] as const) {
    const gone = [];
    for (let round = 0; round < 3; round += 1) gone.push(await remove(sql, before, 2));
    expect([gone, await sql.$count(table)]).toEqual([[2, 1, 0], 2]);
  }
});

test('D28: a row has no job when no pending job of this kind names it', async () => {
  const made = await unpaidOrder(shop);
  const other = await unpaidOrder(shop);
  const isLost = async () =>
    (
      await shop.db.sql
        .select({ id: orders.id })
        .from(orders)
        .where(hasNoJob(shop.db.sql, 'watch', 'orderId', orders.id))
    ).some(({ id }) => id === made.id);
  const add = async (change: Partial<typeof jobs.$inferInsert>) => {
    const id = randomUUID();
    const row = { id, kind: 'watch', dedupeKey: id, payload: { orderId: made.id }, runAt: at(DAY) };
    await shop.db.sql.insert(jobs).values({ ...row, ...change });
  };
  expect(await isLost()).toBe(true);
  await add({ payload: { orderId: other.id } });
  await add({ payload: { attemptId: made.id } });
  await add({ kind: 'message' });
  await add({ doneAt: at(0) });
  expect(await isLost()).toBe(true);
  await add({});
  expect(await isLost()).toBe(false);
});
