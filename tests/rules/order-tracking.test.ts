import { describe, expect, test } from 'vitest';
import {
  getOrderSteps,
  getOrderTimeline,
  isPaymentTimeOver,
  parseOrderId,
  toChoiceProblem,
  toTrackingProblem,
} from '../../src/rules/orders/order-tracking.ts';
import { ApiError } from '../../contract/errors.ts';
import { order } from '../support/samples/orders.ts';

const AT = '2026-11-21T10:00:00.000Z';

describe('§4 Order status: the progress of an order', () => {
  test.each([
    ['pending', 1],
    ['processing', 2],
    ['shipped', 3],
    ['delivered', 4],
  ] as const)('%s reaches %i of four steps, the last one with its time', (status, reached) => {
    const words = ['Order Placed', 'Processing', 'Shipped', 'Delivered'];
    expect(getOrderSteps({ status, updatedAt: AT, parcel: null })).toEqual(
      words.map((word, index) => ({ word, isReached: index < reached, at: index === reached - 1 ? AT : null })),
    );
  });
  test('a cancelled order has no progress', () =>
    expect(getOrderSteps({ status: 'cancelled', updatedAt: AT, parcel: null })).toEqual([]));
});

test('A35: the timeline of an order, oldest first', () => {
  const { createdAt } = order();
  const placed = { word: 'Order Placed', at: createdAt };
  expect(getOrderTimeline(order())).toEqual([placed]);
  expect(getOrderTimeline(order({ status: 'processing', updatedAt: AT, isPaid: true, paidAt: null }))).toEqual([
    placed,
    { word: 'Payment Confirmed', at: null },
    { word: 'Status Updated to processing', at: AT },
  ]);
  expect(getOrderTimeline(order({ status: 'delivered', updatedAt: AT, deliveredAt: AT }))).toEqual([
    placed,
    { word: 'Status Updated to delivered', at: AT },
    { word: 'Order Delivered', at: AT },
  ]);
});

test.each([
  [' 3F2504E0 ', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['3f2504e0', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  [' 3f2504e1 ', '3f2504e1'],
])('Q12, A33: the typed number %j names the order %s', (typed, id) =>
  expect(parseOrderId(typed, [order(), order({ _id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' })])).toBe(id),
);

test('D12: the time to pay is over at its end, for an unpaid M-Pesa order only', () => {
  const end = Date.parse(order().expiresAt ?? '');
  expect(isPaymentTimeOver(order(), end - 1)).toBe(false);
  expect(isPaymentTimeOver(order(), end)).toBe(true);
  expect(isPaymentTimeOver(order({ isPaid: true }), end)).toBe(false);
  expect(isPaymentTimeOver(null, end)).toBe(false);
});

const refused = (status: number, message = '') => new ApiError({ kind: 'refused', status, message });

test.each([
  [refused(403), 'You are not authorized to view this order'],
  [refused(404), 'No order of yours has this number. Check it, or choose one of your orders.'],
  [refused(404, 'X'), 'No order of yours has this number. Check it, or choose one of your orders.'],
  [refused(400), 'Failed to fetch order details'],
  [refused(400, 'X'), 'X'],
])('§8 Tracking: %o gives %j', (error, text) => expect(toTrackingProblem(error).text).toBe(text));

test('U20: a list of orders that cannot be loaded', () =>
  expect(toChoiceProblem(refused(400)).text).toBe('Failed to load order history'));
