import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { insertAlarm, type Alarm } from './alarms.repository.ts';

/** Alarms for the back office. */
export function createAlarmsService({ log }: Pick<Deps, 'log'>) {
  /**
   * Adds or counts an alarm in the caller's transaction (D29). Only the first of a kind and subject in an hour is
   * logged as an error, so that frequent alarms do not hide others. Returns its id.
   */
  async function raiseAlarm(tx: Sql, alarm: Alarm, now: Date): Promise<string> {
    const { id, count } = await insertAlarm(tx, alarm, now);
    const { kind, orderId, attemptId, detail } = alarm;
    log[count === 1 ? 'error' : 'info']({ alarm: kind, orderId, attemptId, detail, count }, 'back office alarm');
    return id;
  }

  return { raiseAlarm };
}
