// @engine postgres
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  orderEvents,
  orderLines,
  orders,
  pickupStations,
  productStock,
  products,
  users,
} from '../../../server/db/schema.ts';
import { addStations, stationId } from '../../../demo/seeds/0002-stations.ts';
import { readDemo } from '../../../demo/data.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import { nasty, places, type Json } from '../core/nasty-json.ts';
import { stored } from '../core/stored.ts';
import { getDraft, order, type Shopper } from './ordering.ts';

const STATION = stationId({ county: 'Nairobi', town: 'Westlands', name: 'Westlands Sarit' });

let shop: TestApp;
let shopper: Shopper;
let productId: string;
let orderId: string;

beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
  shopper = await shop.signIn();
  productId = (
    await addProduct(shop, { slug: 'phone-a', stock: 1_000_000, specifications: [{ name: 'RAM', value: '8 GB' }] })
  ).id;
  await addStations(shop.db.sql, readDemo().stations);
  orderId = (await order(shop, shopper, getDraft([{ id: productId, price: 1500 }]), 'first')).body.data.order._id;
});
afterAll(() => shop.close());

const everything = () => stored(shop, [orders, orderLines, orderEvents, productStock, products, users, pickupStations]);

async function send(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
) {
  const response = await shop.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${shopper.token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json<{ success: boolean; message?: string }>() };
}

let known = '';

/** Expects a 4xx with a message and no change, or a real success; never a 5xx. */
async function expectHarmless(request: () => ReturnType<typeof send>): Promise<void> {
  const { status, body } = await request();
  expect(status).toBeLessThan(500);
  expect([body.success, (body.message ?? '') !== '']).toEqual(status < 400 ? [true, false] : [false, true]);
  const after = await everything();
  if (status >= 400) expect(after).toBe(known);
  known = after;
}

describe('bad input', () => {
  beforeEach(async () => {
    known = await everything();
  });

  const body = () => getDraft([{ id: productId, price: 1500 }]);
  const pickupBody = () => ({
    ...body(),
    deliveryMethod: 'pickup_station',
    pickupStation: STATION,
    pickupInstructions: '',
    shippingAddress: {
      ...body().shippingAddress,
      deliveryMethod: 'pickup_station',
      pickupStationId: STATION,
      pickupLocation: { county: 'Nairobi', town: 'Westlands' },
    },
  });

  test('accepts the valid orders that the tests below corrupt', async () => {
    for (const good of [body(), pickupBody()])
      expect((await send('POST', '/api/orders', JSON.stringify(good))).status).toBe(200);
  });

  test('rejects bad values in every field of POST /orders', async () => {
    const home = places({ ...body(), pickupInstructions: '', replaces: orderId } as unknown as Json);
    const pickup = places(pickupBody() as unknown as Json);
    expect([home.length, pickup.length]).toEqual([24, 28]);
    const all = [...home, ...pickup];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), nasty, ({ before, after }, value) =>
        expectHarmless(() => send('POST', '/api/orders', `${before}${value}${after}`)),
      ),
      { numRuns: 300 },
    );
  });

  test('rejects bad values in every field of POST /cart/check', async () => {
    const all = places({ items: [{ product: productId, quantity: 1, price: 1500 }] });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), nasty, ({ before, after }, value) =>
        expectHarmless(() => send('POST', '/api/cart/check', `${before}${value}${after}`)),
      ),
      { numRuns: 200 },
    );
  });

  test('rejects bad values in every field of PUT /orders/{id}/payment-method and cancel', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (value, other) => {
        await expectHarmless(() => send('PUT', `/api/orders/${orderId}/payment-method`, `{"paymentMethod":${value}}`));
        await expectHarmless(() => send('PUT', `/api/orders/${orderId}/cancel`, `{"reason":${value},"x":${other}}`));
        await expectHarmless(() => send('PUT', `/api/orders/${encodeURIComponent(value.slice(0, 200))}/cancel`, '{}'));
      }),
      { numRuns: 60 },
    );
  });

  test('rejects bad values in every path and query parameter of the read calls', async () => {
    const keys = [
      'category',
      'brand',
      'search',
      'minPrice',
      'maxPrice',
      'sortBy',
      'page',
      'limit',
      'featured',
      'activeOnly',
      'RAM',
      'spec.RAM',
      '__proto__',
      'constructor',
      'toString',
      'utm_source',
      'status',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), nasty, async (key, json) => {
        const value = encodeURIComponent(json.slice(0, 300)).replaceAll('%5Cu0000', '%00');
        for (const url of [
          `/api/products?${encodeURIComponent(key)}=${value}`,
          `/api/categories?${encodeURIComponent(key)}=${value}`,
          `/api/products?${key}=${value}&${key}=${value}`,
          `/api/products/${value}`,
          `/api/products/slug/${value}`,
          `/api/orders/${value}`,
          `/api/orders/by-key/${value}`,
          `/api/orders/my?${key}=${value}`,
        ]) {
          await expectHarmless(() => send('GET', url));
        }
      }),
      { numRuns: 120 },
    );
  });

  test('rejects every malformed Idempotency-Key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 300 }).filter((text) => !/[\r\n\u0000-\u001f\u007f-\uffff]/.test(text)),
        (key) => expectHarmless(() => send('POST', '/api/orders', '{"x":1}', { 'idempotency-key': key })),
      ),
      { numRuns: 60 },
    );
  });

  test('R25: rejects fields that only the server may set', async () => {
    const own = [
      'isPaid',
      'paidAt',
      'status',
      'user',
      'userId',
      '_id',
      'id',
      'shortId',
      'isDelivered',
      'trackingNumber',
      'expiresAt',
      'vatIncluded',
      'createdAt',
      'role',
    ];
    for (const field of own) {
      await expectHarmless(() => send('POST', '/api/orders', JSON.stringify({ ...body(), [field]: true })));
      const { status } = await send('POST', '/api/orders', JSON.stringify({ ...body(), [field]: true }));
      expect(status).toBe(400);
      const item = { ...body().orderItems[0], [field]: true };
      expect((await send('POST', '/api/orders', JSON.stringify({ ...body(), orderItems: [item] }))).status).toBe(400);
      // The path's `id` wins over `id` in the body.
      if (field !== 'id')
        expect((await send('PUT', `/api/orders/${orderId}/cancel`, JSON.stringify({ [field]: true }))).status).toBe(
          400,
        );
    }
  });

  test.each([[0], [-1], [1.5], [1001]])('H15: a quantity of %d returns 400 and names the field', async (quantity) => {
    const draft = getDraft([{ id: productId, price: 1500 }]);
    const line = { ...draft.orderItems[0]!, quantity };
    const { status, body: reply } = await order(shop, shopper, { ...draft, orderItems: [line] });
    expect([status, reply.message, Object.keys(reply.fields ?? {})]).toEqual([
      400,
      'Please check the highlighted fields.',
      ['orderItems.0.quantity'],
    ]);
  });

  test('H15: an order without lines returns 400', async () => {
    expect((await order(shop, shopper, getDraft([]))).status).toBe(400);
  });
});
