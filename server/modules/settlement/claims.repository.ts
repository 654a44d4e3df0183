import { and, asc, desc, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { paymentClaims } from '../../db/schema.ts';

/** A claim with a typed order id. */
export type ClaimRow = Omit<typeof paymentClaims.$inferSelect, 'orderId'> & { readonly orderId: OrderId };
export type ClaimChange = Partial<typeof paymentClaims.$inferInsert>;

/** States of an open claim, of which an order has one at most (PAY-S2). */
const OPEN_STATES = ['asking', 'waiting'] as const satisfies readonly ClaimRow['state'][];

const toClaimRow = (row: typeof paymentClaims.$inferSelect): ClaimRow => ({ ...row, orderId: toOrderId(row.orderId) });

export async function insertClaim(db: Sql, claim: typeof paymentClaims.$inferInsert): Promise<void> {
  await db.insert(paymentClaims).values(claim);
}

/** Returns the claim, or `null`. Reliable only while its order is locked. */
export async function findClaim(db: Sql, id: string): Promise<ClaimRow | null> {
  const [found] = await db.select().from(paymentClaims).where(eq(paymentClaims.id, id));
  return found === undefined ? null : toClaimRow(found);
}

/** Returns the order's claims, newest first. */
export async function findClaimsOfOrder(db: Sql, orderId: OrderId): Promise<ClaimRow[]> {
  const rows = await db
    .select()
    .from(paymentClaims)
    .where(eq(paymentClaims.orderId, orderId))
    .orderBy(desc(paymentClaims.sentAt), desc(paymentClaims.id));
  return rows.map(toClaimRow);
}

/** Returns the order's open claim, or `null`. */
export async function findOpenClaim(db: Sql, orderId: OrderId): Promise<ClaimRow | null> {
  const [found] = await db
    .select()
    .from(paymentClaims)
    .where(and(eq(paymentClaims.orderId, orderId), inArray(paymentClaims.state, [...OPEN_STATES])));
  return found === undefined ? null : toClaimRow(found);
}

/** Returns the order's claims of a receipt that are not decided. */
export async function findUndecidedClaims(db: Sql, orderId: OrderId, receipt: string): Promise<ClaimRow[]> {
  const rows = await db
    .select()
    .from(paymentClaims)
    .where(
      and(
        eq(paymentClaims.orderId, orderId),
        eq(paymentClaims.receipt, receipt),
        inArray(paymentClaims.state, [...OPEN_STATES, 'for_staff']),
      ),
    );
  return rows.map(toClaimRow);
}

/** Stores the result of a transition. Returns false when the claim changed since it was read. */
export async function updateClaim(db: Sql, read: ClaimRow, change: ClaimChange): Promise<boolean> {
  const updated = await db
    .update(paymentClaims)
    .set(change)
    .where(and(eq(paymentClaims.id, read.id), eq(paymentClaims.state, read.state), eq(paymentClaims.asks, read.asks)))
    .returning({ id: paymentClaims.id });
  return updated.length === 1;
}

/** Records that the question was stored for its call, or when the worker looks at the claim next. */
export async function setClaimTimes(
  db: Sql,
  id: string,
  times: Pick<ClaimChange, 'calledAt' | 'nextAt'>,
): Promise<void> {
  await db.update(paymentClaims).set(times).where(eq(paymentClaims.id, id));
}

/** Returns up to `limit` ids of claims whose next step was due before `before`, oldest first. */
export async function findDueClaims(db: Sql, before: Date, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: paymentClaims.id })
    .from(paymentClaims)
    .where(and(isNotNull(paymentClaims.nextAt), lte(paymentClaims.nextAt, before)))
    .orderBy(asc(paymentClaims.nextAt))
    .limit(limit);
  return due.map(({ id }) => id);
}

/**
 * After a restore every claim that is not decided is asked about from the first question, because M-Pesa's answer may have
 * come since the backup (PAY-F6). Of several of an order the newest is open, the others stay with the staff.
 */
export async function askClaimsAgain(db: Sql, now: Date): Promise<void> {
  const undecided = await db
    .select({ id: paymentClaims.id, orderId: paymentClaims.orderId })
    .from(paymentClaims)
    .where(inArray(paymentClaims.state, [...OPEN_STATES, 'for_staff']))
    .orderBy(desc(paymentClaims.sentAt), desc(paymentClaims.id));
  const newest = new Map<string, string>();
  for (const { id, orderId } of undecided) if (!newest.has(orderId)) newest.set(orderId, id);
  const ids = [...newest.values()];
  const others = undecided.map(({ id }) => id).filter((id) => !ids.includes(id));
  const again = { problem: null, calledAt: null, nextAt: now, updatedAt: now } as const;
  if (others.length > 0)
    await db.update(paymentClaims).set({ state: 'for_staff', nextAt: now }).where(inArray(paymentClaims.id, others));
  if (ids.length > 0)
    await db
      .update(paymentClaims)
      .set({ ...again, state: 'waiting', asks: 0, sentAt: now })
      .where(inArray(paymentClaims.id, ids));
}
