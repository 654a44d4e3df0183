import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { getScheduleCutoff } from '../settlement/query-schedule.rules.ts';
import { findStaleOrders, findUnknownPayments, UNLEARNT, type StaleKind } from './stale.repository.ts';

const HOUR = 3_600_000;
/** The next run handles the rest. */
const MOST_TOLD = 1_000;
/** Ignores older prompts, so that an updated shop is not flooded with alarms. */
const OLDEST_PROMPT_MS = 30 * 24 * HOUR;

/**
 * Alerts the back office, once each, about stale items: a cash order that the staff has not handled (D19), a paid order
 * that was not sent, a parcel that was not delivered, or did not come back within 14 days, or was not inspected within 3
 * (OWN-P1), a prompt with an unknown outcome. The order does not change, and
 * the shopper gets no message.
 */
export function registerStale(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  { alarms }: Pick<Services, 'alarms'>,
): void {
  const { env, db, clock, jobs } = deps;
  const { raiseAlarm } = alarms;
  const ages: Readonly<Record<StaleKind, number>> = {
    'order.untouched': env.orders.untouchedMs,
    'order.unsent': env.orders.unsentMs,
    'order.undelivered': env.orders.undeliveredMs,
    'parcel.notBack': 14 * 24 * HOUR,
    'parcel.notInspected': 3 * 24 * HOUR,
  };

  jobs.schedule('orders.stale', HOUR, async () => {
    const now = clock.now();
    for (const [kind, ms] of Object.entries(ages) as [StaleKind, number][]) {
      await db.tx(async (tx) => {
        for (const orderId of await findStaleOrders(tx, kind, new Date(now.getTime() - ms), MOST_TOLD))
          await raiseAlarm(tx, { kind, orderId, attemptId: null }, now);
      });
    }
    await db.tx(async (tx) => {
      const after = new Date(now.getTime() - OLDEST_PROMPT_MS);
      const before = getScheduleCutoff(now, env.mpesa.queryMs);
      for (const { id, orderId } of await findUnknownPayments(tx, after, before, MOST_TOLD))
        await raiseAlarm(tx, { kind: UNLEARNT, orderId, attemptId: id }, now);
    });
  });
}
