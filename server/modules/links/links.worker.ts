import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { DueJob } from '../../jobs/jobs.ts';
import { EMAIL_JOB, EmailJob, RESET_JOB, ResetJob } from './links.service.ts';

/**
 * Mails links. Each retry creates a new link and uses a new message id. Otherwise a mail provider that did receive the
 * first mail would drop the second, whose link is the valid one.
 */
export function registerLinks(
  deps: Pick<Deps, 'jobs'>,
  { links, mailDelivery }: Pick<Services, 'links' | 'mailDelivery'>,
): void {
  const { makeReset, makeEmail } = links;
  const { deliver, giveUp } = mailDelivery;
  const handling = { lane: 'mail', onGivenUp: giveUp };
  const toMessageId = ({ id, attempt }: DueJob) => `${id}-${attempt}`;
  deps.jobs.register(
    RESET_JOB,
    async (job) => {
      const made = await makeReset(v.parse(ResetJob, job.payload));
      if (made !== null) await deliver(job, { id: toMessageId(job), ...made });
    },
    handling,
  );
  deps.jobs.register(
    EMAIL_JOB,
    async (job) => {
      const made = await makeEmail(v.parse(EmailJob, job.payload));
      if (made !== null) await deliver(job, { id: toMessageId(job), ...made });
    },
    handling,
  );
}
