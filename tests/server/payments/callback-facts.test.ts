// @engine postgres
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, paymentAlarms } from '../../../server/db/schema.ts';
import { isPrivateAddress } from '../../../server/limits/private-addresses.ts';
import { addressFix, parseAddresses } from '../../../server/modules/payments/alarm-addresses.rules.ts';
import type { TestApp } from '../../support/server.ts';
import { attemptIn, getBody, callableShop, callBack, unpaidOrder, useCallableShop } from './attempt-steps.ts';

/** Facts in a callback besides the money: the time of the payment and the address of the sender. */

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

/** Formats a time in Nairobi as `yyyyMMddHHmmss`, M-Pesa's format. */
const nairobi = (at: Date) =>
  Number(new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14));

test.each([
  ['is the time of the message', -10_000, true],
  ['is the time of the message when the clocks differ by less than a minute', -50_000 - 40_000, true],
  ['is the time of arrival when the message has a time before the prompt', -3_600_000, false],
  ['is the time of arrival when the message has a future time', 3_600_000, false],
] as const)('X17: the payment time %s', async (_, offset, isBelieved) => {
  const order = await unpaidOrder(shop);
  const attempt = await attemptIn(shop, order, 'pending');
  shop.clock.advance(50_000);
  const arrived = shop.clock.now();
  const said = new Date(Math.floor((arrived.getTime() + offset) / 1000) * 1000);
  await callBack(shop, attempt, getBody(attempt, { items: { TransactionDate: nairobi(said) } }));
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, attempt.orderId));
  const paidAt = row?.paidAt?.getTime() ?? 0;
  if (isBelieved) expect(paidAt).toBe(said.getTime());
  else expect(paidAt).toBeGreaterThanOrEqual(arrived.getTime());
});

test('X17, D27: a doubtful payment gets the time of the message that clears it', async () => {
  const order = await unpaidOrder(shop);
  // Read before the attempt is created: otherwise a new second could make the attempt's time the earlier one.
  const said = new Date(Math.floor(shop.clock.now().getTime() / 1000) * 1000);
  const attempt = await attemptIn(shop, order, 'held');
  shop.clock.advance(50_000);
  await callBack(shop, attempt, getBody(attempt, { items: { TransactionDate: nairobi(said) } }));
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, attempt.orderId));
  expect([row?.money, row?.paidAt]).toEqual(['paid', said]);
});

test('X18: a right secret from a foreign address raises an alarm with the addresses and the setting', async () => {
  const strict = await callableShop({ env: { MPESA_CALLBACK_ADDRESSES: '196.201.214.200' } });
  const alarms = () => strict.db.sql.select().from(paymentAlarms);
  const attempt = await attemptIn(strict, await unpaidOrder(strict), 'pending');
  await callBack(strict, { id: attempt.id, token: `${attempt.token}x` }, getBody(attempt), {}, '203.0.113.9');
  expect(await alarms()).toEqual([]);
  await callBack(strict, attempt, getBody(attempt), {}, '196.201.214.206');
  expect(await alarms()).toMatchObject([{ kind: 'callbackAddress', count: 1 }]);
  await callBack(strict, attempt, getBody(attempt), {}, '196.201.214.207');
  await callBack(strict, attempt, getBody(attempt), {}, '196.201.214.206');
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ count: 3, detail: { addresses: ['196.201.214.206', '196.201.214.207'] } });
  expect(JSON.stringify(alarm?.detail)).toContain('MPESA_CALLBACK_ADDRESSES');
  await strict.close();
});

test('X18: behind an untrusted proxy the alarm names TRUST_PROXY instead of the address list', async () => {
  const strict = await callableShop({ env: { MPESA_CALLBACK_ADDRESSES: '196.201.214.200' } });
  const attempt = await attemptIn(strict, await unpaidOrder(strict), 'pending');
  await callBack(strict, attempt, getBody(attempt), {}, '10.0.0.3');
  const [alarm] = await strict.db.sql.select().from(paymentAlarms);
  expect(JSON.stringify(alarm?.detail)).toContain('TRUST_PROXY');
  expect(JSON.stringify(alarm?.detail)).not.toContain('MPESA_CALLBACK_ADDRESSES');
  await strict.close();
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:172.18.0.1', true],
  ['192.168.1.4', true],
  ['fd00::7', true],
  ['196.201.214.206', false],
  ['2c0f:fe38::1', false],
] as const)('X18: a rejected call from %s counts as the proxy’s own: %s', (address, isProxy) => {
  expect(isPrivateAddress(address)).toBe(isProxy);
  for (const kind of ['callbacksRefused', 'callbackAddress'] as const)
    expect(addressFix(kind, isPrivateAddress(address)).includes('TRUST_PROXY')).toBe(isProxy);
});

test('X18: an alarm lists the first five addresses, each once', () => {
  const all = ['a', 'b', 'a', 'c', 'd', 'e', 'f'];
  const detail = all.reduce<unknown>((known, address) => ({ addresses: parseAddresses(known, address) }), null);
  expect(detail).toEqual({ addresses: ['a', 'b', 'c', 'd', 'e'] });
});
