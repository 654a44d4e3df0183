import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { MAIL_JOB, MailJob } from './mail.service.ts';

/**
 * Sends queued mails. Retries for a day with growing delays when the provider is unavailable or its reply is lost. A
 * repeated mail has the same id (R20). Gives up when the provider refuses the mail permanently.
 */
export function registerMails(deps: Pick<Deps, 'jobs'>, { mailDelivery }: Pick<Services, 'mailDelivery'>): void {
  const { deliver, giveUp } = mailDelivery;
  deps.jobs.register(
    MAIL_JOB,
    async (job) => {
      const { replyTo, html, ...rest } = v.parse(MailJob, job.payload);
      await deliver(job, { id: job.id, ...rest, ...(replyTo && { replyTo }), ...(html !== undefined && { html }) });
    },
    { lane: 'mail', onGivenUp: giveUp },
  );
}
