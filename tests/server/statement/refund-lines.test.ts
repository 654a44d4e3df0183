// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audit, paymentAlarms, refunds, restores, sentMoney } from '../../../server/db/schema.ts';
import { doubtRefunds } from '../../../server/backup/restored-refunds.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import {
  getCalls,
  hire,
  pass,
  postResult,
  readMoney,
  readRefund,
  refundingShop,
  dueRefund,
  sendRefund,
  type DueRefund,
} from '../refunds/refund-steps.ts';
import { edges, importLines, lineOf, pullRows, rowOf, type LineWords } from './statement-steps.ts';

/** Refunds and the lines of a statement (PAY-F3, PAY-F6, PAY-T1). */

let shop: TestApp;
let olga: CurrentStaff;
let refund: DueRefund;
beforeEach(async () => {
  shop = await refundingShop({ env: { MPESA_PULL: 'on' } });
  const now = new Date('2026-11-20T08:00:00Z').getTime() - shop.clock.now().getTime();
  shop.clock.advance(now);
  olga = await hire(shop, 'owner');
  refund = await dueRefund(shop);
});
afterEach(() => shop.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PHONE = '254712345678';
const read = () => readMoney(shop, refund);
const payout = (receipt: string, words: LineWords = {}) =>
  lineOf(shop, receipt, { kind: 'payout', phone: PHONE, ...words });
const reversal = (receipt: string) =>
  lineOf(shop, receipt, { kind: 'reversal', reverses: refund.receipt, phone: PHONE });
const alarmsOf = async (kind: string) => shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, kind));
const sent = async (receipt: string) =>
  (await shop.db.sql.select().from(sentMoney).where(eq(sentMoney.receipt, receipt)))[0];

/** Brings the refund into a state, by the events of persons and messages. */
async function enter(state: string): Promise<void> {
  const { refundsStaff } = shop.services;
  if (state === 'due') return;
  if (state === 'dropped') return void (await refundsStaff.drop(olga, refund.id, 'Not owed'));
  if (state === 'byHand') return void (await refundsStaff.payByHand(olga, refund.id));
  if (state === 'approved') return void (await refundsStaff.approve(olga, refund.id));
  if (state === 'sending') {
    const intent = { state: 'sending', way: 'reversal', tries: 1, calls: 1, isConfirmed: false } as const;
    const times = { triedAt: shop.clock.now(), nextAt: new Date(shop.clock.now().getTime() + HOUR) };
    return void (await shop.db.sql
      .update(refunds)
      .set({ ...intent, ...times })
      .where(eq(refunds.id, refund.id)));
  }
  if (state === 'unknown') shop.mpesaAccount.script('reverse', { outcome: 'unknown', text: 'timeout' });
  await sendRefund(shop, refund.id, olga);
  if (state === 'failed') await postResult(shop, 'reverse', { code: '21' });
  if (state === 'done') await postResult(shop, 'reverse', { code: 'R000001' });
  if (state === 'unknown') await pass(shop, HOUR);
}

describe('a line about a Reversal', () => {
  test.each(['due', 'approved', 'sending', 'sent', 'unknown', 'failed', 'byHand', 'done'])(
    'PAY-F3, PAY-T1: of a refund that is %s: it is done with its receipt, once',
    async (state) => {
      await enter(state);
      const lines = [reversal('RB00000001'), ...edges(shop)];
      await importLines(shop, lines);
      await importLines(shop, [...lines, ...edges(shop, { before: 2 * HOUR })]);
      expect(await read()).toMatchObject({
        state: 'done',
        receipt: 'RB00000001',
        receipts: ['RB00000001 refund'],
        refunded: 3000,
      });
      expect(await sent('RB00000001')).toMatchObject({ state: 'refund', refundId: refund.id });
      const isLate = ['due', 'approved', 'failed', 'byHand'].includes(state);
      expect((await alarmsOf('refund.late')).length).toBe(isLate ? 1 : 0);
      await pass(shop, HOUR);
      expect(getCalls(shop, 'reverse').length).toBe(['sent', 'unknown', 'failed', 'done'].includes(state) ? 1 : 0);
    },
  );

  test('PAY-T1: of a dropped refund: an alarm', async () => {
    await enter('dropped');
    await importLines(shop, [reversal('RB00000001'), ...edges(shop)]);
    expect(await read()).toMatchObject({ state: 'dropped', receipts: ['RB00000001 refund'] });
    expect(await alarmsOf('refund.dropped')).toHaveLength(1);
  });

  test('PAY-T1: of a payment without a refund is money that left without us, and blocks a later refund', async () => {
    await shop.db.sql.delete(refunds).where(eq(refunds.id, refund.id));
    await importLines(shop, [reversal('RB00000001'), ...edges(shop)]);
    expect(await alarmsOf('statement.differs')).toMatchObject([{ detail: { leftWithoutRefund: 1 } }]);
    expect(await shop.services.sentMoney.list()).toMatchObject([{ receipt: 'RB00000001', reverses: refund.receipt }]);
  });
});

