import { expect, test } from 'vitest';
import type { Api } from '../../src/services/api.ts';
import { createCartService } from '../../src/services/cart.service.ts';

const PHONE = '0d5e8c1a-0000-4000-8000-000000000001';
const { signal } = new AbortController();

test('Q25: returns the current state of lines; does not request lines without a valid id', async () => {
  const asked: unknown[] = [];
  const line = { product: PHONE, name: 'Phone A', was: 1500, now: 1400, stock: 3 };
  const cart = createCartService(((_: unknown, request: unknown) => {
    asked.push(request);
    return Promise.resolve({ success: true, data: { lines: [line] } });
  }) as unknown as Api);
  const lines = [
    { id: PHONE, quantity: 2, price: 1500 },
    { id: '', quantity: 1, price: 200 },
  ];
  expect(await cart.known(lines, signal)).toEqual([line]);
  expect(asked).toEqual([{ items: [{ product: PHONE, quantity: 2, price: 1500 }] }]);
});
