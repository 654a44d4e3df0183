// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder, changePaymentMethod, getOrder } from '../../../contract/orders.ts';
import { orderEvents, orderLines, orders } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { byStaff, addMpesaOrder, getDraft, order, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 5 });
});

const place = async (quantity = 2) =>
  (await order(shop, shopper, getDraft([{ ...product, quantity }]))).body.data.order._id;
const cancel = (id: string) => shop.call(cancelOrder, { id }, { token: shopper.token });
const payAtDoor = (id: string) =>
  shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: shopper.token });
const readRow = async (id: string) => (await shop.db.sql.select().from(orders).where(eq(orders.id, id)))[0];
const readReservations = async (id: string) =>
  (await shop.db.sql.select().from(orderLines).where(eq(orderLines.orderId, id))).map(({ reservation }) => reservation);
const readEvents = async (id: string) =>
  (await shop.db.sql.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.at)).map(
    ({ type }) => type,
  );

describe('H4: the shopper cancels an order', () => {
  test('a pending order releases its stock; a second cancellation changes nothing', async () => {
    const id = await place();
    expect((await cancel(id)).body.data.order.status).toBe('cancelled');
    expect(await readRow(id)).toMatchObject({ status: 'cancelled', cancelReason: 'shopper', isPaid: false });
    expect(await readReservations(id)).toEqual(['released']);
    expect([(await cancel(id)).status, (await readStock(shop, product.id)).reserved]).toEqual([200, 0]);
    expect(await readEvents(id)).toEqual(['created', 'shopper.cancel']);
  });

  test('an unpaid order that is being packed can be cancelled', async () => {
    const id = await place();
    await byStaff(shop, id, 'processing');
    expect((await cancel(id)).status).toBe(200);
    expect((await readStock(shop, product.id)).reserved).toBe(0);
  });

  test('a paid or shipped order cannot be cancelled', async () => {
    const paid = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 });
    await shop.db.sql
      .update(orders)
      .set({ isPaid: true, money: 'paid', paidAt: shop.clock.now(), status: 'processing' })
      .where(eq(orders.id, paid));
    expect([(await cancel(paid)).status, (await cancel(paid)).body.message]).toEqual([
      409,
      'A paid order can no longer be cancelled here.',
    ]);
    const shipped = await place();
    await byStaff(shop, shipped, 'processing');
    await byStaff(shop, shipped, 'shipped');
    expect([(await cancel(shipped)).status, (await cancel(shipped)).body.message]).toEqual([
      409,
      'This order can no longer be cancelled.',
    ]);
  });

  test('R14, D11: concurrent cancellations return the stock once', async () => {
    const id = await place(3);
    const statuses = await Promise.all([
      ...Array.from({ length: 8 }, () => cancel(id)),
      byStaff(shop, id, 'cancelled'),
    ]);
    expect(statuses).toHaveLength(9);
    expect((await readStock(shop, product.id)).reserved).toBe(0);
    expect(await readEvents(id)).toHaveLength(2);
  });

  test('repeats the decision when the staff changes the order first', async () => {
    const id = await place(1);
    const outcomes = await Promise.allSettled([
      cancel(id),
      byStaff(shop, id, 'processing').then(() => byStaff(shop, id, 'shipped', 'T')),
    ]);
    const { status, cancelReason } = (await readRow(id)) ?? {};
    const { onHand, reserved } = await readStock(shop, product.id);
    expect(outcomes[0]?.status).toBe('fulfilled');
    expect([status, cancelReason, onHand, reserved]).toEqual(
      status === 'cancelled' ? ['cancelled', 'shopper', 5, 0] : ['shipped', null, 4, 0],
    );
  });
});

