import { describe, expect, test } from 'vitest';
import {
  PAYMENT_FAILED,
  PAYMENT_TIMED_OUT,
  proofAfter,
  proverOf,
  pushFor,
  refOf,
  reportOf,
  waitIn,
  withReport,
} from '../../src/rules/payment.ts';
import type { PaymentReport } from '../../src/rules/payment.ts';

const T0 = Date.UTC(2026, 0, 5, 9);
const report: PaymentReport = {
  status: 'pending',
  failureReason: '',
  orderStatus: '',
  orderId: 'o1',
  phone: '254712345678',
  amount: 3000,
  pushedAt: T0,
  startedAt: T0 - 1000,
  checkedAt: 0,
  isAskable: true,
  now: T0 + 500,
};
const known = {
  orderId: 'o0',
  phone: '254700000000',
  amount: 10,
  checkedAt: 0,
  isAskable: true,
  isResuming: true,
  problem: { text: 'Before.', requestId: null },
  pushedAt: 0,
  startedAt: 0,
  now: 100,
  isTimeKnown: false,
  blockedUntil: 30_000,
};

test('§4, §8, §9: the promised words and times', () => {
  expect(PAYMENT_FAILED).toBe('Payment failed. Please try again.');
  expect(PAYMENT_TIMED_OUT).toBe('Payment confirmation timed out. Please check your M-Pesa messages.');
});

test('the ids of a payment alone', () =>
  expect(refOf({ ...report, checkoutRequestId: 'c1' } as never)).toEqual({ orderId: 'o1', checkoutRequestId: 'c1' }));

describe('what the server reports', () => {
  const payment = {
    status: 'pending',
    failureReason: '',
    orderStatus: '',
    orderId: 'o1',
    phoneNumber: '254712345678',
    amount: 3000,
    pushedAt: '2026-01-05T09:00:00.000Z',
    startedAt: '2026-01-05T08:59:59.000Z',
    checkedAt: '',
    isAskable: true,
    checkoutRequestId: 'c1',
  } as never as Parameters<typeof reportOf>[0];
  test('with its times as numbers', () => expect(reportOf(payment, T0 + 500)).toEqual(report));
  test('X7: when M-Pesa was asked about it, and whether it can be', () =>
    expect(
      reportOf({ ...payment, checkedAt: new Date(T0 + 61_000).toISOString(), isAskable: false }, T0),
    ).toMatchObject({
      checkedAt: T0 + 61_000,
      isAskable: false,
    }));
  test('Q19: where it names no start, the try began with the prompt', () =>
    expect(reportOf({ ...payment, startedAt: '' }, T0 + 500).startedAt).toBe(T0));
  test('where it names no time at all, 0', () =>
    expect(reportOf({ ...payment, startedAt: 'soon', pushedAt: '' }, T0)).toMatchObject({ startedAt: 0, pushedAt: 0 }));
});

describe('what is known after a report', () => {
  test('what it says', () =>
    expect(withReport(known, report)).toEqual({
      orderId: 'o1',
      phone: '254712345678',
      amount: 3000,
      isResuming: false,
      problem: null,
      pushedAt: T0,
      startedAt: T0 - 1000,
      checkedAt: 0,
      isAskable: true,
      now: T0 + 500,
      isTimeKnown: true,
      blockedUntil: 30_000 + T0 + 400,
    }));
  test('what it leaves out stays', () =>
    expect(withReport(known, { ...report, orderId: '', phone: '', amount: 0 })).toMatchObject({
      orderId: 'o0',
      phone: '254700000000',
      amount: 10,
    }));
  test('a failure speaks, and nothing is blocked any more', () =>
    expect(withReport(known, { ...report, status: 'failed', failureReason: 'Wrong PIN.' })).toMatchObject({
      problem: { text: 'Wrong PIN.', requestId: null },
      blockedUntil: 0,
    }));
  test('a failure without a reason', () =>
    expect(withReport(known, { ...report, status: 'failed' }).problem?.text).toBe(PAYMENT_FAILED));
});

test('A33: a push names the first eight of the order in capitals', () =>
  expect(pushFor({ phone: '254712345678', amount: 3000, orderId: 'abcdef0123', proof: null })).toEqual({
    phoneNumber: '254712345678',
    amount: 3000,
    orderId: 'abcdef0123',
    accountReference: 'ABCDEF01',
  }));

describe('D25: what proves a phone', () => {
  const proof = { verified: true, msisdn: '254722000000', verificationToken: 'v1' };
  test('goes with the push', () =>
    expect(pushFor({ phone: '254722000000', amount: 3000, orderId: 'abcdef0123', proof })).toMatchObject({
      phoneNumber: '254722000000',
      verificationData: proof,
    }));
  test.each([
    [{ kind: 'offline', status: 0 }, proof],
    [{ kind: 'timeout', status: 0 }, proof],
    [{ kind: 'broken', status: 200 }, proof],
    [{ kind: 'refused', status: 503 }, proof],
    [{ kind: 'refused', status: 409 }, null],
    [{ kind: 'refused', status: 429 }, null],
  ])('is kept while nobody knows whether it was used up: %o', (error, kept) =>
    expect(proofAfter(proof, error)).toEqual(kept),
  );
  test('the code goes to the payer’s phone in the shopper’s name', () => {
    expect(proverOf({ phone: '254722000000', userName: 'Jane' })).toEqual({ phone: '254722000000', userName: 'Jane' });
    expect(proverOf({ phone: '254722000000', userName: null }).userName).toBe('');
  });
});

describe('D8, H15: how long to wait for another push, ms', () => {
  const refused = { kind: 'refused', status: 409, message: '', data: undefined };
  test.each([
    ['named in seconds', { data: { retryAfter: 45 } }, 45_000],
    ['named by the header', { retryAfter: 30_000 }, 30_000],
    ['the order’s own before the header’s', { data: { retryAfter: 45 }, retryAfter: 30_000 }, 45_000],
    ['not named', {}, 0],
  ])('%s', (_, said, ms) => expect(waitIn({ ...refused, ...said })).toBe(ms));
});
