import { asc, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, payments, refunds } from '../../db/schema.ts';
import { isRest } from '../../db/refund-conditions.ts';
import { cameLate, isPaymentOfRefund } from './refunds.repository.ts';

/** A refund as the order's owner may know it. */
export interface OrderRefund extends Pick<
  typeof refunds.$inferSelect,
  'id' | 'amount' | 'state' | 'way' | 'receipt' | 'note' | 'createdAt' | 'sentAt' | 'confirmedAt'
> {
  /** The payer's phone, digits with the country code. `null` until M-Pesa names it. */
  readonly phone: string | null;
  /** Whether its payment arrived after the order ended (D27). */
  readonly isLate: boolean;
  /** Whether it is what one payment had too much (PAY-C4). */
  readonly isRest: boolean;
}

/** Returns the refunds of each order, oldest first. Orders without one are missing. */
export async function findRefundsOfOrders(
  db: Sql,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderRefund[]>> {
  const found = new Map<string, OrderRefund[]>();
  if (orderIds.length === 0) return found;
  const rows = await db
    .select({
      orderId: refunds.orderId,
      id: refunds.id,
      amount: refunds.amount,
      state: refunds.state,
      way: refunds.way,
      receipt: refunds.receipt,
      note: refunds.note,
      createdAt: refunds.createdAt,
      sentAt: refunds.sentAt,
      confirmedAt: refunds.confirmedAt,
      phone: payments.phone,
      isLate: cameLate,
      isRest,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, isPaymentOfRefund)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  for (const { orderId, ...refund } of rows) {
    if (orderId === null) continue;
    const known = found.get(orderId);
    if (known === undefined) found.set(orderId, [refund]);
    else known.push(refund);
  }
  return found;
}
