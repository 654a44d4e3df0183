// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getRowName, type Row } from 'model-testing/table/flow';
import { showCrossCheck, releaseHeld, trustCrossCheck } from '../../../server/control/statement-commands.ts';
import { executeCommand } from '../../../server/control/command.ts';
import { crossCheckReport } from '../../../server/cli/reports/back-office.ts';
import { createServices } from '../../../server/composition.ts';
import { audit, crossChecks, orders, paymentAlarms, paymentAttempts } from '../../../server/db/schema.ts';
import type { QueryAnswer } from '../../../server/providers/mpesa.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { accountOf, confirm, handShop, orderRow, stopTime, type HandShop } from '../by-hand/by-hand-steps.ts';
import { byStaff } from '../orders/ordering.ts';
import { attemptIn, callBack, getBody, unpaidOrder, type MadeOrder } from './attempt-steps.ts';
import { flow } from './circuit-rows.ts';

/** The circuit of the cross-check: rows `crossCheck.…` of the table `circuit` (PAY-T2). */

let shop: HandShop;
let owner: CurrentStaff;
beforeAll(async () => {
  shop = await handShop({ env: { LOG_LEVEL: 'info' } });
  const { staff } = await shop.signInStaff({ role: 'owner' });
  owner = staff;
});
beforeEach(async () => {
  stopTime(shop);
  await shop.db.sql.delete(crossChecks);
  await shop.db.sql.delete(paymentAlarms);
});
afterAll(() => shop.close());

const CONTRADICTS: QueryAnswer = { outcome: 'result', code: '1032', text: '' };
const AGREES: QueryAnswer = { outcome: 'result', code: '0', text: '' };
const OPEN: QueryAnswer = { outcome: 'result', code: '4999', text: '' };
const NONE: QueryAnswer = { outcome: 'noResult', text: '', isAnswered: false, retryAfterMs: null };

/** An order that a callback paid, whose one query answers so. */
async function checked(answer: QueryAnswer): Promise<MadeOrder> {
  const order = await unpaidOrder(shop);
  const attempt = await attemptIn(shop, order, 'succeeded');
  await ask(attempt.id, answer);
  return order;
}

async function ask(id: string, answer: QueryAnswer): Promise<void> {
  const [row] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  if (row === undefined) throw new Error('no attempt');
  shop.mpesa.answerQueries(answer);
  await shop.services.query.query({ ...row, checkoutRequestId: row.checkoutRequestId ?? `ws_${id}` } as never);
}

const read = async () => (await shop.db.sql.select().from(crossChecks))[0];
const alarms = async (kind: string) =>
  (await shop.db.sql.select().from(paymentAlarms)).filter((alarm) => alarm.kind === kind);
const money = async ({ id }: MadeOrder) => (await orderRow(shop, id)).money;

/** Nine held orders, and the tenth that opens the circuit. */
async function open(): Promise<MadeOrder[]> {
  const held: MadeOrder[] = [];
  for (let count = 0; count < 10; count += 1) held.push(await checked(CONTRADICTS));
  return held;
}

