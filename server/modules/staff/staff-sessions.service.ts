import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { findStaffOfSession, insertStaffSession } from './staff.repository.ts';

/** From the login, however it is used (D13). */
export const STAFF_SESSION_MS = 8 * 3_600_000;

/** Who of the staff is signed in; a table and tokens of their own keep them apart from shoppers (providers 3.4). */
export function createStaffSessionsService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Opens a session with the caller's transaction and answers its token, which only the browser keeps. */
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

  /** Who is behind a bearer token, null for an unknown, ended or revoked one. */
  async function staffOf(token: string): Promise<CurrentStaff | null> {
    return findStaffOfSession(db.sql, secretHash(token), clock.now());
  }

  return { openStaffSession, staffOf };
}
