import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { LimitName } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { NEWS_KEPT_MS } from './messages.service.ts';
import { guessedMail, signedUpAgainMail, type MailText } from './account-mails.texts.ts';
import { findByEmail } from '../users/users.repository.ts';

export const NoticeJob = v.object({ email: v.string(), about: v.picklist(['guesses', 'signUp']), at: v.number() });

type Notice = v.InferOutput<typeof NoticeJob>;

/** Owners of the e-mails: shoppers or staff. The same e-mail may belong to both. */
export interface Audience {
  /** Kind of the mail job. */
  readonly jobKind: string;
  /** Returns the rate limit key of an e-mail. */
  toLimitKey(email: string): string;
  find(db: Sql, email: string): Promise<{ readonly createdAt: Date } | null>;
  readonly mails: Readonly<Partial<Record<Notice['about'], (origin: string) => MailText>>>;
}

export const SHOPPERS: Audience = {
  jobKind: 'mail.notice',
  toLimitKey: secretHash,
  find: findByEmail,
  mails: { guesses: guessedMail, signUp: signedUpAgainMail },
};

/**
 * Notifies the owner of an e-mail about attempts by others, at most once a day. The amount of work is the same for
 * known and unknown e-mails (D16). The worker looks up the account.
 */
export function createNoticesService(
  { db, jobs, clock, env, limiter }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env' | 'limiter'>,
  { jobKind, toLimitKey: keyOf, find, mails }: Audience = SHOPPERS,
) {
  async function notify(limit: LimitName, email: string, about: Notice['about']): Promise<void> {
    await db.tx(async (tx) => {
      if ((await limiter.take(limit, keyOf(email), { handle: tx })).waitMs > 0) return;
      const runAt = clock.now();
      const payload: Notice = { email, about, at: runAt.getTime() };
      const giveUpAt = new Date(runAt.getTime() + NEWS_KEPT_MS);
      await jobs.enqueue(tx, { kind: jobKind, dedupeKey: randomUUID(), payload, runAt, giveUpAt });
    });
    jobs.wake();
  }

  /** `null` when no account had the e-mail at that time. A sign-up may have created one since. */
  async function makeNotice({ email, about, at }: Notice): Promise<(MailText & { readonly to: string }) | null> {
    const mail = mails[about];
    const owner = await find(db.sql, email);
    if (mail === undefined || owner === null || owner.createdAt.getTime() > at) return null;
    return { to: email, ...mail(env.publicOrigin) };
  }

  return {
    /** Kind of the job that runs `makeNotice`. */
    jobKind,
    /** Reports wrong passwords (D26). */
    notifyGuesses: (email: string) => notify('guessMails', email, 'guesses'),
    /** Reports a sign-up with the e-mail of an account. The sign-up response does not reveal it. */
    notifySignUp: (email: string) => notify('signUpMails', email, 'signUp'),
    makeNotice,
  };
}
