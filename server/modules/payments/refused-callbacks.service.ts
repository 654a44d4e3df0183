import type { Deps } from '../../deps.ts';
import { createHourlyAlarmsService } from '../settlement/hourly-alarms.service.ts';

/** Callbacks that are refused: a stranger's, or M-Pesa's own where the shop was told wrong addresses for it (F9). */
export function createRefusedCallbacksService(deps: Pick<Deps, 'db' | 'clock' | 'limiter' | 'log'>) {
  const { db, limiter, log } = deps;
  const { raiseHourly } = createHourlyAlarmsService(deps);

  /** Counts one; an address that has used its limit up by it raises an alarm, once an hour. Never rejects. */
  async function note(ip: string): Promise<void> {
    const isCounted = limiter.secondsToWait('badCallbacks', ip) === 0;
    if (!isCounted || limiter.secondsLeft('badCallbacks', ip) === 0) return;
    try {
      await db.tx((tx) => raiseHourly(tx, { kind: 'callbacksRefused', detail: { address: ip } }));
    } catch (error) {
      log.warn({ err: error }, 'no alarm about refused callbacks');
    }
  }

  return { note };
}
