import type { Services } from '../composition.ts';
import type { Deps } from '../deps.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Compares derived rows with the products every night at 03:00 in Kenya, corrects them, and raises one alarm when some
 * differed. Returns a function that stops a running comparison.
 */
export function registerComparison(deps: Deps, { derived, alarms }: Pick<Services, 'derived' | 'alarms'>): () => void {
  const { db, clock, jobs, background, log } = deps;
  const stopped = new AbortController();
  let isRunning = false;

  async function compare(): Promise<void> {
    isRunning = true;
    try {
      const drift = await derived.repair(stopped.signal);
      log.info({ drift }, 'the catalogue was compared');
      if (Object.values(drift).every((rows) => rows === 0)) return;
      const fix =
        'They are correct again. Stop processes of older versions, and change products with npm run import, not with SQL';
      const alarm = { kind: 'catalogue.drifted', orderId: null, attemptId: null, detail: { ...drift, fix } };
      await db.tx((tx) => alarms.raiseAlarm(tx, alarm, clock.now()));
    } finally {
      isRunning = false;
    }
  }

  jobs.schedule('catalogue.compare', DAY, async () => {
    // The comparison takes minutes: as part of the job it would block other jobs and outlive its lease.
    if (!isRunning) background.keep(compare());
  });
  return () => stopped.abort();
}
