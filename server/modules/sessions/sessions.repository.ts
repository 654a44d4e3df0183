import { and, eq, gt, lt, ne } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { sessions, users } from '../../db/schema.ts';
import type { CurrentUser } from '../../people.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function insertSession(db: Sql, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Returns the active session of a token hash with its user, or `null`. */
export async function findSession(
  db: Sql,
  tokenHash: string,
  now: Date,
): Promise<{ readonly session: SessionRow; readonly user: Omit<CurrentUser, 'tokenHash'> } | null> {
  const [found] = await db
    .select({ session: sessions, user: { id: users.id, name: users.name, email: users.email, phone: users.phone } })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  return found ?? null;
}

export async function touchSession(db: Sql, tokenHash: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastUsedAt, now)));
}

export async function deleteSession(db: Sql, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends all sessions of a user except `but`. `null` ends all. */
export async function deleteSessionsByUser(db: Sql, userId: string, but: string | null): Promise<void> {
  const byUser = eq(sessions.userId, userId);
  await db.delete(sessions).where(but === null ? byUser : and(byUser, ne(sessions.tokenHash, but)));
}
