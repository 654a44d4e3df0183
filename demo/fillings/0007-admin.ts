import { randomUUID } from 'node:crypto';
import type { Filling } from '../../server/db/fill.ts';
import { createPasswordsService } from '../../server/modules/passwords/passwords.service.ts';
import { insertStaff } from '../../server/modules/staff/staff.repository.ts';
import { DEMO_ADMIN } from '../account.ts';

/**
 * An owner to try the staff's calls with, as soon as the settings name a password; never in production, where
 * `npm run admin` takes on whoever is meant.
 */
export const admin: Filling = {
  name: '0007-admin',
  async run(sql, { env, now }) {
    if (env.demoPassword === null || env.isProduction) return false;
    const passwordHash = await createPasswordsService().hash(env.demoPassword);
    await insertStaff(sql, { id: randomUUID(), ...DEMO_ADMIN, passwordHash, createdAt: now, updatedAt: now });
    return true;
  },
};
