import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import { openAttempt } from '../settlement/attempts.repository.ts';
import { createOrderChangeService } from '../settlement/order-change.service.ts';
import { createQueryScheduleService } from '../settlement/query-schedule.service.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { createExpiryService, EXPIRY_JOB, ExpiryJob } from './expiry.service.ts';

/** How long an order whose time is over waits between two looks at its open payment. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Cancels an order that was not paid in time and frees its stock, once. Never while a payment is open: Daraja is asked
 * first and the order looked at again, until the attempt is settled or expires (T6).
 */
export function registerExpiry(deps: Deps): void {
  const { db, clock, jobs } = deps;
  const { scheduleExpiry } = createExpiryService(deps);
  const { askNow } = createQueryScheduleService(deps);
  const { changeOrder } = createOrderChangeService(deps);

  async function expire(orderId: string, isAgain: boolean): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const stored = await findOrder(tx, orderId);
      if (stored === null) return;
      const now = clock.now();
      const { expiresAt } = stored.order;
      // It was given more time, e.g. by another prompt.
      if (expiresAt !== null && expiresAt > now) {
        await scheduleExpiry(tx, orderId, expiresAt);
        return;
      }
      const open = await openAttempt(tx, orderId);
      const event = { type: 'expiry.due', now: now.getTime(), hasLiveAttempt: open !== null } as const;
      const outcome = await changeOrder(tx, async () => (await findOrder(tx, orderId)) ?? stored, event, now);
      if (outcome !== 'attemptFirst' || open === null) return;
      if (!isAgain && open.checkoutRequestId !== null) await askNow(tx, open.id, now);
      await scheduleExpiry(tx, orderId, new Date(now.getTime() + LOOK_AGAIN_MS), true);
    });
  }

  jobs.register(EXPIRY_JOB, async ({ payload }) => {
    const { orderId, isAgain } = v.parse(ExpiryJob, payload);
    await expire(orderId, isAgain);
  });
}
