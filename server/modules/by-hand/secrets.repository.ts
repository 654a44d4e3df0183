import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { inboxSecrets } from '../../db/schema.ts';

export type InboxSecret = typeof inboxSecrets.$inferSelect;

/** Returns the valid secret with this hash, or `null`. */
export async function findSecret(db: Sql, hash: string): Promise<InboxSecret | null> {
  const [found] = await db
    .select()
    .from(inboxSecrets)
    .where(and(eq(inboxSecrets.hash, hash), isNull(inboxSecrets.endedAt)));
  return found ?? null;
}

/** Returns the valid secrets, oldest first. */
export async function findSecrets(db: Sql): Promise<InboxSecret[]> {
  return db.select().from(inboxSecrets).where(isNull(inboxSecrets.endedAt)).orderBy(asc(inboxSecrets.createdAt));
}

export async function insertSecret(db: Sql, hash: string, createdAt: Date): Promise<string> {
  const id = randomUUID();
  await db.insert(inboxSecrets).values({ id, hash, createdAt });
  return id;
}

export async function setSecret(
  db: Sql,
  id: string,
  change: Partial<Pick<InboxSecret, 'registeredAt' | 'usedAt' | 'endedAt'>>,
): Promise<void> {
  await db.update(inboxSecrets).set(change).where(eq(inboxSecrets.id, id));
}
