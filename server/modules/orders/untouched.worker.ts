import type { Deps } from '../../deps.ts';
import { createAlarmsService } from '../settlement/alarms.service.ts';
import { findUntouched } from './untouched.repository.ts';

const HOUR = 3_600_000;
/** The rest is for the next hour. */
const MOST_TOLD = 1_000;

/**
 * Tells the desk, once, of a cash order that the staff has left alone: it holds stock and nobody is coming for it. The
 * order stands, and the shopper is told nothing (D19).
 */
export function registerUntouched(deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'log'>): void {
  const { env, db, clock, jobs } = deps;
  const { raiseAlarm } = createAlarmsService(deps);

  jobs.schedule('orders.untouched', HOUR, async () => {
    const now = clock.now();
    const before = new Date(now.getTime() - env.orders.untouchedMs);
    await db.tx(async (tx) => {
      for (const orderId of await findUntouched(tx, before, MOST_TOLD))
        await raiseAlarm(tx, { kind: 'order.untouched', orderId, attemptId: null }, now);
    });
  });
}
