import { describe, expect, test } from 'vitest';
import type { PaymentReport } from '../../src/rules/payment.ts';
import { foundAtServer, foundByRecord, isSamePrompt, orNothing, paymentOf } from '../../src/rules/waiting-payment.ts';

const nothing = { orderId: '', checkoutRequestId: '', phone: '', amount: 0, times: null, lines: null };
const ref = { orderId: 'o1', checkoutRequestId: 'c1' };
const times = { pushedAt: 1, startedAt: 2, now: 3 };
const report = { ...times, orderId: 'o1', phone: '254712345678', amount: 3000 } as PaymentReport;
const found = { ...ref, phone: '254712345678', amount: 3000, times, lines: [{ id: 'a', quantity: 1 }] };

test('of a record only the ids are known', () =>
  expect(foundByRecord({ ...ref, key: 'k1' } as typeof ref)).toEqual({ ...nothing, ...ref }));
test('of a report everything is', () => expect(foundAtServer('c1', report, found.lines)).toEqual(found));
test('what is to be paid has its prompt apart', () =>
  expect(paymentOf(found)).toEqual({
    orderId: 'o1',
    phone: '254712345678',
    amount: 3000,
    lines: found.lines,
    prompt: { checkoutRequestId: 'c1', times },
  }));
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
