import { randomUUID } from 'node:crypto';
import type { Seed } from '../../server/db/seed.ts';
import { addresses } from '../../server/db/schema.ts';
import { createPasswordsService } from '../../server/modules/passwords/passwords.service.ts';
import { findByEmail, insertUser } from '../../server/modules/users/users.repository.ts';
import { DEMO_HOME, DEMO_SHOPPER } from '../account.ts';

/**
 * Adds the demo account with one default address when the settings have a password for it (never in production by
 * default).
 */
export const shopper: Seed = {
  name: '0003-shopper',
  async run(sql, { env, now }) {
    if (env.demoPassword === null) return false;
    if ((await findByEmail(sql, DEMO_SHOPPER.email)) !== null) return true;
    const passwordHash = await createPasswordsService().hash(env.demoPassword);
    const userId = randomUUID();
    const user = { id: userId, ...DEMO_SHOPPER, passwordHash, phoneVerifiedAt: now, createdAt: now, updatedAt: now };
    // Another account has the phone, e.g. the demo account with another e-mail.
    if (!(await insertUser(sql, user))) return true;
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
  },
};
