import type { Deps } from '../../deps.ts';
import { createAlarmsService } from '../settlement/alarms.service.ts';

const KIND = 'callbacksRefused';

/** Callbacks that are refused: a stranger's, or M-Pesa's own where the shop was told wrong addresses for it (F9). */
export function createRefusedCallbacksService({
  db,
  clock,
  limiter,
  log,
}: Pick<Deps, 'db' | 'clock' | 'limiter' | 'log'>) {
  const { raiseAlarm } = createAlarmsService({ log });

  /** Counts one; an address that has used its limit up by it raises an alarm, once an hour. Never rejects. */
  async function note(ip: string): Promise<void> {
    const isCounted = limiter.secondsToWait('badCallbacks', ip) === 0;
    if (!isCounted || limiter.secondsLeft('badCallbacks', ip) === 0) return;
    try {
      await db.tx(async (tx) => {
        if ((await limiter.take('alarms', KIND, { handle: tx })).waitMs > 0) return;
        await raiseAlarm(tx, { kind: KIND, orderId: null, attemptId: null, detail: { address: ip } }, clock.now());
      });
    } catch (error) {
      log.warn({ err: error }, 'no alarm about refused callbacks');
    }
  }

  return { note };
}
