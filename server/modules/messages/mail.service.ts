import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Mail } from '../../providers/mail.ts';
import { NEWS_KEPT_MS } from './messages.service.ts';

export const MAIL_JOB = 'mail';

export const MailJob = v.object({
  to: v.string(),
  replyTo: v.optional(v.object({ name: v.string(), address: v.string() })),
  subject: v.string(),
  text: v.string(),
  html: v.optional(v.string()),
});

/** Outbox of mails. `mail.worker.ts` sends them. */
export function createMailService({ jobs, clock }: Pick<Deps, 'jobs' | 'clock'>) {
  /**
   * Queues a mail in the caller's transaction. `once` is a key of a mail that is sent only once, e.g. `receipt
   * <order>`. Without it each call sends a mail. An undelivered mail is given up after a day (D28).
   */
  async function queueMail(tx: Sql, mail: Omit<Mail, 'id'>, once: string = randomUUID()): Promise<void> {
    const now = clock.now();
    const giveUpAt = new Date(now.getTime() + NEWS_KEPT_MS);
    await jobs.enqueue(tx, { kind: MAIL_JOB, dedupeKey: once, payload: mail, runAt: now, giveUpAt });
  }

  return { queueMail };
}
