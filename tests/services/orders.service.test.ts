import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Schema } from '../../contract/endpoint.ts';
import { ApiError } from '../../contract/errors.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import { toHomeDeliveryDraft } from '../../src/rules/checkout/checkout.ts';
import type { Api } from '../../src/services/api.ts';
import { createOrdersService } from '../../src/services/orders.service.ts';
import { jane, phoneLine, phoneNow } from '../flows/support/shop.samples.ts';
import { pickOrderId } from '../support/fake-shop.ts';
import { deliveryDetails } from '../support/samples/checkout.ts';

const draft = toHomeDeliveryDraft(createCart([phoneLine(2)]), deliveryDetails(), 'cod');
const { signal } = new AbortController();
const failing = (error: Error) =>
  createOrdersService((async () => {
    throw error;
  }) as unknown as Api);

test('D9: sends the key as Idempotency-Key', async () => {
  const calls: unknown[][] = [];
  const orders = createOrdersService(((...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve({ success: true, data: { order: { _id: 'o1' } } });
  }) as unknown as Api);
  expect(await orders.place(draft, 'k1', signal)).toEqual({ outcome: 'placed', orderId: 'o1' });
  expect(calls[0]?.[2]).toEqual({ signal, headers: { 'idempotency-key': 'k1' } });
});

test('D5: a 409 with changed lines is a result', async () => {
  const error = new ApiError({ kind: 'refused', status: 409, data: { lines: [phoneNow({ now: 1600 })] } });
  expect(await failing(error).place(draft, 'k1', signal)).toEqual({
    outcome: 'changed',
    lines: [phoneNow({ now: 1600 })],
  });
});

test.each([
  ['a 409 without lines', new ApiError({ kind: 'refused', status: 409, message: 'Too many open orders.' })],
  ['a 409 with no line in the list', new ApiError({ kind: 'refused', status: 409, data: { lines: [] } })],
  ['a 409 with invalid lines', new ApiError({ kind: 'refused', status: 409, data: { lines: [{ product: 1 }] } })],
  ['changed lines with another status', new ApiError({ kind: 'refused', status: 400, data: { lines: [phoneNow()] } })],
  ['a lost network', new ApiError({ kind: 'offline', status: 0 })],
])('D5: %s stays an error', async (_, error) => {
  await expect(failing(error).place(draft, 'k1', signal)).rejects.toBe(error);
});

test.each([
  ['pending', false],
  ['cancelled', true],
])('D10: finds an order by its key; %s', async (status, isCancelled) => {
  const orders = createOrdersService((() =>
    Promise.resolve({
      success: true,
      data: { order: { _id: 'o1', paymentMethod: 'mpesa', status } },
    })) as unknown as Api);
  expect(await orders.byKey('k1', signal)).toEqual({ orderId: 'o1', paymentMethod: 'mpesa', isCancelled });
});

test('D9, D21: switches an M-Pesa order with lost responses to pay on delivery at the shopper’s choice', async () => {
  const calls: { path: string; request: unknown }[] = [];
  const orders = createOrdersService((({ path }: { path: string }, request: unknown) => {
    calls.push({ path, request });
    if (path !== '/orders') return Promise.resolve({ success: true, data: {} });
    return Promise.reject(new ApiError({ kind: 'refused', status: 400, data: { orderId: 'o1' } }));
  }) as unknown as Api);
  expect(await orders.place(draft, 'k1', signal)).toEqual({ outcome: 'placed', orderId: 'o1' });
  expect(calls.at(-1)).toEqual({ path: '/orders/:id/payment-method', request: { id: 'o1', paymentMethod: 'cod' } });
  await expect(orders.place({ ...draft, paymentMethod: 'mpesa' }, 'k1', signal)).rejects.toMatchObject({ status: 400 });
});

const order = pickOrderId('o1', draft, jane, '2026-01-02T08:00:00.000Z');
/** Creates the service with a server that returns this body. The schema of the reply parses it. */
const answering = (body: unknown) =>
  createOrdersService((({ reply }: { reply: Schema }) => Promise.resolve(v.parse(reply, body))) as unknown as Api);

test('§7: lists the orders of the shopper in the order of the server', async () => {
  expect(await answering({ success: true, data: { orders: [order] } }).mine(signal)).toEqual([order]);
});

test.each([{ success: true }, { success: true, data: null }, { success: true, data: {} }])(
  '§8: a response without a list is a refusal without a message: %j',
  (body) => expect(answering(body).mine(signal)).rejects.toMatchObject({ kind: 'refused', status: 200, message: '' }),
);

test('§7: returns one order by its id', async () => {
  expect(await answering({ success: true, data: { order } }).one('o1', signal)).toEqual(order);
});

test('H4: a cancel succeeds also when the response has no order', async () => {
  const cancelled = { ...order, status: 'cancelled', cancelReason: 'shopper' };
  expect(await answering({ success: true, data: { order: cancelled } }).cancel('o1', signal)).toEqual(cancelled);
  expect(await answering({ success: true }).cancel('o1', signal)).toBeNull();
});
