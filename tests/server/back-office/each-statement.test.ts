// @engine pglite
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import type { Work } from '../../../server/jobs/jobs.ts';
import { registerAlerts } from '../../../server/modules/back-office/alerts.worker.ts';
import type { Decision } from '../../../server/modules/back-office/item.rules.ts';
import { insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import { expectAllOrNothing, type Call } from '../../support/each-statement.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder } from '../payments/attempt-steps.ts';

let shop: TestApp;
/** Sends the mail about new items. */
let tell: () => Promise<void>;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent', ALERT_MAIL: 'desk@duka.example' } });
  const schedule = (_: string, __: number, work: () => Promise<void>) => void (tell = work);
  const register = (_: string, __: Work) => undefined;
  registerAlerts(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, schedule, register } }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const settled = (handle: string, as: Decision | null) => async () => {
  await shop.services.backOfficeSettle.settle({ handle, as, note: 'looked into it', by: 'test' });
  return true;
};
const held = async (as: Decision) => {
  const made = await unpaidOrder(shop);
  await attemptIn(shop, made, 'held');
  return settled(`order-${made.id}`, as);
};
const told = { 'audit: made': 1, 'order_events: made': 1, 'orders: changed': 1, 'payment_alarms: changed': 1 };

/** Decisions that the back office stores in one transaction, and their row changes. */
const CALLS: Readonly<Record<string, readonly [() => Promise<Call>, Readonly<Record<string, number>>]>> = {
  'money in doubt is accepted': [
    () => held('paid'),
    {
      ...told,
      'jobs: made': 2,
      'order_lines: changed': 1,
      'payment_attempts: changed': 1,
      'stock_ledger: made': 1,
    },
  ],
  'money in doubt is refunded': [
    () => held('refund'),
    {
      ...told,
      'jobs: made': 2,
      'order_lines: changed': 1,
      'payment_attempts: changed': 1,
      'payments: changed': 1,
      'product_stock: changed': 1,
      'refunds: made': 1,
    },
  ],
  'an alarm is settled': [
    async () => {
      await insertAlarm(shop.db.sql, { kind: 'badSettings', orderId: null, attemptId: null }, shop.clock.now());
      const [alarm] = (await shop.db.sql.select().from(paymentAlarms)).filter(({ kind }) => kind === 'badSettings');
      return settled(`alarm-${alarm?.id}`, null);
    },
    { 'audit: made': 1, 'payment_alarms: changed': 1 },
  ],
  'a mail about new items': [
    async () => {
      await tell();
      await insertAlarm(shop.db.sql, { kind: 'strangeResult', orderId: null, attemptId: null }, shop.clock.now());
      return () => tell().then(() => true);
    },
    { 'jobs: made': 1, 'payment_alarms: changed': 1 },
  ],
};

test.each(Object.entries(CALLS))(
  'D29: %s: writes everything or nothing when the database rejects a statement, and returns an error',
  async (_, [begin, writes]) => {
    expect(await expectAllOrNothing(shop, await begin())).toEqual(writes);
  },
);
