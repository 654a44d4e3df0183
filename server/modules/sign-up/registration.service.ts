import { randomUUID } from 'node:crypto';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField, refuseFields } from '../../refusal.ts';
import type { Caller } from '../../people.ts';
import { newPasswordError, type PasswordRules } from '../passwords/new-password.rules.ts';
import { deleteProof, moveChallenges, type Challenge } from '../codes/otp.repository.ts';
import {
  deletePending,
  deletePendingByFlow,
  findPendingByFlow,
  findPendingByPhone,
  putPending,
  type PendingSignUp,
} from './registration.repository.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import type { OpenedSession } from '../sessions/sessions.service.ts';
import { noOtpSession } from '../codes/codes.rules.ts';
import * as texts from '../users/accounts.texts.ts';
import { findByEmail, insertUser } from '../users/users.repository.ts';

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

export function createRegistrationService(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  services: Pick<Services, 'sessions' | 'proof' | 'notices' | 'browsers' | 'passwords' | 'limits'>,
  rules: PasswordRules = shop,
) {
  const { passwords, limits } = services;
  const { env, db, clock } = deps;
  const { signIn } = services.sessions;
  const { findProof } = services.proof;
  const { notifySignUp } = services.notices;
  const { remember } = services.browsers;

  /**
   * Stores a pending sign-up and returns the secret that binds it to this browser. Does the same when the e-mail or
   * phone has an account, and notifies the owner of the e-mail by mail. Throws `Refusal` `invalid` with `fields`, or
   * `too-often`.
   */
  async function register(
    { name, email: typedEmail, phone, password }: SignUp,
    asker: Caller,
  ): Promise<{ readonly flow: string }> {
    const others = { name: nameError(name), email: emailError(typedEmail), phone: phoneError(phone) };
    const passwordError = newPasswordError(password, rules);
    if (Object.values(others).every((error) => error === null)) refuseField('password', passwordError);
    refuseFields({ ...others, password: passwordError });
    const msisdn = toMsisdn(phone);
    const oldFlow = asker.flow;
    const begun = oldFlow === null ? null : await findPendingByFlow(db.sql, secretHash(oldFlow), msisdn, clock.now());
    const email = normaliseEmail(typedEmail);
    const passwordHash = await passwords.hash(password, { isFirst: await limits.isFirstSignUp(asker) });
    const flow = newSecret();
    const now = clock.now();
    const id = randomUUID();
    const pending = {
      id,
      origin: begun?.origin ?? id,
      email,
      name: cleanLine(name),
      phone: msisdn,
      passwordHash,
      flowHash: secretHash(flow),
      createdAt: now,
      expiresAt: new Date(now.getTime() + env.otp.signUpMs),
    };
    await db.tx(async (tx) => {
      if (oldFlow !== null) {
        await deletePendingByFlow(tx, secretHash(oldFlow));
        await moveChallenges(tx, secretHash(oldFlow), pending.flowHash);
      }
      await putPending(tx, pending);
    });
    await notifySignUp(email);
    return { flow };
  }

  /**
   * Creates the account of a pending sign-up after this browser has verified its phone (D1, D19). One transaction
   * ensures that the e-mail and phone are unused. It uses up the proof in any case. Throws `Refusal` `invalid`.
   */
  async function complete(
    typedPhone: string,
    verificationToken: string | undefined,
    asker: Caller & { readonly browser: string },
  ): Promise<OpenedSession> {
    refuseFields({ phone: phoneError(typedPhone) });
    await limits.complete(asker);
    const { flow, browser } = asker;
    const phone = toMsisdn(typedPhone);
    const flowHash = flow === null ? null : secretHash(flow);
    const now = clock.now();
    const made = await db.tx(async (tx) => {
      const challenge = await findProof(tx, { phone, token: verificationToken, flow }, now);
      if (challenge === null || !(await deleteProof(tx, challenge.idHash, now))) throw noOtpSession();
      const pending = toPending(challenge, flowHash, await findPendingByPhone(tx, phone, now));
      if (pending === null) throw new Refusal('invalid', texts.signUpOver);
      const userId = await createAccount(tx, pending, challenge.verifiedAt ?? now, now);
      if (userId instanceof Refusal) return userId;
      await remember(browser, userId, tx);
      return signIn(tx, { userId, remember: true, now });
    });
    if (made instanceof Refusal) throw made;
    return made;
  }

  return { register, complete };
}

/**
 * Returns the sign-up of the proof: of this browser, or else of the browser that requested the code. When neither
 * request had a cookie, it must be the only sign-up with this phone and older than the code.
 */
function toPending(
  challenge: Challenge,
  flowHash: string | null,
  candidates: readonly PendingSignUp[],
): PendingSignUp | null {
  const own =
    candidates.find((pending) => pending.flowHash === flowHash) ??
    candidates.find((pending) => pending.flowHash === challenge.flowHash);
  if (own !== undefined) return own;
  const [only, ...others] = candidates;
  const isPlain =
    challenge.flowHash === null && others.length === 0 && only !== undefined && only.createdAt <= challenge.sentAt;
  return isPlain ? only : null;
}

/** Creates the account and returns its id, or the reason why it is not possible. Ends the sign-up in both cases. */
async function createAccount(
  tx: Sql,
  pending: PendingSignUp,
  phoneVerifiedAt: Date,
  now: Date,
): Promise<string | Refusal> {
  const { name, email, phone, passwordHash } = pending;
  const id = randomUUID();
  await deletePending(tx, pending.id);
  if (
    !(await insertUser(tx, { id, name, email, phone, phoneVerifiedAt, passwordHash, createdAt: now, updatedAt: now }))
  ) {
    const isEmail = (await findByEmail(tx, email)) !== null;
    return isEmail
      ? new Refusal('invalid', texts.emailTaken)
      : new Refusal('invalid', texts.phoneTaken, { fields: { phone: texts.phoneTaken } });
  }
  return id;
}
