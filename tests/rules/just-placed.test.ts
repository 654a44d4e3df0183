import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../contract/orders.ts';
import { findJustPlacedOrder } from '../../src/rules/orders/just-placed.ts';

const NOON = Date.UTC(2026, 10, 23, 12);
const order = (_id: string, createdAt: number | string, status: OrderStatus = 'pending') => ({
  _id,
  status,
  createdAt: typeof createdAt === 'string' ? createdAt : new Date(NOON - createdAt).toISOString(),
});

describe('U21: which order was placed just now', () => {
  test.each([
    ['none', [], null],
    ['one of an hour ago to the millisecond', [order('a', 3_600_000)], 'a'],
    ['one that is a millisecond older', [order('a', 3_600_001)], null],
    ['one ahead of the clock', [order('a', -5_000)], 'a'],
    ['the newest, wherever it stands', [order('a', 2_000), order('b', 1_000)], 'b'],
    ['none where the newest is cancelled', [order('a', 1_000, 'cancelled'), order('b', 2_000)], null],
    ['none where no date can be read', [order('a', 'soon')], null],
    ['the one whose date can be read', [order('a', 'soon'), order('b', 1_000)], 'b'],
  ])('%s', (_, orders, id) => expect(findJustPlacedOrder(orders, NOON)).toBe(id));

  test('the list is left as it is', () => {
    const orders = [order('a', 2_000), order('b', 1_000)];
    findJustPlacedOrder(orders, NOON);
    expect(orders.map(({ _id }) => _id)).toEqual(['a', 'b']);
  });
});
