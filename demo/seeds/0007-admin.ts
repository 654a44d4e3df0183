import { randomUUID } from 'node:crypto';
import type { Seed } from '../../server/db/seed.ts';
import { createPasswordsService } from '../../server/modules/passwords/passwords.service.ts';
import { insertStaff } from '../../server/modules/staff/staff.repository.ts';
import { DEMO_ADMIN } from '../account.ts';

/**
 * Adds an owner account for trying the staff calls, when the settings have a password. Never in production, where `npm
 * run admin` adds staff.
 */
export const admin: Seed = {
  name: '0007-admin',
  async run(sql, { env, now }) {
    if (env.demoPassword === null || env.isProduction) return false;
    const passwordHash = await createPasswordsService().hash(env.demoPassword);
    await insertStaff(sql, { id: randomUUID(), ...DEMO_ADMIN, passwordHash, createdAt: now, updatedAt: now });
    return true;
  },
};
