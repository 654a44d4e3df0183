import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { otpError } from '../../../contract/rules/otp.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import type { Caller } from '../../people.ts';
import { moveChallenges } from '../codes/otp.repository.ts';
import { findPendingByEmail, rebindPending, type PendingSignUp } from '../sign-up/registration.repository.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import type { OpenedSession } from '../sessions/sessions.service.ts';
import * as texts from '../users/accounts.texts.ts';
import { findByEmail, lockAccount, replacePasswordHash, type UserRow } from '../users/users.repository.ts';
import { passwordIsRequired } from '../../../contract/texts/account.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** Login code, if typed (D26). */
  readonly code?: string;
}

/** A session, or an account with an unverified phone and the flow secret of this browser (A15, Q7). */
export type LoginOutcome =
  | ({ readonly kind: 'signedIn' } & OpenedSession)
  | { readonly kind: 'phoneUnverified'; readonly phone: string; readonly name: string; readonly flow: string };

interface Comparison {
  readonly isRight: boolean;
  readonly account: UserRow | PendingSignUp | null;
}

export function createLoginService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'log'>,
  services: Pick<Services, 'sessions' | 'loginGuard' | 'browsers' | 'passwords' | 'limits'>,
) {
  const { passwords, limits } = services;
  const { env, db, clock, log } = deps;
  const { signIn } = services.sessions;
  const { guard } = services.loginGuard;
  const { remember } = services.browsers;

  /** `null` when the password was replaced during the comparison, so the old one is not accepted (R27). */
  async function enter(
    { id }: UserRow,
    storedHash: string,
    { password, remember: isLong }: Credentials,
    browser: string,
  ): Promise<LoginOutcome | null> {
    const outcome = await db.tx(async (tx) => {
      const current = await lockAccount(tx, id);
      if (current?.passwordHash !== storedHash) return null;
      await remember(browser, id, tx);
      return { kind: 'signedIn' as const, ...(await signIn(tx, { userId: id, remember: isLong, now: clock.now() })) };
    });
    if (outcome !== null) await renewHash(id, storedHash, password);
    return outcome;
  }

  /** A full hashing queue must not block a login, so a failed renewal waits for the next login. */
  async function renewHash(userId: string, storedHash: string, password: string): Promise<void> {
    if (!passwords.isOutdated(storedHash)) return;
    try {
      await replacePasswordHash(db.sql, userId, storedHash, await passwords.hash(password), clock.now());
    } catch (error) {
      log.warn({ err: error }, 'password hash not renewed');
    }
  }

  /** The browser of the sign-up keeps its flow. Another browser takes over the flow and its codes (D24). */
  async function requestPhone(
    { id, phone, name, flowHash }: PendingSignUp,
    ownFlow: string | null,
  ): Promise<LoginOutcome> {
    const flow = ownFlow !== null && secretHash(ownFlow) === flowHash ? ownFlow : newSecret();
    await db.tx(async (tx) => {
      await rebindPending(tx, id, secretHash(flow), new Date(clock.now().getTime() + env.otp.signUpMs));
      await moveChallenges(tx, flowHash, secretHash(flow));
    });
    return { kind: 'phoneUnverified', phone, name, flow };
  }

  /**
   * Checks the password of the account, or else of the pending sign-up (Q7, A15). Always compares one hash, so that the
   * duration reveals nothing (R26).
   */
  async function comparePassword(
    email: string,
    password: string,
    flow: string | null,
    isFirst: boolean,
  ): Promise<Comparison> {
    const user = await findByEmail(db.sql, email);
    const flowHash = flow === null ? null : secretHash(flow);
    const pending = await findPendingByEmail(db.sql, email, flowHash, clock.now());
    const account = user ?? pending;
    const isRight = await passwords.isRight(account?.passwordHash ?? null, password, { isFirst });
    return { account: isRight ? account : null, isRight };
  }

  /**
   * Throws `Refusal` `invalid` with the same body and the same amount of work whether the account exists or not (D14,
   * R26). Throws `conflict` with `data.code` when a code is required after several failures (D26). Compares again when
   * the hash changed meanwhile, because another login may have renewed it. @param browser the browser's cookie value
   * after this call
   */
  async function login(credentials: Credentials, asker: Caller, browser: string): Promise<LoginOutcome> {
    const { email: typedEmail, password, code = '' } = credentials;
    refuseFields({
      email: emailError(typedEmail),
      password: password === '' ? passwordIsRequired : null,
      code: code === '' ? null : otpError(code),
    });
    const email = normaliseEmail(typedEmail);
    await limits.login(asker);
    const isFirst = await limits.isKnown(asker);
    const compare = () => comparePassword(email, password, asker.flow, isFirst);
    let { account } = await guard({ email, browser: asker.browser, code }, compare);
    while (account !== null) {
      if ('flowHash' in account) return requestPhone(account, asker.flow);
      const entered = await enter(account, account.passwordHash ?? '', credentials, browser);
      if (entered !== null) return entered;
      ({ account } = await compare());
    }
    throw new Refusal('invalid', texts.loginRefused);
  }

  return { login };
}
