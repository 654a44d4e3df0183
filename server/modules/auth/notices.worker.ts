import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { createMailDeliveryService } from '../messages/mail-delivery.service.ts';
import { createNoticesService, NoticeJob, type Audience } from './notices.service.ts';

/** Mails what others did with somebody's e-mail. */
export function registerNotices(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env' | 'mail' | 'log' | 'limiter'>,
  audience: Audience,
): void {
  const { makeNotice } = createNoticesService(deps, audience);
  const { deliver, giveUp } = createMailDeliveryService(deps);
  deps.jobs.register(
    audience.jobKind,
    async (job) => {
      const made = await makeNotice(v.parse(NoticeJob, job.payload));
      if (made !== null) await deliver(job, { id: job.id, ...made });
    },
    { lane: 'mail', onGivenUp: giveUp },
  );
}
