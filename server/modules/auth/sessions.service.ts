import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../http/handler.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { deleteSession, findSession, insertSession, touchSession } from './sessions.repository.ts';

/** `last_used` is written at most once a minute (providers 3.4). */
const TOUCH_EVERY_MS = 60_000;

type Settings = Deps['env']['session'];

/**
 * Opens a session and answers its token, which only the browser keeps. With `remember` it lives 7 days,
 * else 12 h after its last use (A24) and never longer than those 7 days (D13).
 */
export async function openSession(
  sql: Sql,
  settings: Settings,
  { userId, remember, now }: { readonly userId: string; readonly remember: boolean; readonly now: Date },
): Promise<string> {
  const token = newSecret('cus_');
  await insertSession(sql, {
    tokenHash: secretHash(token),
    userId,
    remember,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: endOf({ remember, createdAt: now }, settings, now),
  });
  return token;
}

/** The customer behind a bearer token, null for an unknown, ended or revoked one. */
export async function customerOf(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  token: string,
): Promise<CurrentUser | null> {
  if (!token.startsWith('cus_')) return null;
  const now = clock.now();
  const tokenHash = secretHash(token);
  const found = await findSession(db.sql, tokenHash, now);
  if (found === null) return null;
  if (now.getTime() - found.session.lastUsedAt.getTime() >= TOUCH_EVERY_MS) {
    await touchSession(db.sql, tokenHash, now, endOf(found.session, env.session, now));
  }
  return { ...found.user, tokenHash };
}

/** Ends one session at once (A25). */
export async function closeSession({ db }: Pick<Deps, 'db'>, tokenHash: string): Promise<void> {
  await deleteSession(db.sql, tokenHash);
}

function endOf(
  { remember, createdAt }: { readonly remember: boolean; readonly createdAt: Date },
  { lifeMs, idleMs }: Settings,
  now: Date,
): Date {
  const latest = createdAt.getTime() + lifeMs;
  return new Date(remember ? latest : Math.min(latest, now.getTime() + idleMs));
}
