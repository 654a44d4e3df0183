// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOrderByKey } from '../../../contract/orders.ts';
import { createServices } from '../../../server/composition.ts';
import { idempotencyKeys, orders, products, productStock } from '../../../server/db/schema.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { findKey } from '../../../server/modules/orders/order-keys.repository.ts';
import { createOrderService } from '../../../server/modules/orders/create-order.service.ts';
import { hashRequest } from '../../../server/modules/orders/order-keys.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order, readDraft, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 50 });
});

const count = async () => (await shop.db.sql.select().from(orders).where(eq(orders.userId, shopper.user.id))).length;

/** Runs `work` while another transaction locks the product's stock. */
async function whileLocked<Result>(productId: string, work: () => Promise<Result>): Promise<Result> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { held } = await new Promise<{ held: Promise<void> }>((resolve) => {
    const held = shop.db.tx(async (tx) => {
      await tx.select().from(productStock).where(eq(productStock.productId, productId)).for('update');
      resolve({ held });
      await released;
    });
  });
  const result = await work();
  release();
  await held;
  return result;
}

describe('D9, D10: one key, one order', () => {
  test('the same key and body return the first response again', async () => {
    const first = await order(shop, shopper, getDraft([product]), 'K1');
    await shop.db.sql.update(products).set({ price: 9 }).where(eq(products.id, product.id));
    await shop.db.sql.update(orders).set({ status: 'processing' }).where(eq(orders.id, first.body.data.order._id));
    const again = await order(shop, shopper, getDraft([product]), 'K1');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([await count(), (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('D9: a key of another call, another shopper or another name has no effect', async () => {
    const userId = shopper.user.id;
    const row = { bodyHash: 'h', status: 200, body: {}, createdAt: shop.clock.now() };
    await shop.db.sql.insert(idempotencyKeys).values({ ...row, userId, route: 'POST /others', key: 'K9' });
    expect(await findKey(shop.db.sql, userId, 'K9')).toBeNull();
    await order(shop, shopper, getDraft([product]), 'K9');
    expect((await findKey(shop.db.sql, userId, 'K9'))?.route).not.toBe('POST /others');
    expect(await findKey(shop.db.sql, userId, 'K8')).toBeNull();
    expect(await findKey(shop.db.sql, (await shop.signIn()).user.id, 'K9')).toBeNull();
  });

  test('providers 2.4, H15: the same key with a different order returns 400 and creates nothing', async () => {
    await order(shop, shopper, getDraft([product]), 'K1');
    const { status, body } = await order(shop, shopper, getDraft([{ ...product, quantity: 2 }]), 'K1');
    expect([status, body.message]).toEqual([400, 'This key was already used for another order.']);
    expect([await count(), (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('D9, D21: the same key with another payment method returns the first order and creates no second', async () => {
    const first = await order(shop, shopper, getDraft([product], { paymentMethod: 'mpesa' }), 'K1');
    const { status, body } = await order(shop, shopper, getDraft([product]), 'K1');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'This order was already placed with another payment method.',
      data: { orderId: first.body.data.order._id },
    });
    expect([await count(), (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('hashes a request by its fields and values, in any order and at any depth', () => {
    const given = { b: 1, a: [{ d: 2, c: 3 }], c: undefined };
    expect(hashRequest({ a: [{ c: 3, d: 2 }], b: 1 })).toBe(hashRequest(given));
    for (const other of [
      { ...given, b: 2 },
      { ...given, a: [{ d: 3, c: 2 }] },
      { ...given, c: null },
    ])
      expect(hashRequest(other)).not.toBe(hashRequest(given));
  });

  test('the field order does not make a different order', async () => {
    const draft = getDraft([product]);
    const first = await order(shop, shopper, draft, 'K1');
    const turned = Object.fromEntries(Object.entries(draft).toReversed()) as typeof draft;
    expect((await order(shop, shopper, turned, 'K1')).body).toEqual(first.body);
  });

  test('an equal key of another shopper is a different key', async () => {
    const other = await shop.signIn();
    const ids = [
      await order(shop, shopper, getDraft([product]), 'K1'),
      await order(shop, other, getDraft([product]), 'K1'),
    ];
    expect(new Set(ids.map(({ body }) => body.data.order._id)).size).toBe(2);
  });

  test('R12: ten concurrent requests with one key create one order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => order(shop, shopper, getDraft([product]), 'K1')),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect([await count(), (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('R12, providers 2.4: a request that has waited for a running one returns 409 with Retry-After', async () => {
    const { create } = createOrderService(shop.deps, createServices(shop.deps), { waitMs: 0 });
    const user = { ...shopper.user, tokenHash: '' };
    const draft = readDraft(getDraft([product]));
    const first = await whileLocked(product.id, async () => {
      const running = create(user, draft, 'K1');
      await expect(create(user, draft, 'K1')).rejects.toMatchObject({ kind: 'conflict', retryAfter: 1 });
      return { running };
    });
    const reply = await first.running;
    expect(await create(user, draft, 'K1')).toEqual(reply);
  });

  test('R12: two processes with one key wait for each other and return one response', async () => {
    const processes = Array.from({ length: 6 }, () => createServices(shop.deps).newOrders);
    const user = { ...shopper.user, tokenHash: '' };
    const draft = readDraft(getDraft([product]));
    const answers = await Promise.all(processes.map(({ create }) => create(user, draft, 'K1')));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect([await count(), (await readStock(shop, product.id)).reserved]).toEqual([1, 1]);
  });

  test('providers 2.4: makes another M-Pesa order when the first one of a double click is not known', async () => {
    const draft = getDraft([product], { paymentMethod: 'mpesa' });
    await order(shop, shopper, draft, 'K1');
    await shop.db.sql.update(idempotencyKeys).set({ orderId: null }).where(eq(idempotencyKeys.userId, shopper.user.id));
    expect((await order(shop, shopper, draft, 'K2')).status).toBe(200);
    expect(await count()).toBe(2);
  });

  test('a refused order leaves its key free', async () => {
    expect((await order(shop, shopper, getDraft([{ ...product, price: 1 }]), 'K1')).status).toBe(409);
    expect((await order(shop, shopper, getDraft([product]), 'K1')).status).toBe(200);
  });

  test('a key is valid for 24 hours and then deleted', async () => {
    const own = await createTestApp();
    const who = await own.signIn();
    const what = await addProduct(own, { stock: 50 });
    const first = await order(own, who, getDraft([what]), 'K1');
    own.clock.advance(86_400_000 - 60_000);
    expect((await order(own, who, getDraft([what]), 'K1')).body).toEqual(first.body);
    own.clock.advance(60_000);
    const second = await order(own, who, getDraft([{ ...what, quantity: 2 }]), 'K1');
    expect(second.body.data.order._id).not.toBe(first.body.data.order._id);
    registerMaintenance(own.deps, own.services);
    await own.deps.jobs.runDue();
    own.clock.advance(86_400_000);
    await own.deps.jobs.runDue();
    expect(await own.db.sql.select().from(idempotencyKeys)).toEqual([]);
    await own.close();
  });

  test.each(['', 'x'.repeat(256), 'a b', 'ü'])('H15: rejects %j as a key', async (key) => {
    const { status, body } = await order(shop, shopper, getDraft([product]), key);
    expect([status, body.message !== '']).toEqual([400, true]);
    expect(await count()).toBe(0);
  });
});

describe('D10: GET /orders/by-key', () => {
  const byKey = (key: string, { token }: Shopper) => shop.call(getOrderByKey, { key }, { token });

  test('reports whether a create call with a lost response succeeded', async () => {
    const key = randomUUID();
    expect([(await byKey(key, shopper)).status, (await byKey(key, shopper)).body.message]).toEqual([
      404,
      'Order not found',
    ]);
    const made = await order(shop, shopper, getDraft([product]), key);
    expect((await byKey(key, shopper)).body.data).toEqual(made.body.data);
  });

  test('does not find another shopper’s key', async () => {
    await order(shop, shopper, getDraft([product]), 'K1');
    expect((await byKey('K1', await shop.signIn())).status).toBe(404);
  });
});
