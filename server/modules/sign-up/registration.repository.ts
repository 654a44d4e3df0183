import { and, desc, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { pendingRegistrations } from '../../db/schema.ts';

export type PendingSignUp = typeof pendingRegistrations.$inferSelect;

/**
 * Deletes the browser's previous sign-up when it starts a new one, with any e-mail (A15). Sign-ups of other browsers
 * stay.
 */
export async function deletePendingByFlow(db: Sql, flowHash: string): Promise<void> {
  await db.delete(pendingRegistrations).where(eq(pendingRegistrations.flowHash, flowHash));
}

/** Returns this browser's active sign-up with this phone, or `null`. */
export async function findPendingByFlow(
  db: Sql,
  flowHash: string,
  phone: string,
  now: Date,
): Promise<PendingSignUp | null> {
  const { flowHash: flow, phone: its, expiresAt } = pendingRegistrations;
  const [found] = await db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(flow, flowHash), eq(its, phone), gt(expiresAt, now)))
    .limit(1);
  return found ?? null;
}

export async function putPending(db: Sql, pending: PendingSignUp): Promise<void> {
  await db.insert(pendingRegistrations).values(pending);
}

/** Returns this browser's sign-up with the e-mail, or else the newest one. */
export async function findPendingByEmail(
  db: Sql,
  email: string,
  flowHash: string | null,
  now: Date,
): Promise<PendingSignUp | null> {
  const [found] = await db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(pendingRegistrations.email, email), gt(pendingRegistrations.expiresAt, now)))
    .orderBy(desc(eq(pendingRegistrations.flowHash, flowHash ?? '')), desc(pendingRegistrations.createdAt))
    .limit(1);
  return found ?? null;
}

export async function findPendingByPhone(db: Sql, phone: string, now: Date): Promise<PendingSignUp[]> {
  return db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(pendingRegistrations.phone, phone), gt(pendingRegistrations.expiresAt, now)));
}

/** Moves a sign-up to the browser that entered its password (A15). */
export async function rebindPending(db: Sql, id: string, flowHash: string, expiresAt: Date): Promise<void> {
  await db.update(pendingRegistrations).set({ flowHash, expiresAt }).where(eq(pendingRegistrations.id, id));
}

export async function deletePending(db: Sql, id: string): Promise<void> {
  await db.delete(pendingRegistrations).where(eq(pendingRegistrations.id, id));
}
