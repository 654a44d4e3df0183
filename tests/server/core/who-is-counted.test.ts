// @engine pglite
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { createTestApp, type TestApp, type TestOptions } from '../../support/server.ts';

const extras: TestOptions['extras'] = (deps, services) => [(app) => mountCallback(app, deps, services)];
let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp({ extras, env: { RATE_LIMIT_FACTOR: '0.01', LOG_LEVEL: 'info' } });
});
afterEach(() => shop.close());

const MINUTE = 60_000;
const IP = '203.0.113.7';
const ask = (url: string, token?: string, remoteAddress = IP) =>
  shop.app.inject({ url, remoteAddress, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
const callBack = (body: string, remoteAddress = IP) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/mpesa/callback/00000000-0000-4000-8000-000000000001/no-secret',
    remoteAddress,
    payload: body,
  });

test('F4, D24: counts each shopper behind one address separately, and guests do not use up her limit', async () => {
  const [one, two] = [await shop.signIn(), await shop.signIn()];
  for (let n = 0; n < 60; n += 1) expect((await ask('/api/health')).statusCode).toBe(200);
  expect((await ask('/api/health')).statusCode).toBe(429);
  for (let n = 0; n < 6; n += 1) expect((await ask('/api/orders/my', one.token)).statusCode).toBe(200);
  const refused = await ask('/api/orders/my', one.token, '203.0.113.99');
  expect([refused.statusCode, refused.json().message]).toEqual([429, 'Please wait a minute and try again.']);
  expect((await ask('/api/orders/my', two.token)).statusCode).toBe(200);
  expect((await ask('/api/orders/my', 'cus_00000000000000000000000000')).statusCode).toBe(429);
});

test('F4, D24: counts payment polling separately from the limits of address and shopper', async () => {
  const [one, two] = [await shop.signIn(), await shop.signIn()];
  const poll = async ({ token }: { token: string }) =>
    (await ask('/api/mpesa/payment-status/ws_CO_1', token)).statusCode;
  for (let n = 0; n < 7; n += 1) await ask('/api/orders/my', one.token);
  for (let n = 0; n < 61; n += 1) await ask('/api/health');
  // This test allows a hundredth of the limit: one call a minute.
  expect([await poll(one), await poll(one)]).toEqual([404, 429]);
  expect(await poll(two)).toBe(404);
});

test('F9: after 60 refused callbacks a minute, an address gets 429 with few log lines; others continue', async () => {
  await shop.close();
  shop = await createTestApp({ extras, env: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' } });
  for (let n = 0; n < 60; n += 1) expect((await callBack('{}')).statusCode).toBe(404);
  for (let n = 0; n < 200; n += 1) expect((await callBack('{}')).statusCode).toBe(429);
  expect((await callBack('{}', '203.0.113.8')).statusCode).toBe(404);
  expect(shop.lines().length).toBeLessThanOrEqual(200);
});

test('F9: does not read a callback of more than 8 kB, and counts it as refused', async () => {
  await shop.close();
  shop = await createTestApp({ extras, env: { RATE_LIMIT_FACTOR: '0.1', LOG_LEVEL: 'info' } });
  const tooLong = 'x'.repeat(8 * 1024 + 1);
  for (let n = 0; n < 6; n += 1)
    expect((await callBack(n % 2 === 0 ? tooLong : '{}')).statusCode).toBe(n % 2 === 0 ? 413 : 404);
  for (const body of [tooLong, '{}']) expect((await callBack(body)).statusCode).toBe(429);
});

test('F9: raises an alarm for repeated refusals, once an hour of the clock (D29)', async () => {
  const alarms = async () =>
    (await shop.db.sql.select().from(paymentAlarms)).map(({ kind, detail, count }) => [kind, detail, count]);
  const HOUR = 60 * MINUTE;
  shop.clock.advance(HOUR - (shop.clock.now().getTime() % HOUR));
  // The smallest limit is one.
  for (let minute = 0; minute < 60; minute += 1) {
    for (const ip of ['203.0.113.7', '203.0.113.8']) await callBack('{}', ip);
    shop.clock.advance(MINUTE);
  }
  expect(await alarms()).toEqual([['callbacksRefused', { addresses: ['203.0.113.7', '203.0.113.8'] }, 120]]);
  await callBack('{}', '203.0.113.8');
  expect(await alarms()).toHaveLength(2);
});
