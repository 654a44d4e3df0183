import { expect, test } from 'vitest';
import { shop } from '../../../contract/shop.config.ts';
import { formatCodeText, isReachable, toWaitRefusal } from '../../../server/modules/codes/codes.rules.ts';
import { codeSms } from '../../../server/modules/users/accounts.texts.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';

const HOUR = 3_600_000;

test('D2: says the minutes of a code rounded up, and the host of the shop', () => {
  const text = (lifeMs: number) => formatCodeText('123456', lifeMs, 'https://duka.example:8443/shop');
  for (const [lifeMs, minutes] of [
    [60_000, 1],
    [60_001, 2],
    [119_999, 2],
  ] as const)
    expect(text(lifeMs)).toBe(codeSms(shop.name, '123456', minutes, 'duka.example'));
});

test('D3: sends codes to the countries that the owner allows', () => {
  const phone = '254712345678' as Msisdn;
  expect([isReachable(phone, ['255', '254']), isReachable(phone, ['255']), isReachable(phone, [])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isReachable(phone, ['712'])).toBe(false);
});

test('D3: waits until a place is free, that others do not need', () => {
  const now = 10 * HOUR;
  const sentAt = [now - 1_000, now - 2_000, now - 3_000];
  expect(toWaitRefusal(sentAt, 4, 0, now)).toBe(0);
  expect(toWaitRefusal(sentAt, 3, 0, now)).toBe(HOUR - 3_000);
  expect(toWaitRefusal(sentAt, 3, 1, now)).toBe(HOUR - 2_000);
  expect(toWaitRefusal(sentAt, 3, 2, now)).toBe(HOUR - 1_000);
  expect(toWaitRefusal(sentAt, 3, 3, now)).toBe(HOUR);
  expect(toWaitRefusal([], 3, 2, now)).toBe(0);
});
