import { describe, expect, test } from 'vitest';
import {
  canPay,
  canPrompt,
  getCourierPage,
  getPaymentDeadline,
  getPaymentNotice,
  hasPackage,
  hasPaymentTimeChanged,
  isPaymentTimeEnding,
  isPayable,
  formatPaymentStatus,
  formatReceipt,
  formatShortId,
} from '../../src/rules/orders/shown-order.ts';
import { refund } from '../flows/support/order.samples.ts';

test('A33: the short id is the first 8 characters', () =>
  expect(formatShortId('3f2a9c1e-77aa-4c01-9d1e-0a1b2c3d4e5f')).toBe('3f2a9c1e'));

const UNTIL = '2026-11-21T09:30:00.000Z';
const unpaid = { status: 'pending', paymentMethod: 'mpesa', isPaid: false, expiresAt: UNTIL } as const;

describe('Q24: the payment deadline of an unpaid M-Pesa order', () => {
  test('is the time of the server (D12)', () => expect(getPaymentDeadline(unpaid)).toBe(UNTIL));

  test.each([
    { ...unpaid, status: 'processing' },
    { ...unpaid, status: 'cancelled' },
    { ...unpaid, paymentMethod: 'cod' },
    { ...unpaid, isPaid: true },
    { ...unpaid, expiresAt: null },
  ] as const)('does not exist for %o', (order) => {
    expect(getPaymentDeadline(order)).toBeNull();
    expect(isPayable(order, 0)).toBe(false);
  });

  test('ends with its last millisecond', () => {
    expect(isPayable(unpaid, Date.parse(UNTIL) - 1)).toBe(true);
    expect(isPayable(unpaid, Date.parse(UNTIL))).toBe(false);
  });

  test('A51, PAY-C1: a sum above the limit of one payment gets no prompt, but its rest does', () => {
    const now = Date.parse(UNTIL) - 1;
    const order = { ...unpaid, checking: false, totalPrice: 250_001, part: null };
    expect([canPay(order, now), canPrompt(order, now)]).toEqual([true, false]);
    expect(canPrompt({ ...order, totalPrice: 250_000 }, now)).toBe(true);
    expect(canPrompt({ ...order, part: { paid: 1, due: 250_000 } }, now)).toBe(true);
    expect(canPay({ ...order, checking: true }, now)).toBe(false);
  });

  test('does not exist when the server sent an invalid time', () =>
    expect(isPayable({ ...unpaid, expiresAt: 'soon' }, 0)).toBe(false));
});

test.each([
  ['shipped', 'TN1', true],
  ['shipped', '', false],
  ['shipped', null, false],
  ['processing', 'TN1', false],
  ['delivered', 'TN1', false],
] as const)('§2: an order with the status %s and the number %o has a package: %s', (status, trackingNumber, is) =>
  expect(hasPackage({ status, trackingNumber })).toBe(is),
);

test('U12: the address of the courier contains the package number', () =>
  expect(getCourierPage('https://courier.test/?of={number}', 'TN 1&x')).toBe('https://courier.test/?of=TN%201%26x'));

test('D12: the deadline ends once, and a corrected clock can restore it (H13)', () => {
  const end = Date.parse(UNTIL);
  expect([isPaymentTimeEnding(unpaid, end - 1, end), hasPaymentTimeChanged(unpaid, end - 1, end)]).toEqual([
    true,
    true,
  ]);
  expect([isPaymentTimeEnding(unpaid, end, end - 1), hasPaymentTimeChanged(unpaid, end, end - 1)]).toEqual([
    false,
    true,
  ]);
  expect([isPaymentTimeEnding(unpaid, end, end + 1), hasPaymentTimeChanged(unpaid, end, end + 1)]).toEqual([
    false,
    false,
  ]);
});

describe('X2, Q16: the M-Pesa receipt of an order', () => {
  const paid = { paymentMethod: 'mpesa', isPaid: true, receipt: null } as const;
  test.each([
    ['the number when it is known', { ...paid, receipt: 'SGL0001' }, 'SGL0001'],
    ['that it follows, for an order that M-Pesa paid', paid, 'Receipt number follows'],
    ['that it follows when the number is blank', { ...paid, receipt: '' }, 'Receipt number follows'],
    ['nothing for an unpaid order', { ...paid, isPaid: false }, null],
    ['nothing for a cash order', { ...paid, paymentMethod: 'cod' }, null],
    [
      'the number of an order that was cancelled after it was paid',
      { ...paid, isPaid: false, receipt: 'SGL0001' },
      'SGL0001',
    ],
  ] as const)('shows %s', (_, order, words) => expect(formatReceipt(order)).toBe(words));
});

test.each([
  ['pending', false, 'Pending Payment'],
  ['shipped', false, 'Pending Payment'],
  ['cancelled', false, 'Not paid'],
  ['cancelled', true, 'Paid'],
  ['processing', true, 'Paid'],
] as const)('X19: the payment of an order with the status %s (paid: %s) shows %s', (status, isPaid, words) =>
  expect(formatPaymentStatus({ status, isPaid, part: null })).toBe(words),
);

test.each([
  ['Ksh 3,000 goes back to you.', 1, null],
  ['Ksh 3,000 goes back to you.', 0, 'Ksh 3,000 goes back to you.'],
  ['There is no refund for this order: The box was empty. If you do not agree, call 0700 123 456.', 1, null],
  ['You paid twice. Ksh 3,000 goes back to you.', 1, 'You paid twice. Ksh 3,000 goes back to you.'],
  ['We check the products before we refund you.', 1, 'We check the products before we refund you.'],
  [null, 1, null],
])('PAY-F5: the notice %j beside %i refunds is told as %j', (paymentNotice, count, told) => {
  const refunds = Array.from({ length: count }, () => refund('due', 'Ksh 3,000 goes back to you. We tell you when.'));
  expect(getPaymentNotice({ paymentNotice, refunds })).toBe(told);
});
