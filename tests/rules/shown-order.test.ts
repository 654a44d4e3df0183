import { describe, expect, test } from 'vitest';
import {
  courierPage,
  heldUntil,
  hasPackage,
  isHoldChanged,
  isHoldEnding,
  mayPay,
  shortId,
} from '../../src/rules/shown-order.ts';

test('A33: the short id is the first 8 characters', () =>
  expect(shortId('3f2a9c1e-77aa-4c01-9d1e-0a1b2c3d4e5f')).toBe('3f2a9c1e'));

const UNTIL = '2026-11-21T09:30:00.000Z';
const unpaid = { status: 'pending', paymentMethod: 'mpesa', isPaid: false, expiresAt: UNTIL } as const;

describe('Q24: the time to pay of an unpaid M-Pesa order', () => {
  test('is what the server says (D12)', () => expect(heldUntil(unpaid)).toBe(UNTIL));

  test.each([
    { ...unpaid, status: 'processing' },
    { ...unpaid, status: 'cancelled' },
    { ...unpaid, paymentMethod: 'cod' },
    { ...unpaid, isPaid: true },
    { ...unpaid, expiresAt: null },
  ] as const)('is none for %o', (order) => {
    expect(heldUntil(order)).toBeNull();
    expect(mayPay(order, 0)).toBe(false);
  });

  test('ends with its last millisecond', () => {
    expect(mayPay(unpaid, Date.parse(UNTIL) - 1)).toBe(true);
    expect(mayPay(unpaid, Date.parse(UNTIL))).toBe(false);
  });

  test('is none where the server sent no moment', () =>
    expect(mayPay({ ...unpaid, expiresAt: 'soon' }, 0)).toBe(false));
});

test.each([
  ['shipped', 'TN1', true],
  ['shipped', '', false],
  ['shipped', null, false],
  ['processing', 'TN1', false],
  ['delivered', 'TN1', false],
] as const)('§2: a package of an order that is %s with the number %o: %s', (status, trackingNumber, is) =>
  expect(hasPackage({ status, trackingNumber })).toBe(is),
);

test("U12: the courier's page names the package", () =>
  expect(courierPage('https://courier.test/?of={number}', 'TN 1&x')).toBe('https://courier.test/?of=TN%201%26x'));

test('D12: the time to pay ends once, and a clock that was put right brings it back (H13)', () => {
  const end = Date.parse(UNTIL);
  expect([isHoldEnding(unpaid, end - 1, end), isHoldChanged(unpaid, end - 1, end)]).toEqual([true, true]);
  expect([isHoldEnding(unpaid, end, end - 1), isHoldChanged(unpaid, end, end - 1)]).toEqual([false, true]);
  expect([isHoldEnding(unpaid, end, end + 1), isHoldChanged(unpaid, end, end + 1)]).toEqual([false, false]);
});
