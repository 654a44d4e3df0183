import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { cashEntries, collectionCodes, lineInspections, pickupStations } from '../../db/schema.ts';
import type { StockActor } from '../stock/stock.repository.ts';

export type InspectionRow = typeof lineInspections.$inferSelect;

/** Replaces the code of an order. Wrong codes of the day stay counted (OWN-P2). */
export async function putCode(db: Sql, orderId: OrderId, codeHash: string): Promise<void> {
  await db
    .insert(collectionCodes)
    .values({ orderId, codeHash })
    .onConflictDoUpdate({ target: collectionCodes.orderId, set: { codeHash } });
}

/** Returns the hash and today's wrong codes. `null` without a code. */
export async function findCode(db: Sql, orderId: OrderId, day: string) {
  const [row] = await db.select().from(collectionCodes).where(eq(collectionCodes.orderId, orderId));
  return row === undefined ? null : { codeHash: row.codeHash, wrong: row.wrongOn === day ? row.wrong : 0 };
}

/** Sets the number of wrong codes of a day. */
export async function setWrongCodes(db: Sql, orderId: OrderId, wrongOn: string, wrong: number): Promise<void> {
  await db.update(collectionCodes).set({ wrongOn, wrong }).where(eq(collectionCodes.orderId, orderId));
}

export async function deleteCode(db: Sql, orderId: OrderId): Promise<void> {
  await db.delete(collectionCodes).where(eq(collectionCodes.orderId, orderId));
}

/** Returns what was found in each inspected line. */
export function findInspections(db: Sql, orderId: OrderId): Promise<InspectionRow[]> {
  return db.select().from(lineInspections).where(eq(lineInspections.orderId, orderId));
}

export async function insertInspection(db: Sql, row: InspectionRow): Promise<void> {
  await db.insert(lineInspections).values(row);
}

/** An entry of the cash ledger. */
export interface CashEntry extends StockActor {
  readonly orderId: OrderId;
  readonly type: 'owed' | 'counted' | 'writtenOff';
  readonly amount: number;
  readonly party: string;
  readonly reason?: string | null;
  readonly at: Date;
}

export async function insertCash(db: Sql, entry: CashEntry): Promise<void> {
  await db.insert(cashEntries).values({ id: randomUUID(), ...entry });
}

/** Returns who owes cash for an order, and how much is missing. */
export async function findOwedCash(
  db: Sql,
  orderId: OrderId,
): Promise<{ readonly party: string; readonly missing: Shillings }> {
  const rows = await db
    .select({ type: cashEntries.type, amount: cashEntries.amount, party: cashEntries.party })
    .from(cashEntries)
    .where(eq(cashEntries.orderId, orderId))
    .orderBy(asc(cashEntries.at), asc(cashEntries.id));
  const missing = rows.reduce((sum, { type, amount }) => sum + (type === 'owed' ? amount : -amount), 0);
  return {
    party: rows.findLast(({ type }) => type === 'owed')?.party ?? '',
    missing: toShillings(Math.max(0, missing)),
  };
}

/** Returns the pickup station's name, or `null`. */
export async function findStationName(db: Sql, id: string): Promise<string | null> {
  const [row] = await db.select({ name: pickupStations.name }).from(pickupStations).where(eq(pickupStations.id, id));
  return row?.name ?? null;
}
