import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { deleteSession, findSession, insertSession, touchSession } from './sessions.repository.ts';
import { findUser } from '../users/users.repository.ts';

/** Minimum time between updates of `last_used` (providers 3.4). */
const TOUCH_EVERY_MS = 60_000;

export interface OpenedSession {
  readonly token: string;
  readonly user: User;
}

/** Sessions of shoppers. */
export function createSessionsService({ db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>) {
  /**
   * Starts a session in the caller's transaction. Returns the token, of which the server stores only a hash, and the
   * user.
   */
  async function signIn(
    tx: Sql,
    { userId, remember, now }: { readonly userId: string; readonly remember: boolean; readonly now: Date },
  ): Promise<OpenedSession> {
    const token = newSecret('cus_');
    await insertSession(tx, {
      tokenHash: secretHash(token),
      userId,
      remember,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: getSessionEnd({ remember, createdAt: now }, env.session, now),
    });
    const user = await findUser(tx, userId);
    if (user === null) throw new Error('The account that signs in is not there');
    return { token, user };
  }

  /** Returns the customer of a bearer token. `null` for an unknown, expired or revoked token. */
  async function findCustomer(token: string): Promise<CurrentUser | null> {
    if (!token.startsWith('cus_')) return null;
    const now = clock.now();
    const tokenHash = secretHash(token);
    const found = await findSession(db.sql, tokenHash, now);
    if (found === null) return null;
    if (now.getTime() - found.session.lastUsedAt.getTime() >= TOUCH_EVERY_MS) {
      await touchSession(db.sql, tokenHash, now, getSessionEnd(found.session, env.session, now));
    }
    return { ...found.user, tokenHash };
  }

  /** Ends a session immediately (A25). */
  async function closeSession(tokenHash: string): Promise<void> {
    await deleteSession(db.sql, tokenHash);
  }

  return { signIn, customerOf: findCustomer, closeSession };
}

interface SessionSettings {
  readonly lifeMs: number;
  readonly idleMs: number;
}

/**
 * Returns when a session used at `now` expires. With `remember` after 7 days, otherwise 12 h after its last use (A24)
 * and after 7 days at the latest (D13).
 */
function getSessionEnd(
  { remember, createdAt }: { readonly remember: boolean; readonly createdAt: Date },
  { lifeMs, idleMs }: SessionSettings,
  now: Date,
): Date {
  const latest = createdAt.getTime() + lifeMs;
  return new Date(remember ? latest : Math.min(latest, now.getTime() + idleMs));
}
