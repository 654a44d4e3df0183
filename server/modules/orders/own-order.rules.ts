import { Refusal } from '../../refusal.ts';
import type { StoredOrder } from '../settlement/stored-orders.repository.ts';
import * as texts from './orders.texts.ts';

/**
 * Returns the shopper's order. Throws `Refusal` `not-found` for an unknown order, and `forbidden` with `refusal` for
 * another shopper's.
 */
export function assertOwnOrder(
  found: StoredOrder | null,
  userId: string,
  refusal: string = texts.notYours,
): StoredOrder {
  const stored = assertExists(found);
  if (stored.order.userId !== userId) throw new Refusal('forbidden', refusal);
  return stored;
}

/** Throws `Refusal` `not-found` for an unknown order. */
export function assertExists(found: StoredOrder | null): StoredOrder {
  if (found === null) throw new Refusal('not-found', texts.notFound);
  return found;
}
