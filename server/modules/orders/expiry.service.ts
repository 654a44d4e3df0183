import * as v from 'valibot';
import { orderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';

export const EXPIRY_JOB = 'orders.expiry';

export const ExpiryJob = v.object({ orderId, isAgain: v.optional(v.boolean(), false) });

/** Schedules the expiry of unpaid orders. `expiry.worker.ts` runs it. */
export function createExpiryService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Schedules a check of an unpaid M-Pesa order at its expiry (D12). `from` is the id of the previous check's job. It
   * makes the dedupe key unique, because otherwise the next job would count as a duplicate and never run (F8).
   */
  async function scheduleExpiry(
    tx: Sql,
    id: OrderId,
    at: Date,
    { isAgain = false, from = '' }: { isAgain?: boolean; from?: string } = {},
  ): Promise<void> {
    await jobs.enqueue(tx, {
      kind: EXPIRY_JOB,
      dedupeKey: [id, at.toISOString(), from].join(' ').trim(),
      payload: { orderId: id, isAgain },
      runAt: at,
    });
  }

  return { scheduleExpiry };
}
