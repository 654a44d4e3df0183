// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder, changePaymentMethod, getOrder, type OrderDraft } from '../../../contract/orders.ts';
import { orders, paymentAlarms } from '../../../server/db/schema.ts';
import { registerStale } from '../../../server/modules/orders/stale.worker.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { addMpesaOrder, byStaff, getDraft, order, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
/** Phone A (Ksh 3,000), and a product that fills up a limit. */
let a: Awaited<ReturnType<typeof addProduct>>;
let other: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
  registerStale(shop.deps, shop.services);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  a = await addProduct(shop, { name: 'Phone A', price: 3000, stock: 60 });
  other = await addProduct(shop, { price: 1, stock: 1000 });
});

const TEN =
  'You can have at most 10 open orders with cash on delivery. Please wait until one is delivered, cancel one, or pay with M-Pesa.';
const VALUE =
  'Your open orders with cash on delivery may come to at most Ksh\u00a0300,000 together. Please order less, wait until one is delivered, or pay with M-Pesa.';
const FIRST =
  'Until your first order is delivered, your orders with cash on delivery may come to at most Ksh\u00a0100,000 together. Please order less, or pay with M-Pesa.';
const THREE = 'You can have at most 3 unpaid M-Pesa orders. Please pay or cancel one of them first.';
const PIECES =
  'You can have at most 50 pieces of Phone A in your open orders. Please order fewer, or wait until an order is delivered.';

const OPEN_CASH = { paymentMethod: 'cod', expiresAt: null } as const;
const DELIVERED = { ...OPEN_CASH, status: 'delivered', isDelivered: true, isPaid: true, money: 'paid' } as const;
const CANCELLED = { status: 'cancelled', cancelReason: 'shopper' } as const;
const EXPIRED = { status: 'cancelled', cancelReason: 'expired' } as const;
const PAID = { status: 'processing', isPaid: true, money: 'paid' } as const;

/** Writes `count` existing orders of the shopper straight into the database. */
async function has(
  count: number,
  change: Partial<typeof orders.$inferInsert>,
  { product = other, quantity = 1, total }: { product?: typeof a; quantity?: number; total?: number } = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let done = 0; done < count; done += 1) {
    const id = await addMpesaOrder(shop, shopper, product, quantity);
    const sums = total === undefined ? {} : { itemsPrice: total, totalPrice: total };
    await shop.db.sql
      .update(orders)
      .set({ status: 'pending', ...change, ...sums })
      .where(eq(orders.id, id));
    ids.push(id);
  }
  return ids;
}

const cod = (quantity = 1, change: Partial<OrderDraft> = {}) => getDraft([{ ...a, quantity }], change);
const mpesa = (quantity = 1, change: Partial<OrderDraft> = {}) => cod(quantity, { paymentMethod: 'mpesa', ...change });
const readRow = async (id: string) => (await shop.db.sql.select().from(orders).where(eq(orders.id, id)))[0];
const countOrders = async () => (await shop.db.sql.select().from(orders)).length;
const toCash = (id: string) => shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: shopper.token });

async function expectMade(draft: OrderDraft) {
  const { status, body } = await order(shop, shopper, draft);
  expect([status, body.message]).toEqual([200, body.message]);
  return body.data.order._id;
}

/** Expects a 409 with only this text: creates no order, reserves nothing more and leaves the key free. */
async function expectRefused(draft: OrderDraft, text: string) {
  const before = [await readStock(shop, a.id), await countOrders()];
  const { status, body } = await order(shop, shopper, draft, 'K1');
  expect([status, body]).toEqual([409, { success: false, message: text, requestId: expect.any(String) }]);
  expect([await readStock(shop, a.id), await countOrders()]).toEqual(before);
}

