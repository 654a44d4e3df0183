import { and, inArray, lt } from 'drizzle-orm';
import { paymentAttempts } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { settleAttempt } from '../settlement/settlement.service.ts';

const EVERY_MS = 10_000;
/** Longer than a request to Daraja and the storing of its answer take. */
const SPARE_MS = 7_000;

/**
 * Attempts whose process ended between the written row and the stored answer: the prompt may be on the phone, so they
 * become unknown and are never sent again (providers 2.3). An answer that is stored later still counts.
 */
export function registerPushRecovery(deps: Deps): void {
  const { env, db, clock, jobs } = deps;
  jobs.schedule('payments.recoverPushes', EVERY_MS, async () => {
    const before = new Date(clock.now().getTime() - env.mpesa.timeoutMs - SPARE_MS);
    const left = await db.sql
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(inArray(paymentAttempts.state, ['created', 'requesting']), lt(paymentAttempts.updatedAt, before)));
    for (const { id } of left) {
      await db.tx((tx) => settleAttempt(tx, deps, id, { type: 'push.unanswered' }, clock.now()));
    }
  });
}
