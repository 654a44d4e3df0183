import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { isPrivateAddress } from '../../limits/private-addresses.ts';
import { findAlarmDetail } from '../settlement/alarms.repository.ts';
import { addressFix, namedAddresses } from './alarm-addresses.rules.ts';

/** Callbacks that are refused: a stranger's, or M-Pesa's own where the shop was told wrong addresses for it (F9). */
export function createRefusedCallbacksService(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter' | 'log'>,
  { alarms }: Pick<Services, 'alarms'>,
) {
  const { db, clock, limiter, log } = deps;
  const { raiseAlarm } = alarms;

  /** Counts one; an address that has used its limit up by it raises an alarm, once an hour. Never rejects. */
  async function note(ip: string): Promise<void> {
    const isCounted = limiter.secondsToWait('badCallbacks', ip) === 0;
    if (!isCounted || limiter.secondsLeft('badCallbacks', ip) === 0) return;
    await raise('callbacksRefused', ip);
  }

  /**
   * The right secret came from an address that the list does not name: the list is outdated, and payments are only learnt
   * by query. Never rejects.
   */
  async function noteForeign(ip: string): Promise<void> {
    await raise('callbackAddress', ip);
  }

  /** The alarm of the hour names each address, so that the list can be set right at once (X18). */
  async function raise(kind: 'callbacksRefused' | 'callbackAddress', ip: string): Promise<void> {
    const now = clock.now();
    try {
      await db.tx(async (tx) => {
        const addresses = namedAddresses(await findAlarmDetail(tx, kind, now), ip);
        const fix = addressFix(kind, addresses.some(isPrivateAddress));
        const detail = fix === '' ? { addresses } : { addresses, fix };
        await raiseAlarm(tx, { kind, orderId: null, attemptId: null, detail }, now);
      });
    } catch (error) {
      log.warn({ err: error, alarm: kind }, 'no alarm about a refused callback');
    }
  }

  return { note, noteForeign };
}
