import type { Deps } from '../../deps.ts';
import { insertUndelivered } from './messages.repository.ts';

export interface Undelivered {
  readonly job: string;
  readonly orderId: string | null;
  readonly channel: 'sms' | 'mail';
  /** What it was about, where it was about an order. */
  readonly about: string | null;
}

/** News that nobody got, for the desk (D28, D29). */
export function createUndeliveredService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  /** Writes a row and a line, without what the news said and who it was for. */
  async function noteUndelivered({ job, orderId, channel, about }: Undelivered): Promise<void> {
    log.warn({ job, orderId, channel, about }, 'message undelivered');
    await insertUndelivered(db.sql, { job, orderId, detail: { channel, about } }, clock.now());
  }

  return { noteUndelivered };
}
