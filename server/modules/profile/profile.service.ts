import type { InferOutput } from 'valibot';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { isSamePhone, phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { PENDING, updateProfile } from '../../../contract/profile.ts';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import { databaseCode } from '../../db/errors.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { Caller, CurrentUser } from '../../people.ts';
import { Refusal, refuseField, refuseFields } from '../../refusal.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { emailChangeAskedMail, emailChangedMail } from '../messages/account-mails.texts.ts';
import { deleteLinks, findLink, markUsed } from '../links/links.repository.ts';
import { deleteProof, type Challenge } from '../codes/otp.repository.ts';
import { deletePhoneChange, findPhoneChange, putPhoneChange, type PhoneChange } from './phone-changes.repository.ts';
import { noOtpSession } from '../codes/codes.rules.ts';
import * as texts from '../users/accounts.texts.ts';
import { changeUser, findByEmail, findByPhone, findUser, lockAccount } from '../users/users.repository.ts';

export type ProfileForm = InferOutput<(typeof updateProfile)['request']>;

export interface SavedProfile {
  readonly user: User;
  /** Changes that wait for a confirmation (D22). */
  readonly pending: (typeof PENDING)[number][];
  /** Binds the phone verification to this browser (D1). `null` when no phone change is pending. */
  readonly flow: string | null;
}

/** Profile of the shopper, and changes to it (D22). */
export function createProfileService(
  deps: Pick<Deps, 'env' | 'db' | 'jobs' | 'clock'>,
  services: Pick<Services, 'links' | 'proof' | 'mail' | 'limits'>,
) {
  const { limits } = services;
  const { env, db, jobs, clock } = deps;
  const { askEmail } = services.links;
  const { findProof } = services.proof;
  const { queueMail } = services.mail;

  /**
   * Returns the user with all addresses. Pass `tx` to read changes of that transaction. Throws `Refusal` `not-found`
   * for a deleted account.
   */
  async function profile(id: string, tx: Sql = db.sql): Promise<User> {
    const user = await findUser(tx, id);
    if (user === null) throw new Refusal('not-found', texts.failedToLoadUser);
    return user;
  }

  /** Throws `Refusal` `invalid` with `fields` when another account has the e-mail or phone. */
  async function assertFree(email: string | null, phone: string | null): Promise<void> {
    refuseFields({
      email: email !== null && (await findByEmail(db.sql, email)) !== null ? texts.emailInUse : null,
      phone: phone !== null && (await findByPhone(db.sql, phone)) !== null ? texts.phoneTaken : null,
    });
  }

  async function waitForPhone(tx: Sql, userId: string, phone: string): Promise<string> {
    const flow = newSecret();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + env.otp.signUpMs);
    await putPhoneChange(tx, { userId, phone, flowHash: secretHash(flow), askedAt: now, expiresAt });
    return flow;
  }

  /**
   * Saves name and address immediately. A new phone waits for its code, a new e-mail for its link. Throws `Refusal`
   * `invalid` with `fields`, or `too-often`, without saving anything.
   */
  async function saveProfile(
    owner: CurrentUser,
    { name, email: typed, phone, address }: ProfileForm,
  ): Promise<SavedProfile> {
    // An unchanged number stays valid even if only older rules accepted it.
    const isKept = isSamePhone(phone, owner.phone);
    refuseFields({ name: nameError(name), email: emailError(typed), phone: isKept ? null : phoneError(phone) });
    await limits.saveProfile(owner.id);
    const email = normaliseEmail(typed);
    const newEmail = email === owner.email ? null : email;
    const newPhone = isKept ? null : toMsisdn(phone);
    if (newEmail !== null || newPhone !== null) await limits.changeContact(owner.id);
    await assertFree(newEmail, newPhone);
    if (newEmail !== null) await limits.mailLink(owner.id, newEmail);
    const saved = await db.tx(async (tx) => {
      await changeUser(tx, owner.id, { name: cleanLine(name), ...address, updatedAt: clock.now() });
      const flow = newPhone === null ? null : await waitForPhone(tx, owner.id, newPhone);
      if (newEmail !== null) {
        await askEmail(tx, owner.id, newEmail);
        await queueMail(tx, { to: owner.email, ...emailChangeAskedMail(env.publicOrigin) });
      }
      return { user: await profile(owner.id, tx), flow };
    });
    jobs.wake();
    return {
      ...saved,
      pending: [...(newPhone === null ? [] : (['phone'] as const)), ...(newEmail === null ? [] : (['email'] as const))],
    };
  }

  /**
   * Applies the pending phone after this browser has verified it (D1, D22). Throws `Refusal` `invalid` without such a
   * proof, or when another account took the phone meanwhile. The proof is not used up then.
   */
  async function confirmPhone(
    owner: CurrentUser,
    typedPhone: string,
    verificationToken: string | undefined,
    { flow }: Caller,
  ): Promise<User> {
    refuseFields({ phone: phoneError(typedPhone) });
    await limits.confirmPhone(owner.id);
    const phone = toMsisdn(typedPhone);
    const now = clock.now();
    return orTaken(
      () => refuseField('phone', texts.phoneTaken),
      db.tx(async (tx) => {
        await lockAccount(tx, owner.id);
        const change = await findPhoneChange(tx, owner.id, now);
        const challenge = await findProof(tx, { phone, token: verificationToken, flow }, now);
        if (change?.phone !== phone || challenge === null || !belongsToUser(challenge, change)) throw noOtpSession();
        if (!(await deleteProof(tx, challenge.idHash, now))) throw noOtpSession();
        if ((await findByPhone(tx, phone)) !== null) refuseField('phone', texts.phoneTaken);
        await changeUser(tx, owner.id, { phone, phoneVerifiedAt: challenge.verifiedAt ?? now, updatedAt: now });
        await deletePhoneChange(tx, owner.id);
        return profile(owner.id, tx);
      }),
    );
  }

  /**
   * Applies the e-mail of the link (D22). Succeeds again when it is already applied. Throws `Refusal` `invalid` for an
   * expired or unknown link, and `conflict` when another account took the address meanwhile.
   */
  async function confirmEmail(token: string, asker: Caller): Promise<void> {
    const tokenHash = secretHash(token);
    if ((await findLink(db.sql, 'email', tokenHash)) === null) await limits.useNoLink(asker);
    await orTaken(
      () => {
        throw emailInUse();
      },
      db.tx(async (tx) => {
        const owner = (await findLink(tx, 'email', tokenHash))?.userId;
        const user = owner === undefined ? null : await lockAccount(tx, owner);
        // Read again under the account lock.
        const link = await findLink(tx, 'email', tokenHash);
        if (user === null || link === null) throw new Refusal('invalid', texts.emailLinkOver);
        if (user.email === link.email) return;
        const now = clock.now();
        if (link.usedAt !== null || link.expiresAt <= now) throw new Refusal('invalid', texts.emailLinkOver);
        if ((await findByEmail(tx, link.email)) !== null) throw emailInUse();
        await changeUser(tx, user.id, { email: link.email, updatedAt: now });
        await markUsed(tx, user.id, 'email', now);
        // These links were sent to the old address.
        await deleteLinks(tx, user.id, 'reset');
        await queueMail(tx, { to: user.email, ...emailChangedMail() });
      }),
    );
    jobs.wake();
  }

  return { profile, saveProfile, confirmPhone, confirmEmail };
}

/** Another account took the address meanwhile (D22). */
function emailInUse(): Refusal {
  return new Refusal('conflict', texts.emailInUse, { code: 'email-in-use' });
}

/**
 * Returns whether the browser that started the change also requested the code. Without a flow cookie, the code must be
 * newer than the change.
 */
function belongsToUser({ flowHash, sentAt }: Challenge, change: PhoneChange): boolean {
  return flowHash === null ? sentAt >= change.askedAt : flowHash === change.flowHash;
}

/** Two parallel requests may take the same phone or address. The database then refuses the second. */
async function orTaken<T>(refuse: () => void, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (databaseCode(error) === '23505') refuse();
    throw error;
  }
}
