// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangedLines, OrderDraft } from '../../../contract/orders.ts';
import { getOrder } from '../../../contract/orders.ts';
import type * as v from 'valibot';
import { addresses, orderEvents, orderLines, orders, products } from '../../../server/db/schema.ts';
import { createOrderQuotasService } from '../../../server/modules/orders/order-quotas.service.ts';
import { createOrderService } from '../../../server/modules/orders/create-order.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, inMs, readStock } from '../catalogue/products.ts';
import { getDraft, order, readDraft, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn({ name: 'Amina Otieno' });
});

const getLines = (body: unknown) => (body as { data: v.InferOutput<typeof ChangedLines> }).data.lines;
const placed = async () => (await shop.db.sql.select().from(orders).where(eq(orders.userId, shopper.user.id))).length;

describe('§7 POST /orders', () => {
  test('D11, A35, A45: a cash order is pending and unpaid, reserves its stock and stores its VAT', async () => {
    const a = await addProduct(shop, { name: 'Phone A', price: 1500, stock: 5 });
    const b = await addProduct(shop, { name: 'Cable B', price: 250, stock: 9 });
    const { status, body } = await order(shop, shopper, getDraft([{ ...a, quantity: 2 }, b]), 'K2');
    expect(status).toBe(200);
    expect(body.data.order).toMatchObject({
      user: { _id: shopper.user.id, name: 'Amina Otieno', email: shopper.user.email },
      orderItems: [
        { product: a.id, name: 'Phone A', quantity: 2, price: 1500, image: `/media/${a.id}-1` },
        { product: b.id, name: 'Cable B', quantity: 1, price: 250 },
      ],
      paymentMethod: 'cod',
      itemsPrice: 3250,
      shippingPrice: 0,
      taxPrice: 0,
      totalPrice: 3250,
      isPaid: false,
      paidAt: null,
      isDelivered: false,
      deliveredAt: null,
      status: 'pending',
      trackingNumber: null,
    });
    expect([(await readStock(shop, a.id)).reserved, (await readStock(shop, b.id)).reserved]).toEqual([2, 1]);
    const id = body.data.order._id;
    const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
    const lines = await shop.db.sql
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(orderLines.position);
    expect(row).toMatchObject({ expiresAt: null, etims: null, vatIncluded: 414 + 34 });
    expect(lines.map(({ reservation, vatIncluded }) => [reservation, vatIncluded])).toEqual([
      ['committed', 414],
      ['committed', 34],
    ]);
    expect(
      (await shop.db.sql.select().from(orderEvents).where(eq(orderEvents.orderId, id))).map(({ type }) => type),
    ).toEqual(['created']);
    expect((await shop.call(getOrder, { id }, { token: shopper.token })).body.data).toEqual(body.data);
  });

  test('A33: the short id is the unique prefix of a random id', async () => {
    const product = await addProduct(shop, { stock: 100 });
    const first = '11111111-0000-4000-8000-000000000001';
    const ids = [first, '11111111-0000-4000-8000-000000000002', '22222222-0000-4000-8000-000000000003'];
    const { create } = createOrderService(shop.deps, shop.services, { newId: () => ids.shift() ?? randomUUID() });
    const user = { ...shopper.user, tokenHash: '' };
    const draft = readDraft(getDraft([product]));
    expect((await create(user, draft, 'A33-1'))._id).toBe(first);
    expect((await create(user, draft, 'A33-2'))._id).toBe('22222222-0000-4000-8000-000000000003');
    expect((await readStock(shop, product.id)).reserved).toBe(2);
    const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, first));
    expect(row?.shortId).toBe('11111111');
  });

  test('A33: gives up after five ids whose short id is taken', async () => {
    const product = await addProduct(shop, { stock: 100 });
    let tries = 0;
    const newId = () => `33333333-0000-4000-8000-${String((tries += 1)).padStart(12, '0')}`;
    const { create } = createOrderService(shop.deps, shop.services, { newId });
    const user = { ...shopper.user, tokenHash: '' };
    const draft = readDraft(getDraft([product]));
    await create(user, draft, null);
    await expect(create(user, draft, null)).rejects.toThrow();
    expect([tries, (await readStock(shop, product.id)).reserved]).toEqual([6, 1]);
  });

  test('providers 2.1: the same product in two lines is one line', async () => {
    const a = await addProduct(shop, { price: 1500, stock: 5 });
    const { body } = await order(
      shop,
      shopper,
      getDraft([
        { ...a, quantity: 2 },
        { ...a, id: a.id.toUpperCase(), quantity: 3 },
      ]),
    );
    expect(body.data.order.orderItems).toMatchObject([{ product: a.id, quantity: 5, price: 1500 }]);
    expect(body.data.order.totalPrice).toBe(7500);
  });

  test('D5: returns the line whose price differs from the shop’s, even when the sums are correct', async () => {
    const a = await addProduct(shop, { price: 1500 });
    const draft = getDraft([a, { ...a, price: 1400 }], { itemsPrice: 3000, totalPrice: 3000 });
    const { status, body } = await order(shop, shopper, draft);
    expect([status, body.data]).toMatchObject([409, { lines: [{ product: a.id, was: 1400, now: 1500 }] }]);
  });

  test('X5: an order that needs no payment action has no payment notice', async () => {
    const { body } = await order(shop, shopper, getDraft([await addProduct(shop)]));
    expect(body.data.order.paymentNotice).toBeNull();
  });

  test('D21: a replacement order cannot take more of another product than is in stock', async () => {
    const first = await order(shop, shopper, getDraft([await addProduct(shop)], { paymentMethod: 'mpesa' }));
    const few = await addProduct(shop, { stock: 2 });
    const draft = getDraft([{ ...few, quantity: 3 }], { paymentMethod: 'mpesa', replaces: first.body.data.order._id });
    const { status, body } = await order(shop, shopper, draft);
    expect([status, body.message, body.data]).toMatchObject([409, 'Only 2 left', { lines: [{ stock: 2 }] }]);
  });

  test('§3: a later product change does not change the order', async () => {
    const a = await addProduct(shop, { price: 1500 });
    const { body } = await order(shop, shopper, getDraft([a]));
    await shop.db.sql.update(products).set({ price: 9, name: 'Other', images: [] }).where(eq(products.id, a.id));
    expect((await shop.call(getOrder, { id: body.data.order._id }, { token: shopper.token })).body.data).toEqual(
      body.data,
    );
  });

  test('D9: two equal cash orders without a key create two orders', async () => {
    const a = await addProduct(shop);
    const ids = [await order(shop, shopper, getDraft([a])), await order(shop, shopper, getDraft([a]))].map(
      ({ body }) => body.data.order._id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('recipient and address', () => {
  const shippedTo = async (change: Partial<OrderDraft['shippingAddress']>) => {
    const draft = getDraft([await addProduct(shop)]);
    return order(shop, shopper, { ...draft, shippingAddress: { ...draft.shippingAddress, ...change } });
  };

  test('A28: uses the recipient’s name and phone, or the account’s when they are blank or missing', async () => {
    expect((await shippedTo({})).body.data.order.shippingAddress).toMatchObject({
      name: 'Njeri',
      phone: '254712000000',
    });
    expect((await shippedTo({ name: ' ', phone: '' })).body.data.order.shippingAddress).toMatchObject({
      name: 'Amina Otieno',
      phone: shopper.user.phone,
    });
    const draft = getDraft([await addProduct(shop)]);
    const { name: _, phone: __, ...address } = draft.shippingAddress;
    const { body } = await order(shop, shopper, { ...draft, shippingAddress: address });
    expect(body.data.order.shippingAddress).toMatchObject({ name: 'Amina Otieno', phone: shopper.user.phone });
  });

  test('A30: replaces 00000 with the postal code of the selected saved address', async () => {
    const saved = {
      userId: shopper.user.id,
      type: 'Home',
      name: 'Amina',
      city: 'Nairobi',
      country: 'Kenya',
      createdAt: shop.clock.now(),
    };
    await shop.db.sql.insert(addresses).values([
      { ...saved, id: randomUUID(), address: ' moi avenue 12 ', postalCode: ' 00100 ' },
      { ...saved, id: randomUUID(), address: 'Ngong Road 5', postalCode: '' },
      { ...saved, id: randomUUID(), address: 'Ngong Road 7', postalCode: '  ' },
    ]);
    expect((await shippedTo({})).body.data.order.shippingAddress.postalCode).toBe('00100');
    expect((await shippedTo({ address: 'Ngong Road 5' })).body.data.order.shippingAddress.postalCode).toBe('00000');
    expect((await shippedTo({ address: 'Ngong Road 7' })).body.data.order.shippingAddress.postalCode).toBe('00000');
    expect((await shippedTo({ city: 'Kisumu' })).body.data.order.shippingAddress.postalCode).toBe('00000');
  });

  test.each(['Uganda', 'Tanzania', 'Atlantis'])('A32: rejects home delivery to %s', async (country) => {
    const { status, body } = await shippedTo({ country });
    expect([status, body.message]).toEqual([400, 'Please provide your delivery address']);
    expect((await shippedTo({ country: ' kenya ' })).status).toBe(200);
  });

  test('rejects an order whose delivery method differs from its address', async () => {
    const a = await addProduct(shop);
    const { status, body } = await order(shop, shopper, getDraft([a], { deliveryMethod: 'pickup_station' }));
    expect([status, body.message]).toEqual([400, 'The delivery method of the order and of its address differ.']);
    expect((await readStock(shop, a.id)).reserved).toBe(0);
  });
});

describe('D5: the shopper saw other prices than the shop’s', () => {
  test('a changed price returns 409 with the line and reserves nothing', async () => {
    const a = await addProduct(shop, { name: 'Phone A', price: 1500 });
    const b = await addProduct(shop, { price: 200 });
    const { status, body } = await order(shop, shopper, getDraft([{ ...a, price: 1000, quantity: 2 }, b]));
    expect(status).toBe(409);
    expect(body.message).toBe('Some prices or stock have changed. Please review your order.');
    expect(getLines(body)).toEqual([{ product: a.id, name: 'Phone A', was: 1000, now: 1500, stock: 5 }]);
    expect([await placed(), (await readStock(shop, a.id)).reserved, (await readStock(shop, b.id)).reserved]).toEqual([
      0, 0, 0,
    ]);
  });

  test.each([
    { totalPrice: 1 },
    { itemsPrice: 1 },
    { taxPrice: 1 },
    { shippingPrice: 300 },
    { taxPrice: 200, totalPrice: 1700 },
  ])('sums %j that differ from the server’s return 409 with the lines', async (sums) => {
    const a = await addProduct(shop, { name: 'Phone A', price: 1500 });
    const { status, body } = await order(shop, shopper, getDraft([a], sums));
    expect([status, getLines(body)]).toEqual([
      409,
      [{ product: a.id, name: 'Phone A', was: 1500, now: 1500, stock: 5 }],
    ]);
    expect(await placed()).toBe(0);
  });

  test('A3, H13: charges the flash price until it ends by the server’s clock, then the normal price', async () => {
    const a = await addProduct(shop, {
      name: 'Phone A',
      price: 1500,
      flashPrice: 900,
      flashEndsAt: inMs(shop, 60_000),
    });
    const flash = getDraft([{ ...a, price: 900 }]);
    expect((await order(shop, shopper, getDraft([a]))).status).toBe(409);
    expect((await order(shop, shopper, flash)).body.data.order.orderItems[0]?.price).toBe(900);
    shop.clock.advance(60_000);
    const { status, body } = await order(shop, shopper, flash);
    expect([status, getLines(body)]).toEqual([
      409,
      [{ product: a.id, name: 'Phone A', was: 900, now: 1500, stock: 4 }],
    ]);
  });

  test('D11: accepts an order for all stock, and returns ‘Only 5 left’ for one piece more', async () => {
    const a = await addProduct(shop, { name: 'Phone A', stock: 5 });
    const { status, body } = await order(shop, shopper, getDraft([{ ...a, quantity: 6 }]));
    expect([status, body.message]).toEqual([409, 'Only 5 left']);
    expect(getLines(body)).toEqual([{ product: a.id, name: 'Phone A', was: 1500, now: 1500, stock: 5 }]);
    expect((await readStock(shop, a.id)).reserved).toBe(0);
    expect((await order(shop, shopper, getDraft([{ ...a, quantity: 5 }]))).status).toBe(200);
    expect(getLines((await order(shop, shopper, getDraft([a]))).body)).toMatchObject([{ stock: 0 }]);
  });

  test('D11: adds up the quantities of two lines with the same product', async () => {
    const a = await addProduct(shop, { stock: 5 });
    expect(
      (
        await order(
          shop,
          shopper,
          getDraft([
            { ...a, quantity: 3 },
            { ...a, quantity: 3 },
          ]),
        )
      ).body.message,
    ).toBe('Only 5 left');
  });

  test('returns an inactive or unknown product as a line without stock', async () => {
    const gone = await addProduct(shop, { name: 'Gone', isActive: false });
    const unknown = { id: randomUUID(), price: 10 };
    const { status, body } = await order(shop, shopper, getDraft([gone, unknown]));
    expect(status).toBe(409);
    expect(getLines(body)).toEqual([
      { product: gone.id, name: 'Gone', was: 1500, now: 1500, stock: 0 },
      { product: unknown.id, name: 'As the browser knew it', was: 10, now: 10, stock: 0 },
    ]);
  });

  test('rejects a sum that is too large for its database column', async () => {
    const a = await addProduct(shop, { price: 20_000_000, stock: 2_000_000 });
    const lines = Array.from({ length: 100 }, () => ({ ...a, quantity: 1000 }));
    expect((await order(shop, shopper, { ...getDraft(lines), itemsPrice: 1, totalPrice: 1 })).status).toBe(409);
  });
});

test('D19: the limit on an order’s sum is off by default and rejects larger sums when it is set', async () => {
  const a = await addProduct(shop, { price: 50_001 });
  expect((await order(shop, shopper, getDraft([a]))).status).toBe(200);
  const bounds = createOrderQuotasService(shop.deps, { codMax: 50_000 });
  const { create } = createOrderService(shop.deps, { ...shop.services, bounds });
  const user = { ...(await shop.signIn()).user, tokenHash: '' };
  await expect(create(user, readDraft(getDraft([a])), null)).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Cash on delivery is available up to Ksh\u00a050,000.',
  });
  const cheap = await addProduct(shop, { price: 50_000 });
  expect((await create(user, readDraft(getDraft([cheap])), null)).totalPrice).toBe(50_000);
});