describe('a line about a payout', () => {
  test.each(['sending', 'sent', 'unknown'])(
    'PAY-F3, PAY-T1: of a refund that is %s: it is done with its receipt',
    async (state) => {
      await enter(state);
      await importLines(shop, [payout('RB00000001'), ...edges(shop)]);
      expect(await read()).toMatchObject({ state: 'done', receipt: 'RB00000001' });
    },
  );

  test.each(['due', 'approved', 'failed', 'byHand', 'dropped'])(
    'PAY-F6, PAY-T1: of a refund that is %s: an alarm, and nothing is sent before staff say which refund it is',
    async (state) => {
      await enter(state);
      await importLines(shop, [payout('RB00000001'), ...edges(shop)]);
      expect((await read()).state).toBe(state === 'byHand' ? 'by_hand' : state);
      expect(await alarmsOf('refund.outside')).toHaveLength(1);
      expect(await sent('RB00000001')).toMatchObject({ state: 'open', amount: 3000 });
      const before = getCalls(shop, 'reverse', 'payOut').length;
      if (state === 'due' || state === 'failed')
        await expect(shop.services.refundsStaff.approve(olga, refund.id)).rejects.toThrow('RB00000001');
      for (let count = 0; count < 5; count += 1) await pass(shop, HOUR / 2);
      expect(getCalls(shop, 'reverse', 'payOut').length).toBe(before);
      await shop.services.sentMoney.settle(olga, 'rb00000001', 'It was for the landlord');
      expect(await shop.services.sentMoney.list()).toEqual([]);
      if (state === 'due' || state === 'failed') await shop.services.refundsStaff.approve(olga, refund.id);
      await pass(shop, HOUR);
      await pass(shop, 60_000);
      if (state === 'approved' || state === 'due') expect(getCalls(shop, 'reverse').length).toBe(1);
    },
  );

  test('PAY-T1: a second payout to the payer of a refund that is done: an alarm', async () => {
    await enter('unknown');
    await importLines(shop, [payout('RB00000001'), ...edges(shop)]);
    shop.clock.advance(HOUR);
    await importLines(shop, [payout('RB00000002'), ...edges(shop)]);
    expect(await read()).toMatchObject({ state: 'done', receipt: 'RB00000001' });
    expect(await alarmsOf('refund.twice')).toHaveLength(1);
    expect(await sent('RB00000002')).toMatchObject({ state: 'open' });
  });

  test.each([
    ['another amount', { amount: 2999 }],
    ['another phone', { phone: '254799999999' }],
    ['a time before the try', { at: new Date('2026-11-19T08:00:00Z') }],
  ])('PAY-T1: %s decides nothing', async (_, words) => {
    await enter('unknown');
    await importLines(shop, [payout('RB00000001', words), ...edges(shop)]);
    expect((await read()).state).toBe('unknown');
    expect(await sent('RB00000001')).toMatchObject({ state: 'open', refundId: null });
  });

  test('PAY-T1: a payout that fits two refunds in doubt decides neither', async () => {
    const other = await dueRefund(shop);
    for (const { id } of [refund, other]) {
      shop.mpesaAccount.script('reverse', { outcome: 'unknown', text: 'timeout' });
      await sendRefund(shop, id, olga);
    }
    await pass(shop, HOUR);
    await importLines(shop, [payout('RB00000001'), ...edges(shop, { before: 3 * HOUR })]);
    expect([(await readRefund(shop, refund.id)).state, (await readRefund(shop, other.id)).state]).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(await alarmsOf('refund.outside')).toHaveLength(2);
    // The absence of another line proves nothing while this one is open.
    await pass(shop, 2 * DAY);
    await importLines(shop, edges(shop, { before: 3 * DAY }));
    expect((await readRefund(shop, refund.id)).state).toBe('unknown');
  });

  test('PAY-C3: its receipt is our own refund, and never a payment', async () => {
    await enter('unknown');
    await importLines(shop, [payout('RB00000001'), ...edges(shop)]);
    const before = await read();
    await pullRows(shop, [rowOf(shop, 'RB00000001', { account: refund.order.id.slice(0, 8) })]);
    expect(await read()).toEqual(before);
    expect(before.receipts).toEqual(['RB00000001 refund']);
  });

  test('PAY-F2: the receipt that staff typed is confirmed by the statement', async () => {
    await enter('byHand');
    await shop.services.refundsStaff.nameReceipt(olga, refund.id, 'RB00000001');
    await importLines(shop, [{ ...payout('RB00000001'), kind: 'reversal', reverses: refund.receipt }, ...edges(shop)]);
    expect(await read()).toMatchObject({ state: 'done', receipt: 'RB00000001' });
  });
});

