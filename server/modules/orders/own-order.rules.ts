import { HttpError } from '../../http/http-error.ts';
import type { StoredOrder } from '../settlement/stored-orders.repository.ts';

const NOT_YOURS = 'You are not authorized to view this order';

/** Returns the shopper's order. Throws HttpError 404 when there is none, 403 with `refusal` for another shopper's. */
export function ownOrder(found: StoredOrder | null, userId: string, refusal = NOT_YOURS): StoredOrder {
  const stored = existing(found);
  if (stored.order.userId !== userId) throw new HttpError(403, refusal);
  return stored;
}

/** Throws HttpError 404 when there is none. */
export function existing(found: StoredOrder | null): StoredOrder {
  if (found === null) throw new HttpError(404, 'Order not found');
  return found;
}
