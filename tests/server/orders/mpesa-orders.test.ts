// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stkPush } from '../../../contract/mpesa.ts';
import { orderPayment } from '../../../contract/order-payment.ts';
import { cancelOrder, getOrder, type OrderDraft } from '../../../contract/orders.ts';
import { jobs, orderLines, orders } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { byStaff, getDraft, order, type DraftLine, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

const HOLD_MS = 1_800_000;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 20 });
});

const mpesa = (lines: readonly DraftLine[], change: Partial<OrderDraft> = {}) =>
  getDraft(lines, { paymentMethod: 'mpesa', ...change });
const readOrders = () => shop.db.sql.select().from(orders).where(eq(orders.userId, shopper.user.id));

describe('D12: an M-Pesa order is held for 30 minutes', () => {
  test('reserves its stock, shows the time of its expiry, and has an expiry job', async () => {
    const { status, body } = await order(shop, shopper, mpesa([{ ...product, quantity: 2 }]), 'K1');
    expect(status).toBe(200);
    const { _id: id, createdAt, expiresAt } = body.data.order;
    expect(body.data.order).toMatchObject({
      status: 'pending',
      isPaid: false,
      paymentMethod: 'mpesa',
      cancelReason: null,
    });
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(HOLD_MS);
    const lines = await shop.db.sql.select().from(orderLines).where(eq(orderLines.orderId, id));
    expect([lines.map(({ reservation }) => reservation), (await readStock(shop, product.id)).reserved]).toEqual([
      ['held'],
      2,
    ]);
    const due = (await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'orders.expiry'))).filter(
      ({ payload }) => (payload as { orderId: string }).orderId === id,
    );
    expect(due.map(({ runAt }) => runAt.toISOString())).toEqual([expiresAt]);
    const shown = (await shop.call(getOrder, { id }, { token: shopper.token })).body.data;
    expect(shown).toEqual({ order: { ...body.data.order, byHand: true } });
  });

  test('Q24: a cash order has no expiry; a cancelled order shows its reason and no expiry', async () => {
    expect((await order(shop, shopper, getDraft([product]))).body.data.order.expiresAt).toBeNull();
    const id = (await order(shop, shopper, mpesa([product]))).body.data.order._id;
    const cancelled = await shop.call(cancelOrder, { id }, { token: shopper.token });
    expect(cancelled.body.data.order).toMatchObject({ status: 'cancelled', cancelReason: 'shopper', expiresAt: null });
  });

  test('Q24, A36: the staff cannot process it before it is paid', async () => {
    const id = (await order(shop, shopper, mpesa([product]))).body.data.order._id;
    for (const status of ['processing', 'shipped', 'delivered'] as const) {
      await expect(byStaff(shop, id, status)).rejects.toMatchObject({ kind: 'conflict' });
    }
    expect((await readOrders())[0]).toMatchObject({ status: 'pending' });
  });
});

