import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../contract/orders.ts';
import { findJustPlacedOrder } from '../../src/rules/orders/just-placed.ts';

const NOON = Date.UTC(2026, 10, 23, 12);
const order = (_id: string, createdAt: number | string, status: OrderStatus = 'pending') => ({
  _id,
  status,
  createdAt: typeof createdAt === 'string' ? createdAt : new Date(NOON - createdAt).toISOString(),
});

describe('U21: the order that was just placed', () => {
  test.each([
    ['none', [], null],
    ['one placed exactly an hour ago', [order('a', 3_600_000)], 'a'],
    ['none placed a millisecond earlier', [order('a', 3_600_001)], null],
    ['one ahead of the clock', [order('a', -5_000)], 'a'],
    ['the newest, at any position', [order('a', 2_000), order('b', 1_000)], 'b'],
    ['none when the newest is cancelled', [order('a', 1_000, 'cancelled'), order('b', 2_000)], null],
    ['none when no date is valid', [order('a', 'soon')], null],
    ['the one with a valid date', [order('a', 'soon'), order('b', 1_000)], 'b'],
  ])('%s', (_, orders, id) => expect(findJustPlacedOrder(orders, NOON)).toBe(id));

  test('does not change the list', () => {
    const orders = [order('a', 2_000), order('b', 1_000)];
    findJustPlacedOrder(orders, NOON);
    expect(orders.map(({ _id }) => _id)).toEqual(['a', 'b']);
  });
});
