import * as v from 'valibot';
import { orderId as orderIdSchema, type OrderId } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { setCollectUntil } from './messages.repository.ts';

const DAY = 24 * 3_600_000;
/** A pickup is kept this long after its message (OWN-P1). */
export const COLLECT_MS = 7 * DAY;
/** Reminders after the message (OWN-P1). */
export const REMIND_MS = [3 * DAY, 6 * DAY] as const;

export const LOOK_JOB = 'parcels.look';
export const LookJob = v.object({ orderId: orderIdSchema });

/** The 7 days of a pickup, which begin when its message leaves (OWN-P2). */
export function createCollectionService({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) {
  /** Begins the 7 days when the first message of a ready parcel left, or both were given up. */
  async function beginCollection(orderId: OrderId): Promise<void> {
    await db.tx(async (tx) => {
      const now = clock.now().getTime();
      if (!(await setCollectUntil(tx, orderId, new Date(now + COLLECT_MS)))) return;
      for (const ms of [...REMIND_MS, COLLECT_MS]) {
        const runAt = new Date(now + ms);
        await jobs.enqueue(tx, {
          kind: LOOK_JOB,
          dedupeKey: `${orderId} ${runAt.toISOString()}`,
          payload: { orderId } satisfies v.InferInput<typeof LookJob>,
          runAt,
        });
      }
    });
  }

  return { beginCollection };
}
