import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { insertAlarm, type Alarm } from './attempts.repository.ts';

/** For the payments desk: a row with the caller's transaction, and a line in the log. */
export async function raiseAlarm(db: Sql, { log }: Pick<Deps, 'log'>, alarm: Alarm, now: Date): Promise<void> {
  log.error(
    { alarm: alarm.kind, orderId: alarm.orderId, attemptId: alarm.attemptId, detail: alarm.detail },
    'payments desk',
  );
  await insertAlarm(db, alarm, now);
}
