import { describe, expect, test } from 'vitest';
import type { Payment } from '../../contract/mpesa.ts';
import {
  foundByRecord,
  isOrderKept,
  isSamePrompt,
  openOf,
  orNothing,
  paymentOf,
  toKeep,
} from '../../src/rules/waiting-payment.ts';
import { ordered, prompted } from '../models/record.samples.ts';
import { START } from '../models/payment.samples.ts';

const nothing = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null };
const ref = { orderId: 'o1', checkoutRequestId: 'c1' };
const times = { pushedAt: 1000, startedAt: 2000, now: 3000 };
const found = { ...ref, phone: '254712345678', amount: 3000, times };

test('of a record only the ids are known', () => {
  expect(foundByRecord(prompted())).toMatchObject({ ...nothing, orderId: 'o1', checkoutRequestId: 'ws_1' });
  expect(foundByRecord(ordered())).toBeNull();
  expect(foundByRecord(null)).toBeNull();
});
test('of what the server reports everything is', () => {
  const payment = {
    orderId: 'o1',
    checkoutRequestId: 'c1',
    status: 'pending',
    failureReason: '',
    phoneNumber: '254712345678',
    amount: 3000,
    pushedAt: '1970-01-01T00:00:01.000Z',
    startedAt: '1970-01-01T00:00:02.000Z',
  } as unknown as Payment;
  expect(openOf(payment, 3000)).toEqual(found);
  expect(openOf(null, 3000)).toBeNull();
});
test('what is to be paid has its prompt apart', () =>
  expect(paymentOf(found)).toEqual({
    orderId: 'o1',
    phone: '254712345678',
    amount: 3000,
    prompt: { checkoutRequestId: 'c1', times },
  }));
test('what is kept of it knows when its first prompt was accepted', () => {
  const lines = [{ id: 'a', quantity: 1 }];
  expect(toKeep(found, lines)).toEqual({ ...ref, startedAt: 2000, lines });
  expect(toKeep({ ...found, times: { ...times, startedAt: 0 } }, null)).toEqual({
    ...ref,
    startedAt: 3000,
    lines: null,
  });
});
test('an order is kept by its id', () => {
  expect(isOrderKept(ordered(), found)).toBe(true);
  expect(isOrderKept(ordered({ orderId: 'o2' }), found)).toBe(false);
  expect(isOrderKept(null, found)).toBe(false);
  expect(prompted().startedAt).toBe(START);
});
test('no payment is an empty one', () => {
  expect(orNothing(null)).toEqual(nothing);
  expect(orNothing(found)).toBe(found);
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
