import { and, asc, eq } from 'drizzle-orm';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import { addresses, users } from '../../db/schema.ts';
import { toUserView } from './user-view.rules.ts';

export type UserRow = typeof users.$inferSelect;
export type AddressRow = typeof addresses.$inferSelect;

/** Returns the user with all addresses (§3), or `null`. */
export async function findUser(db: Sql, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (user === undefined) return null;
  const saved = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, id))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
  return toUserView(user, saved);
}

export async function findByEmail(db: Sql, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

export async function findById(db: Sql, id: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

export async function findByPhone(db: Sql, phone: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.phone, phone));
  return user ?? null;
}

/** Locks the account until the transaction ends. */
export async function lockAccount(db: Sql, id: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update');
  return user ?? null;
}

/** Changes columns of an account. A unique violation (23505) means that the phone or e-mail is taken. */
export async function changeUser(
  db: Sql,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'createdAt'>> & Pick<UserRow, 'updatedAt'>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/** Returns false, without a change, when the e-mail or the phone is taken. */
export async function insertUser(db: Sql, user: typeof users.$inferInsert): Promise<boolean> {
  const made = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return made.length === 1;
}

/** Replaces the hash unless another login already did. */
export async function replacePasswordHash(db: Sql, id: string, from: string, to: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)));
}
