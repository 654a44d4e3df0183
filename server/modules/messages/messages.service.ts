import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { MessageSubject } from './message-texts.rules.ts';

/** As jobs of older versions are stored. */
export const MESSAGE_JOB = 'news.sms';

export const MessageJob = v.object({
  orderId: v.string(),
  about: v.picklist(['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund']),
  /** Attempts whose money goes back. */
  payments: v.optional(v.array(v.string()), []),
});

/** The outbox of messages to shoppers; `messages.worker.ts` sends them. */
export function createMessagesService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Queues an SMS to the shopper with the caller's transaction: it exists exactly if the change does, and once for
   * each order and subject; where money goes back, once for the payments that are named (U25).
   */
  async function queueMessage(
    tx: Sql,
    orderId: string,
    about: MessageSubject,
    now: Date,
    payments: readonly string[] = [],
  ): Promise<void> {
    const dedupeKey = [orderId, about, ...payments].join(' ');
    await jobs.enqueue(tx, { kind: MESSAGE_JOB, dedupeKey, payload: { orderId, about, payments }, runAt: now });
  }

  return { queueMessage };
}
