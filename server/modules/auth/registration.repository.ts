import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { pendingRegistrations } from '../../db/schema.ts';

export type Pending = typeof pendingRegistrations.$inferSelect;

/** Replaces an unfinished sign-up of the same e-mail (A15). */
export async function putPending(db: Sql, pending: Pending): Promise<void> {
  const { email: _key, ...rest } = pending;
  await db
    .insert(pendingRegistrations)
    .values(pending)
    .onConflictDoUpdate({ target: pendingRegistrations.email, set: rest });
}

export async function findPendingByEmail(db: Sql, email: string, now: Date): Promise<Pending | null> {
  const [found] = await db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(pendingRegistrations.email, email), gt(pendingRegistrations.expiresAt, now)));
  return found ?? null;
}

export async function pendingOfPhone(db: Sql, phone: string, now: Date): Promise<Pending[]> {
  return db
    .select()
    .from(pendingRegistrations)
    .where(and(eq(pendingRegistrations.phone, phone), gt(pendingRegistrations.expiresAt, now)));
}

/** Hands a sign-up to the browser that has just shown its password (A15). */
export async function rebindPending(db: Sql, id: string, flowHash: string, expiresAt: Date): Promise<void> {
  await db.update(pendingRegistrations).set({ flowHash, expiresAt }).where(eq(pendingRegistrations.id, id));
}

/** One that has ended stays ended. */
export async function extendPending(
  db: Sql,
  { flowHash, phone, now, expiresAt }: Pick<Pending, 'flowHash' | 'phone' | 'expiresAt'> & { readonly now: Date },
): Promise<void> {
  await db
    .update(pendingRegistrations)
    .set({ expiresAt })
    .where(
      and(
        eq(pendingRegistrations.flowHash, flowHash),
        eq(pendingRegistrations.phone, phone),
        gt(pendingRegistrations.expiresAt, now),
      ),
    );
}

export async function deletePending(db: Sql, id: string): Promise<void> {
  await db.delete(pendingRegistrations).where(eq(pendingRegistrations.id, id));
}
