import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { NoticeJob } from './notices.service.ts';

/** Sends the notices to owners of e-mails. */
export function registerNotices(
  deps: Pick<Deps, 'jobs'>,
  { notices, mailDelivery }: Pick<Services, 'notices' | 'mailDelivery'>,
): void {
  const { jobKind, makeNotice } = notices;
  const { deliver, giveUp } = mailDelivery;
  deps.jobs.register(
    jobKind,
    async (job) => {
      const made = await makeNotice(v.parse(NoticeJob, job.payload));
      if (made !== null) await deliver(job, { id: job.id, ...made });
    },
    { lane: 'mail', onGivenUp: giveUp },
  );
}
