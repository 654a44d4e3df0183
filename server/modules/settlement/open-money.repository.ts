import { inArray, sql } from 'drizzle-orm';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { orders, payments, receivedMoney } from '../../db/schema.ts';

/** Money of an order that still waits for its payment (PAY-C4). */
export interface OpenMoney {
  /** Sum of its parts, without what goes back. Whole shillings. */
  readonly paid: Shillings;
  /** A payment by hand was seen, and M-Pesa is asked who made it. */
  readonly isProving: boolean;
}

export const NO_MONEY: OpenMoney = { paid: toShillings(0), isProving: false };

/** Whether a payment of an order is being proved: a column of the query of orders, which needs no second one. */
export const isOrderProving = sql<boolean>`(${orders.status} = 'pending' and ${orders.money} in ('unpaid', 'partPaid')
  and ${orders.paymentMethod} = 'mpesa' and exists (
    select 1 from ${receivedMoney} where ${receivedMoney.orderId} = ${orders.id} and ${receivedMoney.state} = 'proving'))`;

/** Returns the sum of each order's parts. Orders without any are missing. */
export async function sumParts(db: Sql, orderIds: readonly string[]): Promise<ReadonlyMap<string, Shillings>> {
  if (orderIds.length === 0) return new Map();
  const sums = await db
    .select({
      orderId: payments.orderId,
      paid: sql`sum(${payments.amount} - ${payments.refunded})`.mapWith((sum: string) => toShillings(Number(sum))),
    })
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .groupBy(payments.orderId);
  return new Map(sums.flatMap(({ orderId, paid }) => (orderId === null ? [] : [[orderId, paid]])));
}
