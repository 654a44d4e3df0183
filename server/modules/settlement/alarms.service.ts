import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { insertAlarm, type Alarm } from './alarms.repository.ts';

/** What the payments desk has to look at. */
export function createAlarmsService({ log }: Pick<Deps, 'log'>) {
  /** Writes a row with the caller's transaction, and a line into the log. */
  async function raiseAlarm(tx: Sql, alarm: Alarm, now: Date): Promise<void> {
    log.error(
      { alarm: alarm.kind, orderId: alarm.orderId, attemptId: alarm.attemptId, detail: alarm.detail },
      'payments desk',
    );
    await insertAlarm(tx, alarm, now);
  }

  return { raiseAlarm };
}
