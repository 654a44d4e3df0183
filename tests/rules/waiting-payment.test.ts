import { describe, expect, test } from 'vitest';
import type { Payment } from '../../contract/mpesa.ts';
import type { StoredPayment } from '../../src/rules/payment/stored-payment.ts';
import {
  toWaitingPayment,
  isOrderStored,
  isSamePrompt,
  toOpenPayment,
  nullIfEmpty,
  toPaymentInput,
  toRecordedOrder,
} from '../../src/rules/payment/waiting-payment.ts';

const T0 = Date.UTC(2026, 0, 5, 9);
const nothing = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, startedAt: 0 };
const ref = { orderId: 'o1', checkoutRequestId: 'c1' };
const kept: StoredPayment = {
  v: 4,
  user: 'u1',
  key: 'k1',
  of: 'x',
  ...ref,
  startedAt: 7,
  way: null,
  lines: [],
  replaces: null,
};
const times = { pushedAt: T0, startedAt: T0 - 1000, now: T0 + 500 };
const open = { ...ref, phone: '254712345678', amount: 3000, times, startedAt: T0 - 1000 };

describe('a payment of the record', () => {
  test('has its ids and the time when its first prompt was accepted (Q28)', () =>
    expect(toWaitingPayment(kept)).toEqual({ ...nothing, ...ref, startedAt: 7 }));
  test('is null without a record or a prompt', () => {
    expect(toWaitingPayment(null)).toBeNull();
    expect(toWaitingPayment({ ...kept, checkoutRequestId: null, startedAt: null })).toBeNull();
  });
  test('knows whether it has this order', () => {
    expect(isOrderStored(kept, open)).toBe(true);
    expect(isOrderStored(kept, { ...open, orderId: 'o2' })).toBe(false);
    expect(isOrderStored(null, open)).toBe(false);
  });
});

describe('a payment that the server reports', () => {
  const payment = {
    ...ref,
    status: 'pending',
    failureReason: '',
    phoneNumber: '254712345678',
    amount: 3000,
    pushedAt: '2026-01-05T09:00:00.000Z',
    startedAt: '2026-01-05T08:59:59.000Z',
  } as never as Payment;
  test('has all fields', () => expect(toOpenPayment(payment, T0 + 500)).toEqual(open));
  test('uses the current time as the start when the times are missing', () =>
    expect(toOpenPayment({ ...payment, pushedAt: '', startedAt: '' } as Payment, T0)?.startedAt).toBe(T0));
  test('is null without a payment', () => expect(toOpenPayment(null, T0)).toBeNull());
  test('Q28: is stored with its start time and lines', () => {
    const lines = [{ id: 'a', quantity: 1 }];
    expect(toRecordedOrder(open, lines)).toEqual({ ...ref, startedAt: T0 - 1000, lines });
    expect(toRecordedOrder(open, null).lines).toBeNull();
  });
});

test('the input of a payment has its prompt as a separate field', () =>
  expect(toPaymentInput(open)).toEqual({
    orderId: 'o1',
    phone: '254712345678',
    amount: 3000,
    prompt: { checkoutRequestId: 'c1', times, startedAt: T0 - 1000 },
  }));
test('no payment gives an empty one', () => {
  expect(nullIfEmpty(null)).toEqual(nothing);
  expect(nullIfEmpty(open)).toBe(open);
});

describe('the same prompt', () => {
  test.each([
    [ref, { ...ref }, true],
    [ref, { ...ref, orderId: 'o2' }, false],
    [ref, { ...ref, checkoutRequestId: 'c2' }, false],
    [ref, null, false],
    [null, ref, false],
    [null, null, true],
  ])('%o and %o: %s', (one, other, isSame) => expect(isSamePrompt(one, other)).toBe(isSame));
});
