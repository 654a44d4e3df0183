import * as v from 'valibot';
import type { OrderId } from '../../../contract/fields.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { isAwaitingAnswer } from '../settlement/attempt-state.rules.ts';
import { findUnsettledAttempts, findOpenAttempt, type AttemptRow } from '../settlement/attempts.repository.ts';
import { LOOK_AGAIN_MS } from '../settlement/query-schedule.service.ts';
import { findOrder, findOverdue, lockOrder } from '../settlement/stored-orders.repository.ts';
import { EXPIRY_JOB, ExpiryJob } from './expiry.service.ts';

const HOUR = 3_600_000;
/** An open payment delays the expiry by minutes only. After an hour the job must have been lost. */
const LOST_AFTER_MS = HOUR;
/** The next run handles the rest. */
const MOST_SWEPT = 1_000;

/**
 * Cancels unpaid orders after their time and frees the stock, once. While a payment is open, or M-Pesa could not answer
 * about one, it queries Daraja first and checks again, until the attempt is settled or expires (T6, D12).
 */
export function registerExpiry(deps: Deps, services: Pick<Services, 'expiry' | 'querySchedule' | 'orderChange'>): void {
  const { env, db, clock, jobs, log } = deps;
  const { scheduleExpiry } = services.expiry;
  const { askNow } = services.querySchedule;
  const { changeOrder } = services.orderChange;

  async function expire(orderId: OrderId, isAgain: boolean, from: string): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const stored = await findOrder(tx, orderId);
      if (stored === null) return;
      const now = clock.now();
      const { expiresAt } = stored.order;
      // The order got more time, e.g. by another prompt.
      if (expiresAt !== null && expiresAt > now) {
        await scheduleExpiry(tx, orderId, expiresAt, { from });
        return;
      }
      const open = await findOpenAttempt(tx, orderId);
      // A replaced prompt may have been paid too.
      const asked = (await findUnsettledAttempts(tx, orderId)).filter((it) =>
        isAwaitingAnswer(it, now, env.mpesa.queryMs),
      );
      const hasLiveAttempt = open !== null || asked.length > 0;
      const event = { type: 'expiry.due', now: now.getTime(), hasLiveAttempt } as const;
      const outcome = await changeOrder(tx, async () => (await findOrder(tx, orderId)) ?? stored, event, now);
      if (outcome !== 'attemptFirst') return;
      const ids = new Set([...(open === null ? [] : [open]), ...asked].filter(isAskable).map(({ id }) => id));
      if (!isAgain) for (const id of ids) await askNow(tx, id, now);
      await scheduleExpiry(tx, orderId, new Date(now.getTime() + LOOK_AGAIN_MS), { isAgain: true, from });
    });
  }

  jobs.register(EXPIRY_JOB, async ({ id, payload }) => {
    const { orderId, isAgain } = v.parse(ExpiryJob, payload);
    await expire(orderId, isAgain, id);
  });

  /** Without this sweep, an order whose job was lost would hold its stock forever (D28). */
  async function sweep(): Promise<void> {
    const now = clock.now();
    const ids = await findOverdue(db.sql, new Date(now.getTime() - LOST_AFTER_MS), MOST_SWEPT, EXPIRY_JOB);
    if (ids.length === 0) return;
    log.warn({ orders: ids.length }, 'expiring orders whose job was lost');
    for (const id of ids) await expire(id, false, `sweep ${now.toISOString()}`);
  }
  jobs.schedule('orders.sweep', HOUR, sweep);
}

function isAskable({ checkoutRequestId }: AttemptRow): boolean {
  return checkoutRequestId !== null;
}
