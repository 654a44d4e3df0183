import type { Sql } from '../../db/client.ts';
import { HttpError } from '../../http/http-error.ts';
import { findOrder, type StoredOrder } from './orders.repository.ts';

/** 404 where there is none, 403 for somebody else's. */
export async function ownOrder(db: Sql, userId: string, id: string): Promise<StoredOrder> {
  const stored = existing(await findOrder(db, id));
  if (stored.order.userId !== userId) throw new HttpError(403, 'You are not authorized to view this order');
  return stored;
}

/** 404 where there is none. */
export function existing(stored: StoredOrder | null): StoredOrder {
  if (stored === null) throw new HttpError(404, 'Order not found');
  return stored;
}
