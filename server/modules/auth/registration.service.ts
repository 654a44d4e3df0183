import { randomUUID } from 'node:crypto';
import { nameError } from '../../../contract/rules/name.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { refuseFields } from './fields.rules.ts';
import type { Limits } from './limits.service.ts';
import { newPasswordError, type PasswordRules } from './new-password.rules.ts';
import { consume, findVerified, type Challenge } from './otp.repository.ts';
import type { Asker } from './otp.service.ts';
import type { Passwords } from './passwords.service.ts';
import { deletePending, pendingOfPhone, putPending, type Pending } from './registration.repository.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { createSessionsService, type SignedIn } from './sessions.service.ts';
import { EMAIL_TAKEN, NO_SESSION, PHONE_TAKEN, SIGN_UP_OVER } from './texts.rules.ts';
import { findByEmail, insertUser } from './users.repository.ts';

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

export function createRegistrationService(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  passwords: Passwords,
  limits: Limits,
  rules: PasswordRules = shop,
) {
  const { env, db, clock } = deps;
  const { signIn } = createSessionsService(deps);

  /** Keeps a pending sign-up and answers the secret that binds it to this browser. HttpError 400 with `fields`. */
  async function register(
    { name, email: typedEmail, phone, password }: SignUp,
    ip: string,
  ): Promise<{ readonly flow: string }> {
    refuseFields({
      name: nameError(name),
      email: emailError(typedEmail),
      phone: phoneError(phone),
      password: newPasswordError(password, rules),
    });
    await limits.register(ip);
    const email = normaliseEmail(typedEmail);
    if ((await findByEmail(db.sql, email)) !== null) refuseFields({ email: EMAIL_TAKEN });
    const passwordHash = await passwords.hash(password);
    const flow = newSecret();
    const now = clock.now();
    await putPending(db.sql, {
      id: randomUUID(),
      email,
      name: name.trim(),
      phone: toMsisdn(phone),
      passwordHash,
      flowHash: secretHash(flow),
      createdAt: now,
      expiresAt: new Date(now.getTime() + env.otp.signUpMs),
    });
    return { flow };
  }

  /**
   * Makes the account of a pending sign-up whose phone this browser has verified (D1, D19); one
   * transaction decides that e-mail and phone are free. HttpError 400.
   */
  async function complete(
    typedPhone: string,
    verificationToken: string | undefined,
    { flow, ip }: Asker,
  ): Promise<SignedIn> {
    refuseFields({ phone: phoneError(typedPhone) });
    await limits.complete(ip);
    const phone = toMsisdn(typedPhone);
    const flowHash = flow === null ? null : secretHash(flow);
    const now = clock.now();
    return db.tx(async (tx) => {
      const challenge = await findVerified(tx, {
        phone,
        flowHash,
        tokenHash: secretHash(verificationToken ?? ''),
        verifiedSince: new Date(now.getTime() - env.otp.verifiedMs),
      });
      if (challenge === null || !(await consume(tx, challenge.idHash, now))) throw new HttpError(400, NO_SESSION);
      const pending = pendingFor(challenge, flowHash, await pendingOfPhone(tx, phone, now));
      if (pending === null) throw new HttpError(400, SIGN_UP_OVER);
      const userId = await makeAccount(tx, pending, challenge.verifiedAt ?? now, now);
      return signIn(tx, { userId, remember: true, now });
    });
  }

  return { register, complete };
}

/**
 * The sign-up that the proof belongs to: of this browser, else of the browser that asked for the code.
 * Where neither carried the cookie it must be the only one with this phone and older than the code.
 */
function pendingFor(challenge: Challenge, flowHash: string | null, candidates: readonly Pending[]): Pending | null {
  const own =
    candidates.find((pending) => pending.flowHash === flowHash) ??
    candidates.find((pending) => pending.flowHash === challenge.flowHash);
  if (own !== undefined) return own;
  const [only, ...others] = candidates;
  const isPlain =
    challenge.flowHash === null && others.length === 0 && only !== undefined && only.createdAt <= challenge.sentAt;
  return isPlain ? only : null;
}

async function makeAccount(tx: Sql, pending: Pending, phoneVerifiedAt: Date, now: Date): Promise<string> {
  const { name, email, phone, passwordHash } = pending;
  const id = randomUUID();
  if (
    !(await insertUser(tx, { id, name, email, phone, phoneVerifiedAt, passwordHash, createdAt: now, updatedAt: now }))
  ) {
    const isEmail = (await findByEmail(tx, email)) !== null;
    throw new HttpError(400, isEmail ? EMAIL_TAKEN : PHONE_TAKEN, {
      fields: isEmail ? { email: EMAIL_TAKEN } : { phone: PHONE_TAKEN },
    });
  }
  await deletePending(tx, pending.id);
  return id;
}
