// @engine postgres
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { listProducts } from '../../contract/catalogue.ts';
import { openPayment } from '../../contract/mpesa.ts';
import { listMyOrders, ORDER_STATUSES, type Order } from '../../contract/orders.ts';
import {
  orderEvents,
  orderLines,
  orders,
  paymentAttempts,
  payments,
  productStock,
  products,
} from '../../server/db/schema.ts';
import { demoOrders } from '../../demo/orders.ts';
import { shopper } from '../../demo/seeds/0003-shopper.ts';
import { orderId, orders as ordersOf } from '../../demo/seeds/0004-orders.ts';
import { readDemo } from '../../demo/data.ts';
import { toStableId } from '../../server/db/ids.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { toOrderSnapshot } from '../../server/modules/settlement/order-state.rules.ts';
import { findOrder } from '../../server/modules/settlement/stored-orders.repository.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

const demo = readDemo();
const seeds = getSeeds(demo);
let shop: TestApp;
let token: string;

beforeAll(async () => {
  shop = await createTestApp();
  await seed(shop.deps, seeds);
  const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
  token = 'token' in body.data ? body.data.token : '';
});
afterAll(() => shop.close());

const mine = async () => (await shop.call(listMyOrders, {}, { token })).body.data.orders;
const allRows = async () => ({
  orders: await shop.db.sql.select().from(orders).orderBy(asc(orders.id)),
  lines: await shop.db.sql.select().from(orderLines).orderBy(asc(orderLines.id)),
  stock: await shop.db.sql.select().from(productStock).orderBy(asc(productStock.productId)),
  attempts: await shop.db.sql.select().from(paymentAttempts).orderBy(asc(paymentAttempts.id)),
  events: await shop.db.sql.select().from(orderEvents).orderBy(asc(orderEvents.id)),
});
const ofStatus = (all: readonly Order[], status: string) => all.filter((order) => order.status === status);

