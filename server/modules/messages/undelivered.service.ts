import type { OrderId } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { toStableId } from '../../db/ids.ts';
import { insertAlarmOnce } from './messages.repository.ts';

export interface UndeliveredMessage {
  readonly job: string;
  readonly orderId: OrderId | null;
  readonly channel: 'sms' | 'mail';
  /** Subject of the message, when it is about an order. */
  readonly about: string | null;
}

/** Records undelivered messages for the back office (D28, D29). */
export function createUndeliveredService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  /** Adds an alarm and a log line, without the text and the recipient. */
  async function recordUndelivered({ job, orderId, channel, about }: UndeliveredMessage): Promise<void> {
    log.warn({ job, orderId, channel, about }, 'message undelivered');
    await insertAlarmOnce(
      db.sql,
      job,
      { kind: 'message.undelivered', orderId, detail: { channel, about } },
      clock.now(),
    );
  }

  /**
   * Adds an alarm and a log line when a message about money fails for the first time. The retries go on, and the back
   * office can see the reason (F10). `why` is the provider's reply.
   */
  async function recordLate({ job, orderId, channel, about }: UndeliveredMessage, why: string): Promise<void> {
    const alarm = { kind: 'message.late', orderId, detail: { channel, about, why } };
    if (await insertAlarmOnce(db.sql, toStableId('message.late', job), alarm, clock.now()))
      log.warn({ job, orderId, channel, about, why }, 'message about money is late');
  }

  return { noteUndelivered: recordUndelivered, noteLate: recordLate };
}
