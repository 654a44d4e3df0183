import { describe, expect, test } from 'vitest';
import type { Payment } from '../../contract/mpesa.ts';
import type { KeptPayment } from '../../src/rules/payment/kept-payment.ts';
import {
  foundByRecord,
  isOrderKept,
  isSamePrompt,
  openOf,
  orNothing,
  paymentOf,
  toKeep,
} from '../../src/rules/payment/waiting-payment.ts';

const T0 = Date.UTC(2026, 0, 5, 9);
const nothing = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, startedAt: 0 };
const ref = { orderId: 'o1', checkoutRequestId: 'c1' };
const kept: KeptPayment = { v: 3, user: 'u1', key: 'k1', of: 'x', ...ref, startedAt: 7, lines: [], replaces: null };
const times = { pushedAt: T0, startedAt: T0 - 1000, now: T0 + 500 };
const open = { ...ref, phone: '254712345678', amount: 3000, times, startedAt: T0 - 1000 };

describe('a payment of the record', () => {
  test('its ids are known, and when its first prompt was accepted (Q28)', () =>
    expect(foundByRecord(kept)).toEqual({ ...nothing, ...ref, startedAt: 7 }));
  test('none', () => {
    expect(foundByRecord(null)).toBeNull();
    expect(foundByRecord({ ...kept, checkoutRequestId: null, startedAt: null })).toBeNull();
  });
  test('whether it has this order', () => {
    expect(isOrderKept(kept, open)).toBe(true);
    expect(isOrderKept(kept, { ...open, orderId: 'o2' })).toBe(false);
    expect(isOrderKept(null, open)).toBe(false);
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
  test('everything is known', () => expect(openOf(payment, T0 + 500)).toEqual(open));
  test('one without times was accepted just now, as far as is known', () =>
    expect(openOf({ ...payment, pushedAt: '', startedAt: '' } as Payment, T0)?.startedAt).toBe(T0));
  test('none', () => expect(openOf(null, T0)).toBeNull());
  test('Q28: what is kept of it', () => {
    const lines = [{ id: 'a', quantity: 1 }];
    expect(toKeep(open, lines)).toEqual({ ...ref, startedAt: T0 - 1000, lines });
    expect(toKeep(open, null).lines).toBeNull();
  });
});

test('what is to be paid has its prompt apart', () =>
  expect(paymentOf(open)).toEqual({
    orderId: 'o1',
    phone: '254712345678',
    amount: 3000,
    prompt: { checkoutRequestId: 'c1', times, startedAt: T0 - 1000 },
  }));
test('no payment is an empty one', () => {
  expect(orNothing(null)).toEqual(nothing);
  expect(orNothing(open)).toBe(open);
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
