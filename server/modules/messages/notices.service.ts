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

/** Whose e-mails these are: shoppers', or the staff's, who may have the same ones. */
export interface Audience {
  /** Of the job that mails them. */
  readonly jobKind: string;
  /** Names the e-mail among those that are counted. */
  keyOf(email: string): string;
  find(db: Sql, email: string): Promise<{ readonly createdAt: Date } | null>;
  readonly mails: Readonly<Partial<Record<Notice['about'], (origin: string) => MailText>>>;
}

export const SHOPPERS: Audience = {
  jobKind: 'mail.notice',
  keyOf: secretHash,
  find: findByEmail,
  mails: { guesses: guessedMail, signUp: signedUpAgainMail },
};

/**
 * What the owner of an e-mail is told that others did with it, once a day at most. Whoever asks does the same work
 * whether somebody has the address or not: the worker finds out (D16).
 */
export function createNoticesService(
  { db, jobs, clock, env, limiter }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env' | 'limiter'>,
  { jobKind, keyOf, find, mails }: Audience = SHOPPERS,
) {
  async function tell(limit: LimitName, email: string, about: Notice['about']): Promise<void> {
    await db.tx(async (tx) => {
      if ((await limiter.take(limit, keyOf(email), { handle: tx })).waitMs > 0) return;
      const runAt = clock.now();
      const payload: Notice = { email, about, at: runAt.getTime() };
      const giveUpAt = new Date(runAt.getTime() + NEWS_KEPT_MS);
      await jobs.enqueue(tx, { kind: jobKind, dedupeKey: randomUUID(), payload, runAt, giveUpAt });
    });
    jobs.wake();
  }

  /** Null where nobody had the address then: its sign-up may have made an account meanwhile. */
  async function makeNotice({ email, about, at }: Notice): Promise<(MailText & { readonly to: string }) | null> {
    const mail = mails[about];
    const owner = await find(db.sql, email);
    if (mail === undefined || owner === null || owner.createdAt.getTime() > at) return null;
    return { to: email, ...mail(env.publicOrigin) };
  }

  return {
    /** The job that a worker does with `makeNotice`. */
    jobKind,
    /** D26. */
    tellOfGuesses: (email: string) => tell('guessMails', email, 'guesses'),
    /** A sign-up with an e-mail that has an account answers like every other. */
    tellOfSignUp: (email: string) => tell('signUpMails', email, 'signUp'),
    makeNotice,
  };
}
