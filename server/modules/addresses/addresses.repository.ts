import { and, count, eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { addresses, users } from '../../db/schema.ts';

/** Serialises changes to one user's addresses, so that exactly one default remains. */
export async function lockUser(db: Sql, userId: string, now: Date): Promise<void> {
  await db.update(users).set({ updatedAt: now }).where(eq(users.id, userId));
}

export async function countAddresses(db: Sql, userId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(addresses).where(eq(addresses.userId, userId));
  return row?.total ?? 0;
}

export async function hasAddress(db: Sql, userId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)));
  return found.length === 1;
}

type Words = Pick<
  typeof addresses.$inferInsert,
  'type' | 'name' | 'address' | 'city' | 'country' | 'postalCode' | 'phone'
>;

/** Returns the id of the user's address with the same values in all fields, or `null`. */
export async function findSameAddress(db: Sql, userId: string, words: Words): Promise<string | null> {
  const { type, name, address, city, country, postalCode, phone } = words;
  const same = { type, name, address, city, country, postalCode, phone };
  const conditions = Object.entries(same).map(([field, word]) => eq(addresses[field as keyof Words], word ?? ''));
  const [found] = await db
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), ...conditions))
    .limit(1);
  return found?.id ?? null;
}

export async function clearDefault(db: Sql, userId: string): Promise<void> {
  await db
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}

export async function markDefault(db: Sql, userId: string, id: string): Promise<void> {
  await db
    .update(addresses)
    .set({ isDefault: true })
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)));
}

/** Makes the only address of a user the default (§5 Address save). */
export async function markOnlyOne(db: Sql, userId: string): Promise<void> {
  const [only, ...others] = await db
    .select({ id: addresses.id })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .limit(2);
  if (only !== undefined && others.length === 0) await markDefault(db, userId, only.id);
}

export async function insertAddress(db: Sql, address: typeof addresses.$inferInsert): Promise<void> {
  await db.insert(addresses).values(address);
}

export async function changeAddress(
  db: Sql,
  userId: string,
  id: string,
  change: Omit<typeof addresses.$inferInsert, 'id' | 'userId' | 'createdAt'>,
): Promise<void> {
  await db
    .update(addresses)
    .set(change)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)));
}

/** Returns false when the user has no such address. */
export async function deleteAddress(db: Sql, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .returning({ id: addresses.id });
  return gone.length === 1;
}