describe('issue 3: the demo shopper’s orders', () => {
  test('§4: have all five statuses, newest first', async () => {
    const all = await mine();
    expect(all).toHaveLength(demoOrders.length);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
    expect(all.map(({ _id }) => _id)).toEqual(demoOrders.map(orderId));
    for (const { createdAt, updatedAt } of all) {
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse(updatedAt));
      expect(Date.parse(updatedAt)).toBeLessThan(shop.clock.now().getTime());
    }
  });

  test('one is cash on delivery, one is packed for a station, one is shipped with a tracking number, some were delivered', async () => {
    const all = await mine();
    expect(ofStatus(all, 'pending')).toMatchObject([
      {
        paymentMethod: 'cod',
        isPaid: false,
        expiresAt: null,
        shippingAddress: { address: 'Moi Avenue 12', city: 'Nairobi' },
      },
    ]);
    expect(ofStatus(all, 'processing')).toMatchObject([
      {
        paymentMethod: 'mpesa',
        isPaid: true,
        expiresAt: null,
        shippingAddress: {
          deliveryMethod: 'pickup_station',
          address: 'Mpaka Road, Westlands',
          city: 'Westlands',
          pickupLocation: { county: 'Nairobi', town: 'Westlands', station: 'Westlands Mpaka Road' },
        },
      },
    ]);
    expect(ofStatus(all, 'shipped')).toMatchObject([
      { isPaid: true, trackingNumber: 'DUKA-7302-KE', isDelivered: false },
    ]);
    expect(
      ofStatus(all, 'delivered').map(({ isDelivered, isPaid, paymentMethod }) => [isDelivered, isPaid, paymentMethod]),
    ).toEqual([
      [true, true, 'cod'],
      [true, true, 'mpesa'],
    ]);
    expect(ofStatus(all, 'cancelled').map(({ cancelReason, isPaid }) => [cancelReason, isPaid])).toEqual([
      ['expired', false],
      ['shopper', false],
    ]);
  });

  test('every pickup uses a station of the demo shop', () => {
    for (const { station } of demoOrders)
      if (station !== undefined) expect(demo.stations).toContainEqual(expect.objectContaining(station));
  });

  test('contain the catalogue’s products at its prices, which were on sale before', async () => {
    const ages = new Map(demo.products.map((product) => [toStableId('product', product.slug), product]));
    for (const { orderItems, itemsPrice, totalPrice, createdAt } of await mine()) {
      for (const { product, price, name } of orderItems) {
        expect({ price, name }).toEqual({ price: ages.get(product)?.price, name: ages.get(product)?.name });
        const [row] = await shop.db.sql.select().from(products).where(eq(products.id, product));
        expect(row?.createdAt.getTime()).toBeLessThan(Date.parse(createdAt));
      }
      expect(totalPrice).toBe(itemsPrice);
      expect(itemsPrice).toBe(orderItems.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
    }
  });

  test('D11: unsent orders are reserved, and the available stock is the catalogue’s', async () => {
    const { orders: rows, lines, stock } = await allRows();
    const waiting = new Set(
      rows.filter(({ status }) => status === 'pending' || status === 'processing').map(({ id }) => id),
    );
    for (const { productId, reserved } of stock) {
      const pieces = lines.filter(
        (line) => line.productId === productId && line.reservation !== 'released' && waiting.has(line.orderId),
      );
      expect(reserved).toBe(pieces.reduce((sum, { quantity }) => sum + quantity, 0));
    }
    const { body } = await shop.call(listProducts, { limit: 1000 });
    expect(new Map(body.data.products.map(({ slug, stock: left }) => [slug, left]))).toEqual(
      new Map(demo.products.map(({ slug, stock: left }) => [slug, left])),
    );
  });

  test('D7: paid orders have an attempt and a payment, and no prompt is open', async () => {
    const { orders: rows, attempts } = await allRows();
    const money = await shop.db.sql.select().from(payments);
    for (const { id, paymentMethod, isPaid, totalPrice, paidAt, shortId } of rows) {
      const own = attempts.filter((attempt) => attempt.orderId === id);
      expect(own).toHaveLength(paymentMethod === 'mpesa' ? 1 : 0);
      for (const { state, amount, accountReference, phone } of own) {
        expect([state, amount, accountReference, phone]).toEqual([
          isPaid ? 'succeeded' : 'failed',
          totalPrice,
          shortId.toUpperCase(),
          '254712345678',
        ]);
      }
      const expected =
        paymentMethod === 'mpesa' && isPaid
          ? [
              {
                id: own[0]?.id,
                attemptId: own[0]?.id,
                source: 'prompt',
                orderId: id,
                phone: '254712345678',
                receipt: expect.stringMatching(/^[\dA-F]{10}$/),
                amount: totalPrice,
                refunded: 0,
                paidAt,
              },
            ]
          : [];
      expect(money.filter((payment) => payment.orderId === id)).toEqual(expected);
    }
    expect((await shop.call(openPayment, {}, { token })).body.data.payment).toBeNull();
  });

  test('every row is a state of the order machine, with a history that starts with its creation', async () => {
    const { events } = await allRows();
    for (const demo of demoOrders) {
      const stored = await findOrder(shop.db.sql, orderId(demo));
      if (stored === null) throw new Error('not stored');
      const { status } = toOrderSnapshot(stored, []).value;
      expect(typeof status === 'string' ? status : Object.keys(status)[0]).toBe(stored.order.status);
      const own = events
        .filter((event) => event.orderId === stored.order.id)
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      expect(own.map(({ type }) => type)).toEqual([
        'created',
        ...demo.history.map(
          ({ event }) => ({ paid: 'payment.succeeded', expired: 'expiry.due' })[event.type as 'paid'] ?? event.type,
        ),
      ]);
    }
  });

  test('time passes: no order expires, sends a query or sends an SMS', async () => {
    const before = await allRows();
    shop.clock.advance(48 * 3_600_000);
    await shop.deps.jobs.runDue();
    expect(await allRows()).toEqual(before);
    expect(shop.sms.texts).toEqual([]);
  });
});

describe('issue 3: the next start', () => {
  test('adds nothing and changes nothing', async () => {
    const before = await allRows();
    await seed(shop.deps, seeds);
    expect(await allRows()).toEqual(before);
  });

  test('a shop without the demo account, or with other products, has no demo orders', async () => {
    const other = await createTestApp();
    await seed(other.deps, [shopper, ordersOf(demo)]);
    expect(await other.db.sql.select().from(orders)).toEqual([]);
    await seed(other.deps, seeds);
    expect(await other.db.sql.select().from(orders)).toHaveLength(demoOrders.length);
    await other.close();
  });

  test('a shop without a password in the settings has no demo orders until one is set', async () => {
    const other = await createTestApp();
    await seed({ ...other.deps, env: { ...other.env, demoPassword: null } }, seeds);
    expect(await other.db.sql.select().from(orders)).toEqual([]);
    await seed(other.deps, seeds);
    expect(await other.db.sql.select().from(orders)).toHaveLength(demoOrders.length);
    await other.close();
  });

  test('two processes that start concurrently create the orders once', async () => {
    const other = await createTestApp();
    await seed({ ...other.deps, env: { ...other.env, demoPassword: null } }, seeds);
    await Promise.all([seed(other.deps, seeds), seed(other.deps, seeds)]);
    await seed(other.deps, seeds);
    expect(await other.db.sql.select().from(orders)).toHaveLength(demoOrders.length);
    await other.close();
  });
});
