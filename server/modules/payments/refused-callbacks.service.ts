import type { Deps } from '../../deps.ts';
import { createAlarmsService } from '../settlement/alarms.service.ts';

/** Callbacks that are refused: a stranger's, or M-Pesa's own where the shop was told wrong addresses for it (F9). */
export function createRefusedCallbacksService(deps: Pick<Deps, 'db' | 'clock' | 'limiter' | 'log'>) {
  const { db, clock, limiter, log } = deps;
  const { raiseAlarm } = createAlarmsService(deps);

  /** Counts one; an address that has used its limit up by it raises an alarm, once an hour. Never rejects. */
  async function note(ip: string): Promise<void> {
    const isCounted = limiter.secondsToWait('badCallbacks', ip) === 0;
    if (!isCounted || limiter.secondsLeft('badCallbacks', ip) === 0) return;
    try {
      const alarm = { kind: 'callbacksRefused', orderId: null, attemptId: null, detail: { address: ip } };
      await db.tx((tx) => raiseAlarm(tx, alarm, clock.now()));
    } catch (error) {
      log.warn({ err: error }, 'no alarm about refused callbacks');
    }
  }

  /**
   * The right secret came from an address that the list does not name: the list is outdated, and payments are only learnt
   * by query. Never rejects.
   */
  async function noteForeign(ip: string): Promise<void> {
    try {
      const detail = { address: ip, fix: 'Check MPESA_CALLBACK_ADDRESSES against the addresses of Safaricom.' };
      const alarm = { kind: 'callbackAddress', orderId: null, attemptId: null, detail };
      await db.tx((tx) => raiseAlarm(tx, alarm, clock.now()));
    } catch (error) {
      log.warn({ err: error }, 'no alarm about the address of a callback');
    }
  }

  return { note, noteForeign };
}
