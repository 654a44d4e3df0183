import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { googleSignIns, users } from '../../db/schema.ts';
import type { UserRow } from '../users/users.repository.ts';

export type GoogleSignIn = typeof googleSignIns.$inferSelect;

export async function findBySub(db: Sql, sub: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.googleSub, sub));
  return user ?? null;
}

export async function insertSignIn(db: Sql, signIn: GoogleSignIn): Promise<void> {
  await db.insert(googleSignIns).values(signIn);
}

/** Returns whether this flow belongs to a running sign-in with the same Google account. */
export async function hasFlow(db: Sql, sub: string, flowHash: string, now: Date): Promise<boolean> {
  const { sub: its, flowHash: flow, expiresAt } = googleSignIns;
  const found = await db
    .select({ idHash: googleSignIns.idHash })
    .from(googleSignIns)
    .where(and(eq(its, sub), eq(flow, flowHash), gt(expiresAt, now)))
    .limit(1);
  return found.length > 0;
}

/** Stores the phone to verify. Returns false when the sign-in has ended. */
export async function reservePhone(db: Sql, idHash: string, phone: string, now: Date): Promise<boolean> {
  const reserved = await db.update(googleSignIns).set({ phone }).where(waiting(idHash, now)).returning();
  return reserved.length === 1;
}

/** Locks and returns a sign-in that waits for its phone. */
export async function lockSignIn(db: Sql, idHash: string, now: Date): Promise<GoogleSignIn | null> {
  const [found] = await db.select().from(googleSignIns).where(waiting(idHash, now)).for('update');
  return found ?? null;
}

export async function deleteSignIn(db: Sql, idHash: string): Promise<void> {
  await db.delete(googleSignIns).where(eq(googleSignIns.idHash, idHash));
}

/** Takes the Google account that this browser wants to link, once. */
export async function takeLink(db: Sql, userId: string, flowHash: string, now: Date): Promise<GoogleSignIn | null> {
  const [taken] = await db
    .delete(googleSignIns)
    .where(
      and(eq(googleSignIns.userId, userId), eq(googleSignIns.flowHash, flowHash), gt(googleSignIns.expiresAt, now)),
    )
    .returning();
  return taken ?? null;
}

export async function linkSub(db: Sql, userId: string, sub: string, now: Date): Promise<void> {
  await db.update(users).set({ googleSub: sub, updatedAt: now }).where(eq(users.id, userId));
}

/** Sets the picture of an account without one. */
export async function putAvatar(db: Sql, userId: string, avatar: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ avatar, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.avatar)));
}

const waiting = (idHash: string, now: Date) =>
  and(eq(googleSignIns.idHash, idHash), isNull(googleSignIns.userId), gt(googleSignIns.expiresAt, now));