const CHECKS: readonly (readonly [RegExp, (row: Row) => Promise<void>])[] = [
  [
    /^crossCheck\.closed: a query contradicts a callback \[it is the first/,
    async () => {
      for (let count = 1; count < 10; count += 1) {
        expect(await money(await checked(CONTRADICTS))).toBe('held');
        expect(await read()).toMatchObject({ contradictions: count, openedAt: null });
      }
    },
  ],
  [
    /^crossCheck\.closed: a query contradicts a callback \[it is the tenth/,
    async () => {
      const all = await open();
      const nine = all.slice(0, 9).map(({ id }) => id.slice(0, 8).toUpperCase());
      expect(await Promise.all(all.map(money))).toEqual([...nine.map(() => 'held'), 'paid']);
      const [alarm, ...more] = await alarms('crossCheck.open');
      expect(more).toEqual([]);
      const { orders: named, fix } = (alarm ?? { detail: {} }).detail as { orders: string; fix: string };
      expect(named.split(', ')).toEqual([...nine, all.at(-1)?.id.slice(0, 8).toUpperCase()]);
      expect(fix).toContain('npm run mpesa -- release');
      expect(await money(await checked(CONTRADICTS))).toBe('paid');
    },
  ],
  [
    /^crossCheck\.closed: a query agrees/,
    async () => {
      for (const answer of [CONTRADICTS, CONTRADICTS, AGREES]) await checked(answer);
      expect(await read()).toMatchObject({ contradictions: 0, held: [], openedAt: null });
    },
  ],
  [
    /: a cross-check (?:gets no answer|answers 4999)/,
    async ({ from, on }) => {
      await (from === 'crossCheck.open' ? open() : checked(CONTRADICTS));
      const before = await read();
      expect(await money(await checked(on.includes('4999') ? OPEN : NONE))).toBe('paid');
      expect(await read()).toEqual(before);
    },
  ],
  [
    /: a good callback arrives/,
    async ({ from }) => {
      if (from === 'crossCheck.open') await open();
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      await callBack(shop, attempt, getBody(attempt));
      expect(await money(order)).toBe('paid');
      const [row] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, attempt.id));
      expect([row?.crossCheck, row?.nextQueryAt !== null]).toEqual(['due', true]);
    },
  ],
  [
    /^crossCheck\.open: a query contradicts/,
    async () => {
      await open();
      const order = await checked(CONTRADICTS);
      expect(await money(order)).toBe('paid');
      const [alarm] = await alarms('crossCheck.open');
      expect([alarm?.count, JSON.stringify(alarm?.detail)]).toEqual([
        2,
        expect.stringContaining(order.id.slice(0, 8).toUpperCase()),
      ]);
    },
  ],
  [
    /^crossCheck\.open: a query agrees with a callback \[it is the first/,
    async () => {
      await open();
      for (let count = 1; count < 10; count += 1) {
        await checked(AGREES);
        expect(await read()).toMatchObject({ agreements: count, openedAt: expect.any(Date) });
      }
      await checked(CONTRADICTS);
      expect(await read()).toMatchObject({ agreements: 0 });
    },
  ],
  [
    /^crossCheck\.open: a query agrees with a callback \[it is the tenth/,
    async () => {
      await open();
      for (let count = 0; count < 10; count += 1) await checked(AGREES);
      expect(await read()).toMatchObject({ openedAt: null, contradictions: 0, agreements: 0, held: [] });
      expect(shop.lines().some(({ msg }) => msg === 'the cross-check of callbacks is trusted again')).toBe(true);
    },
  ],
  [
    /: money came by C2B and is not confirmed/,
    async ({ from }) => {
      if (from === 'crossCheck.open') await open();
      const order = await unpaidOrder(shop);
      await confirm(shop, { account: accountOf(order), amount: order.total });
      expect(await money(order)).toBe('paid');
      await expect(byStaff(shop, order.id, 'shipped')).rejects.toThrow('has not shown');
    },
  ],
  [
    /: a callback tells a wrong amount/,
    async ({ from }) => {
      if (from === 'crossCheck.open') await open();
      const before = await read();
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      await callBack(shop, attempt, getBody(attempt, { items: { Amount: 1 } }));
      expect([await money(order), await read()]).toEqual(['unpaid', before]);
      expect(await alarms('wrongAmount')).toHaveLength(1);
    },
  ],
  [
    /: staff: trust the cross-check again/,
    async () => {
      await open();
      await shop.services.crossCheckStaff.trust(owner);
      expect(await read()).toMatchObject({ openedAt: null, contradictions: 0 });
      expect(await readAudit('crossCheck.trusted')).toHaveLength(1);
      await expect(shop.services.crossCheckStaff.trust(owner)).rejects.toThrow('is trusted');
    },
  ],
  [
    /: staff: release the orders/,
    async () => {
      const all = await open();
      const before = (await readAudit('desk.settled')).length;
      expect(await shop.services.crossCheckStaff.release(owner, 'Seen in the portal')).toBe(9);
      expect(new Set(await Promise.all(all.map(money)))).toEqual(new Set(['paid']));
      expect((await readAudit('desk.settled')).length - before).toBe(9);
      expect(await read()).toMatchObject({ openedAt: expect.any(Date) });
      await expect(shop.services.crossCheckStaff.release(owner, 'Again')).rejects.toThrow('No order is held');
    },
  ],
  [
    /: its alarm was settled, an hour is over/,
    async () => {
      await open();
      await shop.db.sql.update(paymentAlarms).set({ settledAt: shop.clock.now() });
      shop.clock.advance(3_600_000);
      await checked(CONTRADICTS);
      expect(await alarms('crossCheck.open')).toHaveLength(1);
    },
  ],
  [
    /: server killed and started again/,
    async ({ from }) => {
      await (from === 'crossCheck.open' ? open() : checked(CONTRADICTS));
      const before = await read();
      const { untrustedSince } = await createServices(shop.deps).crossCheck.getHealth();
      expect(untrustedSince !== null).toBe(from === 'crossCheck.open');
      expect(await read()).toEqual(before);
    },
  ],
];

const readAudit = (action: string) => shop.db.sql.select().from(audit).where(eq(audit.action, action));

describe('circuit table, the cross-check', () => {
  const rows = flow.rows.filter(({ from }) => from.startsWith('crossCheck.'));
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))('%s', async (_, row) => {
    const check = CHECKS.find(([pattern]) => pattern.test(getRowName(row)))?.[1];
    if (check === undefined) throw new Error(`no check for: ${getRowName(row)}`);
    await check(row);
    const { untrustedSince } = await shop.services.crossCheck.getHealth();
    expect(untrustedSince === null ? 'crossCheck.closed' : 'crossCheck.open').toBe(row.to);
  });

  test('PAY-T2: a contradicted callback whose receipt a confirmation shows is not held, with an alarm', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await callBack(shop, attempt, getBody(attempt, { items: { MpesaReceiptNumber: 'SHOWN12345' } }));
    await confirm(shop, { receipt: 'SHOWN12345', account: accountOf(order), amount: order.total });
    await ask(attempt.id, CONTRADICTS);
    expect(await money(order)).toBe('paid');
    expect(await alarms('payment.mismatched')).toMatchObject([{ orderId: order.id }]);
    expect(await read()).toMatchObject({ contradictions: 1, held: [] });
  });

  test('PAY-T2: two processes count the same contradictions, and one alarm is raised', async () => {
    const services = [shop.services, createServices(shop.deps)];
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push(await unpaidOrder(shop));
    const holds = await Promise.all(
      made.map(({ id }, index) =>
        shop.db.tx((tx) =>
          services[index % 2]!.crossCheck.hearVerdict(
            tx,
            { orderId: id, receipt: null },
            'contradicts',
            shop.clock.now(),
          ),
        ),
      ),
    );
    expect(holds.filter(Boolean)).toHaveLength(9);
    expect(await alarms('crossCheck.open')).toMatchObject([{ count: 3 }]);
  });

  test('PAY-T2: npm run back-office tells since when queries are not trusted', async () => {
    expect(crossCheckReport(await executeCommand(showCrossCheck, shop, {}))).toEqual([]);
    await open();
    expect(crossCheckReport(await executeCommand(showCrossCheck, shop, {}))).toEqual([
      expect.stringMatching(
        /queries contradict callbacks since .* 9 orders were held before: npm run mpesa -- release/,
      ),
    ]);
  });

  test('PAY-T2: only an owner trusts or releases', async () => {
    const { staff } = await shop.signInStaff({ role: 'orders' });
    await expect(shop.services.crossCheckStaff.trust(staff)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(shop.services.crossCheckStaff.release(staff, 'Because')).rejects.toMatchObject({ kind: 'forbidden' });
    expect([releaseHeld.name, trustCrossCheck.name]).toEqual(['mpesa.release', 'mpesa.trust']);
  });

  test('PAY-T2: orders that were settled since are not released', async () => {
    const [first] = await open();
    if (first === undefined) throw new Error('no order');
    await shop.db.sql.update(orders).set({ money: 'paid' }).where(eq(orders.id, first.id));
    expect(await shop.services.crossCheckStaff.release(owner, 'Seen in the portal')).toBe(8);
  });
});
