import type { InferOutput } from 'valibot';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { isSamePhone, phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { PENDING, updateProfile } from '../../../contract/profile.ts';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import { databaseCode } from '../../db/errors.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import type { Asker, CurrentUser } from '../../people.ts';
import { Refusal, refuseField, refuseFields } from '../../refusal.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { emailChangeAskedMail, emailChangedMail } from '../messages/account-mails.texts.ts';
import { deleteLinks, findLink, markUsed } from '../links/links.repository.ts';
import { consume, type Challenge } from '../codes/otp.repository.ts';
import { deletePhoneChange, findPhoneChange, putPhoneChange, type PhoneChange } from './phone-changes.repository.ts';
import { noOtpSession } from '../codes/codes.rules.ts';
import * as texts from '../users/accounts.texts.ts';
import { changeUser, findByEmail, findByPhone, findUser, lockAccount } from '../users/users.repository.ts';

export type ProfileForm = InferOutput<(typeof updateProfile)['request']>;

export interface SavedProfile {
  readonly user: User;
  /** What was changed and waits (D22). */
  readonly pending: (typeof PENDING)[number][];
  /** Binds the phone step to this browser (D1); null where no phone waits. */
  readonly flow: string | null;
}

/** The shopper's own account, and its changes (D22). */
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
   * The user with all addresses, read with `tx` where something was just changed. Refusal `not-found` for an account
   * that is gone.
   */
  async function profile(id: string, tx: Sql = db.sql): Promise<User> {
    const user = await findUser(tx, id);
    if (user === null) throw new Refusal('not-found', texts.failedToLoadUser);
    return user;
  }

  /** Refusal `invalid` with `fields` where somebody else has it. */
  async function refuseTaken(email: string | null, phone: string | null): Promise<void> {
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
   * Saves name and address at once; a new phone waits for its code, a new e-mail for its link. Refusal `invalid` with
   * `fields`, `too-often`; then nothing was saved.
   */
  async function saveProfile(
    owner: CurrentUser,
    { name, email: typed, phone, address }: ProfileForm,
  ): Promise<SavedProfile> {
    // A number that older rules took may stay.
    const isKept = isSamePhone(phone, owner.phone);
    refuseFields({ name: nameError(name), email: emailError(typed), phone: isKept ? null : phoneError(phone) });
    await limits.saveProfile(owner.id);
    const email = normaliseEmail(typed);
    const newEmail = email === owner.email ? null : email;
    const newPhone = isKept ? null : toMsisdn(phone);
    if (newEmail !== null || newPhone !== null) await limits.changeContact(owner.id);
    await refuseTaken(newEmail, newPhone);
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
   * Takes over the phone that waits, once this browser has verified it (D1, D22). Refusal `invalid` without such a
   * proof, and for a phone that somebody else took meanwhile; then the proof stays good.
   */
  async function confirmPhone(
    owner: CurrentUser,
    typedPhone: string,
    verificationToken: string | undefined,
    { flow }: Asker,
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
        if (change?.phone !== phone || challenge === null || !isOf(challenge, change)) throw noOtpSession();
        if (!(await consume(tx, challenge.idHash, now))) throw noOtpSession();
        if ((await findByPhone(tx, phone)) !== null) refuseField('phone', texts.phoneTaken);
        await changeUser(tx, owner.id, { phone, phoneVerifiedAt: challenge.verifiedAt ?? now, updatedAt: now });
        await deletePhoneChange(tx, owner.id);
        return profile(owner.id, tx);
      }),
    );
  }

  /**
   * Makes the address of the link the account's (D22); the same again where it is already. Refusal `invalid` for a link
   * that has ended or never was, `conflict` for an address that somebody took meanwhile.
   */
  async function confirmEmail(token: string, asker: Asker): Promise<void> {
    const tokenHash = secretHash(token);
    if ((await findLink(db.sql, 'email', tokenHash)) === null) await limits.useNoLink(asker);
    await orTaken(
      () => {
        throw emailInUse();
      },
      db.tx(async (tx) => {
        const owner = (await findLink(tx, 'email', tokenHash))?.userId;
        const user = owner === undefined ? null : await lockAccount(tx, owner);
        // Read again, now that nobody else can use it.
        const link = await findLink(tx, 'email', tokenHash);
        if (user === null || link === null) throw new Refusal('invalid', texts.emailLinkOver);
        if (user.email === link.email) return;
        const now = clock.now();
        if (link.usedAt !== null || link.expiresAt <= now) throw new Refusal('invalid', texts.emailLinkOver);
        if ((await findByEmail(tx, link.email)) !== null) throw emailInUse();
        await changeUser(tx, user.id, { email: link.email, updatedAt: now });
        await markUsed(tx, user.id, 'email', now);
        // It went to the address that is not the account's any more.
        await deleteLinks(tx, user.id, 'reset');
        await queueMail(tx, { to: user.email, ...emailChangedMail() });
      }),
    );
    jobs.wake();
  }

  return { profile, saveProfile, confirmPhone, confirmEmail };
}

/** Somebody else made the address theirs meanwhile (D22). */
function emailInUse(): Refusal {
  return new Refusal('conflict', texts.emailInUse, { code: 'email-in-use' });
}

/** A code that was asked for by the browser that asked for the change, or, without its cookie, after it. */
function isOf({ flowHash, sentAt }: Challenge, change: PhoneChange): boolean {
  return flowHash === null ? sentAt >= change.askedAt : flowHash === change.flowHash;
}

/** Two that take one phone or address at the same moment: the database refuses the second. */
async function orTaken<T>(refuse: () => void, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (databaseCode(error) === '23505') refuse();
    throw error;
  }
}
