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

/** The outbox of mails; `mail.worker.ts` sends them. */
export function createMailService({ jobs, clock }: Pick<Deps, 'jobs' | 'clock'>) {
  /**
   * Queues a mail with the caller's transaction: it exists exactly if the change does. `once` names what is mailed only
   * once, e.g. `receipt <order>`; without it each call is a mail. One that nobody takes is given up after a day (D28).
   */
  async function queueMail(tx: Sql, mail: Omit<Mail, 'id'>, once: string = randomUUID()): Promise<void> {
    const now = clock.now();
    const giveUpAt = new Date(now.getTime() + NEWS_KEPT_MS);
    await jobs.enqueue(tx, { kind: MAIL_JOB, dedupeKey: once, payload: mail, runAt: now, giveUpAt });
  }

  return { queueMail };
}
