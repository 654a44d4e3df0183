import { and, eq, inArray, sql } from 'drizzle-orm';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { payments, receivedMoney } from '../../db/schema.ts';

/** Money of an order that still waits for its payment (PAY-C4). */
export interface OpenMoney {
  /** Sum of its parts, without what goes back. Whole shillings. */
  readonly paid: Shillings;
  /** A payment by hand was seen, and M-Pesa is asked who made it. */
  readonly isProving: boolean;
}

export const NO_MONEY: OpenMoney = { paid: toShillings(0), isProving: false };

/** Returns the open money of each order. Orders without any are missing. */
export async function findOpenMoney(db: Sql, orderIds: readonly string[]): Promise<ReadonlyMap<string, OpenMoney>> {
  if (orderIds.length === 0) return new Map();
  const [parts, proving] = await Promise.all([sumParts(db, orderIds), findProving(db, orderIds)]);
  return new Map(
    [...parts.keys(), ...proving].map((id) => [
      id,
      { paid: parts.get(id) ?? NO_MONEY.paid, isProving: proving.has(id) },
    ]),
  );
}

async function sumParts(db: Sql, orderIds: readonly string[]): Promise<ReadonlyMap<string, Shillings>> {
  const sums = await db
    .select({
      orderId: payments.orderId,
      paid: sql`sum(${payments.amount} - ${payments.refunded})`.mapWith((sum: string) => toShillings(Number(sum))),
    })
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .groupBy(payments.orderId);
  return new Map(sums.map(({ orderId, paid }) => [orderId, paid]));
}

async function findProving(db: Sql, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ orderId: receivedMoney.orderId })
    .from(receivedMoney)
    .where(and(inArray(receivedMoney.orderId, [...orderIds]), eq(receivedMoney.state, 'proving')));
  return new Set(found.flatMap(({ orderId }) => orderId ?? []));
}
