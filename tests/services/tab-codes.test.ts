import { expect, test, vi } from 'vitest';
import type { BrowserStorage } from '../../src/services/browser-storage.ts';
import { createTabCodes } from '../../src/services/tab-codes.ts';

const PHONE = '0712345678';

function openCodes() {
  const kept = new Map<string, string>();
  const storage: BrowserStorage = {
    isReadable: () => true,
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => kept.set(key, value) === kept,
    keep: (key, value) => kept.set(key, JSON.stringify(value)) === kept,
    remove: (key) => void kept.delete(key),
    subscribe: () => () => undefined,
  };
  const clock = { now: 1_000_000 };
  return { clock, kept, codes: createTabCodes(storage, () => clock.now) };
}

const send = (pinId: string) => vi.fn(() => Promise.resolve({ pinId }));

test.each([
  ['the same phone, before the code is too old', PHONE, 59_999, 60_000, 'P1'],
  ['the same phone, after the clock went back a little', PHONE, -5_000, 60_000, 'P1'],
  ['the same phone, when the code is too old', PHONE, 60_000, 60_000, 'P2'],
  ['the same phone, when a new code is wanted', PHONE, 0, 0, 'P2'],
  ['another phone', '0722345678', 0, 60_000, 'P2'],
])('X22: selects the stored or a new code for %s', async (_, phone, ms, usableFor, pinId) => {
  const { clock, codes } = openCodes();
  await codes.getOrSend({ phone: PHONE, usableFor: 60_000 }, send('P1'));
  clock.now += ms;
  const second = send('P2');
  const sentAt = pinId === 'P1' ? 1_000_000 : clock.now;
  expect(await codes.getOrSend({ phone, usableFor }, second)).toEqual({ pinId, sentAt });
  expect(second).toHaveBeenCalledTimes(pinId === 'P1' ? 0 : 1);
  expect(codes.find(phone)?.pinId).toBe(pinId);
});

test('X22: stores no code after it is used or could not be sent', async () => {
  const { codes } = openCodes();
  await expect(
    codes.getOrSend({ phone: PHONE, usableFor: 0 }, () => Promise.reject(new Error('refused'))),
  ).rejects.toThrow('refused');
  expect(codes.find(PHONE)).toBeNull();
  await codes.getOrSend({ phone: PHONE, usableFor: 0 }, send('P1'));
  codes.forget();
  expect(codes.find(PHONE)).toBeNull();
});
