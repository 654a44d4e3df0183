import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { countAlarm } from './alarms.repository.ts';
import { judgeVerdict, type Verdict } from './cross-check.rules.ts';
import { findCrossCheck, isReceived, lockCrossCheck, saveCrossCheck } from './cross-check.repository.ts';
import { lockOrder } from './stored-orders.repository.ts';

/** The cross-check for the back office. */
export interface CrossCheckHealth {
  /** ISO time since when it is not trusted. `null` while it is. */
  readonly untrustedSince: string | null;
  /** Orders that were held before it opened. */
  readonly held: number;
}

const FIX =
  'Look for the receipts of these orders in M-Pesa’s portal, then run npm run mpesa -- release, or settle them one by one.';

/** The circuit of the cross-check of callbacks by queries, for all processes (PAY-T2). */
export function createCrossCheckService({ db, log }: Pick<Deps, 'db' | 'log'>, { alarms }: Pick<Services, 'alarms'>) {
  const { raiseAlarm } = alarms;

  /**
   * Records what a query says about a successful callback, in the caller's transaction. Locks the order first. Returns
   * whether a contradiction holds the order: not while the cross-check is not trusted, and not when a confirmation, Pull
   * or the statement shows the receipt.
   */
  async function hearVerdict(
    tx: Sql,
    { orderId, receipt }: { readonly orderId: OrderId; readonly receipt: string | null },
    verdict: Verdict,
    now: Date,
  ): Promise<boolean> {
    await lockOrder(tx, orderId);
    const before = await lockCrossCheck(tx);
    const isShown = receipt !== null && (await isReceived(tx, receipt));
    const { after, holds, effect } = judgeVerdict(before, verdict, { orderId, isShown, now });
    await saveCrossCheck(tx, after);
    const detail = { orders: toShortIds([...before.held, orderId]), fix: FIX };
    if (verdict === 'contradicts' && effect === null && !holds)
      await raiseAlarm(tx, { kind: 'payment.mismatched', orderId, attemptId: null, detail: { receipt } }, now);
    if (effect === 'opens') {
      const alarm = { kind: 'crossCheck.open', orderId: null, attemptId: null, detail };
      await saveCrossCheck(tx, { alarmId: await raiseAlarm(tx, alarm, now) });
    }
    if (effect === 'listed' && before.alarmId !== null) await countAlarm(tx, before.alarmId, detail, now);
    if (effect === 'closes') log.info({ since: before.openedAt }, 'the cross-check of callbacks is trusted again');
    return holds;
  }

  async function getHealth(): Promise<CrossCheckHealth> {
    const row = await findCrossCheck(db.sql);
    const { openedAt = null, held = [] } = row ?? {};
    return { untrustedSince: openedAt?.toISOString() ?? null, held: openedAt === null ? 0 : held.length };
  }

  return { hearVerdict, getHealth };
}

/** The orders that were held, and the newest one of the alarm. */
function toShortIds(ids: readonly string[]): string {
  return ids.map((id) => id.slice(0, 8).toUpperCase()).join(', ');
}
