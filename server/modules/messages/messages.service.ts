import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { MessageSubject } from './message-texts.rules.ts';

export const MESSAGE_JOB = 'news.sms';

export const MessageJob = v.object({
  orderId: v.string(),
  about: v.picklist(['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund']),
  /** Attempts whose money goes back. */
  payments: v.optional(v.array(v.string()), []),
});

/**
 * Tells the shopper by SMS (U25), with the caller's transaction: the news exists exactly if the change does, and
 * once for each order and subject; where money goes back, once for the payments that are named.
 */
export async function queueMessage(
  tx: Sql,
  jobs: Deps['jobs'],
  orderId: string,
  about: MessageSubject,
  now: Date,
  payments: readonly string[] = [],
): Promise<void> {
  const dedupeKey = [orderId, about, ...payments].join(' ');
  await jobs.enqueue(tx, { kind: MESSAGE_JOB, dedupeKey, payload: { orderId, about, payments }, runAt: now });
}
