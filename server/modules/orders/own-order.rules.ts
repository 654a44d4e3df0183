import { HttpError } from '../../http/http-error.ts';
import type { StoredOrder } from '../settlement/stored-orders.repository.ts';

/** The order that was found for this shopper. Throws HttpError 404 when there is none, 403 for somebody else's. */
export function ownOrder(found: StoredOrder | null, userId: string): StoredOrder {
  const stored = existing(found);
  if (stored.order.userId !== userId) throw new HttpError(403, 'You are not authorized to view this order');
  return stored;
}

/** Throws HttpError 404 when there is none. */
export function existing(found: StoredOrder | null): StoredOrder {
  if (found === null) throw new HttpError(404, 'Order not found');
  return found;
}
