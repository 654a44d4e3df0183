import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Alarm } from './alarms.repository.ts';
import { createAlarmsService } from './alarms.service.ts';

/** Alarms that no order and no payment explains, and that would come by the thousand. */
export function createHourlyAlarmsService({ clock, log, limiter }: Pick<Deps, 'clock' | 'log' | 'limiter'>) {
  const { raiseAlarm } = createAlarmsService({ log });

  /** Raises one of a kind in an hour, with the caller's transaction; does nothing for the others. */
  async function raiseHourly(tx: Sql, { kind, detail }: Pick<Alarm, 'kind' | 'detail'>): Promise<void> {
    if ((await limiter.take('alarms', kind, { handle: tx })).waitMs > 0) return;
    await raiseAlarm(tx, { kind, orderId: null, attemptId: null, detail }, clock.now());
  }

  return { raiseHourly };
}
