import { expect, test } from 'vitest';
import { jane } from '../flows/support/shop.samples.ts';
import { FakeServer } from './fake-server.ts';
import { fakeShop } from './fake-shop.ts';
import { ok } from './tab.ts';

const open = () => new FakeServer(fakeShop(jane, () => 0).handlers);
const ask = (server: FakeServer, path: string, init: RequestInit = {}) =>
  server.fetch(new Request(`https://duka.test/api${path}`, init)).catch(() => 'lost');
const post = (body: object, headers = {}): RequestInit => ({ method: 'POST', body: JSON.stringify(body), headers });
const token = { authorization: 'Bearer T' };

test.each<[string, string, RequestInit, RegExp]>([
  ['an unknown path', '/auth/logins', post({}), /no endpoint/],
  ['a wrong method', '/auth/login', { method: 'PUT' }, /no endpoint/],
  ['an extra field', '/auth/send-otp', post({ phone: '0712345678', pin: '1' }), /sendOtp is asked for/],
  ['a missing field', '/auth/verify-termii-otp', post({ pinId: 'P1' }), /verifyOtp is asked for/],
  ['an invalid id', '/orders/7', { headers: token }, /getOrder is asked for/],
  ['an unexpected key', '/auth/logout', post({}, { ...token, 'idempotency-key': 'K' }), /Idempotency-Key/],
])('%s is a violation', async (_, path, init, violation) => {
  const server = open();
  await ask(server, path, init);
  expect(server.violations).toMatchObject([expect.stringMatching(violation)]);
});

test('a response of the test that violates the contract is a violation, too', async () => {
  const server = open();
  server.answer('sendOtp', ok({ pinId: '' }));
  await ask(server, '/auth/send-otp', post({ phone: '0712345678' }));
  expect(server.violations).toMatchObject([expect.stringContaining('sendOtp is answered')]);
});

test('prefers a path without parameters, and requires a token for customer endpoints', async () => {
  const server = open();
  await ask(server, '/orders/my', { headers: token });
  expect(server.calls).toEqual([{ endpoint: 'listMyOrders', token: 'T' }]);
  expect(await ask(server, '/orders/my')).toHaveProperty('status', 401);
  expect(server.violations).toEqual([]);
});
