// @engine postgres
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import type { CurrentUser } from '../../../server/people.ts';
import { createPushService } from '../../../server/modules/payments/push.service.ts';
import type { TestApp } from '../../support/server.ts';
import { unpaidOrder, useCallableShop } from './attempt-steps.ts';

let shop: TestApp;
useCallableShop((it) => (shop = it));
afterEach(() => syncBuiltinESMExports());

test('T3: retries storing Daraja’s response five times within 36 seconds while the database is down', async () => {
  const waits: number[] = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    waits.push(ms ?? 0);
    return undefined as never;
  });
  syncBuiltinESMExports();
  const { settlement } = shop.services;
  let tries = 0;
  const settleAttempt: typeof settlement.settleAttempt = (tx, id, event, now) => {
    if (event.type === 'push.start') return settlement.settleAttempt(tx, id, event, now);
    tries += 1;
    throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
  };
  // Without a transaction, so without its retries.
  const tx: typeof shop.db.tx = (work) => work(shop.db.sql);
  const { push } = createPushService(
    { ...shop.deps, db: { ...shop.db, tx } },
    { ...shop.services, settlement: { ...settlement, settleAttempt } },
  );
  const { id, total, shopper } = await unpaidOrder(shop);
  const user = shopper.user as CurrentUser;
  await expect(
    push(user, { phoneNumber: user.phone, amount: toShillings(total), orderId: id }, {
      flow: null,
      browser: null,
    } as never),
  ).rejects.toThrow('away');
  expect(tries).toBe(6);
  expect(waits).toEqual([250, 1_000, 4_000, 10_000, 20_000]);
});
