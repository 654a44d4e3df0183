// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentAlarms, payments, receivedMoney, statements } from '../../../server/db/schema.ts';
import {
  accountOf,
  booksOf,
  confirm,
  findMoney,
  handShop,
  newReceipt,
  orderRow,
  stopTime,
  unpaidOrder,
  type HandShop,
} from '../by-hand/by-hand-steps.ts';
import { attemptIn, callBack, getBody } from '../payments/attempt-steps.ts';
import { byStaff } from '../orders/ordering.ts';
import { edges, importLines, lineOf, pullRows, rowOf } from './statement-steps.ts';

/** The statement compared with the shop (PAY-T1). */

let shop: HandShop;
beforeEach(async () => {
  shop = await handShop({ env: { MPESA_PULL: 'on', ALERT_MAIL: 'owner@duka.example' } });
  stopTime(shop);
});
afterEach(() => shop.close());

const HOUR = 3_600_000;
const alarms = async () => shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, 'statement.differs'));
const text = async () => (await shop.services.statement.list()).flat().join('\n');
const owner = async () => (await shop.signInStaff({ role: 'owner' })).staff;

/** An order that a callback paid. */
async function paidByPrompt(receipt: string) {
  const order = await unpaidOrder(shop);
  const attempt = await attemptIn(shop, order, 'pending');
  await callBack(shop, attempt, getBody(attempt, { items: { MpesaReceiptNumber: receipt } }));
  return order;
}

describe('the report', () => {
  test('PAY-T1: tells what is missing here, missing there, and different, and is stored and mailed', async () => {
    const [same, missing, differs] = [newReceipt(), newReceipt(), newReceipt()];
    await paidByPrompt(same);
    const lost = await paidByPrompt(missing);
    const odd = await paidByPrompt(differs);
    const order = await unpaidOrder(shop);
    const [found, stray] = [newReceipt(), newReceipt()];
    await importLines(shop, [
      lineOf(shop, same),
      lineOf(shop, differs, { amount: 2000 }),
      lineOf(shop, found, { account: accountOf(order) }),
      lineOf(shop, stray, { account: 'rent', amount: 7 }),
      ...edges(shop),
    ]);
    const [stored] = await shop.db.sql.select().from(statements);
    expect(stored?.doneAt).not.toBeNull();
    expect(stored?.report).toMatchObject({
      same: 1,
      missingHere: {
        count: 2,
        some: [
          { receipt: found, there: 3000, here: null, what: `pays order ${accountOf(order)}` },
          { receipt: stray, there: 7, what: 'unmatched: no open order fits' },
        ],
      },
      missingThere: { count: 1, some: [{ receipt: missing, there: null, here: 3000 }] },
      differing: { count: 1, some: [{ receipt: differs, there: 2000, here: 3000 }] },
    });
    expect((await orderRow(shop, order.id)).money).toBe('paid');
    expect((await orderRow(shop, odd.id)).money).toBe('held');
    expect((await orderRow(shop, lost.id)).money).toBe('paid');
    expect(await alarms()).toMatchObject([
      { count: 1, detail: { missingThere: 1, differing: 1, leftWithoutRefund: 0 } },
    ]);
    const mail = shop.mail.mails.find(({ subject }) => subject.includes('compared'));
    expect(mail?.text).toContain(`missing there: 1`);
    expect(mail?.text).toContain(missing);
  });

  test('PAY-T1, PAY-C3: the same file again changes nothing and tells the same', async () => {
    const order = await unpaidOrder(shop);
    const lines = [lineOf(shop, newReceipt(), { account: accountOf(order) }), ...edges(shop)];
    const first = await importLines(shop, lines, { name: 'a.csv' });
    const before = await booksOf(shop, order.id);
    const second = await importLines(shop, lines, { name: 'b.csv' });
    expect([first.isRepeated, second.isRepeated, second.lines]).toEqual([false, true, first.lines]);
    expect(await booksOf(shop, order.id)).toEqual(before);
    expect((await shop.db.sql.select().from(statements)).length).toBe(1);
  });

  test('PAY-T1: a preview tells the same and changes nothing', async () => {
    const order = await unpaidOrder(shop);
    const lines = [lineOf(shop, newReceipt(), { account: accountOf(order) }), ...edges(shop)];
    const file = { name: 'a.csv', shortcode: null, lines };
    const { lines: said } = await shop.services.statement.preview(await owner(), file);
    expect(said.join('\n')).toMatch(/missing here: 1\n.*will be matched/);
    expect((await orderRow(shop, order.id)).money).toBe('unpaid');
    expect(await shop.db.sql.select().from(receivedMoney)).toEqual([]);
    expect(await shop.db.sql.select().from(statements)).toEqual([]);
  });

  test('PAY-T1: money at the edges of a file, and of a file with a gap, is not missing there', async () => {
    const receipt = newReceipt();
    await paidByPrompt(receipt);
    const close = edges(shop, { before: 60_000, after: 60_000 });
    await importLines(shop, close);
    const [first, last] = edges(shop);
    await importLines(shop, [
      { ...first!, balance: 100 },
      { ...last!, line: 9, balance: 5 },
    ]);
    expect(await alarms()).toEqual([]);
    expect((await shop.db.sql.select().from(statements)).map(({ isWhole }) => isWhole).sort()).toEqual([false, true]);
  });

  test('PAY-T1: a receipt of a failed transaction is missing there', async () => {
    const receipt = newReceipt();
    await paidByPrompt(receipt);
    await importLines(shop, [lineOf(shop, receipt, { isCompleted: false }), ...edges(shop)]);
    expect(await text()).toMatch(new RegExp(`missing there: 1\n.*${receipt}`));
  });

  test('PAY-T1: at a short code that is also used at a counter, other lines are one sum', async () => {
    const { mpesa } = shop.env;
    const deps = { ...shop.deps, env: { ...shop.env, mpesa: { ...mpesa, isCounter: true } } };
    const { createServices } = await import('../../../server/composition.ts');
    const counter = Object.assign(Object.create(shop) as HandShop, { services: createServices(deps) });
    const order = await unpaidOrder(shop);
    const mine = newReceipt();
    const sales = [50, 70].map((amount) => lineOf(shop, newReceipt(), { amount }));
    const lines = [lineOf(shop, mine, { account: accountOf(order) }), ...sales, ...edges(shop)];
    await importLines(counter, lines);
    const [stored] = await shop.db.sql.select().from(statements);
    expect(stored?.report).toMatchObject({
      missingHere: { count: 1, some: [{ receipt: mine }] },
      counter: { count: 2, cents: 12_000 },
    });
  });
});

