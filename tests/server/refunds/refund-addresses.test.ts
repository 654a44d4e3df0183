// @engine postgres
import { afterEach, expect, test } from 'vitest';
import { LIMITS } from '../../../server/limits/limits.ts';
import type { TestApp } from '../../support/server.ts';
import {
  dueRefund,
  getCalls,
  hire,
  postTo,
  readRefund,
  refundingShop,
  reversed,
  sendRefund,
  toBody,
} from './refund-steps.ts';

const STRANGER = '203.0.113.9';
const SAFARICOM = '196.201.214.200';

let shop: TestApp;
afterEach(() => shop.close());

/** Sends a refund. Returns what posts its result from an address, with the right or another secret. */
async function sent(env: Readonly<Record<string, string>>) {
  shop = await refundingShop({ env: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'silent', ...env } });
  const refund = await dueRefund(shop);
  await sendRefund(shop, refund.id, await hire(shop, 'owner'));
  const url = String(getCalls(shop, 'reverse').at(-1)?.asked['resultUrl']);
  const post = async (ip: string, address = url, body = toBody(reversed(refund))) =>
    (await postTo(shop, address, body, ip)).statusCode;
  return { refund, url, post, state: async () => (await readRefund(shop, refund.id)).state };
}

test('PAY-F3: a right secret from outside of the address list is refused, as for a callback', async () => {
  const { post, state } = await sent({ MPESA_CALLBACK_ADDRESSES: SAFARICOM });
  expect([await post(STRANGER), await state()]).toEqual([404, 'sent']);
  expect([await post(SAFARICOM), await state()]).toEqual([200, 'done']);
});

test('F9: wrong secrets of results block a stranger, and never an address of the list', async () => {
  const { url, post } = await sent({ MPESA_CALLBACK_ADDRESSES: SAFARICOM });
  const wrong = `${url.slice(0, -4)}0000`;
  for (let count = 0; count <= LIMITS.badCallbacks.most; count += 1) expect(await post(SAFARICOM, wrong)).toBe(404);
  for (let count = 0; count < LIMITS.badCallbacks.most; count += 1) expect(await post(STRANGER, wrong)).toBe(404);
  expect(await post(STRANGER, wrong)).toBe(429);
  expect(await post(SAFARICOM)).toBe(200);
});

test('F9: bodies that are too long count as well', async () => {
  const { post } = await sent({});
  const long = 'x'.repeat(20_000);
  for (let count = 0; count < LIMITS.badCallbacks.most; count += 1)
    expect(await post(STRANGER, undefined, long)).toBe(413);
  expect(await post(STRANGER)).toBe(429);
});
