import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { deleteSession, findSession, insertSession, touchSession } from './sessions.repository.ts';
import { findUser } from '../users/users.repository.ts';

/** `last_used` is written at most once a minute (providers 3.4). */
const TOUCH_EVERY_MS = 60_000;

export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

/** Who is signed in. */
export function createSessionsService({ db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>) {
  /**
   * Opens a session with the caller's transaction. Gives its token, which only the browser keeps, and the user that it
   * belongs to.
   */
  async function signIn(
    tx: Sql,
    { userId, remember, now }: { readonly userId: string; readonly remember: boolean; readonly now: Date },
  ): Promise<SignedIn> {
    const token = newSecret('cus_');
    await insertSession(tx, {
      tokenHash: secretHash(token),
      userId,
      remember,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: sessionEnd({ remember, createdAt: now }, env.session, now),
    });
    const user = await findUser(tx, userId);
    if (user === null) throw new Error('The account that signs in is not there');
    return { token, user };
  }

  /** The customer behind a bearer token, null for an unknown, ended or revoked one. */
  async function customerOf(token: string): Promise<CurrentUser | null> {
    if (!token.startsWith('cus_')) return null;
    const now = clock.now();
    const tokenHash = secretHash(token);
    const found = await findSession(db.sql, tokenHash, now);
    if (found === null) return null;
    if (now.getTime() - found.session.lastUsedAt.getTime() >= TOUCH_EVERY_MS) {
      await touchSession(db.sql, tokenHash, now, sessionEnd(found.session, env.session, now));
    }
    return { ...found.user, tokenHash };
  }

  /** Ends one session at once (A25). */
  async function closeSession(tokenHash: string): Promise<void> {
    await deleteSession(db.sql, tokenHash);
  }

  return { signIn, customerOf, closeSession };
}

interface SessionSettings {
  readonly lifeMs: number;
  readonly idleMs: number;
}

/**
 * When a session that is used at `now` ends. With `remember` it lives 7 days, else 12 h after its last use (A24) and
 * never longer than those 7 days (D13).
 */
function sessionEnd(
  { remember, createdAt }: { readonly remember: boolean; readonly createdAt: Date },
  { lifeMs, idleMs }: SessionSettings,
  now: Date,
): Date {
  const latest = createdAt.getTime() + lifeMs;
  return new Date(remember ? latest : Math.min(latest, now.getTime() + idleMs));
}