describe('A51: the highest M-Pesa payment', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await createTestApp({ env: { MPESA_BY_HAND: 'off' } });
  });
  afterAll(() => plain.close());

  test('without payments by hand: accepts Ksh 250,000, rejects one shilling more, and reserves nothing', async () => {
    const buyer = await plain.signIn();
    const most = await addProduct(plain, { price: 250_000 });
    const over = await addProduct(plain, { price: 250_001 });
    expect((await order(plain, buyer, mpesa([most]))).status).toBe(200);
    const { status, body } = await order(plain, buyer, mpesa([over]));
    // Cash rejects such a sum for a first order too, so one text explains what helps (A51, D19).
    const says =
      'M-Pesa takes at most Ksh\u00a0250,000 per payment, and open orders with cash on delivery at most Ksh\u00a0100,000 together until your first order is delivered. Please order fewer goods, or contact us: 0700 123 456.';
    expect([status, body.message, body.fields]).toEqual([400, says, { paymentMethod: says }]);
    expect((await readStock(plain, over.id)).reserved).toBe(0);
  });

  test('PAY-C1: by hand it takes Ksh 500,000, in payments of at most Ksh 250,000, and no prompt', async () => {
    const most = await addProduct(shop, { price: 500_000 });
    const over = await addProduct(shop, { price: 500_001 });
    const placed = await order(shop, shopper, mpesa([most]));
    expect(placed.status).toBe(200);
    const { _id: id } = placed.body.data.order;
    const { body } = await shop.call(orderPayment, { id }, { token: shopper.token });
    expect(body.data.byHand).toMatchObject({ amount: 500_000, each: 250_000 });
    const push = { phoneNumber: '254712345678', amount: 500_000, orderId: id, accountReference: id.slice(0, 8) };
    expect((await shop.call(stkPush, push, { token: shopper.token })).status).toBe(400);

    const refused = await order(shop, shopper, mpesa([over]));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'M-Pesa takes at most Ksh\u00a0500,000 a day, and open orders with cash on delivery at most Ksh\u00a0100,000 together until your first order is delivered. Please order fewer goods, or contact us: 0700 123 456.',
    ]);
    expect((await readStock(shop, over.id)).reserved).toBe(0);
  });

  test('rejects a total that the client lowered to get under the limit', async () => {
    const over = await addProduct(shop, { price: 500_001 });
    expect((await order(shop, shopper, mpesa([over], { itemsPrice: 1, totalPrice: 1 }))).status).toBe(409);
    expect(await readOrders()).toEqual([]);
  });
});

describe('D9: pressing Pay again', () => {
  test('the same key returns the same M-Pesa order, and its stock is reserved once', async () => {
    const answers = [
      await order(shop, shopper, mpesa([product]), 'K1'),
      await order(shop, shopper, mpesa([product]), 'K1'),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect([(await readOrders()).length, (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('R12: ten clicks without a key create one M-Pesa order', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(shop, shopper, mpesa([product]))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.order._id)).size).toBe(1);
    expect([(await readOrders()).length, (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('two tabs with different keys create one order, and each key returns it afterwards', async () => {
    const both = await Promise.all(['tab-1', 'tab-2'].map((key) => order(shop, shopper, mpesa([product]), key)));
    const again = await Promise.all(['tab-2', 'tab-1'].map((key) => order(shop, shopper, mpesa([product]), key)));
    expect(new Set([...both, ...again].map(({ body }) => body.data.order._id)).size).toBe(1);
    expect([(await readOrders()).length, (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
    expect((await order(shop, shopper, mpesa([{ ...product, quantity: 2 }]), 'tab-2')).status).toBe(400);
  });

  test('providers 2.4: an equal order without a key counts as a double click for less than 10 s', async () => {
    const own = await createTestApp();
    const who = await own.signIn();
    const what = await addProduct(own, { stock: 20 });
    const place = async (draft = mpesa([what])) => (await order(own, who, draft)).body.data.order._id;
    stopTime(own);
    const first = await place();
    own.clock.advance(9_999);
    expect(await place()).toBe(first);
    expect(await place(mpesa([{ ...what, quantity: 2 }]))).not.toBe(first);
    expect((await order(own, await own.signIn(), mpesa([what]))).body.data.order._id).not.toBe(first);
    own.clock.advance(1);
    expect(await place()).not.toBe(first);
    vi.restoreAllMocks();
    await own.close();
  });

  test('providers 2.4: does not return an order that was cancelled or paid in the meantime', async () => {
    const place = async () => (await order(shop, shopper, mpesa([product]))).body.data.order._id;
    const cancelled = await place();
    await shop.call(cancelOrder, { id: cancelled }, { token: shopper.token });
    const paid = await place();
    await shop.db.sql
      .update(orders)
      .set({ isPaid: true, money: 'paid', paidAt: shop.clock.now(), status: 'processing' })
      .where(eq(orders.id, paid));
    const third = await place();
    expect(new Set([cancelled, paid, third]).size).toBe(3);
    expect(await place()).toBe(third);
  });
});
