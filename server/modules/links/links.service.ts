import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { normaliseEmail } from '../../../contract/rules/email.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { newLinkToken, secretHash } from '../../secrets.ts';
import { NEWS_KEPT_MS } from '../messages/messages.service.ts';
import { emailLinkMail, resetMail, type MailText } from '../messages/account-mails.texts.ts';
import { mintLink, putLink } from './links.repository.ts';
import { findByEmail, lockAccount } from '../users/users.repository.ts';

export const RESET_JOB = 'mail.reset-link';
export const EMAIL_JOB = 'mail.email-link';

export const ResetJob = v.object({ email: v.string() });
export const EmailJob = v.object({ userId: v.string(), id: v.string() });

/** Who gets which mail. */
type LinkMail = MailText & { readonly to: string };

/**
 * Links that are mailed (D15, D22). A job names who asked; the token is made when its mail is sent, so that it stands in
 * no row, and its time begins then.
 */
export function createLinksService({ db, jobs, clock, env }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env'>) {
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  /** As other mails (D28). */
  const due = () => ({ runAt: clock.now(), giveUpAt: after(NEWS_KEPT_MS) });

  /** Does the same whoever has this address (D16): the worker finds out. */
  async function askReset(email: string): Promise<void> {
    const payload = { email: normaliseEmail(email) };
    await jobs.enqueue(db.sql, { kind: RESET_JOB, dedupeKey: randomUUID(), payload, ...due() });
    jobs.wake();
  }

  /** With the caller's transaction; the older link ends at once. */
  async function askEmail(tx: Sql, userId: string, email: string): Promise<void> {
    const now = clock.now();
    const id = randomUUID();
    const expiresAt = after(env.links.emailMs);
    await putLink(tx, { userId, kind: 'email', id, email, tokenHash: null, createdAt: now, expiresAt });
    await jobs.enqueue(tx, { kind: EMAIL_JOB, dedupeKey: id, payload: { userId, id }, ...due() });
  }

  /** Null where nobody has the address. */
  async function makeReset({ email }: v.InferOutput<typeof ResetJob>): Promise<LinkMail | null> {
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

  /** Null where a newer one was asked for, or the account's password changed since. */
  async function makeEmail({ userId, id }: v.InferOutput<typeof EmailJob>): Promise<LinkMail | null> {
    const token = newLinkToken();
    const link = {
      userId,
      kind: 'email',
      id,
      tokenHash: secretHash(token),
      expiresAt: after(env.links.emailMs),
    } as const;
    const minted = await mintLink(db.sql, link);
    if (minted === null) return null;
    return { to: minted.email, ...emailLinkMail(env.publicOrigin, token, env.links.emailMs) };
  }

  return { askReset, askEmail, makeReset, makeEmail };
}
