import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { accountLinks } from '../../db/schema.ts';

export type LinkRow = typeof accountLinks.$inferSelect;

/** Stores a link. Replaces the previous one of the same account and kind. */
export async function putLink(db: Sql, link: Omit<LinkRow, 'usedAt'>): Promise<void> {
  const { userId: _owner, kind: _kind, ...rest } = link;
  await db
    .insert(accountLinks)
    .values(link)
    .onConflictDoUpdate({ target: [accountLinks.userId, accountLinks.kind], set: { ...rest, usedAt: null } });
}

/** Stores the token of a link. `null` when a newer link replaced it. */
export async function setLinkToken(
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

/** Takes a link, so that it works once. `null` when another request took it or it expired. */
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

/** Deletes the links of an account, of one kind or all. */
export async function deleteLinks(db: Sql, userId: string, kind?: LinkRow['kind']): Promise<void> {
  const byUser = eq(accountLinks.userId, userId);
  await db.delete(accountLinks).where(kind === undefined ? byUser : and(byUser, eq(accountLinks.kind, kind)));
}
