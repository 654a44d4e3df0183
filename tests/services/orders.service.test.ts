import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { cartOf } from '../../src/rules/cart.ts';
import { homeDeliveryDraft } from '../../src/rules/checkout.ts';
import type { Api } from '../../src/services/api.ts';
import { createOrdersService } from '../../src/services/orders.service.ts';
import { phoneLine, phoneNow } from '../models/shop.samples.ts';

const draft = homeDeliveryDraft(
  cartOf([phoneLine(2)]),
  { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' },
  'cod',
);
const { signal } = new AbortController();
const failing = (error: Error) =>
  createOrdersService((async () => {
    throw error;
  }) as unknown as Api);

test('D9: the key travels as Idempotency-Key', async () => {
  const calls: unknown[][] = [];
  const orders = createOrdersService(((...call: unknown[]) => {
    calls.push(call);
    return Promise.resolve({ success: true, data: { order: { _id: 'o1' } } });
  }) as unknown as Api);
  expect(await orders.place(draft, 'k1', signal)).toEqual({ outcome: 'placed', orderId: 'o1' });
  expect(calls[0]?.[2]).toEqual({ signal, headers: { 'idempotency-key': 'k1' } });
});

test('D5: a 409 that names changed lines is an answer', async () => {
  const error = new ApiError({ kind: 'refused', status: 409, data: { lines: [phoneNow({ now: 1600 })] } });
  expect(await failing(error).place(draft, 'k1', signal)).toEqual({
    outcome: 'changed',
    lines: [phoneNow({ now: 1600 })],
  });
});

test.each([
  ['a 409 without lines', new ApiError({ kind: 'refused', status: 409, message: 'Too many open orders.' })],
  ['a 409 with no line in the list', new ApiError({ kind: 'refused', status: 409, data: { lines: [] } })],
  ['a 409 with lines that are none', new ApiError({ kind: 'refused', status: 409, data: { lines: [{ product: 1 }] } })],
  ['changed lines with another status', new ApiError({ kind: 'refused', status: 400, data: { lines: [phoneNow()] } })],
  ['a lost network', new ApiError({ kind: 'offline', status: 0 })],
])('D5: %s stays an error', async (_, error) => {
  await expect(failing(error).place(draft, 'k1', signal)).rejects.toBe(error);
});

test.each([
  ['pending', false],
  ['cancelled', true],
])('D10: an order is found by its key; %s', async (status, isCancelled) => {
  const orders = createOrdersService((() =>
    Promise.resolve({
      success: true,
      data: { order: { _id: 'o1', paymentMethod: 'mpesa', status } },
    })) as unknown as Api);
  expect(await orders.byKey('k1', signal)).toEqual({ orderId: 'o1', paymentMethod: 'mpesa', isCancelled });
});

test('D9, D21: an M-Pesa order whose answers were lost is paid on delivery when the shopper then asks for that', async () => {
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
