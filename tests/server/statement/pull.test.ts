// @engine pglite
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentAlarms, pulls, receivedMoney, statements } from '../../../server/db/schema.ts';
import { createServices } from '../../../server/composition.ts';
import { registerPull } from '../../../server/control/statement-commands.ts';
import { executeCommand } from '../../../server/control/command.ts';
import { mountPulled } from '../../../server/modules/statement/pull.routes.ts';
import {
  accountOf,
  confirm,
  findMoney,
  handShop,
  newReceipt,
  orderRow,
  pass,
  stopTime,
  unpaidOrder,
  type HandShop,
} from '../by-hand/by-hand-steps.ts';
import { pullNow, pullRows, rowOf } from './statement-steps.ts';

/** Pull: lost confirmations are found, in pages, on a schedule, whatever M-Pesa answers (PAY-T1). */

let shop: HandShop;
beforeEach(async () => {
  shop = await handShop({ env: { MPESA_PULL: 'on', ALERT_MAIL: 'owner@duka.example' } });
  stopTime(shop);
});
afterEach(() => shop.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const asked = () => shop.mpesaAccount.calls.filter(({ name }) => name === 'pull').map(({ asked: it }) => it);
const state = async () => (await shop.db.sql.select().from(pulls))[0];
const alarms = async (kind: string) => shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, kind));

describe('rows', () => {
  test('PAY-T1, PAY-C3: a lost confirmation is found and pays its order, which may be shipped', async () => {
    const order = await unpaidOrder(shop);
    const receipt = newReceipt();
    await pullRows(shop, [rowOf(shop, receipt, { account: accountOf(order) })]);
    expect(await findMoney(shop, receipt)).toMatchObject({ state: 'paid', source: 'pull', isShown: true });
    expect((await orderRow(shop, order.id)).money).toBe('paid');
    // The confirmation comes after all.
    await confirm(shop, { receipt, account: accountOf(order), amount: order.total });
    expect((await shop.db.sql.select().from(receivedMoney)).length).toBe(1);
    const [report] = await shop.services.statement.list();
    expect(report?.join('\n')).toContain(`pays order ${accountOf(order)}`);
    expect(shop.mail.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      'owner@duka.example',
      expect.stringContaining('M-Pesa and the shop compared'),
    ]);
  });

  test('PAY-T1: pages are read until one is not full, a repeated row counts once', async () => {
    const order = await unpaidOrder(shop);
    const receipts = Array.from({ length: 150 }, newReceipt);
    const rows = receipts.map((receipt) => rowOf(shop, receipt, { amount: 7 }));
    const last = [rows[99]!, ...rows.slice(100), rowOf(shop, receipts[0]!, { account: accountOf(order) })];
    const page = (some: typeof rows, nextOffset: number | null) =>
      ({ outcome: 'rows', rows: some, unread: 0, nextOffset }) as const;
    shop.mpesaAccount.script('pull', page(rows.slice(0, 100), 100), page(last, null));
    await pullNow(shop);
    expect(asked().map(({ offset }) => offset)).toEqual([0, 100]);
    const [from, to] = [asked()[0]?.['from'], asked()[0]?.['to']] as Date[];
    expect(to!.getTime() - from!.getTime()).toBe(48 * HOUR);
    expect((await shop.db.sql.select().from(receivedMoney)).length).toBe(150);
  });

  test('PAY-T1: no rows are an empty report, which is not stored', async () => {
    await pullRows(shop, []);
    expect(await shop.db.sql.select().from(statements)).toEqual([]);
    expect(await state()).toMatchObject({ goodAt: shop.clock.now(), failingSince: null });
  });

  test('PAY-T1: money that M-Pesa does not have is told once, and raises one alarm', async () => {
    shop.clock.advance(HOUR);
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), amount: order.total });
    shop.clock.advance(2 * HOUR);
    await pullRows(shop, []);
    shop.clock.advance(4 * HOUR);
    await pullRows(shop, []);
    const [report, ...more] = await shop.services.statement.list();
    expect([report?.join('\n'), more]).toEqual([expect.stringMatching(`missing there: 1\n.*${receipt}`), []]);
    expect(await alarms('statement.differs')).toHaveLength(1);
    // A pull alone holds nothing.
    expect((await findMoney(shop, receipt))?.state).toBe('provisional');
  });

  test('PAY-T1: rows that are no payments of shoppers are left alone', async () => {
    await pullRows(shop, [{ ...rowOf(shop, newReceipt()), kind: 'b2c-payment' }]);
    expect(await shop.db.sql.select().from(receivedMoney)).toEqual([]);
  });
});

describe('schedule', () => {
  test('PAY-T1: every four hours, and after a start', async () => {
    await pass(shop, 24 * HOUR, 10 * MINUTE);
    expect(asked().length).toBeGreaterThanOrEqual(6);
    expect(asked().length).toBeLessThanOrEqual(8);
    const before = asked().length;
    shop.clock.advance(HOUR);
    await createServices(shop.deps).pull.pullWhenDue();
    expect(asked().length).toBe(before + 1);
  });

  test('PAY-T1: two processes pull once', async () => {
    const [one, other] = [createServices(shop.deps), createServices(shop.deps)];
    await Promise.all([one.pull.pullWhenDue(), other.pull.pullWhenDue()]);
    expect(asked()).toHaveLength(1);
  });

  test('PAY-T1, D28: a clock that was set back delays none', async () => {
    await pullRows(shop, []);
    shop.clock.advance(-10 * HOUR);
    await shop.services.pull.pullWhenDue();
    expect(asked()).toHaveLength(2);
  });

  test('PAY-T1: without the setting nothing is pulled', async () => {
    const { mpesa } = shop.env;
    const off = createServices({ ...shop.deps, env: { ...shop.env, mpesa: { ...mpesa, pulls: false } } });
    await off.pull.pullWhenDue();
    expect(asked()).toEqual([]);
  });
});

