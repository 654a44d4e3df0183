import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { createMailDeliveryService } from './mail-delivery.service.ts';
import { MAIL_JOB, MailJob } from './mail.service.ts';

/**
 * Sends queued mails. Where nobody takes mail the job comes again, later each time and for a day; a lost answer counts
 * as that too, and the mail that comes twice has the same id (R20). A mail that will never be taken is given up at once.
 */
export function registerMails(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'mail' | 'log'>): void {
  const { deliver, giveUp } = createMailDeliveryService(deps);
  deps.jobs.register(
    MAIL_JOB,
    async (job) => {
      const { replyTo, html, ...rest } = v.parse(MailJob, job.payload);
      await deliver(job, { id: job.id, ...rest, ...(replyTo && { replyTo }), ...(html !== undefined && { html }) });
    },
    { lane: 'mail', onGivenUp: giveUp },
  );
}