describe('a statement without such a line', () => {
  const whole = () => edges(shop, { before: 30 * HOUR });

  test('PAY-F3: covers the try and 24 h after it: the unknown refund has failed, with an audit row', async () => {
    await enter('unknown');
    await pass(shop, 25 * HOUR);
    await importLines(shop, whole(), { name: 'november.csv' });
    expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'failed', isConfirmed: true });
    const rows = await shop.db.sql
      .select()
      .from(audit)
      .where(eq(audit.subject, `refund ${refund.id}`));
    expect(rows.at(-1)).toMatchObject({
      actor: expect.stringContaining('@'),
      after: { state: 'failed', file: 'november.csv' },
    });
    await shop.services.refundsStaff.approve(olga, refund.id);
  });

  test.each([
    ['less than 24 h after the try', 20 * HOUR, {}],
    ['not the try itself', 26 * HOUR, { before: 20 * HOUR }],
  ])('PAY-F3: covers %s: nothing is concluded', async (_, later, span) => {
    await enter('unknown');
    await pass(shop, later);
    await importLines(shop, edges(shop, { before: 30 * HOUR, after: 60_000, ...span }));
    expect((await read()).state).toBe('unknown');
  });

  test('PAY-F3: has a gap, or is of another account: nothing is concluded', async () => {
    await enter('unknown');
    await pass(shop, 25 * HOUR);
    const [first, last] = whole();
    await importLines(shop, [
      { ...first!, balance: 1 },
      { ...last!, balance: 5 },
    ]);
    await importLines(shop, whole(), { shortcode: shop.env.mpesa.payoutShortcode });
    expect((await read()).state).toBe('unknown');
  });

  test('PAY-F3: two files that overlap cover it together, and a pull never decides', async () => {
    await enter('unknown');
    await pass(shop, 10 * HOUR);
    await importLines(shop, edges(shop, { before: 15 * HOUR }));
    await pass(shop, 15 * HOUR);
    await pullRows(shop, []);
    expect((await read()).state).toBe('unknown');
    await importLines(shop, edges(shop, { before: 16 * HOUR }));
    expect((await read()).state).toBe('failed');
  });

  test.each(['due', 'approved', 'sending', 'sent', 'failed', 'byHand', 'done', 'dropped'])(
    'PAY-F3: a refund that is %s only stays in the report',
    async (state) => {
      await enter(state);
      const before = await readRefund(shop, refund.id);
      await importLines(shop, whole());
      const after = await readRefund(shop, refund.id);
      expect(after.state).toBe(before.state);
    },
  );

  test('PAY-F3: a preview tells it and changes nothing', async () => {
    await enter('unknown');
    await pass(shop, 25 * HOUR);
    const file = { name: 'a.csv', shortcode: shop.env.mpesa.shortcode, lines: whole() };
    const { lines } = await shop.services.statement.preview(olga, file);
    expect(lines.join('\n')).toMatch(/refunds that it decides: 1\n.*was not sent/);
    expect((await read()).state).toBe('unknown');
  });
});

