import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { refuseFields } from './fields.rules.ts';
import type { Limits } from './limits.service.ts';
import type { Passwords } from './passwords.service.ts';
import { findPendingByEmail, rebindPending, type Pending } from './registration.repository.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { createSessionsService, type SignedIn } from './sessions.service.ts';
import { LOGIN_REFUSED } from './texts.rules.ts';
import { findByEmail, lockAccount, replacePasswordHash, type UserRow } from './users.repository.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Signed in, or an account whose phone is still to be verified, with the flow secret of this browser (A15, Q7). */
export type LoginOutcome =
  | ({ readonly kind: 'signedIn' } & SignedIn)
  | { readonly kind: 'phoneUnverified'; readonly phone: string; readonly name: string; readonly flow: string };

export function createLoginService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'log'>,
  passwords: Passwords,
  limits: Limits,
) {
  const { env, db, clock, log } = deps;
  const { signIn } = createSessionsService(deps);

  /** Null where the password was replaced while it was compared: it opens nothing (R27). */
  async function enter(
    { id }: UserRow,
    storedHash: string,
    { password, remember }: Credentials,
  ): Promise<LoginOutcome | null> {
    const outcome = await db.tx(async (tx) => {
      const current = await lockAccount(tx, id);
      if (current?.passwordHash !== storedHash) return null;
      return { kind: 'signedIn' as const, ...(await signIn(tx, { userId: id, remember, now: clock.now() })) };
    });
    if (outcome !== null) await renewHash(id, storedHash, password);
    return outcome;
  }

  /** A shopper who gets in must not be kept out by a full queue, so a failure only waits for the next login. */
  async function renewHash(userId: string, storedHash: string, password: string): Promise<void> {
    if (!passwords.isOutdated(storedHash)) return;
    try {
      await replacePasswordHash(db.sql, userId, storedHash, await passwords.hash(password), clock.now());
    } catch (error) {
      log.warn({ err: error }, 'password hash not renewed');
    }
  }

  async function askForPhone({ id, phone, name }: Pending): Promise<LoginOutcome> {
    const flow = newSecret();
    await rebindPending(db.sql, id, secretHash(flow), new Date(clock.now().getTime() + env.otp.signUpMs));
    return { kind: 'phoneUnverified', phone, name, flow };
  }

  /**
   * HttpError 400 with the same body and after the same work whether the account exists or not (D14, R26). A hash that
   * changed meanwhile is compared once more: another login may have renewed it.
   */
  async function login(credentials: Credentials, ip: string): Promise<LoginOutcome> {
    const { email: typedEmail, password } = credentials;
    refuseFields({ email: emailError(typedEmail), password: password === '' ? 'Password is required' : null });
    const email = normaliseEmail(typedEmail);
    await limits.login(email, ip);
    const [user, pending] = [await findByEmail(db.sql, email), await findPendingByEmail(db.sql, email, clock.now())];
    const storedHash = user === null ? (pending?.passwordHash ?? null) : user.passwordHash;
    const isRight = await passwords.isRight(storedHash, password);
    if (isRight && storedHash !== null) {
      if (user !== null) return (await enter(user, storedHash, credentials)) ?? login(credentials, ip);
      if (pending !== null) return askForPhone(pending);
    }
    throw new HttpError(400, LOGIN_REFUSED);
  }

  return { login };
}
