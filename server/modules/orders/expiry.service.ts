import * as v from 'valibot';
import { orderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';

export const EXPIRY_JOB = 'orders.expiry';

export const ExpiryJob = v.object({ orderId, isAgain: v.optional(v.boolean(), false) });

/** When unpaid orders are looked at; `expiry.worker.ts` does it. */
export function createExpiryService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Looks at the order of an unpaid M-Pesa payment when its time is over (D12). `from` names the job that looked at it
   * before: its own key would make the next one look like a repeat, and nobody would look again (F8).
   */
  async function scheduleExpiry(
    tx: Sql,
    of: OrderId,
    at: Date,
    { isAgain = false, from = '' }: { isAgain?: boolean; from?: string } = {},
  ): Promise<void> {
    await jobs.enqueue(tx, {
      kind: EXPIRY_JOB,
      dedupeKey: [of, at.toISOString(), from].join(' ').trim(),
      payload: { orderId: of, isAgain },
      runAt: at,
    });
  }

  return { scheduleExpiry };
}
