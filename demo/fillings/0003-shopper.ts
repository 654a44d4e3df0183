import { randomUUID } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { createPasswords } from '../../server/modules/auth/passwords.ts';
import { findByEmail, insertUser } from '../../server/modules/auth/users.repository.ts';
import { addresses } from '../../server/db/schema.ts';

export const DEMO_SHOPPER = {
  email: 'shopper@duka.test',
  name: 'Wanjiku Kamau',
  phone: '254712345678',
} as const;
/** The default address. */
export const DEMO_HOME = { address: 'Moi Avenue 12', city: 'Nairobi' } as const;

/**
 * Makes the demo account with one default address. Does nothing where the settings name no password for
 * it (production) and where it exists. True when it was made.
 */
export async function seedDemoShopper({ env, db, clock }: Pick<Deps, 'env' | 'db' | 'clock'>): Promise<boolean> {
  if (env.demoPassword === null || (await findByEmail(db.sql, DEMO_SHOPPER.email)) !== null) return false;
  const passwordHash = await createPasswords().hash(env.demoPassword);
  const now = clock.now();
  const userId = randomUUID();
  return db.tx(async (sql) => {
    const user = { id: userId, ...DEMO_SHOPPER, passwordHash, phoneVerifiedAt: now, createdAt: now, updatedAt: now };
    if (!(await insertUser(sql, user))) return false;
    await sql.insert(addresses).values({
      id: randomUUID(),
      userId,
      type: 'Home',
      name: DEMO_SHOPPER.name,
      ...DEMO_HOME,
      country: 'Kenya',
      phone: DEMO_SHOPPER.phone,
      isDefault: true,
      createdAt: now,
    });
    return true;
  });
}
