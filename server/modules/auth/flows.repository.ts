import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { googleSignIns, payerPhones, pendingRegistrations, phoneChanges } from '../../db/schema.ts';

/** What flows belong to: a sign-up with all that begins it again, a Google account, or the account of a shopper. */
const OWNERS = [
  { rows: pendingRegistrations, owner: pendingRegistrations.origin },
  { rows: googleSignIns, owner: googleSignIns.sub },
  { rows: phoneChanges, owner: phoneChanges.userId },
  { rows: payerPhones, owner: payerPhones.userId },
] as const;

/** Finds what a flow that is not over belongs to, however often its browser began again. */
export async function ownerOfFlow(db: Sql, flowHash: string, now: Date): Promise<string | null> {
  for (const { rows, owner } of OWNERS) {
    const isLive: SQL | undefined = and(eq(rows.flowHash, flowHash), gt(rows.expiresAt, now));
    const [found] = await db.select({ owner }).from(rows).where(isLive).limit(1);
    if (found !== undefined) return found.owner;
  }
  return null;
}
