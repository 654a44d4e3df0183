// @engine postgres
import { afterEach, expect, test } from 'vitest';
import { startWindow, type TestApp } from '../../support/server.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { attemptIn, getBody, callableShop, callBack, unpaidOrder } from './attempt-steps.ts';

const STRANGER = '203.0.113.9';
const SAFARICOM = '196.201.214.200';

let shop: TestApp;
afterEach(() => shop.close());

/** Creates a shop with a live prompt. Returns functions that post a callback with the right or a wrong secret. */
async function waiting(env: Readonly<Record<string, string>> = {}) {
  shop = await callableShop({ env: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'silent', ...env } });
  const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
  startWindow(shop, LIMITS.badCallbacks.perMs);
  const call = (ip: string, token = attempt.token) =>
    callBack(shop, { id: attempt.id, token }, getBody(attempt), {}, ip);
  return { call, code: async (ip: string, token?: string) => (await call(ip, token)).statusCode };
}

test('F9: an address with too many rejections gets 429 with the wait, even with a right secret', async () => {
  const { call, code } = await waiting();
  for (let count = 0; count < LIMITS.badCallbacks.most; count += 1) expect(await code(STRANGER, 'wrong')).toBe(404);
  const refused = await call(STRANGER);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(await code(SAFARICOM)).toBe(200);
  shop.clock.advance(LIMITS.badCallbacks.perMs);
  expect(await code(STRANGER)).toBe(200);
});

test('F9: an address in the address list is never rejected in this way', async () => {
  const { code } = await waiting({ MPESA_CALLBACK_ADDRESSES: SAFARICOM });
  for (let count = 0; count <= LIMITS.badCallbacks.most; count += 1) expect(await code(SAFARICOM, 'wrong')).toBe(404);
  expect(await code(SAFARICOM)).toBe(200);
});
