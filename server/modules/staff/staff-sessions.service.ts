import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { findStaffBySession, insertStaffSession } from './staff.repository.ts';

/** Lifetime from the login on, regardless of use (D13). */
export const STAFF_SESSION_MS = 8 * 3_600_000;

/** Sessions of the staff. A separate table and token prefix keep them apart from shoppers (providers 3.4). */
export function createStaffSessionsService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Starts a session in the caller's transaction and returns its token. The server stores only the hash. */
  async function openStaffSession(tx: Sql, staffId: string, now: Date): Promise<string> {
    const token = newSecret('adm_');
    await insertStaffSession(tx, {
      tokenHash: secretHash(token),
      staffId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + STAFF_SESSION_MS),
    });
    return token;
  }

  /** Returns the staff member of a bearer token. `null` for an unknown, expired or revoked token. */
  async function findStaffMember(token: string): Promise<CurrentStaff | null> {
    return findStaffBySession(db.sql, secretHash(token), clock.now());
  }

  return { openStaffSession, staffOf: findStaffMember };
}
