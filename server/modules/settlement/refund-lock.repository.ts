import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { payments } from '../../db/schema.ts';
import { lockOrder } from './stored-orders.repository.ts';
import type { StoredRefund } from './stored-rows.rules.ts';

/** Locks what the refund belongs to, as all code does first: its order, or the money that matched none. */
export async function lockRefunded(db: Sql, { refund: { orderId }, payment }: StoredRefund): Promise<void> {
  if (orderId !== null) return lockOrder(db, orderId);
  await db.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for('update');
}
