// @engine pglite
import { eq } from 'drizzle-orm';
import { getRowName } from 'model-testing/table/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { getOrder, listMyOrders } from '../../../contract/orders.ts';
import { shop as shopDetails } from '../../../contract/shop.config.ts';
import { orders, payments, refunds } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import {
  dueRefund,
  hire,
  postResult,
  refundingShop,
  reversed,
  sendRefund,
  type DueRefund,
  pass,
} from './refund-steps.ts';
import { unpaidOrder } from '../payments/attempt-steps.ts';
import { flow } from './refund-rows.ts';

let shop: TestApp;
let ben: CurrentStaff;
beforeAll(async () => {
  shop = await refundingShop();
  ben = await hire(shop, 'orders');
});
afterAll(() => shop.close());

type Columns = Partial<typeof refunds.$inferInsert>;

const seen = async ({ order }: DueRefund) =>
  (await shop.call(getOrder, { id: order.id }, { token: order.shopper.token })).body.data.order;
const set = (refund: DueRefund, columns: Columns) =>
  shop.db.sql.update(refunds).set(columns).where(eq(refunds.id, refund.id));

/** The columns of a refund in the state of a row. */
function toColumns({ from, when }: { readonly from: string; readonly when: string | null }, now: Date): Columns {
  const isEnded = from === 'done' || from === 'dropped';
  return {
    state: (from === 'byHand' ? 'by_hand' : from) as NonNullable<Columns['state']>,
    sentAt: from === 'sent' || when === 'it was told as sent' ? now : null,
    confirmedAt: isEnded ? now : null,
    receipt: when === 'with receipt RB1' ? 'RB1' : null,
    way: when === 'in cash' ? 'cash' : 'reversal',
    note: from === 'dropped' ? 'The box was empty.' : null,
  };
}

const rows = flow.rows.filter(({ on }) => on === 'GET /orders/{id} by its owner');
const toExpected = (says: readonly string[] | null = null) =>
  (says ?? []).map((text) =>
    text
      .replace('(our words) ', '')
      .replace('{reason}', 'The box was empty')
      .replace('{shop phone}', formatPhone(shopDetails.phone)),
  );

describe('what the owner of an order reads', () => {
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)}`, row] as const))('%s', async (_, row) => {
    const refund = await dueRefund(shop);
    await set(refund, toColumns(row, shop.clock.now()));
    const { refunds: shown } = await seen(refund);
    expect(shown.map(({ text }) => text)).toEqual(toExpected(row.says));
    // No word of tries that failed, and never a whole number.
    expect(JSON.stringify(shown)).not.toMatch(/fail|254712345678|0712345678/);
  });

  test('the table has such a row for each state', () => {
    expect(new Set(rows.map(({ from }) => from)).size).toBe(9);
  });
});

describe('a refund on the order page', () => {
  test('is due, sent and done, each with its time, and the same in the list', async () => {
    const refund = await dueRefund(shop);
    const amount = 3000;
    const due = await seen(refund);
    expect(due.refunds).toMatchObject([{ id: refund.id, amount, state: 'due', phone: '0712 ••• 678', receipt: null }]);
    await sendRefund(shop, refund.id, ben);
    const sent = await seen(refund);
    expect(sent.refunds).toMatchObject([{ amount, state: 'sent', phone: '0712 ••• 678', receipt: null }]);
    await pass(shop, 60_000);
    await postResult(shop, 'reverse', reversed(refund, 'RB00000077'));
    const done = await seen(refund);
    expect(done.refunds).toMatchObject([{ amount, state: 'done', phone: '0712 ••• 678', receipt: 'RB00000077' }]);
    const times = [due, sent, done].map((order) => order.refunds[0]?.at ?? '');
    expect(times).toEqual([...new Set(times)].toSorted());
    const list = await shop.call(listMyOrders, {}, { token: refund.order.shopper.token });
    expect(list.body.data.orders.map((order) => order.refunds)).toEqual([done.refunds]);
  });

  test('stays on an order that is paid again, with its receipt', async () => {
    const refund = await dueRefund(shop);
    await set(refund, { state: 'done', confirmedAt: shop.clock.now(), receipt: 'RB1', way: 'reversal' });
    await shop.db.sql.update(orders).set({ money: 'paid' }).where(eq(orders.id, refund.order.id));
    expect((await seen(refund)).refunds).toMatchObject([{ state: 'done', receipt: 'RB1' }]);
  });

  test('names no phone before M-Pesa does, and none for cash', async () => {
    const refund = await dueRefund(shop);
    await set(refund, { state: 'done', way: 'cash', confirmedAt: shop.clock.now() });
    expect((await seen(refund)).refunds).toMatchObject([{ phone: null, text: expect.stringContaining('in cash') }]);
    await set(refund, { state: 'sent', way: 'reversal', confirmedAt: null, sentAt: shop.clock.now() });
    await shop.db.sql.update(payments).set({ phone: null }).where(eq(payments.id, refund.id));
    expect((await seen(refund)).refunds).toMatchObject([
      { phone: null, text: 'Ksh 3,000 was sent to you. M-Pesa will confirm it.' },
    ]);
  });

  test('an order without a refund has none', async () => {
    const order = await unpaidOrder(shop);
    const { body } = await shop.call(getOrder, { id: order.id }, { token: order.shopper.token });
    expect(body.data.order.refunds).toEqual([]);
  });
});
