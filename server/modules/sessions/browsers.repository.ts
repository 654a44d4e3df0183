import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import {
  googleSignIns,
  knownBrowsers,
  payerPhones,
  pendingRegistrations,
  phoneChanges,
  users,
} from '../../db/schema.ts';

export async function putBrowser(db: Sql, browserHash: string, userId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(knownBrowsers)
    .values({ browserHash, userId, expiresAt })
    .onConflictDoUpdate({ target: [knownBrowsers.browserHash, knownBrowsers.userId], set: { expiresAt } });
}

/** An account that the browser is or was logged in to. */
export interface OwnAccount {
  readonly id: string;
  readonly phone: string;
}

/** Returns the accounts that the browser logged in to, in a fixed order. */
export async function findAccountsByBrowser(db: Sql, browserHash: string, now: Date): Promise<OwnAccount[]> {
  return db
    .select({ id: users.id, phone: users.phone })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.browserHash, browserHash), gt(knownBrowsers.expiresAt, now)))
    .orderBy(asc(users.createdAt), asc(users.id));
}

/** Returns whether the browser logged in to the account with this e-mail. */
export async function hasBrowserLogin(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.browserHash, browserHash), eq(users.email, email), gt(knownBrowsers.expiresAt, now)));
  return found !== undefined;
}

export async function deleteBrowsersByUser(db: Sql, userId: string): Promise<void> {
  await db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
}

/** Tables of flows with their owners: a sign-up including its restarts, a Google account, or a shopper's account. */
const OWNERS = [
  { rows: pendingRegistrations, owner: pendingRegistrations.origin },
  { rows: googleSignIns, owner: googleSignIns.sub },
  { rows: phoneChanges, owner: phoneChanges.userId },
  { rows: payerPhones, owner: payerPhones.userId },
] as const;

/** Returns the owner of an active flow. It stays the same when the browser restarts the flow. */
export async function findFlowOwner(db: Sql, flowHash: string, now: Date): Promise<string | null> {
  for (const { rows, owner } of OWNERS) {
    const isLive: SQL | undefined = and(eq(rows.flowHash, flowHash), gt(rows.expiresAt, now));
    const [found] = await db.select({ owner }).from(rows).where(isLive).limit(1);
    if (found !== undefined) return found.owner;
  }
  return null;
}
