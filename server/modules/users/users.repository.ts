import { and, asc, eq } from 'drizzle-orm';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import { addresses, users } from '../../db/schema.ts';
import { userView } from './user-view.rules.ts';

export type UserRow = typeof users.$inferSelect;
export type AddressRow = typeof addresses.$inferSelect;

/** The user with all addresses as the contract has it, null when there is none (§3). */
export async function findUser(db: Sql, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (user === undefined) return null;
  const saved = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, id))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
  return userView(user, saved);
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

/** Makes changes of one account wait for each other until the transaction ends. */
export async function lockAccount(db: Sql, id: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update');
  return user ?? null;
}

/** Name, address, phone, e-mail or password; a phone or e-mail that is taken is refused by the database (23505). */
export async function changeUser(
  db: Sql,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'createdAt'>> & Pick<UserRow, 'updatedAt'>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/** False when the e-mail or the phone is taken; then nothing is written. */
export async function insertUser(db: Sql, user: typeof users.$inferInsert): Promise<boolean> {
  const made = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return made.length === 1;
}

/** Changes the hash unless another login has already. */
export async function replacePasswordHash(db: Sql, id: string, from: string, to: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)));
}
