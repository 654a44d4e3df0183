import * as v from 'valibot';
import type { OrderId } from '../../../contract/fields.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { awaitsAnswer } from '../settlement/attempt-state.rules.ts';
import { unsettledAttempts, openAttempt, type AttemptRow } from '../settlement/attempts.repository.ts';
import { LOOK_AGAIN_MS } from '../settlement/query-schedule.service.ts';
import { findOrder, findOverdue, lockOrder } from '../settlement/stored-orders.repository.ts';
import { EXPIRY_JOB, ExpiryJob } from './expiry.service.ts';

const HOUR = 3_600_000;
/** An open payment keeps its order waiting for minutes; an hour later nobody is coming any more. */
const LOST_AFTER_MS = HOUR;
/** The rest is for the next hour. */
const MOST_SWEPT = 1_000;

/**
 * Cancels an order that was not paid in time and frees its stock, once. Never while a payment is open, or M-Pesa could not
 * answer about one: Daraja is asked first and the order looked at again, until the attempt is settled or expires (T6, D12).
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
      // It was given more time, e.g. by another prompt.
      if (expiresAt !== null && expiresAt > now) {
        await scheduleExpiry(tx, orderId, expiresAt, { from });
        return;
      }
      const open = await openAttempt(tx, orderId);
      // A prompt that another one replaced may be paid, too.
      const asked = (await unsettledAttempts(tx, orderId)).filter((it) => awaitsAnswer(it, now, env.mpesa.queryMs));
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

  /** Where the job of an order was lost, its pieces would be held for ever (D28). */
  async function sweep(): Promise<void> {
    const now = clock.now();
    const ids = await findOverdue(db.sql, new Date(now.getTime() - LOST_AFTER_MS), MOST_SWEPT, EXPIRY_JOB);
    if (ids.length === 0) return;
    log.warn({ orders: ids.length }, 'orders whose expiry was lost are looked at now');
    for (const id of ids) await expire(id, false, `sweep ${now.toISOString()}`);
  }
  jobs.schedule('orders.sweep', HOUR, sweep);
}

function isAskable({ checkoutRequestId }: AttemptRow): boolean {
  return checkoutRequestId !== null;
}
