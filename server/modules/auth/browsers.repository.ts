import { and, asc, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { knownBrowsers, users } from '../../db/schema.ts';

export async function putBrowser(db: Sql, browserHash: string, userId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(knownBrowsers)
    .values({ browserHash, userId, expiresAt })
    .onConflictDoUpdate({ target: [knownBrowsers.browserHash, knownBrowsers.userId], set: { expiresAt } });
}

/** An account that a browser is logged in to, or was. */
export interface OwnAccount {
  readonly id: string;
  readonly phone: string;
}

/** The accounts that the browser logged in to, always in the same order. */
export async function accountsOfBrowser(db: Sql, browserHash: string, now: Date): Promise<OwnAccount[]> {
  return db
    .select({ id: users.id, phone: users.phone })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.browserHash, browserHash), gt(knownBrowsers.expiresAt, now)))
    .orderBy(asc(users.createdAt), asc(users.id));
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
