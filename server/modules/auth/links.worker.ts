import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { createMailDeliveryService } from '../messages/mail-delivery.service.ts';
import { createLinksService, EMAIL_JOB, EmailJob, RESET_JOB, ResetJob } from './links.service.ts';

/**
 * Mails links. A mail that nobody took comes again with a link of its own, so each try has an id of its own: a carrier
 * that had the first one after all must not drop the second, whose link is the good one.
 */
export function registerLinks(deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'env' | 'mail' | 'log'>): void {
  const { makeReset, makeEmail } = createLinksService(deps);
  const { deliver } = createMailDeliveryService(deps);
  deps.jobs.register(
    RESET_JOB,
    async ({ id, payload, attempt }) => {
      const made = await makeReset(v.parse(ResetJob, payload));
      if (made !== null) await deliver({ id: `${id}-${attempt}`, ...made });
    },
    'mail',
  );
  deps.jobs.register(
    EMAIL_JOB,
    async ({ id, payload, attempt }) => {
      const made = await makeEmail(v.parse(EmailJob, payload));
      if (made !== null) await deliver({ id: `${id}-${attempt}`, ...made });
    },
    'mail',
  );
}
