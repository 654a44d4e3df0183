import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { knownBrowsers, users } from '../../db/schema.ts';

export async function putBrowser(db: Sql, browserHash: string, userId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(knownBrowsers)
    .values({ browserHash, userId, expiresAt })
    .onConflictDoUpdate({ target: [knownBrowsers.browserHash, knownBrowsers.userId], set: { expiresAt } });
}

/** Whether the browser logged in to the account that has this e-mail. */
export async function isBrowserOf(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.browserHash, browserHash), eq(users.email, email), gt(knownBrowsers.expiresAt, now)));
  return found !== undefined;
}

export async function deleteBrowsersOf(db: Sql, userId: string): Promise<void> {
  await db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
}
