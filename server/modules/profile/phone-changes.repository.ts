import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { phoneChanges } from '../../db/schema.ts';

export type PhoneChange = typeof phoneChanges.$inferSelect;

/** Stores a pending phone change. Replaces the account's previous one. */
export async function putPhoneChange(db: Sql, change: PhoneChange): Promise<void> {
  const { userId: _key, ...rest } = change;
  await db.insert(phoneChanges).values(change).onConflictDoUpdate({ target: phoneChanges.userId, set: rest });
}

export async function findPhoneChange(db: Sql, userId: string, now: Date): Promise<PhoneChange | null> {
  const [found] = await db
    .select()
    .from(phoneChanges)
    .where(and(eq(phoneChanges.userId, userId), gt(phoneChanges.expiresAt, now)));
  return found ?? null;
}

export async function deletePhoneChange(db: Sql, userId: string): Promise<void> {
  await db.delete(phoneChanges).where(eq(phoneChanges.userId, userId));
}
