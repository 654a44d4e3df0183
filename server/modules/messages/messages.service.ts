import * as v from 'valibot';
import { orderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { ABOUT_MONEY, type MessageSubject } from './order-messages.texts.ts';

/** Stored in the jobs of older versions. */
export const MESSAGE_JOB = 'news.sms';
export const MESSAGE_MAIL_JOB = 'news.mail';

/** Messages that are not about money are given up after this time (D28). */
export const NEWS_KEPT_MS = 24 * 3_600_000;

export const MessageJob = v.object({
  orderId,
  about: v.picklist([
    'paid',
    'shipped',
    'delivered',
    'expired',
    'overpaid',
    'refund',
    'refundSent',
    'refundDone',
    'refundDropped',
    'claimRefused',
  ]),
  /** Ids of refunds, or of a claim. */
  payments: v.optional(v.array(v.string()), []),
  /** Whether the payment arrived after the order ended (D27). */
  isLate: v.optional(v.boolean(), false),
});

/** Outbox of messages to shoppers. `messages.worker.ts` sends them. */
export function createMessagesService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Queues an SMS and a mail in the caller's transaction, once per order and subject. A refund message is queued once
   * per set of payments (U25). SMS and mail are two jobs, so that each is retried independently.
   */
  async function queueMessage(
    tx: Sql,
    id: OrderId,
    about: MessageSubject,
    now: Date,
    { payments = [], isLate = false }: { readonly payments?: readonly string[]; readonly isLate?: boolean } = {},
  ): Promise<void> {
    const dedupeKey = [id, about, ...payments].join(' ');
    const payload = { orderId: id, about, payments, isLate };
    const giveUpAt = new Date(now.getTime() + NEWS_KEPT_MS);
    for (const kind of [MESSAGE_JOB, MESSAGE_MAIL_JOB])
      await jobs.enqueue(tx, {
        kind,
        dedupeKey,
        payload,
        runAt: now,
        ...(!ABOUT_MONEY.includes(about) && { giveUpAt }),
      });
  }

  return { queueMessage };
}
