import { describe, expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import {
  PAYMENT_FAILED,
  PAYMENT_TIMED_OUT,
  keepProofAfter,
  toProofInput,
  getOfferedPhone,
  toPushProblem,
  createPush,
  toPaymentRef,
  toPaymentReport,
  getPushWait,
  applyReport,
} from '../../src/rules/payment/payment.ts';
import type { PaymentReport } from '../../src/rules/payment/payment.ts';

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
  tips: [],
  hasHand: false,
  retryAt: 0,
  now: T0 + 500,
};
const known = {
  orderId: 'o0',
  phone: '254700000000',
  amount: 10,
  checkedAt: 0,
  isAskable: true,
  tips: [],
  hasHand: false,
  isResuming: true,
  ownPhone: '254711111111',
  problem: { text: 'Before.', requestId: null },
  pushedAt: 0,
  startedAt: 0,
  now: 100,
  isTimeKnown: false,
  blockedUntil: 30_000,
};

test('§4, §8, §9: the specified texts', () => {
  expect(PAYMENT_FAILED).toBe('Payment failed. Please try again.');
  expect(PAYMENT_TIMED_OUT).toBe('Payment confirmation timed out. Please check your M-Pesa messages.');
});

test('returns only the ids of a payment', () =>
  expect(toPaymentRef({ ...report, checkoutRequestId: 'c1' } as never)).toEqual({
    orderId: 'o1',
    checkoutRequestId: 'c1',
  }));

describe('a payment report of the server', () => {
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
  } as never as Parameters<typeof toPaymentReport>[0];
  test('has its times as numbers', () => expect(toPaymentReport(payment, T0 + 500)).toEqual(report));
  test('X7: has the time of the last M-Pesa query, and whether another is possible', () =>
    expect(
      toPaymentReport({ ...payment, checkedAt: new Date(T0 + 61_000).toISOString(), isAskable: false }, T0),
    ).toMatchObject({
      checkedAt: T0 + 61_000,
      isAskable: false,
    }));
  test('X19: has the time when the same phone can be prompted again', () =>
    expect(toPaymentReport({ ...payment, retryAt: new Date(T0 + 90_000).toISOString() }, T0).retryAt).toBe(
      T0 + 90_000,
    ));
  test('Q19: uses the time of the prompt as a missing start time', () =>
    expect(toPaymentReport({ ...payment, startedAt: '' }, T0 + 500).startedAt).toBe(T0));
  test('uses 0 when all times are missing', () =>
    expect(toPaymentReport({ ...payment, startedAt: 'soon', pushedAt: '' }, T0)).toMatchObject({
      startedAt: 0,
      pushedAt: 0,
    }));
});

describe('the state after a report', () => {
  test('has the values of the report', () =>
    expect(applyReport(known, report)).toEqual({
      orderId: 'o1',
      phone: '254712345678',
      amount: 3000,
      isResuming: false,
      ownPhone: '254711111111',
      problem: null,
      pushedAt: T0,
      startedAt: T0 - 1000,
      checkedAt: 0,
      isAskable: true,
      tips: [],
      hasHand: false,
      now: T0 + 500,
      isTimeKnown: true,
      blockedUntil: 30_000 + T0 + 400,
    }));
  test('keeps values that the report omits', () =>
    expect(applyReport(known, { ...report, orderId: '', phone: '', amount: 0 })).toMatchObject({
      orderId: 'o0',
      phone: '254700000000',
      amount: 10,
    }));
  test('a failure sets the problem and ends the block', () =>
    expect(applyReport(known, { ...report, status: 'failed', failureReason: 'Wrong PIN.' })).toMatchObject({
      problem: { text: 'Wrong PIN.', requestId: null },
      blockedUntil: T0 + 500,
      ownPhone: '',
    }));
  test.each([
    ['later', T0 + 90_500, T0 + 90_500],
    ['now', T0 + 500, T0 + 500],
    ['earlier', T0, T0 + 500],
  ])('X19: a failure blocks Try again until the server accepts another prompt: %s', (_, retryAt, blockedUntil) =>
    expect(applyReport(known, { ...report, status: 'failed', retryAt })).toMatchObject({ blockedUntil }),
  );
  test('X19: a page without a known time waits for the same duration', () =>
    expect(applyReport(known, { ...report, status: 'failed', pushedAt: 0, retryAt: T0 + 90_500 })).toMatchObject({
      now: 100,
      blockedUntil: 90_100,
    }));
  test('a failure without a reason has the default text', () =>
    expect(applyReport(known, { ...report, status: 'failed' }).problem?.text).toBe(PAYMENT_FAILED));
});

test('A33: the account reference of a push is the first eight characters of the order id in capitals', () =>
  expect(createPush({ phone: '254712345678', amount: 3000, orderId: 'abcdef0123', proof: null })).toEqual({
    phoneNumber: '254712345678',
    amount: 3000,
    orderId: 'abcdef0123',
    accountReference: 'ABCDEF01',
  }));

describe('D25: the proof of a phone', () => {
  const proof = { verified: true, msisdn: '254722000000', verificationToken: 'v1' };
  test('is sent with the push', () =>
    expect(createPush({ phone: '254722000000', amount: 3000, orderId: 'abcdef0123', proof })).toMatchObject({
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
  ])('is kept while it is unknown whether it was used: %o', (error, kept) =>
    expect(keepProofAfter(proof, error)).toEqual(kept),
  );
  test('sends the code to the phone of the payer with the name of the shopper', () => {
    expect(toProofInput({ phone: '254722000000', userName: 'Jane' })).toEqual({
      phone: '254722000000',
      userName: 'Jane',
    });
    expect(toProofInput({ phone: '254722000000', userName: null }).userName).toBe('');
  });
});

describe('D8, H15: the wait before another push, ms', () => {
  const refused = { kind: 'refused', status: 409, message: '', data: undefined };
  test.each([
    ['from the body in seconds', { data: { retryAfter: 45 } }, 45_000],
    ['from the header', { retryAfter: 30_000 }, 30_000],
    ['from the body before the header', { data: { retryAfter: 45 }, retryAfter: 30_000 }, 45_000],
    ['0 without a value', {}, 0],
  ])('%s', (_, said, ms) => expect(getPushWait({ ...refused, ...said })).toBe(ms));
});

describe('the reason why no prompt was sent', () => {
  test.each([
    [503, '', 'The shop is busy right now. Please try again in a moment.'],
    [503, 'Internal.', 'The shop is busy right now. Please try again in a moment.'],
    [500, 'Internal.', 'Failed to initiate M-Pesa payment'],
    [429, 'Please wait a minute and try again.', 'Please wait a minute and try again.'],
    [403, 'Please log in.', 'Please log in.'],
    [400, '', 'Failed to initiate M-Pesa payment'],
  ])('X19: a %i with the message %j shows %j', (status, message, text) =>
    expect(toPushProblem(new ApiError({ kind: 'refused', status, message }))).toEqual({ text, requestId: null }),
  );
  test('X14: parses the offered own phone', () => {
    const data = { otherPhone: true, ownPhone: '0712 345 678' };
    expect(getOfferedPhone(new ApiError({ kind: 'refused', status: 429, data }))).toBe('254712345678');
    expect(getOfferedPhone(new ApiError({ kind: 'refused', status: 429 }))).toBe('');
  });
});
