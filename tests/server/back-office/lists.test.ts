// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  audit,
  jobs,
  orderEvents,
  orders,
  paymentAlarms,
  paymentAttempts,
  refunds,
} from '../../../server/db/schema.ts';
import { takeUnreportedAlarms, takeUnreportedRefunds } from '../../../server/modules/back-office/alerts.repository.ts';
import * as desk from '../../../server/modules/back-office/back-office.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { attemptIn, unpaidOrder, useCallableShop, type MadeOrder } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

/** Each list of the back office: only its own rows, by age, up to the limit. */

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});
beforeEach(async () => {
  stopTime(shop);
  for (const table of [refunds, paymentAlarms, jobs, audit, orderEvents]) await shop.db.sql.delete(table);
  await shop.db.sql.update(orders).set({ money: 'unpaid', expiresAt: null });
});

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * MINUTE);

type Change<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

async function orderWith(change: Change<typeof orders>): Promise<string> {
  const { id } = await unpaidOrder(shop);
  await shop.db.sql.update(orders).set(change).where(eq(orders.id, id));
  return id;
}

async function attemptWith({ id }: MadeOrder, made: MadeOrder, change: Change<typeof paymentAttempts>) {
  const attempt = await attemptIn(shop, made, 'failed');
  await shop.db.sql
    .update(paymentAttempts)
    .set({ ...change, orderId: id })
    .where(eq(paymentAttempts.id, attempt.id));
  return attempt.id;
}

async function refundWith(made: MadeOrder, change: Change<typeof refunds>): Promise<string> {
  const { id: attemptId } = await attemptIn(shop, made, 'failed');
  const row = {
    id: attemptId,
    attemptId,
    orderId: made.id,
    amount: 3000,
    reason: 'overpaid' as const,
    createdAt: ago(0),
  };
  await shop.db.sql.insert(refunds).values({ ...row, ...change });
  return attemptId;
}

async function alarmWith(change: Change<typeof paymentAlarms>): Promise<string> {
  const id = randomUUID();
  await shop.db.sql.insert(paymentAlarms).values({ id, kind: 'badSettings', at: ago(0), ...change });
  return id;
}

async function jobWith(change: Change<typeof jobs>): Promise<string> {
  const id = randomUUID();
  const row = { id, kind: 'none', dedupeKey: id, payload: {}, attempts: 11, lastError: 'SmsError', runAt: ago(0) };
  await shop.db.sql.insert(jobs).values({ ...row, ...change });
  return id;
}

async function eventWith(change: Change<typeof orderEvents> & { orderId: string }): Promise<string> {
  const type = randomUUID();
  await shop.db.sql.insert(orderEvents).values({ id: randomUUID(), type, at: ago(0), ...change });
  return type;
}

async function noteWith(change: Change<typeof audit>): Promise<string> {
  const action = randomUUID();
  await shop.db.sql
    .insert(audit)
    .values({ id: randomUUID(), actor: 'console', action, subject: 'alarm 1', at: ago(0), ...change });
  return action;
}

interface List {
  /** Adds a row of this age in minutes and returns its name. */
  readonly add: (minutes: number) => Promise<string>;
  /** Adds similar rows that are not in the list. */
  readonly addOthers: () => Promise<unknown>;
  /** Returns the names of the list, up to `most`. */
  readonly read: (most: number) => Promise<readonly string[]>;
  /** The limit keeps the newest rows. */
  readonly isNewest?: true;
}

