import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import type { DueJob } from '../../jobs/jobs.ts';
import { MailError } from '../../providers/mail.ts';
import { MAIL_JOB, MailJob } from './mail.service.ts';
import { createUndeliveredService } from './undelivered.service.ts';

/**
 * Sends queued mails. Where nobody takes mail the job comes again, later each time and for a day; a lost answer counts
 * as that too, and the mail that comes twice has the same id (R20). A mail that will never be taken is given up at once.
 */
export function registerMails(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'mail' | 'log'>): void {
  const { jobs, mail } = deps;
  const { noteUndelivered } = createUndeliveredService(deps);
  const giveUp = ({ id }: DueJob) => noteUndelivered({ job: id, orderId: null, channel: 'mail', about: null });

  async function send(job: DueJob): Promise<void> {
    const { replyTo, html, ...rest } = v.parse(MailJob, job.payload);
    try {
      await mail.send({ id: job.id, ...rest, ...(replyTo && { replyTo }), ...(html !== undefined && { html }) });
    } catch (error) {
      if (!(error instanceof MailError && error.isFinal)) throw error;
      await giveUp(job);
    }
  }

  jobs.register(MAIL_JOB, send, { lane: 'mail', onGivenUp: giveUp });
}
