import { lte } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { idempotencyKeys } from '../../db/schema.ts';

const HOUR = 3_600_000;

/** Registers the work that orders need beside requests: keys that no longer count are forgotten (providers 2.4). */
export function scheduleOrderJobs({ db, clock, env, jobs }: Pick<Deps, 'db' | 'clock' | 'env' | 'jobs'>): void {
  jobs.schedule('orders.forget-keys', HOUR, async () => {
    await db.sql.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(clock.now().getTime() - env.orders.keyMs)));
  });
}