describe('what is refused', () => {
  test('PAY-T1: the statement of another short code', async () => {
    const lines = [lineOf(shop, newReceipt())];
    await expect(importLines(shop, lines, { shortcode: '600000' })).rejects.toThrow(
      'The file is the statement of short code 600000, not of 174379. Nothing was imported.',
    );
    expect(await shop.db.sql.select().from(receivedMoney)).toEqual([]);
  });

  test('PAY-T1: a receipt with two amounts, a time in the future, and no lines', async () => {
    const twice = [lineOf(shop, 'SAME1', { amount: 1 }), { ...lineOf(shop, 'SAME1', { amount: 2 }), line: 7 }];
    await expect(importLines(shop, twice)).rejects.toThrow('Line 7 is not a line of an M-Pesa statement');
    const later = { ...lineOf(shop, 'LATE1', { at: new Date(shop.clock.now().getTime() + 25 * HOUR) }), line: 8 };
    await expect(importLines(shop, [later])).rejects.toThrow('Line 8');
    await expect(importLines(shop, [])).rejects.toThrow('no lines');
    expect(await shop.db.sql.select().from(statements)).toEqual([]);
  });

  test('PAY-T1: a file without a short code concludes nothing from what it lacks, unless it has a known payment', async () => {
    const [known, missing] = [newReceipt(), newReceipt()];
    await paidByPrompt(known);
    await paidByPrompt(missing);
    await importLines(shop, edges(shop), { shortcode: null });
    expect(await alarms()).toEqual([]);
    await importLines(shop, [lineOf(shop, known), ...edges(shop, { before: 2 * HOUR })], { shortcode: null });
    expect(await text()).toMatch(new RegExp(`missing there: 1\n.*${missing}`));
  });

  test('PAY-T1: roles without money', async () => {
    const { staff } = await shop.signInStaff({ role: 'catalogue' });
    const file = { name: 'a.csv', shortcode: null, lines: [lineOf(shop, newReceipt())] };
    await expect(shop.services.statement.importFile(staff, file)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('money that the shop did not know', () => {
  test('PAY-T1, PAY-C3: is stored with its job before it is matched, so that a crash loses nothing', async () => {
    const order = await unpaidOrder(shop);
    const [byFile, byPull] = [newReceipt(), newReceipt()];
    const { tx } = shop.db;
    let left = 1;
    // The process dies after the row and its job were committed.
    vi.spyOn(shop.db, 'tx').mockImplementation(async (work) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return tx(work);
    });
    await expect(
      importLines(shop, [lineOf(shop, byFile, { account: accountOf(order) })], { runs: false }),
    ).rejects.toThrow('killed');
    vi.restoreAllMocks();
    expect(await findMoney(shop, byFile)).toMatchObject({ state: 'stored', source: 'statement', isShown: true });
    await shop.deps.jobs.runDue();
    expect(await findMoney(shop, byFile)).toMatchObject({ state: 'paid' });
    await pullRows(shop, [rowOf(shop, byPull, { account: 'rent' })]);
    expect(await findMoney(shop, byPull)).toMatchObject({ state: 'unmatched', source: 'pull', isShown: true });
  });

  test('PAY-T1: an import that was interrupted goes on, with the report of what was missing', async () => {
    const orders = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const lines = [...orders.map((it) => lineOf(shop, newReceipt(), { account: accountOf(it) })), ...edges(shop)];
    const { tx } = shop.db;
    let left = 3;
    vi.spyOn(shop.db, 'tx').mockImplementation(async (work) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return tx(work);
    });
    await expect(importLines(shop, lines, { runs: false })).rejects.toThrow('killed');
    vi.restoreAllMocks();
    const done = await importLines(shop, lines);
    expect([done.isRepeated, done.lines.join('\n')]).toEqual([false, expect.stringContaining('missing here: 2')]);
    expect(await Promise.all(orders.map(async ({ id }) => (await orderRow(shop, id)).money))).toEqual(['paid', 'paid']);
    expect((await shop.db.sql.select().from(statements)).length).toBe(1);
  });

  test('PAY-T1, PAY-S3: a payment that only a query found gets its receipt', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const event = {
      type: 'money.received',
      receipt: null,
      ids: { merchantRequestId: null, checkoutRequestId: null },
      isByQuery: true,
    } as const;
    await shop.db.tx((tx) => shop.services.settlement.settleAttempt(tx, attempt.id, event, shop.clock.now()));
    const receipt = newReceipt();
    const line = lineOf(shop, receipt, { account: `DUKA${accountOf(order)}`, phone: order.shopper.user.phone });
    await importLines(shop, [line, ...edges(shop)]);
    const paid = await shop.db.sql.select().from(payments).where(eq(payments.orderId, order.id));
    expect(paid).toMatchObject([{ receipt, source: 'prompt' }]);
  });

  test('PAY-T1: a masked number proves no payer, and the questions go on', async () => {
    const order = await unpaidOrder(shop, { price: 1717 });
    shop.clock.advance(60_000);
    const { phone } = order.shopper.user;
    const receipt = newReceipt();
    const masked = `${phone.slice(0, 5)}****${phone.slice(-3)}`;
    await importLines(shop, [lineOf(shop, receipt, { amount: order.total, phone: masked }), ...edges(shop)]);
    expect(await findMoney(shop, receipt)).toMatchObject({ state: 'proving' });
    await pullRows(shop, [rowOf(shop, receipt, { amount: order.total, phone: masked })]);
    expect(await findMoney(shop, receipt)).toMatchObject({ state: 'proving' });
    await pullRows(shop, [rowOf(shop, receipt, { amount: order.total, phone })]);
    expect(await findMoney(shop, receipt)).toMatchObject({ state: 'paid' });
    await byStaff(shop, order.id, 'processing');
    await byStaff(shop, order.id, 'shipped');
  });

  test('PAY-T1: an amount in cents is unmatched money with an alarm', async () => {
    const receipt = newReceipt();
    const line = { ...lineOf(shop, receipt), amount: 'cents' as const, cents: 300_050 };
    await importLines(shop, [line, ...edges(shop)]);
    expect(await findMoney(shop, receipt)).toMatchObject({ state: 'unmatched', amount: null, problem: 'amount' });
  });

  test('PAY-C4: money that only a confirmation reported is not refunded before M-Pesa shows it', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order), amount: order.total });
    await byStaff(shop, order.id, 'cancelled');
    const [refund] = await shop.services.refundsStaff.list();
    const approve = async () => shop.services.refundsStaff.approve(await owner(), refund?.id ?? '');
    await expect(approve()).rejects.toThrow('M-Pesa has not shown this money yet');
    await importLines(shop, [lineOf(shop, receipt, { account: accountOf(order) }), ...edges(shop)]);
    expect((await approve()).refund.state).toBe('approved');
  });
});
