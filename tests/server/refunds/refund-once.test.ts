// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mpesaCalls, refunds } from '../../../server/db/schema.ts';
import { createRefundSenderService } from '../../../server/modules/refunds/refund-sender.service.ts';
import { doubtRefunds } from '../../../server/backup/restored-refunds.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import {
  dueRefund,
  getCalls,
  hire,
  pass,
  postResult,
  postTo,
  readMoney,
  readRefund,
  refundingShop,
  reversed,
  sendRefund,
  toBody,
  type DueRefund,
} from './refund-steps.ts';

/** R40: a refund is sent once. */

let shop: TestApp;
let ben: CurrentStaff;
let otto: CurrentStaff;
let refund: DueRefund;

beforeEach(async () => {
  shop = await refundingShop();
  [ben, otto] = [await hire(shop, 'orders'), await hire(shop, 'owner')];
  refund = await dueRefund(shop);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

const desk = () => shop.services.refundsStaff;
const sent = () => getCalls(shop, 'reverse', 'payOut');
/** Ids of the payouts that Daraja would carry out: it takes each id once. */
const ids = () => new Set(getCalls(shop, 'payOut').map(({ asked }) => asked['id']));

/** Makes the next way of the refund B2C. */
const useB2c = () =>
  shop.db.sql.update(refunds).set({ way: 'reversal', failureCode: '21' }).where(eq(refunds.id, refund.id));

/** Lets the n-th transaction from now fail, as when the process is killed there. `after`: it was committed. */
function killAt(place: number, after: boolean) {
  const { tx } = shop.db;
  let count = 0;
  let isDead = false;
  return vi.spyOn(shop.deps.db, 'tx').mockImplementation(async (work) => {
    if (isDead) throw new Error('killed');
    count += 1;
    if (count !== place) return tx(work);
    isDead = true;
    if (after) await tx(work);
    throw new Error('killed');
  });
}

describe('R40: killed at each point, and started again', () => {
  test.each([1, 2, 3].flatMap((place) => [true, false].map((after) => [place, after] as const)))(
    'a reversal is called at most once (transaction %i, committed: %s)',
    async (place, after) => {
      await desk().approve(ben, refund.id);
      await pass(shop, 0);
      shop.clock.advance(60_000);
      const killed = killAt(place, after);
      await shop.services.refundSender.step(refund.id).catch(() => undefined);
      killed.mockRestore();
      for (const ms of [10_000, 60_000, 300_000, 3_600_000]) await pass(shop, ms);
      expect(sent().length).toBeLessThanOrEqual(1);
      const { state } = await readRefund(shop, refund.id);
      expect(sent().length === 0 ? ['unknown'] : ['sent', 'unknown']).toContain(state);
      if (sent().length === 0) return;
      await postResult(shop, 'reverse', reversed(refund));
      expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', receipts: ['RB12345678 refund'] });
    },
  );

  test.each([1, 2, 3].flatMap((place) => [true, false].map((after) => [place, after] as const)))(
    'a payout repeats one id (transaction %i, committed: %s)',
    async (place, after) => {
      await useB2c();
      await desk().approve(ben, refund.id);
      await pass(shop, 0);
      shop.clock.advance(60_000);
      const killed = killAt(place, after);
      await shop.services.refundSender.step(refund.id).catch(() => undefined);
      killed.mockRestore();
      for (const ms of [10_000, 60_000, 300_000, 3_600_000]) await pass(shop, ms);
      expect([...ids()]).toEqual([`${refund.id}-1`]);
    },
  );
});

test('R40: two people approve and two processes send at the same moment: one call', async () => {
  await Promise.all([desk().approve(ben, refund.id), desk().approve(otto, refund.id)]);
  await pass(shop, 0);
  shop.clock.advance(60_000);
  const another = createRefundSenderService(shop.deps, shop.services);
  await Promise.all([
    shop.services.refundSender.step(refund.id),
    another.step(refund.id),
    shop.services.refundSender.step(refund.id),
    another.step(refund.id),
  ]);
  await pass(shop, 3_600_000);
  expect(sent()).toHaveLength(1);
});

test('R40: a lost answer of B2C repeats the same id after 10 s, 1 min and 5 min, then it is unknown', async () => {
  await useB2c();
  shop.mpesaAccount.script(
    'payOut',
    ...Array.from({ length: 4 }, () => ({ outcome: 'unknown', text: 'timeout' }) as const),
  );
  await sendRefund(shop, refund.id, ben);
  const counts = [getCalls(shop, 'payOut').length];
  for (const ms of [10_000, 60_000, 300_000, 3_600_000]) {
    await pass(shop, ms);
    counts.push(getCalls(shop, 'payOut').length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 4]);
  expect([...ids()]).toEqual([`${refund.id}-1`]);
  expect((await readRefund(shop, refund.id)).state).toBe('unknown');
  expect(getCalls(shop, 'transactionStatus')[0]?.asked).toMatchObject({ conversationId: `${refund.id}-1` });
});

test('R40: an id that M-Pesa knows is asked about, never replaced', async () => {
  await useB2c();
  shop.mpesaAccount.script('payOut', { outcome: 'unknown', code: '500.002.1001', text: 'Duplicate' });
  await sendRefund(shop, refund.id, ben);
  await pass(shop, 3_600_000);
  expect([getCalls(shop, 'payOut').length, (await readRefund(shop, refund.id)).state]).toEqual([1, 'unknown']);
});

test('R40: after a queue time-out nothing is sent again, and "did not happen" needs two people and a day', async () => {
  await sendRefund(shop, refund.id, ben);
  await postResult(shop, 'reverse', { code: 1 }, 'timeoutUrl');
  for (const act of [desk().approve, desk().takeBack, desk().payByHand, desk().noteCash, desk().retry])
    await expect(act(otto, refund.id)).rejects.toMatchObject({ kind: 'conflict' });
  await desk().deny(ben, refund.id);
  await expect(desk().deny(ben, refund.id)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(desk().deny(otto, refund.id)).rejects.toMatchObject({ kind: 'conflict' });
  await pass(shop, 24 * 3_600_000);
  await desk().deny(otto, refund.id);
  expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'failed', isConfirmed: true });
  expect(sent()).toHaveLength(1);
  // The money went all the same, and wins.
  await postResult(shop, 'reverse', reversed(refund));
  expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', refunded: 3000, money: 'refunded' });
});

test('R40: after a restore every open refund is unknown and nothing is sent before M-Pesa or two people decide', async () => {
  const [due, payout] = [refund, await dueRefund(shop)];
  refund = payout;
  await useB2c();
  await sendRefund(shop, payout.id, ben);
  await shop.db.tx((tx) => doubtRefunds(tx, shop.clock.now()));
  const calls = sent().length;
  await pass(shop, 3_600_000);
  await pass(shop, 3_600_000);
  expect([await readRefund(shop, due.id), await readRefund(shop, payout.id)]).toMatchObject([
    { state: 'unknown', isRestored: true },
    { state: 'unknown', isRestored: true },
  ]);
  expect(sent()).toHaveLength(calls);
  const asked = new Set(getCalls(shop, 'transactionStatus').map(({ asked: { conversationId } }) => conversationId));
  expect(asked).toContain(`${due.id}-1`);
  expect(asked).toContain(`${payout.id}-2`);
  await expect(desk().approve(otto, due.id)).rejects.toMatchObject({ kind: 'conflict' });
});

test('R40: a forged result address changes nothing, and a known one is 200 for any body', async () => {
  await sendRefund(shop, refund.id, ben);
  const [call] = getCalls(shop, 'reverse');
  const url = String(call?.asked['resultUrl']);
  const good = toBody(reversed(refund));
  for (const forged of [`${url}x`, url.replace('/r/', '/t/'), String(call?.asked['timeoutUrl']).replace('/t/', '/r/')])
    expect((await postTo(shop, forged, good)).statusCode).toBe(404);
  expect((await readRefund(shop, refund.id)).state).toBe('sent');
  for (const body of ['{', '', '[]', 'null']) expect((await postTo(shop, url, body)).statusCode).toBe(200);
  expect((await readRefund(shop, refund.id)).state).toBe('sent');
  const both = await Promise.all([postTo(shop, url, good), postTo(shop, url, good)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', receipts: ['RB12345678 refund'] });
  const told = (await readMoney(shop, refund)).news.filter((about) => about === 'refundDone');
  expect(told).toHaveLength(1);
});

test('R40: a result answers its own call, and those of other refunds stay open', async () => {
  const other = await dueRefund(shop);
  await sendRefund(shop, refund.id, ben);
  await sendRefund(shop, other.id, ben);
  await postResult(shop, 'reverse', reversed(other));
  const calls = await shop.db.sql.select().from(mpesaCalls).where(eq(mpesaCalls.kind, 'reversal'));
  expect(Object.fromEntries(calls.map(({ refundId, closedAt }) => [refundId, closedAt !== null]))).toEqual({
    [refund.id]: false,
    [other.id]: true,
  });
});

test('R40: no secret of an address is stored', async () => {
  await sendRefund(shop, refund.id, ben);
  const secret = String(getCalls(shop, 'reverse')[0]?.asked['resultUrl']).split('/').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(40);
  const { rows } = (await shop.db.sql.execute('select * from mpesa_calls')) as unknown as { rows: object[] };
  expect(JSON.stringify(rows)).not.toContain(secret);
});
