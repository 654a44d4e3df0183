import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { isPrivateAddress } from '../../limits/private-addresses.ts';
import { findAlarmDetail } from '../settlement/alarms.repository.ts';
import { addressFix, parseAddresses } from './alarm-addresses.rules.ts';

/** Handles refused callbacks: from strangers, or from M-Pesa when the configured addresses are wrong (F9). */
export function createRefusedCallbacksService(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter' | 'log'>,
  { alarms }: Pick<Services, 'alarms'>,
) {
  const { db, clock, limiter, log } = deps;
  const { raiseAlarm } = alarms;

  /** Counts a refused callback. Raises an alarm, once an hour, when an address reaches its limit. Never rejects. */
  async function recordRefused(ip: string): Promise<void> {
    const isCounted = limiter.secondsToWait('badCallbacks', ip) === 0;
    if (!isCounted || limiter.secondsLeft('badCallbacks', ip) === 0) return;
    await raise('callbacksRefused', ip);
  }

  /**
   * The right secret came from an address that is not in the list. The list is outdated, so payments are found only by
   * queries. Never rejects.
   */
  async function recordForeign(ip: string): Promise<void> {
    await raise('callbackAddress', ip);
  }

  /** The hourly alarm lists the addresses, so that the owner can correct the setting (X18). */
  async function raise(kind: 'callbacksRefused' | 'callbackAddress', ip: string): Promise<void> {
    const now = clock.now();
    try {
      await db.tx(async (tx) => {
        const addresses = parseAddresses(await findAlarmDetail(tx, kind, now), ip);
        const fix = addressFix(kind, addresses.some(isPrivateAddress));
        const detail = fix === '' ? { addresses } : { addresses, fix };
        await raiseAlarm(tx, { kind, orderId: null, attemptId: null, detail }, now);
      });
    } catch (error) {
      log.warn({ err: error, alarm: kind }, 'no alarm about a refused callback');
    }
  }

  return { note: recordRefused, noteForeign: recordForeign };
}
