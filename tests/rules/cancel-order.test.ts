import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import {
  getCancelledTexts,
  toCancelProblem,
  getCancelQuestion,
  isOrderOutdated,
  canCancel,
} from '../../src/rules/orders/cancel-order.ts';

test.each([
  ['pending', false, true],
  ['processing', false, true],
  ['processing', true, false],
  ['shipped', false, false],
  ['shipped', true, false],
  ['delivered', true, false],
  ['cancelled', false, false],
] as const)('H4: an order that is %s, paid %s, may be cancelled: %s', (status, isPaid, may) =>
  expect(canCancel({ status, isPaid })).toBe(may),
);

test('D27: nobody cancels an order while people look at its money', () =>
  expect(canCancel({ status: 'pending', isPaid: false, held: true })).toBe(false));

test('Q15: whoever pays by M-Pesa is told of the prompt on the phone', () => {
  expect(getCancelQuestion({ paymentMethod: 'cod' })).toBe('Do you want to cancel this order? This cannot be undone.');
  expect(getCancelQuestion({ paymentMethod: 'mpesa' })).toBe(
    'Do you want to cancel this order? This cannot be undone. If a payment request is on your phone, do not enter your PIN.',
  );
});

const cancelled = { status: 'cancelled', cancelReason: 'shopper', paymentNotice: null } as const;
const DONE = 'This order has been cancelled.';

test('D12: an order that ran out meanwhile says so, unless money came for it', () => {
  expect(getCancelledTexts(cancelled, false)).toEqual([DONE]);
  expect(getCancelledTexts({ ...cancelled, cancelReason: 'expired' }, false)).toEqual([DONE, 'Not paid in time.']);
  const late = { ...cancelled, cancelReason: 'expired', paymentNotice: 'It goes back.' } as const;
  expect(getCancelledTexts(late, false)).toEqual([DONE]);
});

test('F28, Q15: whoever cancels with a prompt on the phone is told what to do with it', () =>
  expect(getCancelledTexts(cancelled, true)).toEqual([
    DONE,
    'If a payment request is still on your phone, do not enter your PIN. Money that comes all the same goes back to you.',
  ]));

const refused = (status: number, message = '') => new ApiError({ kind: 'refused', status, message });
const AGAIN = 'The order could not be cancelled. Please try again.';

test.each([
  [refused(409), 'This order can no longer be cancelled.', true],
  [refused(409, 'X'), 'X', true],
  [refused(404), AGAIN, true],
  [refused(400, 'X'), 'X', false],
  [refused(400), AGAIN, false],
  [refused(500, 'X'), AGAIN, false],
  [new ApiError({ kind: 'offline', status: 0 }), AGAIN, false],
])('H4: %o says %s, and the order is not as it is shown: %s', (error, text, isOutdated) => {
  expect(toCancelProblem(error).text).toBe(text);
  expect(isOrderOutdated(error)).toBe(isOutdated);
});
