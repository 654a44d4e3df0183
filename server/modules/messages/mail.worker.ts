import * as v from 'valibot';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { MAIL_JOB, MailJob } from './mail.service.ts';

/**
 * Sends queued mails. Where nobody takes mail the job comes again, later each time and for a day; a lost answer counts
 * as that too, and the mail that comes twice has the same id (R20). A mail that will never be taken is given up at once.
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
