import type { OrderId } from '../../../contract/fields.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { COLLECT_MS, REMIND_MS } from '../messages/collection.service.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { setReminders } from './collection.repository.ts';

/** Pickups that wait for their buyers (OWN-P1, OWN-P2). */
export function createRemindersService(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { orderChange, messages }: Pick<Services, 'orderChange' | 'messages'>,
) {
  /** Sends the reminder that is due, or ends the 7 days. Looks at the parcel first, so it may run at any time. */
  async function look(orderId: OrderId): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const stored = await findOrder(tx, orderId);
      const { parcel, collectUntil, reminders } = stored?.order ?? {};
      if (stored === null || parcel !== 'ready' || collectUntil == null || reminders === undefined) return;
      const now = clock.now();
      if (now >= collectUntil) {
        const read = async () => (await findOrder(tx, orderId)) ?? stored;
        await orderChange.changeOrder(tx, read, { type: 'parcel.uncollected' }, now);
        return;
      }
      const sinceMs = now.getTime() - (collectUntil.getTime() - COLLECT_MS);
      const due = REMIND_MS.filter((ms) => sinceMs >= ms).length;
      if (due <= reminders) return;
      await setReminders(tx, orderId, due);
      const step = { event: collectUntil.toISOString(), waitMs: 0 };
      await messages.queueMessage(tx, orderId, due === REMIND_MS.length ? 'lastReminder' : 'reminder', now, { step });
    });
    jobs.wake();
  }

  return { look };
}
