import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { createMailDeliveryService } from './mail-delivery.service.ts';
import { MAIL_JOB, MailJob } from './mail.service.ts';

/**
 * Sends queued mails. Where nobody takes mail the job comes again, later each time; a lost answer counts as that too,
 * and the mail that comes twice has the same id (R20). A mail that will never be taken is given up and logged.
 */
export function registerMails(deps: Pick<Deps, 'jobs' | 'mail' | 'log'>): void {
  const { deliver } = createMailDeliveryService(deps);
  deps.jobs.register(
    MAIL_JOB,
    async ({ id, payload }) => {
      const { replyTo, html, ...rest } = v.parse(MailJob, payload);
      await deliver({ id, ...rest, ...(replyTo && { replyTo }), ...(html !== undefined && { html }) });
    },
    'mail',
  );
}
