import * as v from 'valibot';
import { orderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { ABOUT_MONEY, type MessageSubject } from './order-messages.texts.ts';

/** As jobs of older versions are stored. */
export const MESSAGE_JOB = 'news.sms';
export const MESSAGE_MAIL_JOB = 'news.mail';

/** News that is not about money is given up after a day (D28). */
export const NEWS_KEPT_MS = 24 * 3_600_000;

export const MessageJob = v.object({
  orderId,
  about: v.picklist(['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund']),
  /** Attempts whose money goes back. */
  payments: v.optional(v.array(v.string()), []),
  /** That money came in when the order was over (D27). */
  isLate: v.optional(v.boolean(), false),
});

/** The outbox of messages to shoppers; `messages.worker.ts` sends them. */
export function createMessagesService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Queues an SMS and a mail to the shopper with the caller's transaction: they exist exactly if the change does, and
   * once for each order and subject; where money goes back, once for the payments that are named (U25). Two jobs,
   * because each is tried again by itself.
   */
  async function queueMessage(
    tx: Sql,
    of: OrderId,
    about: MessageSubject,
    now: Date,
    { payments = [], isLate = false }: { readonly payments?: readonly string[]; readonly isLate?: boolean } = {},
  ): Promise<void> {
    const dedupeKey = [of, about, ...payments].join(' ');
    const payload = { orderId: of, about, payments, isLate };
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
