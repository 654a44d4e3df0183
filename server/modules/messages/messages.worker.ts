import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { messageText } from './message-texts.rules.ts';
import { findFacts } from './messages.repository.ts';
import { MESSAGE_JOB, MessageJob } from './messages.service.ts';

/**
 * Sends queued messages. Where the provider is down the job comes again, later each time; an answer that was lost
 * counts as down too: a text that comes twice is better than one that never comes (R20).
 */
export function registerMessages({ db, jobs, sms }: Pick<Deps, 'db' | 'jobs' | 'sms'>): void {
  jobs.register(
    MESSAGE_JOB,
    async ({ payload }) => {
      const { orderId, about, payments } = v.parse(MessageJob, payload);
      const facts = await findFacts(db.sql, orderId, payments);
      if (facts !== null) await sms.sendText(facts.phone, messageText(about, facts));
    },
    'sms',
  );
}
