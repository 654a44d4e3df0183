import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { findUnansweredAttempts } from './push.repository.ts';

const EVERY_MS = 10_000;
/** Longer than a Daraja request and storing its reply take. */
const SPARE_MS = 7_000;

/**
 * Handles attempts whose process stopped between writing the row and storing the reply. The prompt may be on the phone,
 * so their state becomes `unknown` and they are never sent again (providers 2.3). A reply that is stored later still
 * counts.
 */
export function registerPushRecovery(deps: Deps, { settlement }: Pick<Services, 'settlement'>): void {
  const { env, db, clock, jobs } = deps;
  const { settleAttempt } = settlement;

  jobs.schedule('payments.recoverPushes', EVERY_MS, async () => {
    const before = new Date(clock.now().getTime() - env.mpesa.timeoutMs - SPARE_MS);
    for (const { id } of await findUnansweredAttempts(db.sql, before)) {
      await db.tx((tx) => settleAttempt(tx, id, { type: 'push.unanswered' }, clock.now()));
    }
  });
}
