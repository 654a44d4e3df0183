import { and, asc, eq } from 'drizzle-orm';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import { addresses, users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;
type AddressRow = typeof addresses.$inferSelect;

/** The user with all addresses as the contract has it, null when there is none (§3). */
export async function findUser(db: Sql, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (user === undefined) return null;
  const saved = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, id))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
  return userOf(user, saved);
}

export async function findByEmail(db: Sql, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
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

function userOf(user: UserRow, saved: readonly AddressRow[]): User {
  const { street, city, state, zipCode, country } = user;
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    avatar: user.avatar,
    address: { street, city, state, zipCode, country },
    addresses: saved.map(addressOf),
  };
}

function addressOf({ id, userId: _owner, createdAt: _at, type, ...rest }: AddressRow): User['addresses'][number] {
  return { _id: id, type: type === 'Work' || type === 'Other' ? type : 'Home', ...rest };
}
