import { and, eq, inArray } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { crossChecks, orders, receivedMoney } from '../../db/schema.ts';
import type { CrossCheck } from './cross-check.rules.ts';

const PROVIDER = 'mpesa';

export type CrossCheckRow = CrossCheck & { readonly alarmId: string | null };

/** Returns the row. `null` before its first change. */
export async function findCrossCheck(db: Sql): Promise<CrossCheckRow | null> {
  const [row] = await db.select().from(crossChecks).where(eq(crossChecks.provider, PROVIDER));
  return row ?? null;
}

/** Returns the row, created when there is none, and locks it until the transaction ends. */
export async function lockCrossCheck(db: Sql): Promise<CrossCheckRow> {
  await db.insert(crossChecks).values({ provider: PROVIDER, held: [] }).onConflictDoNothing();
  const [row] = await db.select().from(crossChecks).where(eq(crossChecks.provider, PROVIDER)).for('update');
  if (row === undefined) throw new Error('cross-check: its row is gone');
  return row;
}

export async function saveCrossCheck(db: Sql, change: Partial<CrossCheckRow>): Promise<void> {
  await db.update(crossChecks).set(change).where(eq(crossChecks.provider, PROVIDER));
}

/** Returns whether a confirmation, Pull or the statement brought this receipt too (PAY-T2). */
export async function isReceived(db: Sql, receipt: string): Promise<boolean> {
  const found = await db
    .select({ receipt: receivedMoney.receipt })
    .from(receivedMoney)
    .where(and(eq(receivedMoney.receipt, receipt), inArray(receivedMoney.state, ['paid', 'provisional'])));
  return found.length > 0;
}

/** Returns those of the orders that are held. */
export async function findHeldOrders(db: Sql, ids: readonly string[]): Promise<{ id: OrderId; shortId: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: orders.id, shortId: orders.shortId })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), eq(orders.money, 'held')));
  return rows.map(({ id, shortId }) => ({ id: toOrderId(id), shortId }));
}
