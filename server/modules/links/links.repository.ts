import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { accountLinks } from '../../db/schema.ts';

export type LinkRow = typeof accountLinks.$inferSelect;

/** The newest of its account and kind; the older one ends. */
export async function putLink(db: Sql, link: Omit<LinkRow, 'usedAt'>): Promise<void> {
  const { userId: _owner, kind: _kind, ...rest } = link;
  await db
    .insert(accountLinks)
    .values(link)
    .onConflictDoUpdate({ target: [accountLinks.userId, accountLinks.kind], set: { ...rest, usedAt: null } });
}

/** Gives the link of this request its token; null where a newer one took its place, or it has ended. */
export async function mintLink(
  db: Sql,
  { userId, kind, id, tokenHash, expiresAt }: Pick<LinkRow, 'userId' | 'kind' | 'id' | 'tokenHash' | 'expiresAt'>,
): Promise<LinkRow | null> {
  const [minted] = await db
    .update(accountLinks)
    .set({ tokenHash, expiresAt })
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind), eq(accountLinks.id, id)))
    .returning();
  return minted ?? null;
}

export async function findLink(db: Sql, kind: LinkRow['kind'], tokenHash: string): Promise<LinkRow | null> {
  const [found] = await db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.kind, kind), eq(accountLinks.tokenHash, tokenHash)));
  return found ?? null;
}

/** Uses a link up; null when another request was first, or its time is over. */
export async function takeLink(
  db: Sql,
  kind: LinkRow['kind'],
  tokenHash: string,
  now: Date,
): Promise<Pick<LinkRow, 'userId'> | null> {
  const [taken] = await db
    .delete(accountLinks)
    .where(and(eq(accountLinks.kind, kind), eq(accountLinks.tokenHash, tokenHash), gt(accountLinks.expiresAt, now)))
    .returning({ userId: accountLinks.userId });
  return taken ?? null;
}

export async function markUsed(db: Sql, userId: string, kind: LinkRow['kind'], now: Date): Promise<void> {
  await db
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, kind)));
}

/** Ends the links of an account, of one kind or of all. */
export async function deleteLinks(db: Sql, userId: string, kind?: LinkRow['kind']): Promise<void> {
  const ofUser = eq(accountLinks.userId, userId);
  await db.delete(accountLinks).where(kind === undefined ? ofUser : and(ofUser, eq(accountLinks.kind, kind)));
}
