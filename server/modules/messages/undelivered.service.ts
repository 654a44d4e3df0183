import type { OrderId } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { idOf } from '../../db/ids.ts';
import { insertAlarmOnce } from './messages.repository.ts';

export interface Undelivered {
  readonly job: string;
  readonly orderId: OrderId | null;
  readonly channel: 'sms' | 'mail';
  /** What it was about, where it was about an order. */
  readonly about: string | null;
}

/** News that nobody got, for the desk (D28, D29). */
export function createUndeliveredService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  /** Writes a row and a line, without what the news said and who it was for. */
  async function noteUndelivered({ job, orderId, channel, about }: Undelivered): Promise<void> {
    log.warn({ job, orderId, channel, about }, 'message undelivered');
    await insertAlarmOnce(
      db.sql,
      job,
      { kind: 'message.undelivered', orderId, detail: { channel, about } },
      clock.now(),
    );
  }

  /**
   * Writes a row and a line when a text about money could not be sent for the first time: it is tried on for as long as
   * it takes, and somebody should know why it takes so long (F10). `why` is the provider's answer.
   */
  async function noteLate({ job, orderId, channel, about }: Undelivered, why: string): Promise<void> {
    const alarm = { kind: 'message.late', orderId, detail: { channel, about, why } };
    if (await insertAlarmOnce(db.sql, idOf('message.late', job), alarm, clock.now()))
      log.warn({ job, orderId, channel, about, why }, 'message about money is late');
  }

  return { noteUndelivered, noteLate };
}
