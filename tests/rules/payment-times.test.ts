import { describe, expect, test } from 'vitest';
import {
  getPaymentEnd,
  getExpiry,
  getSendAgainTime,
  setCurrentTime,
  createTimes,
  restartPrompt,
  applyReportedTimes,
} from '../../src/rules/payment/payment-times.ts';
import type { PaymentReport } from '../../src/rules/payment/payment.ts';

const counted = { isTimeKnown: false, pushedAt: 10, startedAt: 5, now: 100, blockedUntil: 40 };
const known = { isTimeKnown: true, pushedAt: 1000, startedAt: 900, now: 2000, blockedUntil: 2500 };

test('U4, D8, Q19: expiry, another prompt and the end, counted from the prompt and from the start', () => {
  expect(getExpiry(known)).toBe(1000 + 75_000);
  expect(getSendAgainTime(known)).toBe(1000 + 120_000);
  expect(getSendAgainTime({ ...known, blockedUntil: 130_000 })).toBe(130_000);
  expect(getPaymentEnd(known)).toBe(900 + 600_000);
});

test('where nothing is known everything begins now', () =>
  expect(createTimes(null)).toEqual({ pushedAt: 0, startedAt: 0, now: 0, isTimeKnown: false, blockedUntil: 0 }));
test('what is known counts', () =>
  expect(createTimes({ pushedAt: 3, startedAt: 2, now: 4 })).toEqual({
    pushedAt: 3,
    startedAt: 2,
    now: 4,
    isTimeKnown: true,
    blockedUntil: 0,
  }));

describe('a tick', () => {
  test('the first one brings the time of day, and the rest moves along', () =>
    expect(setCurrentTime(counted, 5100)).toEqual({
      isTimeKnown: true,
      now: 5100,
      pushedAt: 5010,
      startedAt: 5005,
      blockedUntil: 5040,
    }));
  test('a later one moves the time alone', () => expect(setCurrentTime(known, 3000)).toEqual({ ...known, now: 3000 }));
  test('the first one may also be earlier than what was counted', () =>
    expect(setCurrentTime(counted, 50)).toMatchObject({ now: 50, pushedAt: -40 }));
  test('it never goes back', () => expect(setCurrentTime(known, 1500)).toEqual(known));
});

describe('another prompt', () => {
  test('Q19: the ten minutes go on', () =>
    expect(restartPrompt(known, { checkoutRequestId: 'c2', sentAt: 3000 })).toEqual({
      isTimeKnown: true,
      pushedAt: 3000,
      startedAt: 900,
      now: 3000,
      blockedUntil: 0,
    }));
  test('without a time of day before', () =>
    expect(restartPrompt(counted, { checkoutRequestId: 'c2', sentAt: 5100 }).startedAt).toBe(5005));
});

describe('H13: a report', () => {
  const report = { pushedAt: 50_000, startedAt: 49_000, now: 60_000 } as PaymentReport;
  test('its times count, and what is blocked moves along', () =>
    expect(applyReportedTimes(known, report)).toEqual({
      isTimeKnown: true,
      pushedAt: 50_000,
      startedAt: 49_000,
      now: 60_000,
      blockedUntil: 2500 + 60_000 - 2000,
    }));
  test('one without a prompt says nothing', () => {
    expect(applyReportedTimes(known, { ...report, pushedAt: 0 })).toBe(known);
    expect(applyReportedTimes(known, { ...report, pushedAt: 1 }).pushedAt).toBe(1);
  });
});
