import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';

export const EXPIRY_JOB = 'orders.expiry';

export const ExpiryJob = v.object({ orderId: v.string(), isAgain: v.optional(v.boolean(), false) });

/** When unpaid orders are looked at; `expiry.worker.ts` does it. */
export function createExpiryService({ jobs }: Pick<Deps, 'jobs'>) {
  /** Looks at the order of an unpaid M-Pesa payment when its time is over (D12). */
  async function scheduleExpiry(tx: Sql, orderId: string, at: Date, isAgain = false): Promise<void> {
    await jobs.enqueue(tx, {
      kind: EXPIRY_JOB,
      dedupeKey: `${orderId} ${at.toISOString()}`,
      payload: { orderId, isAgain },
      runAt: at,
    });
  }

  return { scheduleExpiry };
}