describe('A35, A36: status changes by the staff', () => {
  test('pending, processing, shipped, delivered; cash is paid at the door, shipping reduces the stock', async () => {
    const id = await place(2);
    expect((await byStaff(shop, id, 'processing')).status).toBe('processing');
    expect(await readStock(shop, product.id)).toMatchObject({ onHand: 5, reserved: 2 });
    expect(await byStaff(shop, id, 'shipped', 'T1')).toMatchObject({
      status: 'shipped',
      trackingNumber: 'T1',
      isDelivered: false,
    });
    expect(await readStock(shop, product.id)).toMatchObject({ onHand: 3, reserved: 0 });
    shop.clock.advance(1000);
    const delivered = await byStaff(shop, id, 'delivered');
    expect(delivered).toMatchObject({ status: 'delivered', isDelivered: true, isPaid: true });
    expect([delivered.paidAt, delivered.deliveredAt]).toEqual([delivered.updatedAt, delivered.updatedAt]);
    expect(await byStaff(shop, id, 'delivered')).toEqual(delivered);
    expect(await readEvents(id)).toEqual(['created', 'staff.process', 'staff.ship', 'staff.deliver']);
  });

  test('changes that the machine rejects return 409 and change nothing', async () => {
    const id = await place();
    const before = await readRow(id);
    for (const status of ['shipped', 'delivered'] as const) {
      await expect(byStaff(shop, id, status)).rejects.toMatchObject({ kind: 'conflict' });
    }
    expect(await readRow(id)).toEqual(before);
    await byStaff(shop, id, 'cancelled');
    expect(await readRow(id)).toMatchObject({ cancelReason: 'staff' });
    await expect(byStaff(shop, id, 'processing')).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('Q24: an unpaid M-Pesa order cannot be processed', async () => {
    const id = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 });
    await expect(byStaff(shop, id, 'processing')).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('A35: the database rejects a delivered flag without the delivered status', async () => {
    const id = await place();
    await expect(shop.db.sql.update(orders).set({ isDelivered: true }).where(eq(orders.id, id))).rejects.toThrow();
  });
});

describe('D21: a change of the payment method, and a replacement order', () => {
  test('an unpaid M-Pesa order becomes cash on delivery and keeps its stock', async () => {
    const id = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 }, 5);
    const { status, body } = await payAtDoor(id);
    expect([status, body.data.order.paymentMethod, body.data.order.status]).toEqual([200, 'cod', 'pending']);
    expect(await readRow(id)).toMatchObject({ expiresAt: null });
    expect([await readReservations(id), (await readStock(shop, product.id)).reserved]).toEqual([['committed'], 5]);
    expect((await payAtDoor(id)).status).toBe(200);
  });

  test('U4: money that arrived in the meantime wins', async () => {
    const id = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 });
    await shop.db.sql
      .update(orders)
      .set({ isPaid: true, money: 'paid', paidAt: shop.clock.now(), status: 'processing' })
      .where(eq(orders.id, id));
    expect((await payAtDoor(id)).body.data.order).toMatchObject({
      paymentMethod: 'mpesa',
      isPaid: true,
      status: 'processing',
    });
  });

  test('a cancelled order keeps its payment method', async () => {
    const id = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 });
    await cancel(id);
    expect([(await payAtDoor(id)).status, (await payAtDoor(id)).body.message]).toEqual([
      409,
      'The payment method of this order can no longer be changed.',
    ]);
  });

  test('a new order takes the last pieces of the unpaid order that it replaces', async () => {
    const old = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 }, 5);
    expect((await order(shop, shopper, getDraft([{ ...product, quantity: 4 }]))).status).toBe(409);
    const { status, body } = await order(
      shop,
      shopper,
      getDraft([{ ...product, quantity: 4 }], { replaces: old }),
      'R1',
    );
    expect(status).toBe(200);
    expect(await readRow(old)).toMatchObject({ status: 'cancelled', cancelReason: 'replaced' });
    expect([await readReservations(old), (await readStock(shop, product.id)).reserved]).toEqual([['released'], 4]);
    expect(
      (await order(shop, shopper, getDraft([{ ...product, quantity: 4 }], { replaces: old }), 'R1')).body.data,
    ).toEqual(body.data);
    expect((await shop.call(getOrder, { id: old }, { token: shopper.token })).body.data.order.status).toBe('cancelled');
  });

  test('the old order is unchanged when the new order cannot be created', async () => {
    const old = await addMpesaOrder(shop, shopper, { id: product.id, price: 1500 }, 2);
    const refused = await order(shop, shopper, getDraft([{ ...product, quantity: 6 }], { replaces: old }));
    expect([refused.status, refused.body.message]).toEqual([409, 'Only 5 left']);
    expect(await readRow(old)).toMatchObject({ status: 'pending' });
    expect((await readStock(shop, product.id)).reserved).toBe(2);
  });

  test('cash, paid and cancelled orders cannot be replaced', async () => {
    const cash = await place(1);
    const { status, body } = await order(shop, shopper, getDraft([product], { replaces: cash }));
    expect([status, body.message]).toEqual([409, 'The order that this one replaces can no longer be changed.']);
    expect((await readStock(shop, product.id)).reserved).toBe(1);
  });
});