describe('after a restore', () => {
  /** Restores the shop to how it is now, an hour later. */
  async function restore(): Promise<{ readonly backupAt: Date }> {
    const backupAt = shop.clock.now();
    shop.clock.advance(HOUR);
    await shop.db.tx(async (tx) => {
      await doubtRefunds(tx, shop.clock.now());
      await tx.insert(restores).values({ id: randomUUID(), backupAt, restoredAt: shop.clock.now() });
    });
    return { backupAt };
  }
  const both = async (lines: ReturnType<typeof edges>) => {
    await importLines(shop, lines);
    await importLines(shop, edges(shop, { before: 3 * HOUR }), { shortcode: shop.env.mpesa.payoutShortcode });
  };

  test('PAY-F6: a refund without a known try is due again, when the statements since the backup show nothing', async () => {
    await restore();
    expect((await read()).state).toBe('unknown');
    await importLines(shop, edges(shop, { before: 3 * HOUR }));
    expect((await read()).state).toBe('unknown');
    await both(edges(shop, { before: 4 * HOUR }));
    expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'due', isRestored: false });
    await shop.services.refundsStaff.approve(olga, refund.id);
  });

  test('PAY-F6: a refund that was sent since the backup is done by its line', async () => {
    await restore();
    await importLines(shop, [reversal('RB00000001'), ...edges(shop, { before: 3 * HOUR })]);
    expect(await read()).toMatchObject({ state: 'done', receipt: 'RB00000001' });
  });

  test('PAY-F6: money from the time since the backup is not returned before the statement of that time', async () => {
    await shop.db.sql.update(refunds).set({ state: 'dropped', confirmedAt: shop.clock.now() });
    const { backupAt } = await restore();
    const at = new Date(backupAt.getTime() + HOUR / 2);
    const account = refund.order.id.slice(0, 8);
    await pullRows(shop, [rowOf(shop, 'LOST000001', { account, at }), rowOf(shop, 'LOST000002', { account, at })]);
    const due = await shop.db.sql.select().from(refunds).where(eq(refunds.state, 'due'));
    expect(due).toHaveLength(2);
    const listed = await shop.services.refundsStaff.list();
    expect(listed.map(({ isDoubtful }) => isDoubtful)).toEqual([true, true]);
    for (const { id } of due)
      await expect(shop.services.refundsStaff.approve(olga, id)).rejects.toThrow(
        'Import the M-Pesa statement of the time since the backup first',
      );
    const lines = [
      lineOf(shop, 'LOST000001', { at }),
      lineOf(shop, 'LOST000002', { at }),
      { ...reversal('BACK000001'), reverses: 'LOST000001', at },
      ...edges(shop, { before: 3 * HOUR }),
    ];
    await both(lines);
    const states = (await shop.db.sql.select().from(refunds)).flatMap(({ state, receipt }) =>
      state === 'dropped' ? [] : [`${state} ${receipt}`],
    );
    expect(states.sort()).toEqual(['done BACK000001', 'due null']);
    const left = due.find(({ id }) => id !== undefined && listed.some((it) => it.id === id));
    expect(left).toBeDefined();
    const [open] = await shop.db.sql.select().from(refunds).where(eq(refunds.state, 'due'));
    await shop.services.refundsStaff.approve(olga, open!.id);
    expect((await readRefund(shop, open!.id)).state).toBe('approved');
  });
});