const getNames = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Builds a list of one order's history; another order has its own rows. */
function ofOrder(
  list: (made: MadeOrder, other: MadeOrder) => Omit<List, 'read'>,
  read: (history: History) => string[],
) {
  return async (): Promise<List> => {
    const [made, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    await shop.db.sql.delete(orderEvents);
    return { ...list(made, other), read: async (most) => read(await desk.findHistory(shop.db.sql, made.id, most)) };
  };
}
type History = Awaited<ReturnType<typeof desk.findHistory>>;

/** The lists, created when their test begins. */
const LISTS: Readonly<Record<string, () => Promise<List> | List>> = {
  'money in doubt': () => ({
    add: (minutes) => orderWith({ money: 'held', updatedAt: ago(minutes) }),
    addOthers: async () => {
      for (const money of ['unpaid', 'refundDue'] as const) await orderWith({ money, updatedAt: ago(9) });
    },
    read: async (most) => getNames(await desk.findHeldOrders(shop.db.sql, most)),
  }),
  'overdue orders': () => ({
    add: (minutes) => orderWith({ createdAt: ago(minutes), expiresAt: ago(61) }),
    addOthers: async () => {
      const late = { createdAt: ago(9), expiresAt: ago(61) };
      await orderWith({ ...late, expiresAt: ago(60) });
      await orderWith({ ...late, expiresAt: null });
      await orderWith({ ...late, money: 'held' });
      await orderWith({ ...late, status: 'processing' });
    },
    read: async (most) => getNames(await desk.findOverdueOrders(shop.db.sql, ago(60), most)),
  }),
  'untouched cash orders': () => {
    const leftAlone = async (change: Change<typeof orders>, alarm: Change<typeof paymentAlarms> = {}) => {
      const id = await orderWith({ paymentMethod: 'cod', expiresAt: null, ...change });
      await alarmWith({ kind: 'order.untouched', orderId: id, ...alarm });
      return id;
    };
    return {
      add: (minutes) => leftAlone({ createdAt: ago(minutes) }),
      addOthers: async () => {
        await leftAlone({ paymentMethod: 'mpesa' });
        await leftAlone({ status: 'processing' });
        await leftAlone({}, { settledAt: ago(0) });
        await leftAlone({}, { kind: 'order.unsent' });
        await leftAlone({}, { orderId: null });
      },
      read: async (most) => getNames(await desk.findOverdueOrders(shop.db.sql, ago(60), most)),
    };
  },
  'failing jobs': () => ({
    add: (minutes) => jobWith({ runAt: ago(minutes) }),
    addOthers: async () => {
      await jobWith({ attempts: 10 });
      await jobWith({ lastError: null });
      await jobWith({ doneAt: ago(0) });
    },
    read: async (most) => getNames(await desk.findFailingJobs(shop.db.sql, most)),
  }),
  'refunds due': async () => {
    const made = await unpaidOrder(shop);
    return {
      add: (minutes) => refundWith(made, { createdAt: ago(minutes) }),
      addOthers: () => refundWith(made, { createdAt: ago(9), confirmedAt: ago(0) }),
      read: async (most) => getNames(await desk.findDueRefunds(shop.db.sql, most)),
    };
  },
  'notes on an item': () => ({
    add: (minutes) => noteWith({ at: ago(minutes) }),
    addOthers: () => noteWith({ subject: 'alarm 2' }),
    read: async (most) =>
      (await desk.findNotes(shop.db.sql, ['alarm 1', 'order 1'])).slice(0, most).map((it) => it.action),
  }),
  'alarms to mail': () => ({
    add: (minutes) => alarmWith({ at: ago(minutes) }),
    addOthers: () => alarmWith({ at: ago(9), toldAt: ago(0) }),
    read: async (most) => {
      const taken = getNames(await takeUnreportedAlarms(shop.db.sql, most, ago(0)));
      for (const id of taken)
        await shop.db.sql.update(paymentAlarms).set({ toldAt: null }).where(eq(paymentAlarms.id, id));
      return taken;
    },
  }),
  'refunds to mail': async () => {
    const made = await unpaidOrder(shop);
    return {
      add: (minutes) => refundWith(made, { createdAt: ago(minutes) }),
      addOthers: () => refundWith(made, { createdAt: ago(9), toldAt: ago(0) }),
      read: async (most) => {
        const taken = getNames(await takeUnreportedRefunds(shop.db.sql, most, ago(0)));
        for (const id of taken) await shop.db.sql.update(refunds).set({ toldAt: null }).where(eq(refunds.id, id));
        return taken;
      },
    };
  },
  'the prompts of an order': ofOrder(
    (made, other) => ({
      add: (minutes) => attemptWith(made, made, { createdAt: ago(minutes) }),
      addOthers: () => attemptWith(other, made, { createdAt: ago(9) }),
    }),
    ({ attempts }) => getNames(attempts),
  ),
  'the events of an order': ofOrder(
    (made, other) => ({
      add: (minutes) => eventWith({ orderId: made.id, at: ago(minutes) }),
      addOthers: () => eventWith({ orderId: other.id }),
      isNewest: true,
    }),
    ({ events }) => events.map(({ type }) => type),
  ),
  'the alarms of an order': ofOrder(
    (made, other) => ({
      add: (minutes) => alarmWith({ orderId: made.id, at: ago(minutes) }),
      addOthers: async () => [await alarmWith({ orderId: other.id }), await alarmWith({})],
      isNewest: true,
    }),
    ({ alarms }) => getNames(alarms),
  ),
  'the refunds of an order': ofOrder(
    (made, other) => ({
      add: (minutes) => refundWith(made, { createdAt: ago(minutes) }),
      addOthers: () => refundWith(other, { createdAt: ago(9) }),
    }),
    (history) => getNames(history.refunds),
  ),
};

test.each(Object.entries(LISTS))('D29: %s: only its own rows, by age, up to the limit', async (_, make) => {
  const { add, addOthers, read, isNewest } = await make();
  await addOthers();
  // Neither ascending nor descending by age.
  const names = new Map<number, string>();
  for (const minutes of [3, 5, 2, 4]) names.set(minutes, await add(minutes));
  const sorted = [5, 4, 3, 2].map((minutes) => names.get(minutes));
  for (const most of [1, 3, 4, 9])
    expect(await read(most)).toEqual(isNewest === true ? sorted.slice(-most) : sorted.slice(0, most));
});

test('D29: mails an item once, and marks only the items that it mails', async () => {
  const made = await unpaidOrder(shop);
  for (const minutes of [1, 3, 2]) await alarmWith({ at: ago(minutes), subject: `${minutes}` });
  for (const minutes of [1, 3, 2]) await refundWith(made, { createdAt: ago(minutes) });
  const told = async (table: typeof paymentAlarms | typeof refunds) =>
    (await shop.db.sql.select({ toldAt: table.toldAt }).from(table)).filter(({ toldAt }) => toldAt !== null).length;
  const now = shop.clock.now();
  for (const [take, table] of [
    [takeUnreportedAlarms, paymentAlarms],
    [takeUnreportedRefunds, refunds],
  ] as const) {
    expect([(await take(shop.db.sql, 2, now)).length, await told(table)]).toEqual([2, 2]);
    expect([(await take(shop.db.sql, 2, now)).length, await told(table)]).toEqual([1, 3]);
    expect(await take(shop.db.sql, 2, now)).toEqual([]);
  }
});

test('D29: a mail of alarms contains the order of each', async () => {
  const [one, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
  for (const { id } of [one, other]) await alarmWith({ orderId: id });
  await alarmWith({ at: ago(1), subject: 'the shop' });
  const shortIds = (await takeUnreportedAlarms(shop.db.sql, 9, ago(0))).map(({ shortId }) => shortId);
  expect(shortIds.toSorted()).toEqual([null, one.id.slice(0, 8), other.id.slice(0, 8)].toSorted());
});

describe('D29: settling one item leaves similar items open', () => {
  test('an alarm of many hours: settles the earlier open rows of the same kind and subject', async () => {
    const same = { kind: 'badSettings', subject: 'a code' };
    const before = await alarmWith({ ...same, hour: 1, at: ago(60) });
    const named = await alarmWith({ ...same, hour: 2, at: ago(30) });
    await alarmWith({ ...same, hour: 3, at: ago(29) });
    await alarmWith({ ...same, subject: 'another code', hour: 2, at: ago(30) });
    await alarmWith({ ...same, kind: 'strangeResult', hour: 2, at: ago(30) });
    const settled = await alarmWith({ ...same, hour: 0, at: ago(90), settledAt: ago(80) });
    expect(await desk.settleAlarm(shop.db.sql, randomUUID(), ago(0))).toBe(false);
    expect(await desk.settleAlarm(shop.db.sql, settled, ago(0))).toBe(false);
    const now = ago(0);
    expect(await desk.settleAlarm(shop.db.sql, named, now)).toBe(true);
    const rows = await shop.db.sql.select().from(paymentAlarms);
    const at = (time: Date) =>
      rows.filter(({ settledAt }) => settledAt?.getTime() === time.getTime()).map(({ id }) => id);
    expect(at(now).toSorted()).toEqual([before, named].toSorted());
    expect(rows.filter(({ settledAt }) => settledAt !== null)).toHaveLength(3);
  });

  test('an undelivered message stays open when its order is settled', async () => {
    const { id } = await unpaidOrder(shop);
    const open = await alarmWith({ orderId: id });
    await alarmWith({ orderId: id, kind: 'message.undelivered' });
    expect(await desk.settleOrderAlarms(shop.db.sql, id, ago(0))).toBe(1);
    const rows = await shop.db.sql.select().from(paymentAlarms);
    expect(rows.filter(({ settledAt }) => settledAt !== null).map((row) => row.id)).toEqual([open]);
  });

  test('a job that is not done', async () => {
    const later = new Date(shop.clock.now().getTime() + MINUTE);
    const [named, done] = [await jobWith({ runAt: later }), await jobWith({ runAt: later, doneAt: ago(1) })];
    await jobWith({ runAt: later });
    const now = shop.clock.now();
    expect(await desk.runJobNow(shop.db.sql, done, now)).toBe(false);
    expect(await desk.runJobNow(shop.db.sql, named, now)).toBe(true);
    const rows = await shop.db.sql.select().from(jobs);
    expect(rows.filter(({ runAt }) => runAt.getTime() === now.getTime()).map(({ id }) => id)).toEqual([named]);
  });

  test('an overdue order is found, and no other order', async () => {
    const [late, other] = [await orderWith({ expiresAt: ago(61) }), await orderWith({ expiresAt: ago(59) })];
    const cash = { paymentMethod: 'cod', expiresAt: null } as const;
    const [untouched, fresh] = [await orderWith(cash), await orderWith(cash)];
    await alarmWith({ kind: 'order.untouched', orderId: untouched });
    const found = [];
    for (const id of [late, other, untouched, fresh]) found.push(await desk.isOverdue(shop.db.sql, id, ago(60)));
    expect(found).toEqual([true, false, true, false]);
  });
});

test.each<[string, (made: MadeOrder) => Promise<string>, (start: string) => Promise<string[]>]>([
  ['orders', async ({ id }) => id, async (start) => getNames(await desk.findBackOfficeOrders(shop.db.sql, start))],
  ['refunds', (made) => refundWith(made, {}), async (start) => getNames(await desk.findRefunds(shop.db.sql, start))],
  [
    'alarms',
    ({ id }) => alarmWith({ orderId: id }),
    async (start) => getNames(await desk.findAlarms(shop.db.sql, start)),
  ],
  ['jobs', () => jobWith({}), async (start) => getNames(await desk.findJobs(shop.db.sql, start))],
])('D29: finds %s by the start of an id, and no others', async (_, add, find) => {
  const id = await add(await unpaidOrder(shop));
  await add(await unpaidOrder(shop));
  for (const start of [id, id.slice(0, 13)]) expect(await find(start)).toEqual([id]);
  expect(await find(randomUUID())).toEqual([]);
});

test('D29: returns two of three refunds with the same start of the id', async () => {
  const made = await unpaidOrder(shop);
  for (const last of ['1', '2', '3']) {
    const id = `bbbbbbbb-0000-4000-8000-00000000000${last}`;
    const attempt = await attemptIn(shop, made, 'failed');
    await shop.db.sql.update(paymentAttempts).set({ id }).where(eq(paymentAttempts.id, attempt.id));
    const row = { id, attemptId: id, orderId: made.id, amount: 3000, reason: 'overpaid' as const, createdAt: ago(0) };
    await shop.db.sql.insert(refunds).values(row);
  }
  expect(await desk.findRefunds(shop.db.sql, 'bbbbbbbb')).toHaveLength(2);
});
