import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { normaliseEmail } from '../../../contract/rules/email.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { newLinkToken, secretHash } from '../../secrets.ts';
import { NEWS_KEPT_MS } from '../messages/messages.service.ts';
import { emailLinkMail, resetMail, type MailText } from '../messages/account-mails.texts.ts';
import { setLinkToken, putLink } from './links.repository.ts';
import { findByEmail, lockAccount } from '../users/users.repository.ts';

export const RESET_JOB = 'mail.reset-link';
export const EMAIL_JOB = 'mail.email-link';

export const ResetJob = v.object({ email: v.string() });
export const EmailJob = v.object({ userId: v.string(), id: v.string() });

/** A mail with its recipient. */
type LinkMail = MailText & { readonly to: string };

/**
 * Links in mails (D15, D22). The token is created when the mail is sent. So no job row contains it, and its lifetime
 * starts then.
 */
export function createLinksService({ db, jobs, clock, env }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env'>) {
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  /** Same schedule as other mails (D28). */
  const due = () => ({ runAt: clock.now(), giveUpAt: after(NEWS_KEPT_MS) });

  /** Does the same work for known and unknown addresses (D16). The worker looks up the account. */
  async function requestReset(email: string): Promise<void> {
    const payload = { email: normaliseEmail(email) };
    await jobs.enqueue(db.sql, { kind: RESET_JOB, dedupeKey: randomUUID(), payload, ...due() });
    jobs.wake();
  }

  /** Runs in the caller's transaction. Invalidates the previous link immediately. */
  async function requestEmail(tx: Sql, userId: string, email: string): Promise<void> {
    const now = clock.now();
    const id = randomUUID();
    const expiresAt = after(env.links.emailMs);
    await putLink(tx, { userId, kind: 'email', id, email, tokenHash: null, createdAt: now, expiresAt });
    await jobs.enqueue(tx, { kind: EMAIL_JOB, dedupeKey: id, payload: { userId, id }, ...due() });
  }

  /** `null` when no account has the address. */
  async function createReset({ email }: v.InferOutput<typeof ResetJob>): Promise<LinkMail | null> {
    const token = newLinkToken();
    return db.tx(async (tx) => {
      const found = await findByEmail(tx, email);
      const user = found === null ? null : await lockAccount(tx, found.id);
      if (user === null || user.email !== email) return null;
      await putLink(tx, {
        userId: user.id,
        kind: 'reset',
        id: randomUUID(),
        email,
        tokenHash: secretHash(token),
        createdAt: clock.now(),
        expiresAt: after(env.links.resetMs),
      });
      return { to: email, ...resetMail(env.publicOrigin, token, env.links.resetMs) };
    });
  }

  /** `null` when a newer link was requested, or the password changed since. */
  async function createEmail({ userId, id }: v.InferOutput<typeof EmailJob>): Promise<LinkMail | null> {
    const token = newLinkToken();
    const link = {
      userId,
      kind: 'email',
      id,
      tokenHash: secretHash(token),
      expiresAt: after(env.links.emailMs),
    } as const;
    const minted = await setLinkToken(db.sql, link);
    if (minted === null) return null;
    return { to: minted.email, ...emailLinkMail(env.publicOrigin, token, env.links.emailMs) };
  }

  return { askReset: requestReset, askEmail: requestEmail, makeReset: createReset, makeEmail: createEmail };
}
