// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, jobs, orders } from '../../../server/db/schema.ts';
import { getRowName, type Row } from 'model-testing/table/flow';
import type { TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { flow } from '../orders/order-table.ts';
import { getDraft, order, type Shopper } from '../orders/ordering.ts';
import { callback, mpesaOrder, orderRow, payingShop, push } from '../payments/mpesa-steps.ts';

/** Rows of one call. access.test.ts covers the tokens and orders.test.ts concurrent changes. */
const CALL = /^PUT \/admin\/orders\/\{id\}\/status (\{[^}]*\})(?: \(.*\)| by staff of the role (\w+))?$/;
const rows = flow.rows.filter(({ from, on }) => from !== 'money.held' && !from.startsWith('parcel.') && CALL.test(on));

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
const tokens = new Map<string, string>();
beforeAll(async () => {
  shop = await payingShop({ env: UNBOUND });
  shopper = await shop.signIn();
  for (const role of ['owner', 'orders', 'catalogue'] as const)
    tokens.set(role, (await shop.signInStaff({ role })).token);
});
afterAll(() => shop.close());

async function call(id: string, body: unknown, role = 'orders') {
  const reply = await shop.app.inject({
    method: 'PUT',
    url: `/api/admin/orders/${id}/status`,
    headers: { authorization: `Bearer ${tokens.get(role)}` },
    payload: body as object,
  });
  return { status: reply.statusCode, body: reply.json<{ success: boolean; data?: { order: { status: string } } }>() };
}

const STEPS = ['processing', 'shipped', 'delivered'];

/** Creates an order with the row's state and condition. */
async function arrange({ from, on, when }: Row): Promise<string> {
  product = await addProduct(shop, { price: 3000 });
  const isPaid = when?.startsWith('paid') === true;
  const isMpesa = isPaid || when?.startsWith('M-Pesa') === true;
  const draft = getDraft([product]);
  const id = isMpesa
    ? (await mpesaOrder(shop, shopper, product)).id
    : (await order(shop, shopper, draft, randomUUID())).body.data.order._id;
  if (isPaid || when?.includes('live') === true) {
    // Avoids the limit of prompts per minute.
    shop.clock.advance(61_000);
    await push(shop, shopper, { id, total: 3000 });
  }
  if (isPaid) await callback(shop);
  if (when?.includes('held') === true) await shop.db.sql.update(orders).set({ money: 'held' }).where(eq(orders.id, id));
  const T1 = on.includes('T1 is there') ? { trackingNumber: 'T1' } : {};
  for (const status of STEPS.slice(0, STEPS.indexOf(from) + 1))
    await call(id, { status, ...(status === 'shipped' && T1) });
  if (from === 'cancelled') await call(id, { status: 'cancelled' });
  expect((await orderRow(shop, id)).status).toBe(from);
  return id;
}

async function seen(id: string) {
  const notes = await shop.db.sql
    .select()
    .from(audit)
    .where(eq(audit.subject, `order ${id}`));
  const news = (await shop.db.sql.select().from(jobs)).filter(
    ({ kind, payload }) => kind.startsWith('news.') && JSON.stringify(payload).includes(id),
  );
  return {
    row: await orderRow(shop, id),
    notes: notes.length,
    news: news.length,
    stock: await readStock(shop, product.id),
  };
}
type Seen = Awaited<ReturnType<typeof seen>>;

/** The checks of each `does` text. */
const DOES: Readonly<Record<string, (before: Seen, after: Seen) => void>> = {
  'answer {success:true, data:{order}}': () => undefined,
  'an audit row': (before, after) => expect(after.notes).toBe(before.notes + 1),
  'nothing changes': (before, after) => expect(after).toEqual(before),
  'nothing changes, no second message, no audit row': (before, after) => expect(after).toEqual(before),
  'trackingNumber T1': (_, { row }) => expect(row.trackingNumber).toBe('T1'),
  'no trackingNumber': (_, { row }) => expect(row.trackingNumber).toBeNull(),
  'trackingNumber stays T1, no second message': (before, after) =>
    expect([after.row.trackingNumber, after.news]).toEqual(['T1', before.news]),
  'mail and SMS queued': (before, after) => expect(after.news).toBe(before.news + 2),
  'isDelivered true, deliveredAt': (_, { row }) =>
    expect([row.isDelivered, row.deliveredAt === null]).toEqual([true, false]),
  'isDelivered true, deliveredAt, isPaid true, paidAt': (_, { row }) =>
    expect([row.isDelivered, row.deliveredAt === null, row.isPaid, row.paidAt === null]).toEqual([
      true,
      false,
      true,
      false,
    ]),
  'stock released': (_, { stock }) => expect(stock.reserved).toBe(0),
  'refund queue': (_, { row }) => expect(row.money).toBe('refundDue'),
  // Covered by tests/server/payments/cancelled-order.test.ts.
  'late money goes back': (_, { row }) => expect(row.money).toBe('unpaid'),
};

test.each(rows.map((row) => [`${getRowName(row)} -> ${row.to}`, row] as const))('%s', async (_, row) => {
  const id = await arrange(row);
  const before = await seen(id);
  const [, words = '', role] = CALL.exec(row.on) ?? [];
  const body = JSON.parse(words.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"')) as unknown;
  const answer = await call(id, body, role);
  const [said = '200'] = row.says ?? [];
  expect([answer.status, answer.body.success]).toEqual([Number(said), said === '200']);
  const after = await seen(id);
  const [status, ending] = row.to.split('.');
  expect(after.row.status).toBe(status);
  if (said === '200') expect(answer.body.data?.order.status).toBe(status);
  if (ending === 'byStaff') expect(after.row.cancelReason).toBe('staff');
  for (const words of row.does) {
    const look = DOES[words];
    if (look === undefined) throw new Error(`no look at: ${words}`);
    look(before, after);
  }
});

test('an unknown or malformed id returns 404', async () => {
  for (const id of [randomUUID(), 'no-id']) expect((await call(id, { status: 'shipped' })).status).toBe(404);
});
