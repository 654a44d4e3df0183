import { randomUUID } from 'node:crypto';
import type { User } from '../../../contract/user.ts';
import { phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import { GoogleError, type GoogleIdentity } from '../../providers/google.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import type { Caller } from '../../people.ts';
import * as google from './google.repository.ts';
import { toEmail, isIssuedTo, toName, SIGN_IN_MS } from './google.rules.ts';
import { deleteProof } from '../codes/otp.repository.ts';
import type { OpenedSession } from '../sessions/sessions.service.ts';
import { noOtpSession } from '../codes/codes.rules.ts';
import * as texts from '../users/accounts.texts.ts';
import { findByEmail, insertUser } from '../users/users.repository.ts';

/** Result of a credential. `flow` binds the next steps to this browser (D1). */
export type GoogleOutcome =
  | ({ readonly kind: 'signedIn' } & OpenedSession)
  | {
      readonly kind: 'phoneNeeded';
      readonly userId: string;
      readonly email: string;
      readonly name: string;
      readonly flow: string;
    }
  | { readonly kind: 'passwordFirst'; readonly flow: string };

/**
 * Sign-in with Google, only by `sub`. Never signs in to an account with a password without that password (providers
 * 1.9).
 */
export function createGoogleService(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'google'>,
  services: Pick<Services, 'sessions' | 'proof' | 'avatar' | 'browsers' | 'limits'>,
) {
  const { limits } = services;
  const { db, clock, log } = deps;
  const { signIn } = services.sessions;
  const { findProof } = services.proof;
  const { bringAvatar } = services.avatar;
  const { remember } = services.browsers;

  async function verifyCredential(credential: string, nonce: string | null): Promise<GoogleIdentity> {
    try {
      const identity = await deps.google.verifyCredential(credential);
      if (!isIssuedTo(identity, nonce === null ? null : secretHash(nonce)))
        throw new GoogleError('nonce', { isRefusal: true });
      return identity;
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error;
      log.warn({ reason: error.message }, 'Google sign-in refused');
      throw error.isRefusal
        ? new Refusal('invalid', texts.googleFailed)
        : new Refusal('unavailable', texts.googleFailed, { retryAfter: 30 });
    }
  }

  /**
   * Throws `Refusal` `invalid` for an invalid credential, and `unavailable` while Google's keys cannot be fetched (Q5).
   */
  async function login(
    credential: string,
    asker: Caller & { readonly nonce: string | null; readonly browser: string },
  ): Promise<GoogleOutcome> {
    await limits.google(asker);
    const { flow: oldFlow, nonce, browser } = asker;
    const identity = await verifyCredential(credential, nonce);
    const now = clock.now();
    const known = await google.findBySub(db.sql, identity.sub);
    if (known !== null) {
      await remember(browser, known.id);
      return { kind: 'signedIn', ...(await db.tx((tx) => signIn(tx, { userId: known.id, remember: true, now }))) };
    }
    const email = toEmail(identity);
    if (email === null) throw new Refusal('invalid', texts.googleFailed);
    const owner = await findByEmail(db.sql, email);
    const userId = newSecret();
    // The same Google account keeps its flow, and so its limit of one code a minute (D24).
    const isSame = oldFlow !== null && (await google.hasFlow(db.sql, identity.sub, secretHash(oldFlow), now));
    const flow = isSame ? oldFlow : newSecret();
    const name = toName(identity, email);
    await google.insertSignIn(db.sql, {
      idHash: secretHash(userId),
      sub: identity.sub,
      email,
      name,
      picture: identity.picture,
      flowHash: secretHash(flow),
      phone: null,
      userId: owner?.id ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SIGN_IN_MS),
    });
    return owner === null ? { kind: 'phoneNeeded', userId, email, name, flow } : { kind: 'passwordFirst', flow };
  }

  /**
   * Stores the phone to verify (A16). Accepts a taken phone, and `complete` refuses it after the verification. Throws
   * `Refusal` `invalid` when the sign-in has ended.
   */
  async function verifyPhone(userId: string, typed: string, asker: Caller): Promise<void> {
    refuseFields({ phone: phoneError(typed) });
    await limits.googlePhone(asker);
    const phone = toMsisdn(typed);
    if (!(await google.reservePhone(db.sql, secretHash(userId), phone, clock.now())))
      throw new Refusal('invalid', texts.googleOver);
  }

  /**
   * Creates the account of a sign-in after the phone verification (D1, D2). One transaction ensures that `sub`, e-mail
   * and phone are unused. Throws `Refusal` `invalid`, or `conflict` when the e-mail has an account by now.
   */
  async function complete(
    {
      userId,
      phone: typed,
      verificationToken,
    }: { userId: string; phone: string; verificationToken: string | undefined },
    asker: Caller & { readonly browser: string },
  ): Promise<OpenedSession> {
    refuseFields({ phone: phoneError(typed) });
    await limits.complete(asker);
    const { flow, browser } = asker;
    const phone = toMsisdn(typed);
    const now = clock.now();
    const { picture, ...signedIn } = await db.tx(async (tx) => {
      const waiting = await google.lockSignIn(tx, secretHash(userId), now);
      if (waiting === null) throw new Refusal('invalid', texts.googleOver);
      const challenge = await findProof(tx, { phone, token: verificationToken, flow }, now);
      const isOwn = challenge !== null && waiting.phone === phone && challenge.sentAt >= waiting.createdAt;
      if (!isOwn || !(await deleteProof(tx, challenge.idHash, now))) throw noOtpSession();
      await google.deleteSignIn(tx, waiting.idHash);
      const id = await createAccount(tx, waiting, phone, challenge.verifiedAt ?? now, now);
      await remember(browser, id, tx);
      return { ...(await signIn(tx, { userId: id, remember: true, now })), picture: waiting.picture };
    });
    bringAvatar(signedIn.user, picture);
    return signedIn;
  }

  /**
   * Links the Google account that this browser showed to the account that it logged in to with a password. Errors do
   * not block the login.
   */
  async function linkAfterPassword(user: User, flow: string | null): Promise<void> {
    if (flow === null) return;
    try {
      const now = clock.now();
      const taken = await db.tx(async (tx) => {
        const link = await google.takeLink(tx, user._id, secretHash(flow), now);
        if (link !== null) await google.linkSub(tx, user._id, link.sub, now);
        return link;
      });
      if (taken !== null) bringAvatar(user, taken.picture);
    } catch (error) {
      log.warn({ err: error }, 'Google account not linked');
    }
  }

  return { login, verifyPhone, complete, linkAfterPassword };
}

/** Creates the account, or returns the one that the same person created in another tab. */
async function createAccount(
  tx: Sql,
  { sub, email, name }: google.GoogleSignIn,
  phone: string,
  phoneVerifiedAt: Date,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const account = { id, name, email, phone, phoneVerifiedAt, googleSub: sub, createdAt: now, updatedAt: now };
  if (await insertUser(tx, account)) return id;
  const known = await google.findBySub(tx, sub);
  if (known !== null) return known.id;
  if ((await findByEmail(tx, email)) !== null) throw new Refusal('conflict', texts.passwordFirst);
  throw new Refusal('invalid', texts.phoneTaken, { fields: { phone: texts.phoneTaken } });
}
