import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { openAttempt } from '../settlement/attempts.repository.ts';
import { askNow } from '../settlement/query-schedule.service.ts';
import { changeOrder } from '../settlement/order-change.service.ts';
import { findOrder, lockOrder } from './orders.repository.ts';

const EXPIRY_JOB = 'orders.expiry';
/** How long an order whose time is over waits between two looks at its open payment. */
const LOOK_AGAIN_MS = 30_000;

const ExpiryJob = v.object({ orderId: v.string(), isAgain: v.optional(v.boolean(), false) });

/** The order of an unpaid M-Pesa payment is looked at when its time is over (D12). */
export async function scheduleExpiry(
  tx: Sql,
  jobs: Deps['jobs'],
  orderId: string,
  at: Date,
  isAgain = false,
): Promise<void> {
  await jobs.enqueue(tx, {
    kind: EXPIRY_JOB,
    dedupeKey: `${orderId} ${at.toISOString()}`,
    payload: { orderId, isAgain },
    runAt: at,
  });
}

/**
 * T6: an order that was not paid in time is cancelled and its stock is free again, once. Never while a payment is
 * open: that is asked about first and the order looked at again, until the attempt is settled or expires (Q14).
 */
export function registerExpiry(deps: Deps): void {
  const { db, clock, jobs } = deps;

  async function expire(orderId: string, isAgain: boolean): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const stored = await findOrder(tx, orderId);
      if (stored === null) return;
      const now = clock.now();
      const { expiresAt } = stored.order;
      // It was given more time, e.g. by another prompt.
      if (expiresAt !== null && expiresAt > now) {
        await scheduleExpiry(tx, jobs, orderId, expiresAt);
        return;
      }
      const open = await openAttempt(tx, orderId);
      const event = { type: 'expiry.due', now: now.getTime(), hasLiveAttempt: open !== null } as const;
      const outcome = await changeOrder(tx, deps, async () => (await findOrder(tx, orderId)) ?? stored, event, now);
      if (outcome !== 'attemptFirst' || open === null) return;
      if (!isAgain && open.checkoutRequestId !== null) await askNow(tx, deps, open.id, now);
      await scheduleExpiry(tx, jobs, orderId, new Date(now.getTime() + LOOK_AGAIN_MS), true);
    });
  }

  jobs.register(EXPIRY_JOB, async ({ payload }) => {
    const { orderId, isAgain } = v.parse(ExpiryJob, payload);
    await expire(orderId, isAgain);
  });
}