describe('failures', () => {
  const AWAY = { outcome: 'unknown', text: 'no answer' } as const;
  const BUSY = { outcome: 'refused', code: '429', text: 'Too many', retryAfterMs: 30 * MINUTE } as const;

  test.each([
    ['no answer', AWAY, 10 * MINUTE],
    ['429 with a wait', BUSY, 30 * MINUTE],
    ['429 with a long wait', { ...BUSY, retryAfterMs: 5 * HOUR }, HOUR],
  ])('PAY-T1: after %s it is tried again within the hour', async (_, answer, pause) => {
    shop.mpesaAccount.script('pull', answer);
    await pullNow(shop, { runs: false });
    const { nextAt } = (await state())!;
    expect(nextAt!.getTime() - shop.clock.now().getTime()).toBe(pause);
  });

  test('PAY-T1: the pauses grow, but never beyond an hour', async () => {
    shop.mpesaAccount.script('pull', ...Array.from({ length: 40 }, () => AWAY));
    await pass(shop, 20 * HOUR, 10 * MINUTE);
    const times = asked().map(({ to }) => (to as Date).getTime());
    const pauses = times.slice(1).map((at, index) => at - times[index]!);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(HOUR + 10 * MINUTE);
    expect(asked().length).toBeGreaterThan(18);
  });

  test('PAY-T1, D28: an alarm comes when none worked for 24 h, once a day', async () => {
    await pullRows(shop, []);
    shop.mpesaAccount.script('pull', ...Array.from({ length: 60 }, () => AWAY));
    await pass(shop, 23 * HOUR, 10 * MINUTE);
    expect(await alarms('pull.away')).toEqual([]);
    await pass(shop, 6 * HOUR, 10 * MINUTE);
    const raised = await alarms('pull.away');
    expect(raised.length).toBeGreaterThanOrEqual(1);
    expect(raised.length).toBeLessThanOrEqual(2);
    expect(raised[0]?.detail).toMatchObject({ fix: expect.stringContaining('npm run mpesa -- statement') });
  });

  test('PAY-T1: of broken pages the good rows count, and nothing is concluded from the others', async () => {
    shop.clock.advance(HOUR);
    const order = await unpaidOrder(shop);
    const known = await confirm(shop, { account: 'rent' });
    const receipt = newReceipt();
    shop.clock.advance(2 * HOUR);
    const row = rowOf(shop, receipt, { account: accountOf(order) });
    shop.mpesaAccount.script('pull', { outcome: 'rows', rows: [row], unread: 2, nextOffset: null });
    await pullNow(shop);
    expect(await findMoney(shop, receipt)).toMatchObject({ source: 'pull' });
    expect((await shop.services.statement.list()).flat().join('\n')).not.toContain(known);
    expect((await state())?.failingSince).not.toBeNull();
  });

  test('PAY-T1: a page that comes again and again ends the pull', async () => {
    const rows = [rowOf(shop, newReceipt(), { amount: 7 })];
    shop.mpesaAccount.script(
      'pull',
      ...Array.from(
        { length: 9 },
        (_, index) => ({ outcome: 'rows', rows, unread: 0, nextOffset: 100 * (index + 1) }) as const,
      ),
    );
    await pullNow(shop, { runs: false });
    expect(asked()).toHaveLength(2);
    expect((await state())?.failingSince).not.toBeNull();
  });
});

test('PAY-T1: the short code is registered for Pull with its nominated number', async () => {
  expect(await executeCommand(registerPull, shop, { phone: '0712 345 678' })).toEqual({
    outcome: 'registered',
    code: '',
    text: 'Success',
  });
  expect(shop.mpesaAccount.calls.at(-1)).toMatchObject({ name: 'registerPull', asked: { phone: '254712345678' } });
  await expect(executeCommand(registerPull, shop, { phone: '12' })).rejects.toThrow('Kenyan mobile number');
});

describe('the address of the registration', () => {
  const post = (url: string, payload: string, type = 'application/json') =>
    shop.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  beforeEach(async () => {
    await shop.close();
    shop = await handShop({ env: { MPESA_PULL: 'on', LOG_LEVEL: 'info' }, extras: () => [mountPulled] });
  });

  test('PAY-T1: answers every message, and believes none', async () => {
    const order = await unpaidOrder(shop);
    await executeCommand(registerPull, shop, { phone: '0712 345 678' });
    const { asked: registered } = shop.mpesaAccount.calls.findLast(({ name }) => name === 'registerPull')!;
    const { pathname } = new URL(String(registered['callbackUrl']));
    const receipt = newReceipt();
    const row = { transactionId: receipt, billreference: accountOf(order), amount: String(order.total) };
    for (const [body, type] of [
      [JSON.stringify({ ResponseCode: '1000', Response: [[row]] })],
      ['<html>', 'text/html'],
      ['{', 'no type'],
    ] as const) {
      const answered = await post(pathname, body, type);
      expect([answered.statusCode, answered.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Success' }]);
      expect(answered.headers['cache-control']).toBe('no-store');
    }
    await shop.deps.jobs.runDue();
    expect(await findMoney(shop, receipt)).toBeNull();
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    expect(JSON.stringify(shop.lines())).not.toContain(receipt);
  });

  test('PAY-T1: refuses a long message', async () => {
    expect((await post('/api/pay-in/pulled', 'x'.repeat(8 * 1024 + 1))).statusCode).toBe(413);
  });
});
