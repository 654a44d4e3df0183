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

test('U4, D8, Q19: computes expiry and the next prompt from the prompt, and the end from the start', () => {
  expect(getExpiry(known)).toBe(1000 + 75_000);
  expect(getSendAgainTime(known)).toBe(1000 + 120_000);
  expect(getSendAgainTime({ ...known, blockedUntil: 130_000 })).toBe(130_000);
  expect(getPaymentEnd(known)).toBe(900 + 600_000);
});

test('all times start at 0 without known times', () =>
  expect(createTimes(null)).toEqual({ pushedAt: 0, startedAt: 0, now: 0, isTimeKnown: false, blockedUntil: 0 }));
test('uses the known times', () =>
  expect(createTimes({ pushedAt: 3, startedAt: 2, now: 4 })).toEqual({
    pushedAt: 3,
    startedAt: 2,
    now: 4,
    isTimeKnown: true,
    blockedUntil: 0,
  }));

describe('a tick', () => {
  test('the first tick sets the time of day and shifts the other times', () =>
    expect(setCurrentTime(counted, 5100)).toEqual({
      isTimeKnown: true,
      now: 5100,
      pushedAt: 5010,
      startedAt: 5005,
      blockedUntil: 5040,
    }));
  test('later ticks set the time only', () => expect(setCurrentTime(known, 3000)).toEqual({ ...known, now: 3000 }));
  test('the first tick can be earlier than the counted time', () =>
    expect(setCurrentTime(counted, 50)).toMatchObject({ now: 50, pushedAt: -40 }));
  test('the time never goes back', () => expect(setCurrentTime(known, 1500)).toEqual(known));
});

describe('another prompt', () => {
  test('Q19: does not restart the ten minutes', () =>
    expect(restartPrompt(known, { checkoutRequestId: 'c2', sentAt: 3000 })).toEqual({
      isTimeKnown: true,
      pushedAt: 3000,
      startedAt: 900,
      now: 3000,
      blockedUntil: 0,
    }));
  test('sets the time of day when it was unknown', () =>
    expect(restartPrompt(counted, { checkoutRequestId: 'c2', sentAt: 5100 }).startedAt).toBe(5005));
});

describe('H13: a report', () => {
  const report = { pushedAt: 50_000, startedAt: 49_000, now: 60_000 } as PaymentReport;
  test('sets its times and shifts the block', () =>
    expect(applyReportedTimes(known, report)).toEqual({
      isTimeKnown: true,
      pushedAt: 50_000,
      startedAt: 49_000,
      now: 60_000,
      blockedUntil: 2500 + 60_000 - 2000,
    }));
  test('a report without a prompt changes nothing', () => {
    expect(applyReportedTimes(known, { ...report, pushedAt: 0 })).toBe(known);
    expect(applyReportedTimes(known, { ...report, pushedAt: 1 }).pushedAt).toBe(1);
  });
});
