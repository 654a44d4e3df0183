import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { insertAlarm, type Alarm } from './alarms.repository.ts';

/** What the payments desk has to look at. */
export function createAlarmsService({ log }: Pick<Deps, 'log'>) {
  /**
   * Writes or counts a row with the caller's transaction (D29). The first of a kind and subject in an hour is an error of
   * the log, so that a fault that every shopper meets hides nothing else.
   */
  async function raiseAlarm(tx: Sql, alarm: Alarm, now: Date): Promise<void> {
    const count = await insertAlarm(tx, alarm, now);
    const { kind, orderId, attemptId, detail } = alarm;
    log[count === 1 ? 'error' : 'info']({ alarm: kind, orderId, attemptId, detail, count }, 'payments desk');
  }

  return { raiseAlarm };
}