describe('D19: cash on delivery', () => {
  test('accepts the tenth open order and rejects the eleventh, whose key stays free for the same draft', async () => {
    const [first = ''] = await has(9, OPEN_CASH);
    await expectMade(cod());
    await expectRefused(cod(), TEN);
    await shop.call(cancelOrder, { id: first }, { token: shopper.token });
    expect((await order(shop, shopper, cod(), 'K1')).status).toBe(200);
    // Returns the first response again without checking a limit.
    expect((await order(shop, shopper, cod(), 'K1')).status).toBe(200);
  });

  test.each([
    ['delivered', DELIVERED],
    ['cancelled', CANCELLED],
    ['paid', { ...PAID, ...OPEN_CASH }],
  ] as const)('an order that is %s is not open', async (_, change) => {
    await has(9, { ...OPEN_CASH, status: 'shipped' });
    await has(1, change);
    await expectMade(cod());
  });

  test('Ksh 100,000 in total until a first order of any payment method is delivered, then 300,000', async () => {
    const [open = ''] = await has(1, OPEN_CASH, { total: 97_000 });
    const last = await expectMade(cod());
    await shop.call(cancelOrder, { id: last }, { token: shopper.token });
    await shop.db.sql.update(orders).set({ itemsPrice: 97_001, totalPrice: 97_001 }).where(eq(orders.id, open));
    await expectRefused(cod(), FIRST);
    await has(1, { ...DELIVERED, paymentMethod: 'mpesa' });
    await expectMade(cod());
  });

  test('limits the first order as well', async () => {
    const dear = await addProduct(shop, { price: 100_001 });
    await expectRefused(getDraft([dear]), FIRST);
    await has(1, DELIVERED);
    await expectMade(getDraft([dear]));
  });

  test('allows exactly 300,000, also in a single order', async () => {
    await has(1, DELIVERED);
    const dear = await addProduct(shop, { price: 300_000 });
    const whole = await expectMade(getDraft([dear]));
    await shop.call(cancelOrder, { id: whole }, { token: shopper.token });
    const [open = ''] = await has(1, OPEN_CASH, { total: 297_000 });
    const last = await expectMade(cod());
    await shop.call(cancelOrder, { id: last }, { token: shopper.token });
    await shop.db.sql.update(orders).set({ itemsPrice: 297_001, totalPrice: 297_001 }).where(eq(orders.id, open));
    await expectRefused(cod(), VALUE);
    await expectMade(mpesa());
  });

  test('creates one of eight concurrent orders when 9 are open', async () => {
    await has(9, OPEN_CASH);
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(shop, shopper, cod())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect([status, body.message]).toEqual([409, TEN]);
    expect((await readStock(shop, a.id)).reserved).toBe(1);
  });

  test('concurrent orders and switches to cash share the limits', async () => {
    await has(9, OPEN_CASH);
    const unpaid = await has(3, {});
    const answers = await Promise.all([
      ...unpaid.map(async (id) => (await toCash(id)).status),
      ...Array.from({ length: 3 }, async () => (await order(shop, shopper, cod())).status),
    ]);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('D19: unpaid M-Pesa orders', () => {
  test('accepts the third order and rejects the fourth; cash on delivery is still accepted', async () => {
    await has(2, {});
    await expectMade(mpesa());
    await expectRefused(mpesa(2), THREE);
    await expectMade(cod());
  });

  test('does not count paid, expired, cancelled and cash orders', async () => {
    for (const change of [PAID, EXPIRED, CANCELLED]) await has(1, change);
    await has(10, OPEN_CASH);
    await has(2, {});
    await expectMade(mpesa());
  });

  test('counts a replacement order instead of the order that it replaces', async () => {
    const [old = ''] = await has(3, {});
    await expectMade(mpesa(1, { replaces: old }));
    expect(await readRow(old)).toMatchObject({ status: 'cancelled', cancelReason: 'replaced' });
  });

  test('creates three of several different concurrent orders', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => order(shop, shopper, mpesa(at + 1), `K${at}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.message === THREE)).toHaveLength(5);
  });
});

describe('D19: pieces of one product', () => {
  test('accepts 50 and rejects 51, in one line or two', async () => {
    await expectRefused(cod(51, { paymentMethod: 'mpesa' }), PIECES);
    const lines = getDraft([
      { ...a, quantity: 26 },
      { ...a, quantity: 25 },
    ]);
    await expectRefused({ ...lines, paymentMethod: 'mpesa' }, PIECES);
    await expectMade(mpesa(50));
    await expectRefused(cod(1), PIECES);
  });

  test('counts all open orders of any payment method', async () => {
    await has(1, OPEN_CASH, { product: a, quantity: 25, total: 1 });
    await has(1, {}, { product: a, quantity: 24, total: 1 });
    await expectRefused(cod(2), PIECES);
    await expectMade(cod(1));
  });

  test('does not count delivered, cancelled and paid orders', async () => {
    for (const change of [DELIVERED, CANCELLED, PAID]) await has(1, change, { product: a, quantity: 49 });
    await expectMade(cod(2));
  });

  test('counts a replacement instead of the replaced order, which a rejection leaves open', async () => {
    const [old = ''] = await has(1, {}, { product: a, quantity: 40 });
    const [more = ''] = await has(1, OPEN_CASH, { product: a, quantity: 1, total: 1 });
    await shop.db.sql.update(orders).set({ itemsPrice: 120_000, totalPrice: 120_000 }).where(eq(orders.id, old));
    await expectRefused(mpesa(50, { replaces: old }), PIECES);
    expect(await readRow(old)).toMatchObject({ status: 'pending' });
    await shop.call(cancelOrder, { id: more }, { token: shopper.token });
    await expectMade(mpesa(50, { replaces: old }));
  });

  test('concurrent orders share the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(shop, shopper, cod(10))));
    expect(answers.filter(({ status }) => status === 200).length * 10).toBeLessThanOrEqual(50);
    expect((await readStock(shop, a.id)).reserved).toBeLessThanOrEqual(50);
  });
});

describe('D19: a switch to cash is subject to the cash limits', () => {
  test.each([
    ['10 open orders', 10, 1, TEN, false],
    ['its own value above 300,000 with the others', 1, 297_001, VALUE, true],
    ['its own value above 100,000 with the others, none delivered', 1, 98_000, FIRST, false],
  ] as const)('%s', async (_, count, total, text, hasDelivered) => {
    if (hasDelivered) await has(1, DELIVERED);
    await has(count, OPEN_CASH, { total });
    const [id = ''] = await has(1, {}, { product: a });
    const before = await readRow(id);
    const { status, body } = await toCash(id);
    expect([status, body]).toEqual([409, { success: false, message: text, requestId: expect.any(String) }]);
    expect(await readRow(id)).toEqual(before);
  });

  test('counts the order once: an order of 100,000 can be switched', async () => {
    const [id = ''] = await has(1, {}, { total: 100_000 });
    expect((await toCash(id)).body.data.order.paymentMethod).toBe('cod');
  });
});

describe('D19: a cash order that the staff does not process', () => {
  const HOUR = 3_600_000;
  const readAlarms = (id: string) =>
    shop.db.sql.select({ kind: paymentAlarms.kind }).from(paymentAlarms).where(eq(paymentAlarms.orderId, id));

  test('raises one alarm after 48 h and stays open; a processed order raises none', async () => {
    const [left, touched] = [await expectMade(cod()), await expectMade(cod())];
    await byStaff(shop, touched, 'processing');
    shop.clock.advance(47 * HOUR);
    await shop.deps.jobs.runDue();
    expect(await readAlarms(left)).toEqual([]);
    for (let hour = 0; hour < 3; hour += 1) {
      shop.clock.advance(HOUR);
      await shop.deps.jobs.runDue();
    }
    expect([await readAlarms(left), await readAlarms(touched)]).toEqual([[{ kind: 'order.untouched' }], []]);
    const { body } = await shop.call(getOrder, { id: left }, { token: shopper.token });
    expect(body.data.order.status).toBe('pending');
  });
});
