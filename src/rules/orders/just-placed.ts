import type { Order } from '../../../contract/orders.ts';

const HOUR = 3_600_000;

/**
 * Returns the id of the shopper's newest order if it was placed within the last hour and is not cancelled, else `null`
 * (U21). `now` is the server time in epoch ms; an order of the same second may appear to be in the future.
 */
export function findJustPlacedOrder(
  orders: readonly Pick<Order, '_id' | 'status' | 'createdAt'>[],
  now: number,
): string | null {
  const placed = orders
    .map(({ _id, status, createdAt }) => ({ _id, status, at: Date.parse(createdAt) }))
    .filter(({ at }) => !Number.isNaN(at));
  const [newest] = placed.sort((a, b) => b.at - a.at);
  return newest === undefined || newest.status === 'cancelled' || now - newest.at > HOUR ? null : newest._id;
}
