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
] as const)('H4: an order with the status %s, paid %s, can be cancelled: %s', (status, isPaid, may) =>
  expect(canCancel({ status, isPaid })).toBe(may),
);

test('D27: an order cannot be cancelled while its payment is under review', () =>
  expect(canCancel({ status: 'pending', isPaid: false, held: true })).toBe(false));

test('Q15: the question about an M-Pesa order mentions the prompt on the phone', () => {
  expect(getCancelQuestion({ paymentMethod: 'cod', part: null })).toBe(
    'Do you want to cancel this order? This cannot be undone.',
  );
  expect(getCancelQuestion({ paymentMethod: 'mpesa', part: null })).toBe(
    'Do you want to cancel this order? This cannot be undone. If a payment request is on your phone, do not enter your PIN.',
  );
});

const cancelled = { status: 'cancelled', cancelReason: 'shopper', paymentNotice: null } as const;
const DONE = 'This order has been cancelled.';

test('D12: mentions that the order has expired, unless it has a payment notice', () => {
  expect(getCancelledTexts(cancelled, false)).toEqual([DONE]);
  expect(getCancelledTexts({ ...cancelled, cancelReason: 'expired' }, false)).toEqual([DONE, 'Not paid in time.']);
  const late = { ...cancelled, cancelReason: 'expired', paymentNotice: 'It goes back.' } as const;
  expect(getCancelledTexts(late, false)).toEqual([DONE]);
});

test('F28, Q15: a cancel during a prompt says not to enter the PIN', () =>
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
])('H4: %o shows %s, and the displayed order is outdated: %s', (error, text, isOutdated) => {
  expect(toCancelProblem(error).text).toBe(text);
  expect(isOrderOutdated(error)).toBe(isOutdated);
});
